/** Usage, ledger and audit log of an organization, over HTTP. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { type CallInit, form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Usage {
  readonly points: {
    start: string;
    templateKey: string | null;
    format: string;
    outcome: string;
    count: number;
  }[];
  readonly totals: { documents: number; errors: number };
}
interface Entries {
  readonly entries: { id: string; amount: number; action: string }[];
  readonly next: string | null;
}

const organization = async (name: string, scopes = ['admin', 'generate', 'templates:write']) => {
  const { id, secret } = await server.admin(async (admin) => {
    const made = await admin.createOrganization(name);
    return { id: made.id, ...(await admin.createKey(made.id, { name: 'first', scopes })) };
  });
  const call = (method: string, path: string, init: CallInit = {}) =>
    server.call(method, path, { key: secret, ...init });
  const usage = async (query = '') => (await call('GET', `/organization/usage${query}`)).json as Usage;
  return { id, secret, call, usage };
};

/** As documents of some other day would have been counted. */
const count = (organizationId: string, hour: string, key: string, more: [string, string, number][]): void => {
  const database = new DatabaseSync(`${server.config.dataFolder}/platen.db`, { timeout: 5_000 });
  const insert = database.prepare('insert into usage_hours values (?, ?, ?, ?, ?, ?)');
  for (const [format, outcome, times] of more)
    insert.run(organizationId, Date.parse(hour), key, format, outcome, times);
  database.close();
};

describe('usage', () => {
  test('documents and errors of today, by template, format and outcome', async () => {
    const { call, usage } = await organization('today');
    await call('PUT', '/template/upload', { body: form({ templateKey: 'k', template: docx(p('{a.b}')) }) });
    const generate = (data: object, options: object = {}) =>
      call('POST', '/template/generate', { json: { templateKey: 'k', output: 'DOCX', data, options } });
    expect(await usage()).toEqual({ points: [], totals: { documents: 0, errors: 0 } });
    await generate({ a: { b: 1 } });
    await generate({ a: { b: 1 } });
    expect((await generate({}, { missing: 'error' })).status).toBe(400);
    const start = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
    const point = { start, templateKey: 'k', format: 'DOCX' };
    await expect
      .poll(() => usage())
      .toEqual({
        points: [
          { ...point, outcome: 'data_missing', count: 1 },
          { ...point, outcome: 'ok', count: 2 },
        ],
        totals: { documents: 2, errors: 1 },
      });
    const hours = await usage('?step=hour');
    expect(hours.points.every((one) => one.start.endsWith(':00:00.000Z'))).toBe(true);
    expect(hours.totals).toEqual({ documents: 2, errors: 1 });
  });

  test('every call that failed is counted, whatever it failed for', async () => {
    const { id, call, usage } = await organization('failing');
    await call('PUT', '/template/upload', { body: form({ templateKey: 'k', template: docx(p('{a}')) }) });
    const generate = (json: object, init: CallInit = {}) =>
      call('POST', '/template/generate', { json: { data: {}, ...json }, ...init });
    await generate({ templateKey: 'made up', output: 'PDF' });
    await generate({ templateKey: 'made up too', output: 'PDF' });
    await generate({ templateKey: 'k', output: 'ODT' });
    await generate({ templateKey: 'k', output: 'DOCX', options: { locale: 'x' } });
    const headers = { 'content-type': 'application/json' };
    await call('POST', '/template/generate', { body: '{"templateKey": ', headers });
    await call('POST', '/template/generate', { body: 'x', headers: { 'content-type': 'text/plain' } });
    const { secret: reader } = await server.admin((admin) =>
      admin.createKey(id, { name: 'reader', scopes: ['templates:read'] }),
    );
    await generate({ templateKey: 'k', output: 'PDF' }, { key: reader });
    await server.admin((admin) => admin.setCredit('failing', 0));
    await generate({ templateKey: 'k', output: 'PDF' });
    // Neither the keys that somebody made up nor what was asked elsewhere grow the statistics.
    await call('POST', '/template/validate', { json: { templateKey: 'nobody', data: {} } });
    const counted = async () =>
      (await usage()).points
        // Refused before or after the document was made: a balance is known half a second late.
        .map((point) =>
          point.outcome === 'insufficient_credit' ? { ...point, templateKey: '', format: null } : point,
        )
        .map(({ templateKey, format, outcome, count }) => [templateKey, format, outcome, count])
        .sort();
    await expect.poll(counted).toEqual([
      ['', null, 'bad_json', 1],
      ['', null, 'bad_option', 1],
      ['', null, 'bad_request', 1],
      ['', null, 'forbidden', 1],
      ['', null, 'insufficient_credit', 1],
      ['', null, 'unsupported_media_type', 1],
      ['', 'PDF', 'template_not_found', 2],
    ]);
    expect((await usage()).totals).toEqual({ documents: 0, errors: 8 });
  });

  test('days are those of the time zone, the organization’s where none is asked for', async () => {
    const { id, call, usage } = await organization('zones');
    count(id, '2026-03-28T22:00:00Z', 'k', [['PDF', 'ok', 1]]);
    count(id, '2026-03-28T23:00:00Z', 'k', [['PDF', 'ok', 2]]);
    // The day of 23 hours ends at 22:00 UTC.
    count(id, '2026-03-29T21:00:00Z', 'k', [['PDF', 'ok', 4]]);
    count(id, '2026-03-29T22:00:00Z', 'k', [['PDF', 'ok', 8]]);
    const of = async (query: string) =>
      (await usage(`?from=2026-03-01&to=2026-04-01&${query}`)).points.map(({ start, count: n }) => [
        start,
        n,
      ]);
    expect(await of('timezone=Europe/Vienna')).toEqual([
      ['2026-03-27T23:00:00.000Z', 1],
      ['2026-03-28T23:00:00.000Z', 6],
      ['2026-03-29T22:00:00.000Z', 8],
    ]);
    expect(await of('')).toEqual([
      ['2026-03-28T00:00:00.000Z', 3],
      ['2026-03-29T00:00:00.000Z', 12],
    ]);
    await call('PATCH', '/organization', { json: { defaults: { timezone: 'Europe/Vienna' } } });
    await expect.poll(() => of('')).toHaveLength(3);
  });

  test('past fifty templates the rest is one', async () => {
    const { id, usage } = await organization('many');
    for (let n = 0; n < 60; n += 1)
      count(id, '2026-05-05T05:00:00Z', `template ${n}`, [['DOCX', 'ok', 100 - n]]);
    const { points, totals } = await usage('?from=2026-05-01&to=2026-06-01');
    expect(points).toHaveLength(51);
    expect(points.find(({ templateKey }) => templateKey === null)?.count).toBe(455);
    expect(totals.documents).toBe(60 * 100 - (59 * 60) / 2);
  });

  test.each([
    ['from=x', 'from'],
    ['from=2026-01-02&to=2026-01-01', undefined],
    ['from=2020-01-01&to=2026-01-01', undefined],
    ['from=2026-01-01&to=2026-03-01&step=hour', undefined],
    ['step=week', 'step'],
    ['timezone=Mars', 'timezone'],
    ['to=%00', 'to'],
    ['from=-271821-04-20', 'from'],
    ['from=2026-01-01&from=2026-01-02', 'from'],
    [`from=${'9'.repeat(500)}`, 'from'],
  ])('%s is a clear 400', async (query, path) => {
    const { status, json } = await server.call('GET', `/organization/usage?${query}`);
    expect([status, json]).toMatchObject([400, { error: expect.stringMatching(/\.$/) }]);
    if (path !== undefined)
      expect(json).toMatchObject({ details: expect.arrayContaining([expect.objectContaining({ path })]) });
  });
});

