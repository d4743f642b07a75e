/** The console's page and files: who gets them, with which headers, and that they are in nobody's way. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))})`;
const PAGE = '<meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';

const folder = mkdtempSync(join(tmpdir(), 'platen-console-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(join(folder, '.built-from'), 'a secret of the build');
  writeFileSync(join(folder, 'assets', 'main-a1b2.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main-a1b2.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-a1b2.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-a1b2.css'), 'a{}');
  server = await startTestServer({}, { consoleFolder: folder });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** As it comes over the wire: `fetch` would unpack it. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>(
    (resolve, reject) => {
      httpRequest(`${server.address}${path}`, { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );

describe('the page', () => {
  test.each([
    '/',
    '/templates/invoice',
    '/templates/a%2Fb%20c',
    '/settings',
    '/settings/keys',
    '/usage',
    '/sign-in',
    '/setup',
    '/invitation',
  ])('%s is the page', async (path) => {
    const { status, headers, text } = await server.call('GET', path, { key: null, headers: HTML });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/content="[A-Za-z0-9+/]{24}"/);
  });

  test('each answer has a nonce of its own, in the page and in the policy, and the policy is strict', async () => {
    const [first, second] = [await server.call('GET', '/'), await server.call('GET', '/')];
    const nonces = [first, second].map(({ text }) => /content="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(first.text).not.toContain('__CSP_NONCE__');
    expect(first.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonces[0]}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    );
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('x-frame-options')).toBe('DENY');
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(first.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  test('HEAD is GET without the body', async () => {
    const { status, headers, bytes } = await raw('/sign-in', HTML, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('a browser at an unknown address gets the page, as 404; a program gets the error', async () => {
    const page = await server.call('GET', '/nowhere/at/all', { key: null, headers: HTML });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
      const answer = await server.call('GET', '/nowhere/at/all', { key: null, headers });
      expect([answer.status, answer.json]).toMatchObject([404, { code: 'route_not_found' }]);
    }
    const posted = await server.call('POST', '/nowhere', { headers: HTML });
    expect([posted.status, posted.json]).toMatchObject([404, { code: 'route_not_found' }]);
  });

  test('what begins as an operation stays the API, whoever asks', async () => {
    for (const path of ['/template/nothing', '/organization/nothing', '/session/nothing', '/template/list/x'])
      expect(await server.call('GET', path, { headers: HTML })).toMatchObject({
        status: 404,
        json: { code: 'route_not_found' },
      });
    expect(await server.call('GET', '/template/generate', { headers: HTML })).toMatchObject({ status: 405 });
    expect(await server.call('GET', '/template/list', { headers: HTML })).toMatchObject({
      status: 200,
      json: [],
    });
    expect(await server.call('GET', '/session', { headers: HTML })).toMatchObject({
      json: { person: null },
    });
    expect(await server.call('GET', '/invitation?token=x', { headers: HTML })).toMatchObject({
      status: 404,
      json: { code: 'link_not_found' },
    });
    expect(await server.call('GET', '/invitation')).toMatchObject({
      status: 400,
      json: { code: 'bad_request' },
    });
  });

  test('the pages are not in the API document', async () => {
    const { json } = await server.call('GET', '/openapi.json');
    const paths = Object.keys((json as { paths: object }).paths);
    expect(paths).toContain('/session');
    expect(paths.filter((path) => /assets|settings|sign-in|^\/$/.test(path))).toEqual([]);
  });
});

describe('files', () => {
  test.each([
    ['br', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', 'gzip', gunzipSync],
    ['br refused', 'br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['none', 'identity', undefined, (bytes: Buffer) => bytes],
    ['no header', undefined, undefined, (bytes: Buffer) => bytes],
  ])('%s: packed as the browser takes it, for ever', async (_, accept, encoding, unpack) => {
    const { status, headers, bytes } = await raw(
      '/assets/main-a1b2.js',
      accept === undefined ? {} : { 'accept-encoding': accept },
    );
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']).toBe('accept-encoding');
    // The policy of a worker that is started from it.
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; frame-ancestors 'none'",
    );
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(unpack(bytes).toString()).toBe(SCRIPT);
    const again = await raw('/assets/main-a1b2.js', {
      ...(accept !== undefined && { 'accept-encoding': accept }),
      'if-none-match': `"other", ${headers['etag']}`,
    });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
    const head = await raw(
      '/assets/main-a1b2.js',
      accept === undefined ? {} : { 'accept-encoding': accept },
      'HEAD',
    );
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      headers['content-length'],
    ]);
  });

  test('a file that keeps its name is asked for again', async () => {
    const { headers } = await raw('/icon.svg');
    expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'image/svg+xml']);
  });

  test.each([
    '/assets/other.js',
    '/assets/main-a1b2.js.br',
    '/.built-from',
    '/index.html',
    '/assets/../.built-from',
    '/assets/%2e%2e/.built-from',
    '/assets/..%2f.built-from',
    '/assets/',
    '/assets',
  ])('%s is not there', async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test('they take no other method', async () => {
    expect((await server.call('POST', '/assets/main-a1b2.js')).status).toBe(405);
  });
});

test('without a build, a sentence says how to make one, and the API works', async () => {
  const bare = await startTestServer({}, { consoleFolder: join(folder, 'nothing') });
  try {
    const { status, text, headers } = await bare.call('GET', '/', { key: null });
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain('npm run console');
    expect((await bare.call('GET', '/template/list')).status).toBe(200);
  } finally {
    await bare.close();
  }
});
