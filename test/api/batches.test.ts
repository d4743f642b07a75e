/** Jobs of many records: a document for each, in one file, paid for one by one; on both stores. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { docx, field, p } from '../support/build.ts';
import { endedJob, type ShownJob, shownJob } from '../support/jobs.ts';
import { pdfPages, pdfText } from '../support/pdf.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { type Answer, form, rowsOf, startTestServer, type TestServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

interface Line {
  readonly record: number;
  readonly path?: string;
  readonly code: string;
  readonly message: string;
  readonly level: string;
}

const people = (count: number, more: (n: number) => object = () => ({})): object[] =>
  Array.from({ length: count }, (_one, index) => ({
    name: `N${index + 1}`,
    n: index + 1,
    ...more(index + 1),
  }));

/** What is in a ZIP, by name. */
const unpacked = (bytes: Uint8Array): Map<string, Uint8Array> =>
  new Map(
    [...openZip(bytes, DEFAULT_PACKAGE_LIMITS).entries.values()].map((entry) => [
      entry.name,
      readEntry(entry),
    ]),
  );

describe.each(['SQLite', 'PostgreSQL'])('batches on %s', (store) => {
  let server: TestServer;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = store === 'PostgreSQL' ? await freshDatabase() : undefined;
    server = await startTestServer({
      PLATEN_CREDITS: '1000',
      PLATEN_PDF_ENGINE: 'native',
      ...(database && { DATABASE_URL: database.url }),
    });
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'letter', template: docx(p('Dear {name}, {n | number} of {year}')) }),
    });
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
  });

  const send = (more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call('POST', '/jobs', {
      json: { templateKey: 'letter', output: 'DOCX', data: { year: 2026 }, ...more },
      headers,
    });
  const idOf = ({ json }: Answer): string => (json as { id: string }).id;
  const jobOf = (id: string) => shownJob(server, id);
  const ended = (id: string) => endedJob(server, id);
  const credit = async (): Promise<number> =>
    ((await server.call('GET', '/organization')).json as { credit: number }).credit;
  const reportOf = async (id: string): Promise<Line[]> =>
    (await server.call('GET', `/jobs/${id}/report`)).json as Line[];
  const resultOf = (id: string) => server.call('GET', `/jobs/${id}/result`);

  test('a document for each record, by the pattern of its name, in a ZIP; each is paid for', async () => {
    const before = await credit();
    const made = await send({ records: people(75), options: { filename: '{n}-{name}' } });
    expect(made).toMatchObject({ status: 202, json: { state: 'queued' } });
    expect(made.json).not.toHaveProperty('warnings');
    const id = idOf(made);
    expect(await ended(id)).toMatchObject({
      id,
      state: 'completed',
      bundle: 'zip',
      records: { total: 75, done: 75, failed: 0 },
      charged: 75,
      result: { contentType: 'application/zip' },
      error: null,
    });
    expect(await credit()).toBe(before - 75);
    const result = await resultOf(id);
    expect(result.headers.get('content-disposition')).toMatch(/filename="letter\.zip"/);
    const files = unpacked(result.bytes);
    expect(files.size).toBe(77);
    expect(paragraphs(files.get('75-N75.docx') ?? new Uint8Array())).toEqual(['Dear N75, 75 of 2026']);
    expect(await reportOf(id)).toEqual([]);
  });

  test('a field of the names that nobody knows is said at once; one that a record lacks, in the report', async () => {
    const filename = '{n}-{custmer.name}-{name}-{year}';
    const told =
      '`options.filename` has {custmer.name}, which neither the template nor the first record has: names go without it.';
    const made = await send({ records: [{ n: 1 }, { n: 2, name: 'Bo' }], options: { filename } });
    expect(made).toMatchObject({ status: 202, json: { warnings: [told] } });
    const id = idOf(made);
    expect(await ended(id)).toMatchObject({ state: 'completed', records: { done: 2, warned: 2 } });
    const without = (record: number, field: string) => ({
      record,
      code: 'document_warning',
      level: 'warning',
      message: `Its name goes without {${field}}: the record has no value for it.`,
    });
    const lines = await reportOf(id);
    for (const line of [without(1, 'custmer.name'), without(1, 'name'), without(2, 'custmer.name')])
      expect(lines).toContainEqual(line);
    expect(lines).not.toContainEqual(without(2, 'name'));
    // In a file the first record is looked at as well; a field that is none of the template's may be there.
    const request = JSON.stringify({
      ...{ templateKey: 'letter', output: 'DOCX' },
      options: { filename: '{n}-{extra}-{other}' },
    });
    const records = new File(['n,extra\n1,x\n'], 'a.csv');
    const body = new FormData();
    body.set('request', request);
    body.set('records', records);
    const sent = await server.call('POST', '/jobs', { body });
    expect(sent).toMatchObject({
      status: 202,
      json: { warnings: [expect.stringContaining('{other}')] },
    });
    await ended(idOf(sent));
    expect([...unpacked((await resultOf(idOf(sent))).bytes).keys()]).toContain('1-x-.docx');
  });

  test('what a template includes is that of when a job or batch was sent, though it be replaced meanwhile', async () => {
    const store = (method: string, templateKey: string, text: string) =>
      server.call('PUT', `/template/${method}`, { body: form({ templateKey, template: docx(p(text)) }) });
    await store('upload', 'clause', 'Old clause {n}');
    await store('upload', 'contract', '{INCLUDE "clause"}');
    // Jobs of an organization take turns: these begin when the one before them has ended.
    const before = idOf(await send({ records: people(20) }));
    const one = idOf(await send({ templateKey: 'contract', data: { n: 7 } }));
    const many = idOf(await send({ templateKey: 'contract', records: people(3) }));
    expect(await store('replace', 'clause', 'New clause {n}')).toMatchObject({ status: 200 });
    const later = idOf(await send({ templateKey: 'contract', records: people(1) }));
    for (const id of [before, one, many, later]) expect((await ended(id)).state).toBe('completed');
    expect(paragraphs((await resultOf(one)).bytes)).toEqual(['Old clause 7']);
    const textsOf = async (id: string): Promise<string[]> =>
      [...unpacked((await resultOf(id)).bytes)]
        .filter(([name]) => name.endsWith('.docx'))
        .flatMap(([, bytes]) => paragraphs(bytes));
    expect(await textsOf(many)).toEqual(['Old clause 1', 'Old clause 2', 'Old clause 3']);
    expect(await textsOf(later)).toEqual(['New clause 1']);
  });

  test('records that fail are in the report, cost nothing, and stop nobody', async () => {
    const before = await credit();
    const records: unknown[] = people(50);
    records[9] = { n: 10 };
    records[29] = 'no object';
    const id = idOf(await send({ records, output: 'PDF', options: { missing: 'error' } }));
    expect(await ended(id)).toMatchObject({
      state: 'completed',
      records: { total: 50, done: 48, failed: 2 },
      charged: 48,
    });
    expect(await credit()).toBe(before - 48);
    const lines = await reportOf(id);
    expect(lines).toMatchObject([
      { record: 10, code: 'data_missing', path: 'name' },
      { record: 30, code: 'record_broken' },
    ]);
    const csv = await server.call('GET', `/jobs/${id}/report?format=csv`);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.text.split('\r\n')).toHaveLength(4);
    const files = unpacked((await resultOf(id)).bytes);
    expect(files.size).toBe(50);
    expect(files.has('letter-10.pdf')).toBe(false);
    expect(new TextDecoder().decode(files.get('report.csv'))).toBe(csv.text);
    expect(JSON.parse(new TextDecoder().decode(files.get('report.json')))).toEqual(lines);
    const usage = (await server.call('GET', '/organization/usage')).json as {
      points: { outcome: string; count: number }[];
    };
    expect(usage.points).toContainEqual(
      expect.objectContaining({ templateKey: 'letter', outcome: 'data_missing', count: 1 }),
    );
  });

  test('warnings are in the report as such, and counted; nothing is said about what is not paid for', async () => {
    const before = await credit();
    const records = people(50, (n) => (n % 2 === 0 ? {} : { name: undefined }));
    records[9] = { name: 'N10' };
    const id = idOf(await send({ records, output: 'PDF' }));
    expect(await ended(id)).toMatchObject({
      state: 'completed',
      records: { total: 50, done: 50, failed: 0, warned: 26 },
    });
    expect(await credit()).toBe(before - 50);
    const lines = await reportOf(id);
    expect(lines).toHaveLength(26);
    expect(lines[5]).toEqual({
      record: 10,
      path: 'n',
      code: 'data_missing',
      message: expect.any(String),
      level: 'warning',
    });
    expect(lines.map(({ record }) => record)).toEqual(
      lines.map(({ record }) => record).sort((a, b) => a - b),
    );
    const csv = (await server.call('GET', `/jobs/${id}/report?format=csv`)).text.split('\r\n');
    expect(csv[0]).toBe('record,path,code,message,level');
    expect(csv[1]).toMatch(/^1,name,data_missing,.*,warning$/);
    const files = unpacked((await resultOf(id)).bytes);
    expect(JSON.parse(new TextDecoder().decode(files.get('report.json')))).toEqual(lines);
    await server.admin((admin) => admin.setCredit('default', 3));
    const poor = idOf(await send({ records: people(8, () => ({ name: undefined })) }));
    expect(await ended(poor)).toMatchObject({ records: { done: 3, failed: 5, warned: 3 } });
    expect((await reportOf(poor)).map(({ code, level }) => [code, level])).toEqual([
      ...Array.from({ length: 3 }, () => ['data_missing', 'warning']),
      ...Array.from({ length: 5 }, () => ['insufficient_credit', 'error']),
    ]);
    await server.admin((admin) => admin.setCredit('default', 900));
  });

  test('where the credit ends it stops, and hands out what is paid for', async () => {
    await server.admin((admin) => admin.setCredit('default', 45));
    const made = await send({ records: people(100) });
    expect(made.json).toMatchObject({ warnings: [expect.stringContaining('45')] });
    const id = idOf(made);
    expect(await ended(id)).toMatchObject({
      state: 'completed',
      records: { total: 100, done: 45, failed: 55 },
      charged: 45,
    });
    expect(await credit()).toBe(0);
    const lines = await reportOf(id);
    expect(lines).toHaveLength(55);
    expect(lines[0]).toMatchObject({ record: 46, code: 'insufficient_credit' });
    expect(lines.at(-1)).toMatchObject({ record: 100, code: 'insufficient_credit' });
    expect(unpacked((await resultOf(id)).bytes).size).toBe(47);
    await server.admin((admin) => admin.setCredit('default', 100_000));
    const ledger = await server.admin((admin) => admin.ledger('default', 1000));
    const charges = ledger.filter(({ reason }) => reason === 'batch').slice(0, 2);
    expect(charges.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [-25, 0],
      [-20, 25],
    ]);
  });

  test('is stopped where more records fail than it may have', async () => {
    const records = people(300, (n) => (n % 2 === 0 ? { name: undefined } : {}));
    const id = idOf(await send({ records, maxFailures: 5, options: { missing: 'error' } }));
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'too_many_failed_records' } });
    expect(job.records.done + job.records.failed).toBe(300);
    expect(job.charged).toBe(job.records.done);
    expect(job.charged).toBeGreaterThan(0);
    expect(job.charged).toBeLessThan(150);
    expect(unpacked((await resultOf(id)).bytes).size).toBe(job.charged + 2);
    const lines = await reportOf(id);
    expect(lines).toHaveLength(job.records.failed);
    expect(lines.at(-1)).toMatchObject({ record: 300, code: 'too_many_failed_records' });
  });

  test('called off it hands out what was made and paid for', async () => {
    const before = await credit();
    const id = idOf(await send({ records: people(5000) }));
    await expect.poll(async () => (await jobOf(id)).records.done, { timeout: 20_000 }).toBeGreaterThan(0);
    await server.call('DELETE', `/jobs/${id}`);
    const job = await ended(id);
    expect(job.state).toBe('cancelled');
    expect(job.charged).toBeLessThan(5000);
    expect(job.records.done + job.records.failed).toBe(5000);
    expect(await credit()).toBe(before - job.charged);
    expect(unpacked((await resultOf(id)).bytes).size).toBe(job.charged + 2);
    expect((await reportOf(id)).at(-1)).toMatchObject({ record: 5000, code: 'batch_cancelled' });
  });

  test('of which no record is made has failed, and says so', async () => {
    const id = idOf(await send({ records: [{}, {}], options: { missing: 'error' } }));
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      error: { code: 'no_documents' },
      result: null,
      charged: 0,
    });
    expect(await resultOf(id)).toMatchObject({ status: 409, json: { code: 'job_without_result' } });
    expect(await reportOf(id)).toHaveLength(2 * 2);
  });

  test('what can be told at once is refused at once', async () => {
    for (const [more, path] of [
      [{ records: [] }, 'records'],
      [{ records: {} }, 'records'],
      [{ records: [{}], bundle: 'pdf' }, 'bundle'],
      [{ records: [{}], bundle: 'rar' }, 'bundle'],
      [{ records: [{}], maxFailures: -1 }, 'maxFailures'],
      [{ records: [{}], pageNumbers: 'through' }, 'pageNumbers'],
      [{ records: [{}], options: { filename: '{name' } }, 'options.filename'],
      [{ bundle: 'zip' }, 'bundle'],
    ] as const)
      expect(await send(more)).toMatchObject({ status: 400, json: { details: [{ path }] } });
    expect(await send({ records: [{}], templateKey: 'missing' })).toMatchObject({ status: 404 });
  });

  test('sent again under its Idempotency-Key it is the same batch', async () => {
    const headers = { 'idempotency-key': 'batch' };
    const records = people(3);
    const [first, second] = [await send({ records }, headers), await send({ records }, headers)];
    expect(idOf(second)).toBe(idOf(first));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await send({ records: people(4) }, headers)).toMatchObject({ status: 422 });
    expect((await ended(idOf(first))).charged).toBe(3);
  });

  test('keeps the version that it began with, and is in the list once', async () => {
    const body = (text: string) =>
      form({ templateKey: 'changing', overwrite: 'true', template: docx(p(text)) });
    await server.call('PUT', '/template/upload', { body: body('First {name}') });
    const id = idOf(await send({ templateKey: 'changing', records: people(3) }));
    await server.call('PUT', '/template/upload', { body: body('Second {name}') });
    await server.call('PUT', '/template/delete', { json: { templateKey: 'changing' } });
    expect(await ended(id)).toMatchObject({ state: 'completed', version: 1 });
    const files = unpacked((await resultOf(id)).bytes);
    expect(paragraphs(files.get('changing-3.docx') ?? new Uint8Array())).toEqual(['First N3']);
    const { jobs } = (await server.call('GET', '/jobs?templateKey=changing')).json as { jobs: ShownJob[] };
    expect(jobs.map((job) => job.id)).toEqual([id]);
  });

  const upload = (
    file: string,
    name: string,
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const body = new FormData();
    const request = { templateKey: 'letter', output: 'DOCX', data: { year: 2026 }, ...more };
    body.set('request', JSON.stringify(request));
    body.set('records', new Blob([file]), name);
    return server.call('POST', '/jobs', { body, headers });
  };

  test('records in a file: values become what the template wants, by the locale, or fail their record', async () => {
    const csv = 'Who;n\nAda;1.234,5\nBea;viele\nCyd;7\n';
    const made = await upload(csv, 'people.csv', {
      options: { locale: 'de-DE', filename: '{name}' },
      source: { columns: { Who: 'name' } },
    });
    expect(made).toMatchObject({ status: 202 });
    const id = idOf(made);
    expect(await ended(id)).toMatchObject({ state: 'completed', records: { total: 3, done: 2, failed: 1 } });
    expect(await reportOf(id)).toMatchObject([{ record: 2, path: 'n' }]);
    const files = unpacked((await resultOf(id)).bytes);
    expect(paragraphs(files.get('Ada.docx') ?? new Uint8Array())).toEqual(['Dear Ada, 1.234,5 of 2026']);
  });

  test('a broken line in the middle fails its record alone', async () => {
    const id = idOf(await upload('{"name":"A","n":1}\n{"name":\n{"name":"C","n":3}\n', 'r.ndjson'));
    expect(await ended(id)).toMatchObject({ records: { total: 3, done: 2, failed: 1 } });
    expect(await reportOf(id)).toMatchObject([{ record: 2, code: 'record_broken' }]);
  });

  test('a file that cannot be read is refused at once; the same one again is the same batch', async () => {
    const blobs = async () => (await server.call('GET', '/jobs?limit=1000')).json;
    const before = await blobs();
    expect(await upload('x', 'records.pages')).toMatchObject({
      status: 400,
      json: { details: [{ path: 'records' }] },
    });
    expect((await upload('a;b\n1;2', 'r.csv', { source: { columns: { Nobody: 'name' } } })).status).toBe(400);
    expect((await upload('a,b\n1,2', 'r.csv', { source: { encoding: 'klingon' } })).status).toBe(400);
    expect((await upload('{"name":"A"}', 'r.ndjson', { source: { sheet: 'One' } })).status).toBe(400);
    expect((await upload('[', 'r.json', { records: [{}] })).status).toBe(400);
    expect(await server.call('POST', '/jobs', { body: form({ request: '{}' }) })).toMatchObject({
      status: 400,
      json: { details: [{ path: 'records' }] },
    });
    expect(await blobs()).toEqual(before);
    const headers = { 'idempotency-key': 'file' };
    const [first, second] = [
      await upload('[{"name":"A"}]', 'r.json', {}, headers),
      await upload('[{"name":"A"}]', 'r.json', {}, headers),
    ];
    expect(idOf(second)).toBe(idOf(first));
    expect((await upload('[{"name":"B"}]', 'r.json', {}, headers)).status).toBe(422);
    await ended(idOf(first));
  });

  test('one PDF, and one DOCX', async () => {
    const pdf = idOf(await send({ records: people(30), output: 'PDF', bundle: 'pdf' }));
    const word = idOf(await send({ records: people(30), bundle: 'docx', pageNumbers: 'through' }));
    expect(await ended(pdf)).toMatchObject({
      state: 'completed',
      charged: 30,
      result: { contentType: 'application/pdf' },
    });
    const { bytes } = await resultOf(pdf);
    expect(pdfText(bytes)).toContain('Dear N30, 30 of 2026');
    expect(pdfPages(bytes)).toBe(30);
    expect(await ended(word)).toMatchObject({ state: 'completed', charged: 30 });
    const texts = paragraphs((await resultOf(word)).bytes).filter((text) => text.startsWith('Dear'));
    expect(texts).toHaveLength(30);
  });

  test('pages of one PDF that are counted through all records', async () => {
    const template = docx(
      p('{#lines}'),
      p('line {.}'),
      p('{/lines}'),
      p('{name}: page ', field('PAGE', '1'), ' of ', field('NUMPAGES', '1'), '.'),
    );
    await server.call('PUT', '/template/upload', { body: form({ templateKey: 'numbered', template }) });
    const lines = (n: number) => Array.from({ length: n % 3 === 0 ? 60 : 1 }, (_one, index) => index);
    const order = { templateKey: 'numbered', output: 'PDF', bundle: 'pdf', pageNumbers: 'through' };
    const id = idOf(await send({ ...order, records: people(45, (n) => ({ lines: lines(n) })) }));
    expect(await ended(id)).toMatchObject({
      state: 'completed',
      charged: 45,
      records: { done: 45, failed: 0 },
    });
    const { bytes } = await resultOf(id);
    expect(pdfPages(bytes)).toBe(60);
    let pages = 0;
    const expected = Array.from({ length: 45 }, (_one, index) => {
      pages += (index + 1) % 3 === 0 ? 2 : 1;
      return `N${index + 1}: page ${pages} of 60.`;
    });
    expect(pdfText(bytes).match(/N\d+: page \d+ of \d+\./g)).toEqual(expected);
  });

  test('after its time the result and the report are gone, for as long as the organization has said', async () => {
    await server.call('PATCH', '/organization', { json: { resultHours: 2 } });
    const id = idOf(await send({ records: people(2) }));
    const job = (await ended(id)) as ShownJob & { finishedAt: string; expiresAt: string };
    expect(Date.parse(job.expiresAt) - Date.parse(job.finishedAt)).toBeGreaterThan(7_000_000);
    expect(Date.parse(job.expiresAt) - Date.parse(job.finishedAt)).toBeLessThan(7_300_000);
    const past = `update jobs set expires_at = 1 where id = '${id}' returning id`;
    await (database ? database.sql(past) : rowsOf(server, past));
    for (const path of ['result', 'report'])
      expect(await server.call('GET', `/jobs/${id}/${path}`)).toMatchObject({
        status: 410,
        json: { code: 'result_expired' },
      });
    await server.call('PATCH', '/organization', { json: { resultHours: null } });
  });
});

