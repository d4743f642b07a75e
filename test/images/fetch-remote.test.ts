import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_REMOTE_IMAGE_POLICY,
  fetchRemoteImages,
  isHostAllowed,
  type RemoteImagePolicy,
} from '../../src/images/fetch-remote.ts';
import { isPublicAddress } from '../../src/outgoing/public-address.ts';
import { png } from './pictures.ts';

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
  served = (server.address() as AddressInfo).port;
  return served;
};

/** Names resolve to the test's own server, which counts as the Internet here. */
let served = 0;

const policy = (over: Partial<RemoteImagePolicy> = {}): RemoteImagePolicy => ({
  ...DEFAULT_REMOTE_IMAGE_POLICY,
  hosts: ['*.example.com', `*.example.com:${served}`],
  milliseconds: 2000,
  resolve: async () => ['127.0.0.1'],
  isAddressAllowed: () => true,
  ...over,
});

const fetchOne = async (url: string, rules: RemoteImagePolicy) =>
  (await fetchRemoteImages([url], rules)).get(url);

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'not an address',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('lets %s pass', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('isHostAllowed', () => {
  it.each([
    ['https://img.example.com/a', ['img.example.com'], true],
    ['https://IMG.Example.com./a', ['img.example.com'], true],
    ['https://img.example.com:444/a', ['img.example.com:444'], true],
    ['https://img.example.com/a', ['img.example.com:443'], true],
    ['https://img.example.com:444/a', ['img.example.com'], false],
    ['http://img.example.com:443/a', ['img.example.com'], false],
    ['http://img.example.com/a', ['img.example.com'], true],
    ['https://a.example.com:8443/a', ['*.example.com'], false],
    ['https://a.example.com:8443/a', ['*.example.com:8443'], true],
    ['https://a.b.example.com/a', ['*.example.com'], true],
    ['https://example.com/a', ['*.example.com'], false],
    ['https://evilexample.com/a', ['*.example.com'], false],
    ['https://example.com.evil.test/a', ['example.com'], false],
    ['https://example.com/a', [''], false],
    ['https://example.com/a', [], false],
  ])('%s with %j: %s', (url, hosts, allowed) => {
    expect(isHostAllowed(new URL(url), hosts)).toBe(allowed);
  });
});

describe('fetchRemoteImages', () => {
  it('fetches each address once, by name, without following the machine’s own resolver', async () => {
    const file = png();
    const seen: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers.host);
      response.end(file);
    });
    const url = `http://img.example.com:${port}/a.png`;
    const found = await fetchRemoteImages([url, url], policy());
    expect(found.get(url)).toEqual({ bytes: Buffer.from(file) });
    expect(seen).toEqual([`img.example.com:${port}`]);
  });

  it('says which setting allows a host', async () => {
    expect(await fetchOne('http://other.test/a.png', policy())).toEqual({
      problem: 'the host other.test is not in PLATEN_IMAGE_HOSTS',
    });
  });

  it('refuses a name with one private address among its answers', async () => {
    const rules = policy({ resolve: async () => ['8.8.8.8', '10.0.0.1'], isAddressAllowed: isPublicAddress });
    expect(await fetchOne('http://img.example.com/a', rules)).toEqual({
      problem: 'the host img.example.com has an address that is not public',
    });
  });

  it.each(['http://127.0.0.1/a', 'http://[::1]/a', 'http://2130706433/a', 'http://0x7f.1/a'])(
    'refuses %s though the operator named it',
    async (url) => {
      const rules = policy({ hosts: ['127.0.0.1', '[::1]'], isAddressAllowed: isPublicAddress });
      expect(await fetchOne(url, rules)).toMatchObject({ problem: expect.stringContaining('not public') });
    },
  );

  it('checks again on every redirect', async () => {
    const port = await serve((request, response) => {
      const to = {
        '/out': 'http://other.test/a',
        '/file': 'file:///etc/passwd',
        '/loop': '/loop',
        '/ok': '/a.png',
      };
      const location = to[request.url as keyof typeof to];
      if (location === undefined) response.end('picture');
      else response.writeHead(302, { location }).end();
    });
    const base = `http://img.example.com:${port}`;
    expect(await fetchOne(`${base}/ok`, policy())).toEqual({ bytes: Buffer.from('picture') });
    expect(await fetchOne(`${base}/out`, policy())).toMatchObject({
      problem: expect.stringContaining('other.test'),
    });
    expect(await fetchOne(`${base}/file`, policy())).toEqual({ problem: 'only http and https are fetched' });
    expect(await fetchOne(`${base}/loop`, policy())).toEqual({ problem: 'it redirects more than 3 times' });
  });

  it('asks DNS again for the target of a redirect', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://b.example.com/x' }).end(),
    );
    const rules = policy({
      resolve: async (host) => [host === 'a.example.com' ? '127.0.0.1' : '10.0.0.1'],
      isAddressAllowed: (address) => address === '127.0.0.1',
    });
    expect(await fetchOne(`http://a.example.com:${port}/`, rules)).toEqual({
      problem: 'the host b.example.com has an address that is not public',
    });
  });

  it.each([
    ['ftp://img.example.com/a', 'only http and https are fetched'],
    ['http://user:secret@img.example.com/a', 'it holds a user name or password'],
    ['not a url', 'it is not a valid address'],
  ])('refuses %s', async (url, problem) => {
    expect(await fetchOne(url, policy())).toEqual({ problem });
  });

  it('bounds bytes and time, and reports what the server said', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/big') response.end(Buffer.alloc(5000));
      else if (request.url === '/missing') response.writeHead(404).end();
      else if (request.url === '/broken') request.socket.destroy();
    });
    const base = `http://img.example.com:${port}`;
    expect(await fetchOne(`${base}/big`, policy({ bytes: 4999 }))).toEqual({
      problem: 'it has more than 4999 bytes',
    });
    expect(await fetchOne(`${base}/missing`, policy())).toEqual({ problem: 'the server answered 404' });
    expect(await fetchOne(`${base}/slow`, policy({ milliseconds: 50 }))).toEqual({
      problem: 'it did not arrive within 50 ms',
    });
    expect(await fetchOne(`${base}/broken`, policy())).toEqual({ problem: 'the connection failed' });
    expect(await fetchOne('http://gone.example.com/', policy({ resolve: async () => [] }))).toEqual({
      problem: 'the host gone.example.com was not found',
    });
  });

  it('fetches no more for one document than all its pictures may be together', async () => {
    const picture = Buffer.alloc(1000, 7);
    let asked = 0;
    const port = await serve((_, response) => {
      asked += 1;
      response.end(picture);
    });
    const urls = (count: number) =>
      Array.from({ length: count }, (_, index) => `http://img.example.com:${port}/${index}`);
    const together = { pictures: 5, bytes: 10_000, milliseconds: 2000 };
    const many = await fetchRemoteImages(urls(8), policy({ together }));
    expect([...many.values()].filter((one) => 'bytes' in one)).toHaveLength(5);
    expect(asked).toBe(5);
    expect(many.get(urls(8)[7] ?? '')).toEqual({ problem: expect.stringContaining('5 pictures') });
    const heavy = await fetchRemoteImages(
      urls(8),
      policy({ together: { ...together, pictures: 100, bytes: 3500 } }),
    );
    expect([...heavy.values()].filter((one) => 'bytes' in one)).toHaveLength(3);
    expect([...heavy.values()].find((one) => 'problem' in one)).toEqual({
      problem: 'with the others it has more than 3500 bytes',
    });
  });

  it('gives up on all of them when the time of the document is up', async () => {
    const port = await serve(() => undefined);
    const together = { pictures: 100, bytes: 10_000, milliseconds: 50 };
    const slow = await fetchRemoteImages(
      Array.from({ length: 9 }, (_, index) => `http://img.example.com:${port}/${index}`),
      policy({ together }),
    );
    expect(slow.size).toBe(9);
    for (const one of slow.values())
      expect(one).toEqual({ problem: expect.stringContaining('did not arrive within 50 ms') });
  });
});
