/**
 * Whatever one organization or a stranger sends, the process lives, /healthz answers, another organization is served, and
 * memory stays bounded. Small versions of what `npm run load` does for longer.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openAdmin } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { docx, p } from '../support/build.ts';
import { hogs } from '../support/hogs.ts';
import { form, TEST_KEY } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-attacks-'));
/** A part of what a body may hold: the walls are the same, and a test has seconds. */
const HOGS = hogs(0.02);
const LIVES = { status: 200, json: { status: 'ok' } };

let server: ServerProcess;
let otherKey: string;
beforeAll(async () => {
  const settings = { PLATEN_DATA: folder, PLATEN_RENDER_SECONDS: '3', PLATEN_WORKER_BYTES: '256MiB' };
  server = await startServerProcess({ ...settings, PLATEN_WORKERS: '2', PLATEN_CREDITS: 'unlimited' });
  const { admin, close } = await openAdmin(loadConfig(settings), 'test');
  const { id } = await admin.createOrganization('Beta', null);
  otherKey = (await admin.createKey(id, { name: 'key' })).secret;
  await close();
  const upload = async (key: string, templateKey: string, template: Uint8Array) =>
    expect(
      (await server.call('PUT', '/template/upload', { key, body: form({ templateKey, template }) })).status,
    ).toBe(200);
  await upload(otherKey, 'letter', docx(p('Dear {name}')));
  await upload(TEST_KEY, 'letter', docx(p('Dear {name}')));
  await upload(TEST_KEY, 'list', docx(p('{FOR row IN rows}'), p('{row}'), p('{END-FOR row}')));
  for (const { name, template } of HOGS) await upload(TEST_KEY, name, template);
});
afterAll(async () => {
  await server?.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const letter = (key = otherKey) =>
  server.call('POST', '/template/generate', {
    key,
    json: { templateKey: 'letter', output: 'DOCX', data: { name: 'Ada' } },
  });

/** While `attack` runs: others are served and the process answers, each of many times. */
const holdsWhile = async (attack: Promise<unknown>): Promise<void> => {
  let running = true;
  attack
    .catch(() => undefined)
    .finally(() => {
      running = false;
    });
  do {
    expect(await server.call('GET', '/healthz')).toMatchObject(LIVES);
    expect((await letter()).status).toBe(200);
    await sleep(20);
  } while (running);
  await attack;
};

const ask = ({ name, data, output = 'DOCX' }: (typeof HOGS)[number]) =>
  server.call('POST', '/template/generate', { json: { templateKey: name, output, data } });

/** Refused with a reason, or made. */
const expectHandled = ({ status, json }: { readonly status: number; readonly json: unknown }): void => {
  if (status === 200) return;
  expect([400, 503]).toContain(status);
  expect(json).toMatchObject({ code: expect.not.stringMatching(/^internal_error$/) });
};

test.each(HOGS.map((hog) => [hog.name, hog] as const))('%s', async (_name, hog) => {
  const asked = ask(hog);
  await holdsWhile(asked);
  expectHandled(await asked);
});

test('all of them side by side, and the memory of the server alone stays bounded', async () => {
  const asked = Promise.all(HOGS.map(ask));
  await holdsWhile(asked);
  for (const answer of await asked) expectHandled(answer);
  // Where the system tells. The processes that render may have 256 MiB of heap each; the server has no share in that.
  const status = readStatus(server.process.pid ?? 0);
  if (status !== undefined) expect(status).toBeLessThan(700 * 1024);
});

const readStatus = (pid: number): number | undefined => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return undefined;
  }
};

const BODY = JSON.stringify({ templateKey: 'letter', output: 'DOCX', data: { name: 'Eve' } });
const requestText = (connection = 'keep-alive'): string =>
  [
    'POST /template/generate HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${TEST_KEY}`,
    'Content-Type: application/json',
    `Connection: ${connection}`,
    `Content-Length: ${BODY.length}`,
    '',
    BODY,
  ].join('\r\n');

const dial = (): Socket => {
  const { port, hostname } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  open.push(socket);
  return socket;
};

test('callers who hang up after each byte of a request', async () => {
  const text = requestText();
  const hangUp = async (sent: number): Promise<void> => {
    const socket = dial();
    socket.write(text.slice(0, sent));
    await sleep(5);
    socket.resetAndDestroy();
  };
  const all = (async () => {
    for (let sent = 0; sent < text.length; sent += 16)
      await Promise.all(Array.from({ length: 16 }, (_, more) => hangUp(Math.min(text.length, sent + more))));
  })();
  await holdsWhile(all);
});

