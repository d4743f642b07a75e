/** Jobs: documents that are made while nobody waits. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { endedJob } from '../support/jobs.ts';
import { freshDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { type Answer, form, rowsOf, startTestServer, type TestServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_CREDITS: '100', PLATEN_PDF_ENGINE: 'native' });
  await upload('letter', docx(p('Dear {name} {n | number}')));
});
afterAll(() => server?.close());

const upload = (templateKey: string, template: Uint8Array, more: object = {}) =>
  server.call('PUT', '/template/upload', { body: form({ templateKey, template, ...more }) });
const order = (more: object = {}) => ({
  templateKey: 'letter',
  output: 'DOCX',
  data: { name: 'Ada', n: 1234.5 },
  ...more,
});
const send = (more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  server.call('POST', '/jobs', { json: order(more), headers });
const idOf = ({ json }: Answer): string => (json as { id: string }).id;
const ended = (id: string) => endedJob(server, id);
const credit = async (): Promise<number> =>
  ((await server.call('GET', '/organization')).json as { credit: number }).credit;

describe('a job', () => {
  test.each(['DOCX', 'PDF'])('%s: kept, run, paid for once, and its document fetched', async (output) => {
    const before = await credit();
    const made = await send({ output, options: { filename: 'Brief' } });
    expect(made).toMatchObject({ status: 202, json: { state: 'queued' } });
    const id = idOf(made);
    expect(made.headers.get('location')).toBe(`/jobs/${id}`);
    expect(await ended(id)).toMatchObject({
      id,
      state: 'completed',
      templateKey: 'letter',
      version: 1,
      output,
      records: { total: 1, done: 1, failed: 0 },
      result: { filename: 'Brief' },
      error: null,
    });
    const result = await server.call('GET', `/jobs/${id}/result`);
    expect(result.status).toBe(200);
    expect(result.headers.get('content-disposition')).toBe(
      `attachment; filename="Brief.${output.toLowerCase()}"`,
    );
    if (output === 'DOCX') expect(paragraphs(result.bytes)).toEqual(['Dear Ada 1,234.5']);
    expect(await credit()).toBe(before - 1);
  });

  test('warnings about its document are in its report', async () => {
    const id = idOf(await send({ data: {} }));
    expect(await ended(id)).toMatchObject({ state: 'completed', records: { done: 1, failed: 0, warned: 1 } });
    const { json } = await server.call('GET', `/jobs/${id}/report`);
    expect(json).toContainEqual({
      record: 1,
      path: 'name',
      code: 'data_missing',
      message: expect.any(String),
      level: 'warning',
    });
  });

  test('keeps the version that it began with, though the template be replaced or deleted', async () => {
    await upload('changing', docx(p('First {name}')));
    const first = idOf(await send({ templateKey: 'changing' }));
    await upload('changing', docx(p('Second {name}')), { overwrite: 'true' });
    await server.call('PUT', '/template/delete', { json: { templateKey: 'changing' } });
    expect(await ended(first)).toMatchObject({ state: 'completed', version: 1 });
    expect(paragraphs((await server.call('GET', `/jobs/${first}/result`)).bytes)).toEqual(['First Ada']);
  });

  test('that fails says why, as generate would, and costs nothing', async () => {
    const before = await credit();
    const id = idOf(await send({ data: {}, options: { missing: 'error' } }));
    const job = await ended(id);
    expect(job).toMatchObject({
      state: 'failed',
      records: { done: 0, failed: 1 },
      error: { code: 'data_missing' },
    });
    expect(await server.call('GET', `/jobs/${id}/result`)).toMatchObject({
      status: 409,
      json: { code: 'job_without_result' },
    });
    expect(await credit()).toBe(before);
  });

  test('what can be told at once is refused at once', async () => {
    expect(await send({ templateKey: 'missing' })).toMatchObject({ status: 404 });
    expect(await send({ output: 'X' })).toMatchObject({ status: 400 });
    const blobs = () => rowsOf(server, 'select count(*) as count from blobs');
    const before = blobs();
    await send({ output: 'X', data: { name: 'kept for nobody' } });
    expect(blobs()).toEqual(before);
    expect(await send({ bundle: 'zip' })).toMatchObject({
      status: 400,
      json: { details: [{ path: 'bundle' }] },
    });
    for (const path of ['/jobs/none', '/jobs/none/result'])
      expect(await server.call('GET', path)).toMatchObject({ status: 404, json: { code: 'job_not_found' } });
    expect(await server.call('DELETE', '/jobs/none')).toMatchObject({ status: 404 });
  });

  test('sent again under its Idempotency-Key it is the same job', async () => {
    const before = await credit();
    const headers = { 'idempotency-key': 'job' };
    const [first, second] = [await send({}, headers), await send({}, headers)];
    expect(idOf(second)).toBe(idOf(first));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    await ended(idOf(first));
    expect(await credit()).toBe(before - 1);
  });

  test('its result in parts, by its tag, and after its time', async () => {
    const id = idOf(await send());
    await ended(id);
    const whole = await server.call('GET', `/jobs/${id}/result`);
    const get = (headers: Record<string, string>) => server.call('GET', `/jobs/${id}/result`, { headers });
    const part = await get({ range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.bytes.length}`);
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20));
    expect((await get({ range: 'bytes=-5' })).bytes).toEqual(whole.bytes.subarray(-5));
    expect((await get({ range: 'bytes=10-' })).bytes).toEqual(whole.bytes.subarray(10));
    const past = await get({ range: `bytes=${whole.bytes.length}-` });
    expect(past).toMatchObject({ status: 416, json: { code: 'bad_range' } });
    expect(past.headers.get('content-range')).toBe(`bytes */${whole.bytes.length}`);
    const head = await server.call('HEAD', `/jobs/${id}/result`);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect((await get({ range: 'bytes=0-1,3-4' })).status).toBe(200);
    const etag = whole.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    rowsOf(server, `update jobs set expires_at = 1 where id = '${id}' returning id`);
    expect(await get({})).toMatchObject({ status: 410, json: { code: 'result_expired' } });
  });

  test('a large result is kept in pieces, and read across their borders', async () => {
    // Random, so that packing does not make it small.
    const name = randomBytes(12 * 1024 * 1024).toString('base64');
    const id = idOf(await send({ data: { name, n: 1 } }));
    expect(await ended(id)).toMatchObject({ state: 'completed' });
    const whole = await server.call('GET', `/jobs/${id}/result`);
    expect(rowsOf(server, 'select count(*) as pieces from blob_pieces')).toEqual([{ pieces: 2 }]);
    expect(paragraphs(whole.bytes)).toEqual([`Dear ${name} 1`]);
    const border = 8 * 1024 * 1024;
    const range = `bytes=${border - 3}-${border + 2}`;
    const part = await server.call('GET', `/jobs/${id}/result`, { headers: { range } });
    expect(part.bytes).toEqual(whole.bytes.subarray(border - 3, border + 3));
  });

  test('a link needs no key, and no other file', async () => {
    const id = idOf(await send());
    await ended(id);
    const whole = await server.call('GET', `/jobs/${id}/result`);
    const { json } = await server.call('GET', `/jobs/${id}/result?link=1`);
    const url = new URL((json as { url: string }).url);
    const follow = (path: string) => server.call('GET', path, { key: null });
    const found = await follow(`${url.pathname}${url.search}`);
    expect(found.status).toBe(200);
    expect(found.bytes).toEqual(whole.bytes);
    const other = idOf(await send());
    await ended(other);
    expect((await follow(`/results/${other}${url.search}`)).status).toBe(403);
    url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    expect((await follow(`${url.pathname}${url.search}`)).status).toBe(403);
  });

  test('lists: newest first, in pages, by state', async () => {
    const id = idOf(await send());
    await ended(id);
    const { json } = await server.call('GET', '/jobs?limit=1&state=completed');
    const page = json as { jobs: { id: string }[]; next: string };
    expect(page.jobs[0]?.id).toBe(id);
    const next = (await server.call('GET', `/jobs?limit=1&state=completed&cursor=${page.next}`))
      .json as typeof page;
    expect(next.jobs[0]?.id).not.toBe(id);
    expect((await server.call('GET', '/jobs?cursor=x')).status).toBe(400);
  });
});

describe('characters that PostgreSQL does not store', () => {
  test('in a file name, or in what is looked for', async () => {
    const database = await freshDatabase();
    const other = await startTestServer({ DATABASE_URL: database.url, PLATEN_PDF_ENGINE: 'native' });
    try {
      await other.call('PUT', '/template/upload', {
        body: form({ templateKey: 'letter', template: docx(p('{name}')) }),
      });
      const json = order({ options: { filename: 'one\0two' } });
      const id = idOf(await other.call('POST', '/jobs', { json }));
      await expect
        .poll(async () => (await other.call('GET', `/jobs/${id}`)).json)
        .toMatchObject({ state: 'completed', result: { filename: 'one_two' } });
      for (const path of ['/jobs?templateKey=%00', '/jobs?templateKey=%FF'])
        expect((await other.call('GET', path)).status).toBe(400);
    } finally {
      await other.close();
      await database.drop();
    }
  });
});

describe('a server that is killed in the middle', () => {
  const COUNT = 30;
  test('its jobs are run again, and each is paid for once', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-jobs-'));
    const environment = { PLATEN_DATA: folder, PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '100' };
    let running = await startServerProcess(environment);
    try {
      await running.call('PUT', '/template/upload', {
        body: form({ templateKey: 'letter', template: docx(p('Dear {name} {n | number}')) }),
      });
      const ids: string[] = [];
      for (let n = 0; n < COUNT; n++)
        ids.push(idOf(await running.call('POST', '/jobs', { json: order({ data: { name: `N${n}`, n } }) })));
      for (const pause of [0, 40]) {
        await running.stop('SIGKILL');
        // The leases of what it had taken would run out after twenty seconds.
        const database = new DatabaseSync(join(folder, 'platen.db'), { timeout: 5_000 });
        database.exec(
          `update jobs set lease_until = 0; update retries set lease_until = 0 where done_at is null`,
        );
        database.close();
        running = await startServerProcess(environment);
        await sleep(pause);
      }
      const states = async () =>
        ((await running.call('GET', '/jobs?limit=1000')).json as { jobs: { state: string }[] }).jobs.map(
          ({ state }) => state,
        );
      while ((await states()).some((state) => state === 'queued' || state === 'running')) await sleep(100);
      expect(await states()).toEqual(Array.from({ length: COUNT }, () => 'completed'));
      const { json } = await running.call('GET', '/organization');
      expect((json as { credit: number }).credit).toBe(100 - COUNT);
      const last = await running.call('GET', `/jobs/${ids.at(-1)}/result`);
      expect(paragraphs(last.bytes)).toEqual([`Dear N${COUNT - 1} ${COUNT - 1}`]);
    } finally {
      await running.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