describe('ledger', () => {
  test('pages meet without a gap, newest first', async () => {
    const { id, call } = await organization('payer');
    await server.admin(async (admin) => {
      for (let n = 1; n <= 6; n += 1) await admin.addCredit(id, n, `order ${n}`);
    });
    const page = async (query: string) =>
      (await call('GET', `/organization/ledger?${query}`)).json as Entries;
    const first = await page('limit=3');
    expect(first.entries[0]).toEqual({
      id: expect.any(String),
      amount: 6,
      balanceAfter: 1021,
      reason: 'grant',
      note: 'order 6',
      requestId: null,
      at: expect.stringMatching(/Z$/),
    });
    const amounts = [];
    for (let next: Entries = first; ; ) {
      amounts.push(...next.entries.map(({ amount }) => amount));
      if (next.next === null) break;
      next = await page(`limit=3&before=${next.next}`);
    }
    expect(amounts).toEqual([6, 5, 4, 3, 2, 1, 1000]);
    expect((await page('')).entries).toHaveLength(7);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'before=x', 'before=-1', 'before=9999999999999999'])(
    '%s is a clear 400',
    async (query) => {
      for (const path of ['ledger', 'audit'])
        expect((await server.call('GET', `/organization/${path}?${query}`)).json).toMatchObject({
          code: query.startsWith('before') ? 'bad_cursor' : 'bad_request',
        });
    },
  );

  test('ids tell nothing of what others do, stay the same, and lead nowhere but in their own list', async () => {
    const mine = await organization('counting');
    const theirs = await organization('counted');
    await server.admin(async (admin) => {
      await admin.addCredit(mine.id, 1);
      for (let n = 0; n < 5; n += 1) await admin.addCredit(theirs.id, 1);
      await admin.addCredit(mine.id, 1);
    });
    const read = async (call: typeof mine.call, list: string) =>
      ((await call('GET', `/organization/${list}`)).json as Entries).entries.map(({ id }) => id);
    for (const list of ['ledger', 'audit']) {
      const ids = await read(mine.call, list);
      expect(ids.every((id) => /^[\w-]{22}$/.test(id))).toBe(true);
      expect(await read(mine.call, list)).toEqual(ids);
      const [foreign] = await read(theirs.call, list);
      const other = list === 'ledger' ? 'audit' : 'ledger';
      for (const [path, before] of [
        [list, foreign],
        [other, ids[0]],
        [list, '850'],
      ])
        expect((await mine.call('GET', `/organization/${path}?before=${before}`)).json).toMatchObject({
          code: 'bad_cursor',
        });
    }
  });
});

test('the audit log shows who changed what, of this organization alone', async () => {
  const { call, secret } = await organization('watched');
  await organization('another');
  await call('PATCH', '/organization', { json: { name: '<i>renamed</i>' } });
  const { entries, next } = (await call('GET', '/organization/audit?limit=2')).json as Entries;
  expect(entries).toMatchObject([
    {
      actor: `key:${secret.slice(0, 12)}`,
      action: 'organization.update',
      subject: { name: '<i>renamed</i>' },
    },
    { actor: 'test', action: 'api_key.create', subject: { name: 'first' } },
  ]);
  const rest = (await call('GET', `/organization/audit?before=${next}`)).json as Entries;
  expect(rest.entries.map(({ action }) => action)).toEqual(['organization.create']);
  expect(rest.next).toBeNull();
});

test('all three need the scope admin', async () => {
  const { call } = await organization('modest', ['templates:read', 'templates:write', 'generate']);
  for (const path of ['usage', 'ledger', 'audit'])
    expect((await call('GET', `/organization/${path}`)).json).toMatchObject({ code: 'forbidden' });
});
