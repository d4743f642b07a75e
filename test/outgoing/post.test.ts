/** What leaves the house, and what it never reaches: a receiver on loopback that counts as the Internet here. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { addressProblem, type PostRules, postRules, postTo } from '../../src/outgoing/post.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const STRICT = postRules({ isPrivateAllowed: false });
const OPEN: PostRules = {
  ...postRules({ isPrivateAllowed: true }),
  resolve: async () => ['127.0.0.1'],
  milliseconds: 500,
};
const post = (url: string, rules: PostRules) =>
  postTo({ url, headers: { 'x-a': '1' }, body: '{"é":1}', signal: new AbortController().signal }, rules);

describe('a message that is posted', () => {
  test('arrives whole, and its answer is kept up to a limit', async () => {
    const heard: unknown[] = [];
    const port = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      heard.push([request.method, request.headers.host, request.headers['x-a'], body]);
      response.writeHead(201).end(`\0${'x'.repeat(10_000)}`);
    });
    const answer = await post(`http://a.example:${port}/x`, OPEN);
    expect(answer).toEqual({ status: 201, answer: `\ufffd${'x'.repeat(4095)}` });
    expect(heard).toEqual([['POST', `a.example:${port}`, '1', '{"é":1}']]);
  });

  test('is not sent on by a redirect', async () => {
    let calls = 0;
    const target = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const port = await serve((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end(),
    );
    expect(await post(`http://a.example:${port}/`, OPEN)).toMatchObject({ status: 307 });
    expect(calls).toBe(0);
  });

  test('does not wait for a receiver that hangs, before its answer or within it', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200).write('so far');
    });
    expect(await post(`http://a.example:${port}/`, OPEN)).toEqual({
      problem: 'there was no answer within 500 ms',
    });
    expect(await post(`http://a.example:${port}/half`, OPEN)).toEqual({ status: 200, answer: 'so far' });
    const resolve = () => new Promise<never>(() => undefined);
    expect(await post('http://slow.example/', { ...OPEN, resolve })).toMatchObject({
      problem: 'there was no answer within 500 ms',
    });
  });

  test('says in words what went wrong', async () => {
    const port = await serve((request) => request.socket.destroy());
    expect(await post(`http://a.example:${port}/`, OPEN)).toMatchObject({
      problem: expect.stringContaining('the connection failed'),
    });
    expect(await post('http://a.example/', { ...OPEN, resolve: async () => [] })).toEqual({
      problem: 'the host a.example was not found',
    });
  });
});

describe('what is not on the Internet is not reached', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
  ])('%s', async (url) => {
    expect(addressProblem(url, STRICT)).toBe('its address is not public');
    expect(await post(url, STRICT)).toMatchObject({ problem: expect.stringContaining('not public') });
  });

  test.each(['ftp://a.example/', 'file:///etc/passwd', 'http://u:p@a.example/', 'nowhere'])('%s', (url) => {
    expect(addressProblem(url, STRICT)).toBeDefined();
  });

  test('by a name that resolves to loopback, alone or among others', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1']])
      expect(await post('http://a.example/', { ...STRICT, resolve: async () => addresses })).toEqual({
        problem: 'the host a.example has an address that is not public',
      });
    expect(addressProblem('http://a.example/', STRICT)).toBeUndefined();
  });

  test('by a name whose answer changes after the check: it is looked up once, and that is connected to', async () => {
    const hosts: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const asked: string[] = [];
    const rules: PostRules = {
      ...OPEN,
      resolve: async (host) => {
        asked.push(host);
        return answers.shift() ?? [];
      },
      isAddressAllowed: (address) => address === '127.0.0.1',
    };
    expect(await post(`http://rebind.example:${port}/`, rules)).toMatchObject({ status: 200 });
    expect(asked).toEqual(['rebind.example']);
    expect(await post(`http://rebind.example:${port}/`, rules)).toMatchObject({
      problem: expect.stringContaining('not public'),
    });
    expect(hosts).toHaveLength(1);
  });
});