test('callers who hang up after each piece of an answer', async () => {
  const hangUp = (received: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = dial();
      let got = 0;
      socket.on('data', (chunk) => {
        got += chunk.length;
        if (got >= received) socket.resetAndDestroy();
      });
      socket.on('close', () => resolve());
      socket.write(requestText('close'));
    });
  const all = (async () => {
    for (let received = 1; received < 4000; received += 400)
      await Promise.all(Array.from({ length: 8 }, (_, more) => hangUp(received + more)));
  })();
  await holdsWhile(all);
});

test('bodies and readers that trickle, many connections of one address that say nothing', async () => {
  const text = requestText();
  const trickle = async (): Promise<void> => {
    const socket = dial();
    for (let at = 0; at < text.length && !socket.destroyed; at += 40) {
      socket.write(text.slice(at, at + 40));
      await sleep(60);
    }
  };
  const idle = Array.from({ length: 300 }, dial);
  for (const socket of idle.slice(0, 100)) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  await holdsWhile(Promise.all(Array.from({ length: 30 }, trickle)));
});

/** The server's own children that run jobs, by what their command line says. */
const jobProcesses = (): number[] => {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.process.pid)], {
    encoding: 'utf8',
  });
  return children
    .split('\n')
    .filter((line) => line.includes('processes/child'))
    .map((line) => Number.parseInt(line, 10));
};

test.runIf(process.platform === 'linux')(
  'large documents are made behind the server’s own work',
  async () => {
    const [large] = HOGS;
    if (large !== undefined) await ask(large);
    const own = getPriority(server.process.pid);
    await expect.poll(jobProcesses).not.toEqual([]);
    for (const pid of jobProcesses()) expect(getPriority(pid)).toBe(Math.min(19, own + 5));
  },
);

// `ps --ppid` is Linux's.
test.runIf(process.platform === 'linux')(
  'rendering processes that are killed or stopped take their own job alone',
  async () => {
    const large = HOGS.find(({ name }) => name === 'rows without end') ?? HOGS[0];
    if (large === undefined) throw new Error('There is no such hog.');
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const asked = ask(large);
      await expect.poll(jobProcesses).not.toEqual([]);
      for (const pid of jobProcesses()) signalTo(pid, signal);
      await holdsWhile(asked);
      const { status } = await asked;
      // What was killed is begun again; a process that stopped is ended when its time is up, unless it was done by then.
      expect(signal === 'SIGKILL' ? [200] : [200, 400]).toContain(status);
      expect((await ask(large)).status).toBe(200);
    }
  },
);

/** One that has grown ends by itself when it has nothing to do, also between being seen and being hit. */
const signalTo = (pid: number, signal: 'SIGKILL' | 'SIGSTOP'): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Each on a connection of its own, sent in this order and at once: the order in which their answers begin. */
const answersTo = async (requests: readonly { readonly key: string; readonly json: object }[]) => {
  const { hostname, port } = new URL(server.address);
  const sockets = await Promise.all(
    requests.map(
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => resolve(socket)).on('error', reject);
          open.push(socket);
        }),
    ),
  );
  const order: number[] = [];
  const answered = sockets.map(
    (socket, index) =>
      new Promise<void>((resolve) => {
        socket.once('data', (chunk) => {
          expect(chunk.toString('latin1')).toMatch(/^HTTP\/1.1 200/);
          order.push(index);
          resolve();
        });
      }),
  );
  for (const [index, { key, json }] of requests.entries()) {
    const body = JSON.stringify(json);
    sockets[index]?.write(
      `POST /template/generate HTTP/1.1\r\nHost: platen\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  await Promise.all(answered);
  return order;
};

test('beside a flood of small documents another organization has its turns, however few its connections are', async () => {
  const rows = Array.from({ length: 800 }, Math.random);
  const flood = { key: TEST_KEY, json: { templateKey: 'list', output: 'DOCX', data: { rows } } };
  const other = { key: otherKey, json: { templateKey: 'letter', output: 'DOCX', data: { name: 'Ada' } } };
  const places: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await letter()).status).toBe(200);
    const order = await answersTo([...Array.from({ length: 64 }, () => flood), other]);
    places.push(order.indexOf(64));
  }
  // It was the last to come, and the last to be answered before.
  expect(places.toSorted((a, b) => a - b)[2]).toBeLessThan(60);
});
