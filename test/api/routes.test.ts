/** Paths, methods and headers: what holds for every request, whatever it asks for. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_REQUEST_SECONDS: '2' });
});
afterAll(() => server.close());

const anError = (code: string) => ({
  error: expect.stringMatching(/\.$/),
  code,
  requestId: expect.stringMatching(/^.+$/),
});

describe('methods', () => {
  const ALLOWED = {
    '/template/upload': 'OPTIONS, POST, PUT',
    '/template/replace': 'OPTIONS, PUT',
    '/template/list': 'GET, HEAD, OPTIONS, POST',
    '/template/download': 'GET, HEAD, OPTIONS, POST',
    '/template/delete': 'DELETE, OPTIONS, PUT',
    '/template/generate': 'OPTIONS, POST',
  };
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

  for (const [path, allowed] of Object.entries(ALLOWED))
    test(`${path} takes ${allowed} and answers 405 to the rest`, async () => {
      for (const method of METHODS) {
        const { status, headers, json } = await server.call(method, path, { key: null });
        if (method === 'OPTIONS') expect([status, headers.get('allow')]).toEqual([204, allowed]);
        else if (allowed.split(', ').includes(method)) expect(status).toBe(401);
        else {
          expect([status, headers.get('allow')]).toEqual([405, allowed]);
          if (method !== 'HEAD') expect(json).toMatchObject(anError('method_not_allowed'));
        }
      }
    });

  test('methods that Fastify does not know are 405 on a known path and 404 elsewhere', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'LINK', 'PURGE']) {
      expect((await server.call(method, '/template/list')).status).toBe(405);
      expect((await server.call(method, '/nowhere')).status).toBe(404);
    }
  });

  test('a slash at the end changes nothing', async () => {
    expect((await server.call('GET', '/template/list/')).status).toBe(200);
    expect((await server.call('PATCH', '/template/list/')).status).toBe(405);
  });
});

describe('unknown paths', () => {
  test.each([
    '/nowhere',
    '/template',
    '/template/',
    '/TEMPLATE/LIST',
    '/template/list/more',
    '/%00',
    '/%2e%2e/etc',
  ])('%s is 404', async (path) => {
    const { status, json } = await server.call('GET', path);
    expect(status).toBe(404);
    expect(json).toMatchObject(anError('route_not_found'));
  });

  test('a path that is not an encoded path is 400', async () => {
    const { status, json } = await server.call('GET', '/template/%');
    expect(status).toBe(400);
    expect(json).toMatchObject(anError('bad_request'));
  });

  test('a body does not matter there', async () => {
    const { status } = await server.call('POST', '/nowhere', {
      body: '{"broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(404);
  });
});

describe('authentication', () => {
  test.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no key', 'Bearer'],
    ['two words', 'Bearer a b'],
    ['an unknown key', 'Bearer plt_0123456789012345678901234567890123456789012'],
    ['the key without its scheme', TEST_KEY],
    ['a very long key', `Bearer ${'x'.repeat(5000)}`],
  ])('%s is 401 with a challenge', async (_, authorization) => {
    const { status, headers, json } = await server.call('GET', '/template/list', {
      key: null,
      ...(authorization !== undefined && { headers: { authorization } }),
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="platen"');
    expect(headers.get('ratelimit-limit')).toBeNull();
    expect(json).toMatchObject(anError('unauthorized'));
  });

  test('the scheme may be written in any case, the key not', async () => {
    const call = (authorization: string) =>
      server.call('GET', '/template/list', { key: null, headers: { authorization } });
    expect((await call(`bearer ${TEST_KEY}`)).status).toBe(200);
    expect((await call(`Bearer ${TEST_KEY.toUpperCase()}`)).status).toBe(401);
  });

  test('a wrong key is told so before its body is read', async () => {
    const { status } = await server.call('PUT', '/template/upload', {
      key: 'plt_wrong',
      body: 'x'.repeat(30 * 1024 * 1024),
    });
    expect(status).toBe(401);
  });
});

describe('headers', () => {
  test('every answer has its request id and the security headers', async () => {
    for (const path of ['/healthz', '/template/list', '/nowhere', '/openapi.json']) {
      const { headers } = await server.call('GET', path);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('server')).toBeNull();
    }
  });

  test("a caller's own request id is kept where it is harmless", async () => {
    const call = (id: string) => server.call('GET', '/nowhere', { headers: { 'x-request-id': id } });
    const kept = await call('order-7/attempt.2');
    expect(kept.headers.get('x-request-id')).toBe('order-7/attempt.2');
    expect(kept.json).toMatchObject({ requestId: 'order-7/attempt.2' });
    expect((await call('x'.repeat(200))).headers.get('x-request-id')).toHaveLength(36);
    expect((await call('a b<script>')).headers.get('x-request-id')).toHaveLength(36);
  });

  test('authenticated answers are not to be stored by anyone', async () => {
    expect((await server.call('GET', '/template/list')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('what is not HTTP, or does not arrive', () => {
  /** Sends raw bytes, and reads until the server closes. */
  const raw = (text: string, ends = false): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(server.address);
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      if (ends) socket.end(text);
      else socket.write(text);
    });

  test('a body that ends early is called that, not garbage', async () => {
    const head = [
      'POST /template/generate HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${TEST_KEY}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    expect(await raw(`${head.join('\r\n')}\r\n\r\n{"data":`, true)).toMatch(
      /^HTTP\/1\.1 400 (.|\s)*"The request ended early\."/,
    );
  });

  test('garbage is 400 with an Error object', async () => {
    const answer = await raw('hello there\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'bad_request' });
  });

  test('two Host headers are 400: a proxy may have believed the other one', async () => {
    const ask = (hosts: string) => raw(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`, true);
    expect(await ask('Host: x\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    for (const hosts of ['Host: x\r\nHost: y\r\n', 'host: x\r\nHOST: x\r\n'])
      expect(await ask(hosts)).toMatch(
        /^HTTP\/1\.1 400 (.|\s)*"The request has more than one Host header\."/,
      );
  });

  test('headers without end are 431', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    ['headers', 'GET /template/list HTTP/1.1\r\nHost: x\r\n'],
    [
      'JSON body',
      `POST /template/generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tem`,
    ],
    [
      'multipart body',
      `PUT /template/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_KEY}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name="templateKey"\r\n\r\nslow`,
    ],
  ])('%s that stop arriving are 408 after the time limit, and the connection is closed', async (_, text) => {
    const started = Date.now();
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'request_timeout' });
    // Nobody hung up: the log says what the caller was told.
    if (text.includes('\r\n\r\n'))
      await vi.waitFor(
        () =>
          expect(JSON.parse(server.log.findLast((line) => line.includes('"request"')) ?? '{}')).toMatchObject(
            {
              status: 408,
              code: 'request_timeout',
            },
          ),
        { timeout: 5_000 },
      );
    expect(Date.now() - started).toBeLessThan(6000);
  });
});
