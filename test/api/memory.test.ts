/**
 * Templates and data that want more memory than there is: each gets a 400 that says so, and the server lives on. It runs
 * in a process of its own with little memory, so that what used to end a server of the usual size ends this one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-memory-'));
let server: ServerProcess;
let ended: number | string | undefined;
beforeAll(async () => {
  server = await startServerProcess({ PLATEN_DATA: folder, PLATEN_WORKER_BYTES: '128MiB' });
  server.process.on('exit', (code, signal) => {
    ended = code ?? signal ?? 'gone';
  });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let uploads = 0;
/** Sent as it is: a test that made a list of a million objects first would need the memory itself. */
const generate = async (text: string, data: string) => {
  const templateKey = `t${++uploads}`;
  const uploaded = await server.call('PUT', '/template/upload', {
    body: form({ templateKey, template: docx(p(text)) }),
  });
  expect(uploaded.status, uploaded.text).toBe(200);
  return server.call('POST', '/template/generate', {
    headers: { 'content-type': 'application/json' },
    body: `{"templateKey":"${templateKey}","output":"DOCX","data":${data}}`,
  });
};
const list = (element: string, count: number): string => `[${`${element},`.repeat(count - 1)}${element}]`;

test.each([
  ['lists that are cut out of one', '{FOR i IN 40}{SET b = [x.slice(0, 490000), b]}{END-FOR}{b.length}', '1'],
  ['lists of lists', '{FOR i IN 40}{SET b = [x.map(y => [y, y, y, [y, y]]), b]}{END-FOR}{b.length}', '1'],
  ['objects', '{FOR i IN 40}{SET b = [x.map(y => ({ y, z: [y] })), b]}{END-FOR}{b.length}', '1'],
  ['functions', '{FOR i IN 40}{SET b = [x.map(y => z => y), b]}{END-FOR}{b.length}', '1'],
  ['short texts', '{FOR i IN 40}{SET b = [x.map((y, n) => "number " + n), b]}{END-FOR}{b.length}', '1'],
  ['pieces', '{FOR i IN 40}{SET b = [(x | chunk:1), b]}{END-FOR}{b.length}', '1'],
])('%s, kept in a chain', async (_what, text, element) => {
  const answer = await generate(text, `{"b":[],"x":${list(element, 500_000)}}`);
  expect(ended).toBeUndefined();
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'render_budget' })]);
  expect(answer.json).toMatchObject({ error: expect.stringContaining('`memory`') });
});

test.each(['{}', '[]', '{"a":{}}'])('data of nothing but %s', async (element) => {
  const answer = await generate('{n}', `{"n":1,"x":${list(element, 2_000_000)}}`);
  expect(ended).toBeUndefined();
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'render_memory' })]);
});

test('afterwards the same server makes documents, of data of some size too', async () => {
  const rows = list('{"name":"Widget","price":12.5}', 20_000);
  const answer = await generate(
    '{x | sum:"price"}, {x.map(r => r.name.toUpperCase()).length}',
    `{"x":${rows}}`,
  );
  expect([answer.status, ended]).toEqual([200, undefined]);
});