describe('a server that is killed in the middle of a batch', () => {
  const COUNT = 600;
  test('every record comes out once, and is paid for once', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-batches-'));
    const environment = { PLATEN_DATA: folder, PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '1000' };
    let running = await startServerProcess(environment);
    const jobOf = (id: string) => shownJob(running, id);
    try {
      await running.call('PUT', '/template/upload', {
        body: form({ templateKey: 'letter', template: docx(p('Dear {name} {n | number}')) }),
      });
      const json = {
        templateKey: 'letter',
        output: 'DOCX',
        records: people(COUNT),
        options: { filename: '{n}' },
      };
      const { id } = (await running.call('POST', '/jobs', { json })).json as { id: string };
      for (const least of [1, 150]) {
        while ((await jobOf(id)).records.done < least) await sleep(5);
        await running.stop('SIGKILL');
        // The lease of what it had taken would run out after twenty seconds.
        const file = new DatabaseSync(join(folder, 'platen.db'), { timeout: 5_000 });
        file.exec("update jobs set lease_until = 0 where state = 'running' and token is not null");
        file.close();
        running = await startServerProcess(environment);
      }
      while ((await jobOf(id)).state === 'running') await sleep(100);
      expect(await jobOf(id)).toMatchObject({
        state: 'completed',
        records: { total: COUNT, done: COUNT, failed: 0 },
        charged: COUNT,
      });
      const { json: organization } = await running.call('GET', '/organization');
      expect(organization).toMatchObject({ credit: 1000 - COUNT });
      const { bytes } = await running.call('GET', `/jobs/${id}/result`);
      const names = new Set(unpacked(bytes).keys());
      expect(names.size).toBe(COUNT + 2);
      for (let n = 1; n <= COUNT; n += 1) expect(names).toContain(`${n}.docx`);
    } finally {
      await running.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
