/** Nobody holds all the connections: what one address takes, it leaves free for others. */
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../support/server.ts';

const CONNECTIONS = 20;

/** The first line of the answer, or undefined where the connection was refused. Every address 127.x is this machine. */
const ask = (port: number, localAddress: string, sockets: Socket[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    sockets.push(socket);
    socket.once('data', (data) => resolve(data.toString('latin1').split('\r\n', 1)[0]));
    socket.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });

const crowd = async (environment: Record<string, string> = {}) => {
  const server = await startTestServer({ PLATEN_CONNECTIONS: String(CONNECTIONS), ...environment });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const port = Number(new URL(server.address).port);
  const answers: (string | undefined)[] = [];
  for (let count = 0; count < CONNECTIONS; count += 1) answers.push(await ask(port, '127.0.0.1', sockets));
  return { answered: answers.filter((line) => line !== undefined).length, port, sockets };
};

test('one address gets half of them, and the next is served', async () => {
  const { answered, port, sockets } = await crowd();
  expect(answered).toBe(CONNECTIONS / 2);
  expect(await ask(port, '127.0.0.2', sockets)).toBe('HTTP/1.1 200 OK');
  // What is given back can be taken again; the other's one counts as well by now.
  for (const socket of sockets.slice(0, 2)) socket.destroy();
  await expect.poll(() => ask(port, '127.0.0.1', sockets), { timeout: 20_000 }).toBe('HTTP/1.1 200 OK');
});

test('behind a proxy that is trusted, all of them are the proxy’s', async () => {
  expect((await crowd({ PLATEN_TRUST_PROXY: 'true' })).answered).toBe(CONNECTIONS);
});
