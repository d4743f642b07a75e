/** The log of calls over HTTP, on both stores: what is in it, how it is found, and what is kept of what was sent. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { type CallInit, form, startTestServer, type TestServer } from '../support/server.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly status: number;
  readonly code: string | null;
  readonly error: string | null;
  readonly templateKey: string | null;
  readonly requestId: string;
  readonly stages: Record<string, number>;
  readonly hasData: boolean;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

const ALL = ['templates:read', 'templates:write', 'generate', 'admin'];
const SOON = { timeout: 60_000, interval: 50 };

describe.each(['SQLite', 'PostgreSQL'])('%s', (name) => {
  let postgres: TestDatabase | undefined;
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    receiver = await startReceiver();
    postgres = name === 'SQLite' ? undefined : await freshDatabase();
    server = await startTestServer({
      PLATEN_CREDITS: '1000',
      PLATEN_GENERATE_LIMIT: '5000',
      PLATEN_REQUEST_LIMIT: '5000',
      PLATEN_WEBHOOK_PRIVATE: 'true',
      PLATEN_KEEP_CALL_DAYS: '60',
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.drop();
    await receiver?.close();
  });

  const run = async (statement: string): Promise<void> => {
    if (postgres !== undefined) return void (await postgres.sql(statement));
    const database = new DatabaseSync(join(server.config.dataFolder, 'platen.db'), { timeout: 5_000 });
    database.exec(statement);
    database.close();
  };

  /** An organization of the test's own, with a template. */
  const organization = async (title: string) => {
    const { id, secret, key } = await server.admin(async (admin) => {
      const made = await admin.createOrganization(title);
      return { id: made.id, ...(await admin.createKey(made.id, { name: `key of ${title}`, scopes: ALL })) };
    });
    const call = (method: string, path: string, init: CallInit = {}) =>
      server.call(method, path, { key: secret, ...init });
    const uploaded = await call('PUT', '/template/upload', {
      body: form({ templateKey: 'letter', template: docx(p('Dear {name}, due {day | date}')) }),
    });
    expect(uploaded.status).toBe(200);
    const generate = (json: unknown, headers: Record<string, string> = {}) =>
      call('POST', '/template/generate', { json, headers });
    const page = async (query = '') =>
      (await call('GET', `/organization/calls${query}`)).json as unknown as Page;
    const entries = async (query = '') => (await page(query)).entries;
    return { id, secret, key, call, generate, page, entries };
  };
  const order = (more: object = {}) => ({
    templateKey: 'letter',
    output: 'DOCX',
    data: { name: 'Ada', day: '2026-11-16' },
    ...more,
  });

  test('a document that was made is there as soon as it is answered, with all that is known of it', async () => {
    const { generate, entries, key } = await organization('made');
    const answer = await generate(
      { ...order({ output: 'PDF' }), data: { day: '2026-11-16' } },
      { 'x-request-id': 'mine-1' },
    );
    expect(answer.status).toBe(200);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      kind: 'generate',
      status: 200,
      code: null,
      error: null,
      templateKey: 'letter',
      version: 1,
      output: 'PDF',
      key: { id: key.id, name: 'key of made' },
      caller: `key:${key.prefix}`,
      requestId: 'mine-1',
      engine: 'native',
      pages: 1,
      bytes: answer.bytes.byteLength,
      missing: ['name'],
      hasData: false,
    });
    expect(entry?.stages).toMatchObject({ render: expect.any(Number) });
  });

  test('what failed is there with its exact error, and counted', async () => {
    const { generate, entries, call } = await organization('failing');
    const wrong = await generate(order({ data: { name: 'Ada', day: 'never' } }));
    await generate(order({ templateKey: 'nothing' }));
    await call('POST', '/template/generate', {
      body: '{"templateKey":',
      headers: { 'content-type': 'application/json' },
    });
    await call('POST', '/jobs', { json: { templateKey: 'nothing', output: 'DOCX', data: {} } });
    await expect.poll(async () => (await entries('?status=failed')).length, SOON).toBe(4);
    const [job, json, unknown, data] = await entries('?status=failed');
    const { code, error, details, requestId } = wrong.json as Record<string, unknown>;
    expect(data).toMatchObject({
      status: 400,
      code,
      error,
      details,
      requestId,
      templateKey: 'letter',
      version: 1,
    });
    expect(unknown).toMatchObject({ status: 404, code: 'template_not_found', templateKey: 'nothing' });
    expect(json).toMatchObject({ status: 400, code: 'bad_json', templateKey: null });
    expect(job).toMatchObject({ kind: 'job', status: 404, code: 'template_not_found' });
    await expect
      .poll(async () => (await call('GET', '/organization/usage')).json, SOON)
      .toMatchObject({ totals: { documents: 0, errors: 4 } });
  });

  test('filters, search, pages and CSV', async () => {
    const { generate, entries, page, call, key } = await organization('filtered');
    await generate(order(), { 'x-request-id': 'needle-7' });
    await generate(order({ output: 'PDF' }));
    await generate(order({ templateKey: '=HYPERLINK("x")' }));
    await expect.poll(async () => (await entries()).length, SOON).toBe(3);
    const ids = (await entries()).map(({ id }) => id);
    for (const [query, expected] of [
      ['?requestId=needle-7', [ids[2]]],
      ['?search=NEEDLE', [ids[2]]],
      ['?template=letter', [ids[1], ids[2]]],
      ['?template=letter&status=failed', []],
      ['?status=404', [ids[0]]],
      ['?code=template_not_found', [ids[0]]],
      ['?kind=render', []],
      [`?key=${key.id}`, ids],
      [`?key=${key.prefix}&status=ok`, [ids[1], ids[2]]],
      ['?to=2020-01-01', []],
      ['?from=2020-01-01&to=2100-01-01', ids],
    ] as const)
      expect([query, (await entries(query)).map(({ id }) => id)]).toEqual([query, expected]);
    const first = await page('?limit=2');
    expect(first).toMatchObject({ entries: [{ id: ids[0] }, { id: ids[1] }], next: ids[1] });
    expect(await page(`?limit=2&before=${first.next}`)).toMatchObject({
      entries: [{ id: ids[2] }],
      next: null,
    });
    const csv = Buffer.from((await call('GET', '/organization/calls?format=csv')).bytes).toString();
    expect(csv.split('\r\n')).toHaveLength(5);
    expect(csv).toContain('needle-7');
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect((await call('GET', '/organization/calls?from=soon&before=x')).json).toMatchObject({
      code: 'bad_request',
      details: [{ path: 'before' }, { path: 'from' }],
    });
    expect((await call('GET', '/organization/calls?key=nobody')).status).toBe(400);
  });

  test('whoever follows the log hears of what comes, once', async () => {
    const { generate, page } = await organization('followed');
    await generate(order());
    const [{ id: last } = { id: '' }] = (await page()).entries;
    const waiting = page(`?after=${last}&wait=10`);
    await generate(order(), { 'x-request-id': 'followed-1' });
    const heard = await waiting;
    expect(heard.entries).toMatchObject([{ requestId: 'followed-1' }]);
    expect(heard.next).toBe(heard.entries[0]?.id);
    expect(await page(`?after=${heard.next}`)).toEqual({ entries: [], next: heard.next });
  });

  test('jobs, webhooks and answers that were given before', async () => {
    const { generate, entries, call } = await organization('elsewhere');
    await call('POST', '/organization/webhooks', {
      json: { url: `${receiver.url}/calls-${name}`, events: ['job.completed'] },
    });
    const created = (await call('POST', '/jobs', { json: order() })).json as { id: string };
    await call('POST', '/jobs', { json: order({ data: { name: 'Ada', day: 'never' } }) });
    await expect.poll(async () => (await entries('?kind=webhook')).length, SOON).toBe(1);
    await expect.poll(async () => (await entries('?kind=job')).length, SOON).toBe(2);
    expect(await entries('?kind=webhook')).toMatchObject([
      { status: 200, code: null, templateKey: 'letter', webhook: { event: 'job.completed', attempt: 1 } },
    ]);
    expect(await entries('?kind=job&status=ok')).toMatchObject([{ jobId: created.id, version: 1 }]);
    expect(await entries('?kind=job&status=failed')).toMatchObject([{ status: 400, code: 'data_invalid' }]);
    for (const _ of [1, 2]) await generate(order(), { 'idempotency-key': 'once' });
    await expect.poll(async () => (await entries('?kind=generate')).length, SOON).toBe(2);
    expect((await entries('?kind=generate'))[0]).toMatchObject({ replayed: true, templateKey: 'letter' });
  });

  test('what was sent is kept where the organization says so, sealed, and gone when it says no', async () => {
    const { id, generate, entries, call, page } = await organization('keeping');
    expect((await call('PATCH', '/organization', { json: { callDays: 61 } })).json).toMatchObject({
      code: 'bad_admin_request',
    });
    expect(
      (await call('PATCH', '/organization', { json: { callDays: 7, keepCallData: true } })).json,
    ).toMatchObject({ callDays: 7, callDaysKept: 7, callDaysLimit: 60, keepCallData: true });
    const sent = order({ data: { name: 'Grace Hopper', day: 'never' } });
    // Keys are remembered for half a second, with what their organization wanted.
    await expect
      .poll(async () => {
        await generate(sent);
        return (await entries('?limit=1')).some(({ hasData }) => hasData);
      }, SOON)
      .toBe(true);
    await generate(order());
    await expect.poll(async () => (await entries('?status=ok'))[0]?.hasData, SOON).toBe(true);
    const [failed] = await entries('?status=failed&limit=1');
    const read = (await call('GET', `/organization/calls/${failed?.id}`)).json as { data: string };
    expect(read).toMatchObject({ call: { id: failed?.id, code: 'data_invalid' }, dataProblem: null });
    expect(JSON.parse(read.data)).toEqual(sent);
    expect((await call('GET', '/organization/audit?limit=1')).json).toMatchObject({
      entries: [{ action: 'call.read_data', subject: { id: failed?.id } }],
    });
    const keep = (json: object) =>
      call('PUT', '/template/samples', { json: { templateKey: 'letter', name: 'As it was', ...json } });
    expect(await keep({ call: failed?.id })).toMatchObject({ status: 200 });
    expect((await call('GET', '/template/samples?templateKey=letter&name=As%20it%20was')).json).toMatchObject(
      {
        data: sent.data,
        options: {},
      },
    );
    expect((await keep({ call: failed?.id, data: {} })).json).toMatchObject({ code: 'bad_request' });
    expect((await keep({ call: failed?.id, templateKey: 'other' })).json).toMatchObject({
      error: 'The call was about the template "letter".',
    });
    if (postgres !== undefined) {
      const { url } = postgres;
      const saidAtStart = async (more: Readonly<Record<string, string>>): Promise<string> => {
        const again = await startTestServer({ DATABASE_URL: url, ...more });
        await again.close();
        return again.log.join('');
      };
      expect(await saidAtStart({})).toContain('set PLATEN_SECRET');
      expect(await saidAtStart({ PLATEN_SECRET: 'x'.repeat(32) })).not.toContain('PLATEN_SECRET');
    }
    await run(`update call_data set bytes = (select bytes from call_data where call_id <> '${failed?.id}' limit 1)
      where organization_id = '${id}'`);
    expect((await call('GET', `/organization/calls/${failed?.id}`)).json).toMatchObject({
      data: null,
      dataProblem: expect.stringContaining('PLATEN_SECRET'),
    });
    expect((await keep({ call: failed?.id })).json).toMatchObject({ code: 'call_data_gone' });
    await call('PATCH', '/organization', { json: { keepCallData: false } });
    expect((await page()).entries.every(({ hasData }) => !hasData)).toBe(true);
    expect((await call('GET', `/organization/calls/${failed?.id}`)).json).toMatchObject({
      data: null,
      dataProblem: 'The organization does not have it kept.',
    });
    expect((await call('GET', '/organization/calls/0000000000000000')).json).toMatchObject({
      code: 'call_not_found',
    });
  });

  test('a key that may only generate sees the log and no data; another organization sees nothing', async () => {
    const { id, generate, entries } = await organization('scoped');
    await generate(order());
    const [entry] = await entries();
    const { secret } = await server.admin((admin) =>
      admin.createKey(id, { name: 'narrow', scopes: ['generate'] }),
    );
    expect((await server.call('GET', '/organization/calls', { key: secret })).json).toMatchObject({
      entries: [{ id: entry?.id }],
    });
    expect((await server.call('GET', `/organization/calls/${entry?.id}`, { key: secret })).status).toBe(403);
    const writer = await server.admin((admin) =>
      admin.createKey(id, { name: 'writer', scopes: ['templates:write'] }),
    );
    const kept = { templateKey: 'letter', name: 'taken', call: entry?.id };
    expect(
      (await server.call('PUT', '/template/samples', { key: writer.secret, json: kept })).json,
    ).toMatchObject({ code: 'forbidden' });
    const other = await organization('stranger');
    expect(await other.entries()).toEqual([]);
    expect((await other.call('GET', `/organization/calls/${entry?.id}`)).status).toBe(404);
  });
});
