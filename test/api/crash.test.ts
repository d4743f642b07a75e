/** kill -9 in the middle of everything, on SQLite: what was acknowledged is there, nothing half-written is visible. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openAdmin } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { docx, p } from '../support/build.ts';
import { form } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = 4;
const CREDIT = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'platen-crash-'));
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const fileOf = (text: string): Uint8Array => docx(p(`${text} {name}`), p('x'.repeat(2000)));

/** What the outside world was told, and what it asked for without hearing back. */
const acknowledged = new Map<string, string>();
const uncertain = new Map<string, Set<string>>();
let documents = 0;
let unheard = 0;

const client = async (server: ServerProcess, name: string): Promise<void> => {
  const write = async (method: 'upload' | 'replace', key: string, text: string): Promise<void> => {
    const file = fileOf(text);
    const possible = uncertain.get(key) ?? new Set();
    uncertain.set(key, possible.add(hash(file)));
    const answer = await server.call('PUT', `/template/${method}`, {
      body: form({ templateKey: key, template: file }),
    });
    expect(answer.status).toBe(200);
    acknowledged.set(key, hash(file));
    uncertain.delete(key);
  };
  const generate = async (key: string): Promise<void> => {
    unheard += 1;
    const answer = await server.call('POST', '/template/generate', {
      json: { templateKey: key, output: 'DOCX', data: { name: 'Ada' } },
    });
    expect(answer.status).toBe(200);
    unheard -= 1;
    documents += 1;
  };
  for (let turn = 0; ; turn += 1) {
    const key = `${name}.${turn}`;
    await write('upload', key, `first ${key}`);
    await generate(key);
    await write('replace', key, `second ${key}`);
    await generate(key);
  }
};

/** A connection that the kill cut is the end of a client; an assertion that failed is not. */
const untilCut = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
};

const check = async (server: ServerProcess): Promise<void> => {
  const list = (await server.call('GET', '/template/list')).json as { key: string; usage: number }[];
  const stored = new Map<string, string>();
  for (const { key } of list) {
    const { status, bytes } = await server.call(
      'GET',
      `/template/download?templateKey=${encodeURIComponent(key)}`,
    );
    expect(status).toBe(200);
    stored.set(key, hash(bytes));
  }
  for (const [key, expected] of acknowledged) {
    const found = stored.get(key);
    if (found === expected) continue;
    // A replace that was not heard back from may have happened.
    expect([...(uncertain.get(key) ?? [])]).toContain(found);
    acknowledged.set(key, found ?? '');
  }
  for (const [key, found] of stored)
    if (!acknowledged.has(key)) {
      expect([...(uncertain.get(key) ?? [])]).toContain(found);
      acknowledged.set(key, found);
    }
  // Whatever is listed is whole: it can be used. The first that was ever stored stands for the others.
  const [first] = list.slice(-1);
  if (first !== undefined) {
    const answer = await server.call('POST', '/template/generate', {
      json: { templateKey: first.key, output: 'DOCX', data: {} },
    });
    expect(answer.status).toBe(200);
    documents += 1;
  }

  const { admin, close } = await openAdmin(loadConfig({ PLATEN_DATA: folder }), 'test');
  const organization = await admin.organization('default');
  const ledger = await admin.ledger('default', 10_000);
  await close();
  const charged = ledger.filter(({ reason }) => reason === 'generate').length;
  expect((organization.credit ?? 0) + charged).toBe(CREDIT);
  expect(charged).toBeGreaterThanOrEqual(documents);
  expect(charged).toBeLessThanOrEqual(documents + unheard);
  const usage = (await server.call('GET', '/template/list')).json as { usage: number }[];
  expect(usage.reduce((sum, one) => sum + one.usage, 0)).toBe(charged);
  uncertain.clear();
};

test(`${ROUNDS} rounds of uploads, replaces and generations at once, each ended by kill -9`, async () => {
  const environment = { PLATEN_DATA: folder, PLATEN_CREDITS: String(CREDIT) };
  server = await startServerProcess(environment);
  for (let round = 0; round < ROUNDS; round += 1) {
    const running = server;
    const clients = Array.from({ length: 4 }, (_, index) => untilCut(client(running, `${round}.${index}`)));
    // At any moment once everything is under way; a fresh server's first render waits for its thread.
    const before = documents;
    while (documents < before + 10) await sleep(10);
    await sleep(Math.random() * 500);
    await running.stop('SIGKILL');
    await Promise.all(clients);
    server = await startServerProcess(environment);
    await check(server);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
}, 120_000);
