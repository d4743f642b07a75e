/** All about an organization or a person in one file, and then nothing in any column of any table; on both stores. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLogger } from '../../src/http/logging.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { openConfiguredStore } from '../../src/parts.ts';
import {
  erasureOfOrganization,
  erasureOfPerson,
  exportOrganization,
  exportPerson,
} from '../../src/personal-data.ts';
import { OWNED_TABLES } from '../../src/store/erasure/owned.ts';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, type Visitor } from '../support/visitor.ts';

const ORGANIZATION = 'Quillfeather & Sons';
const ADA = 'ada.quizzical@example.com';
const OLIVE = 'olive.vantongeren@example.com';
const ADAS_NAME = 'Ada "Q" Quizzical';

describe.each(['SQLite', 'PostgreSQL'])('%s', (name) => {
  let folder: string;
  let postgres: TestDatabase | undefined;
  let server: TestServer;
  let owner: Visitor;
  let ada: Visitor;
  let organizationId: string;
  let otherKey: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platen-personal-'));
    postgres = name === 'SQLite' ? undefined : await freshDatabase();
    server = await startTestServer({
      PLATEN_CREDITS: '50',
      PLATEN_WEBHOOK_PRIVATE: 'true',
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    await fill();
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const rows = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    if (postgres !== undefined) return postgres.sql(sql);
    const database = new DatabaseSync(join(server.config.dataFolder, 'platen.db'), { timeout: 5_000 });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };

  /** Every column that can hold text. */
  const textColumns = async (): Promise<readonly (readonly [string, string])[]> => {
    const found = await rows(
      postgres === undefined
        ? `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
            where m.type = 'table' and lower(c.type) = 'text'`
        : `select table_name as "table", column_name as "column" from information_schema.columns
            where table_schema = 'public' and data_type = 'text'`,
    );
    return found.map((row) => [String(row['table']), String(row['column'])]);
  };

  /** Where a text stands, in whatever table; also as JSON would write it. */
  const placesOf = async (...texts: readonly string[]): Promise<readonly string[]> => {
    const find = postgres === undefined ? 'instr' : 'strpos';
    const wanted = texts.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);
    const questions = (await textColumns()).map(([table, column]) => {
      const places = wanted.map((text) => `${find}("${column}", '${text.replaceAll("'", "''")}') > 0`);
      return `select '${table}.${column}' as place where exists (select 1 from "${table}" where ${places.join(' or ')})`;
    });
    return (await rows(questions.join(' union all '))).map(({ place }) => String(place));
  };

  const upload = (key: string | null, templateKey: string, text: string, by?: Visitor) => {
    const body = form({ templateKey, template: docx(p(text)) });
    return by === undefined
      ? server.call('PUT', '/template/upload', { body, ...(key !== null && { key }) })
      : by.call('PUT', '/template/upload', { body });
  };
  const order = { templateKey: 'letter', output: 'DOCX', data: { name: 'Ada' } };

  /** Something in every table that an organization owns. */
  const fill = async (): Promise<void> => {
    const { id } = await server.admin((admin) => admin.renameOrganization('default', ORGANIZATION));
    organizationId = id;
    owner = await anOwner(server, OLIVE);
    ada = await aColleague(owner, { role: 'admin', email: ADA, name: ADAS_NAME });
    await ada.call('POST', '/organization/invitations', {
      json: { role: 'member', email: 'new@example.com' },
    });
    await owner.call('POST', '/organization/invitations', {
      json: { role: 'member', email: 'mary@example.com' },
    });
    await server.admin(async (admin) => {
      await admin.addCredit(id, 5, `asked for by ${ADA}`);
      const other = await admin.createOrganization('Other', 10);
      otherKey = (await admin.createKey(other.id, { name: 'k' })).secret;
    });
    await upload(null, 'letter', 'Dear {name}');
    await upload(null, 'by-ada', 'Written by {name}', ada);
    await upload(otherKey, 'letter', 'Dear {name}');
    await server.call('POST', '/organization/webhooks', {
      json: { url: 'http://127.0.0.1:9/hook', events: ['job.completed', 'template.changed'] },
    });
    await ada.call('PUT', '/organization/prelude', { json: { definitions: '{SET rate = 0.2}' } });
    await ada.call('PUT', '/template/labels', {
      json: { templateKey: 'by-ada', labels: { production: 1 } },
    });
    await ada.call('PUT', '/template/samples', {
      json: { templateKey: 'by-ada', name: 'mine', data: { name: ADA } },
    });
    await ada.call('PUT', '/template/replace', {
      body: form({ templateKey: 'by-ada', template: docx(p('Draft')), draft: 'true', note: `ask ${ADA}` }),
    });
    await server.call('PATCH', '/organization', { json: { keepCallData: true } });
    await upload(null, 'third', 'Third {name}');
    await server.call('POST', '/template/generate', { json: order });
    await server.call('POST', '/template/generate', { json: order, headers: { 'idempotency-key': 'once' } });
    await server.call('POST', '/template/generate', { json: { ...order, templateKey: 'none' } });
    for (const by of [undefined, ada]) {
      const made = await (by === undefined
        ? server.call('POST', '/jobs', { json: order })
        : by.call('POST', '/jobs', { json: { ...order, templateKey: 'by-ada' } }));
      const { id: job } = made.json as { id: string };
      await vi.waitFor(
        async () =>
          expect((await server.call('GET', `/jobs/${job}`)).json).toMatchObject({ state: 'completed' }),
        { timeout: 60_000, interval: 100 },
      );
    }
    await vi.waitFor(async () => expect((await rows('select 1 from call_data')).length).toBeGreaterThan(0), {
      timeout: 60_000,
    });
    await vi.waitFor(
      async () => expect((await rows('select 1 from webhook_attempts')).length).toBeGreaterThan(0),
      {
        timeout: 60_000,
      },
    );
  };

  const filesOf = (file: string): ReadonlyMap<string, Buffer> => {
    const { entries } = openZip(readFileSync(file), DEFAULT_PACKAGE_LIMITS);
    return new Map([...entries.values()].map((entry) => [entry.name, Buffer.from(readEntry(entry))]));
  };

  test('each table that names an organization is in the list of what it owns', async () => {
    const named = (await textColumns()).filter(([, column]) => column === 'organization_id');
    const owned = OWNED_TABLES.filter(({ through }) => through === undefined).map((one) => one.name);
    expect(named.map(([table]) => table).sort()).toEqual([...owned, 'sessions'].sort());
  });

  test('an organization is exported with its files, and without secrets', async () => {
    const file = join(folder, 'organization.zip');
    const counts = await exportOrganization(server.config, ORGANIZATION, file);
    expect(counts).toMatchObject({
      organizations: 1,
      templates: 3,
      template_versions: 4,
      jobs: 2,
      members: 2,
      webhooks: 1,
      links: 2,
    });
    const files = filesOf(file);
    for (const { name: table } of OWNED_TABLES) expect([...files.keys()]).toContain(`${table}.ndjson`);
    const versions = files
      .get('template_versions.ndjson')
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { file_hash: hash, file_size: size } of versions as { file_hash: string; file_size: number }[])
      expect(files.get(`files/${hash}`)?.byteLength).toBe(size);
    const all = [...files]
      .filter(([one]) => one.endsWith('.ndjson'))
      .map(([, bytes]) => bytes.toString())
      .join('\n');
    const secrets = await rows('select hash as secret from api_keys union all select secret from webhooks');
    for (const { secret } of secrets) expect(all).not.toContain(String(secret));
    expect(all).not.toContain('Other');
    await expect(exportOrganization(server.config, ORGANIZATION, file)).rejects.toThrow('EEXIST');
    expect(filesOf(file).size).toBe(files.size);
  });

  test('a person is exported, told what would go, and erased; what they did stays', async () => {
    const file = join(folder, 'person.zip');
    expect(await exportPerson(server.config, ADA, file)).toMatchObject({ users: 1, members: 1, jobs: 1 });
    const text = [...filesOf(file).values()].map(String).join('\n');
    expect(text).toContain(ADA);
    expect(text).not.toContain('"password":');
    const [user] = await rows(`select id from users where email = '${ADA}'`);
    const id = String(user?.['id']);
    const marks = [ADA, id, ADAS_NAME];
    // The search finds what is there.
    expect(await placesOf(...marks)).toEqual(
      expect.arrayContaining([
        'users.email',
        'users.name',
        'audit.actor',
        'template_versions.created_by',
        'jobs.actor',
        'ledger.note',
      ]),
    );
    expect(await erasureOfPerson(server.config, ADA, false)).toMatchObject({
      counts: { users: 1 },
      left: [],
    });
    expect((await placesOf(ADA)).length).toBeGreaterThan(0);
    const before = await rows('select count(*) as count from audit');
    await erasureOfPerson(server.config, ADA, true);
    expect(await placesOf(...marks)).toEqual([]);
    // One more: that somebody was erased.
    expect(Number((await rows('select count(*) as count from audit'))[0]?.['count'])).toBe(
      Number(before[0]?.['count']) + 1,
    );
    expect((await ada.call('GET', '/session')).json).toMatchObject({ person: null });
    const made = await server.call('POST', '/template/generate', {
      json: { ...order, templateKey: 'by-ada' },
    });
    expect(made.status).toBe(200);
    expect(await erasureOfPerson(server.config, OLIVE, false)).toMatchObject({ left: [ORGANIZATION] });
    await expect(erasureOfPerson(server.config, ADA, true)).rejects.toThrow('Nobody has the address');
  });

  test('an organization is erased: nobody comes in, its people go with it, others go on, sums stay', async () => {
    const [ledger] = await rows(
      `select count(*) as count, sum(amount) as sum from ledger where organization_id = '${organizationId}'`,
    );
    const told = await erasureOfOrganization(server.config, ORGANIZATION, false);
    expect(told).toMatchObject({
      people: [OLIVE],
      counts: { templates: 3, ledger: Number(ledger?.['count']) },
    });
    expect((await server.call('GET', '/organization')).status).toBe(200);
    const shared = await rows('select file_hash from template_versions order by created_at limit 1');
    await erasureOfOrganization(server.config, ORGANIZATION, true);
    expect(await placesOf(organizationId, ORGANIZATION, OLIVE, 'mary@example.com')).toEqual([]);
    await vi.waitFor(async () => expect((await server.call('GET', '/organization')).status).toBe(401), {
      timeout: 5_000,
    });
    expect((await owner.call('GET', '/session')).json).toMatchObject({ person: null });
    const kept = await rows(
      `select o.credit, count(*) as count, sum(l.amount) as sum from ledger l
        join organizations o on o.id = l.organization_id where o.erased_as = o.id group by o.credit`,
    );
    expect(kept.map(({ credit, count, sum }) => [credit, count, sum].map(Number))).toEqual([
      [Number(ledger?.['sum']), Number(ledger?.['count']), Number(ledger?.['sum'])],
    ]);
    const { length } = await server.admin((admin) => admin.organizations());
    expect(length).toBe(1);
    const made = await server.call('POST', '/template/generate', { json: order, key: otherKey });
    expect(made.status).toBe(200);
    // Files that nobody else has are given back; those that somebody has stay.
    const store = await openConfiguredStore(server.config, makeLogger('silent'));
    try {
      await store.blobs.sweep(Date.now() + 60_000);
    } finally {
      await store.close();
    }
    expect(await rows('select hash from blobs')).toHaveLength(2);
    expect(await rows(`select 1 from blobs where hash = '${String(shared[0]?.['file_hash'])}'`)).toHaveLength(
      1,
    );
    expect(TEST_KEY).not.toBe(otherKey);
  });
});
