/** Upgrades: databases as earlier versions left them, with something in every table, opened by this one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { POSTGRES_WORDS, SQLITE_WORDS, type SqlWords } from '../../src/store/migrations/migration.ts';
import { openStore } from '../../src/store/open-store.ts';
import { actor, aVersion, sha256 } from '../contracts/store/fixture.ts';
import { freshDatabase } from '../support/postgres.ts';

test('migrations are numbered 1, 2, 3, … and named once', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  expect(new Set(MIGRATIONS.map(({ name }) => name)).size).toBe(MIGRATIONS.length);
});

const FILE = Buffer.from('a file');
const PROGRAM = Buffer.from('a program');

/** What a Platen of that version had written by then. Columns that came later are not named. */
const rowsOf: Readonly<Record<number, (bytes: (of: Uint8Array) => string) => readonly string[]>> = {
  1: (bytes) => [
    `insert into organizations (id, name, credit, generate_limit, request_limit, created_at)
      values ('o', 'Acme', 7, 30, null, 1000), ('u', 'Unlimited', null, null, null, 2000)`,
    `insert into api_keys (id, organization_id, name, prefix, hash, scopes, created_at)
      values ('k', 'o', 'back end', 'plt_ab12', '${sha256('key')}', '["generate"]', 1000)`,
    `insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
      values ('o', 10, 10, 'grant', 'to begin with', null, 1000), ('o', -3, 7, 'generate', '', 'r', 1001)`,
    `insert into blobs (hash, bytes, stored_at)
      values ('${sha256(FILE)}', ${bytes(FILE)}, 1000), ('${sha256(PROGRAM)}', ${bytes(PROGRAM)}, 1000)`,
    `insert into templates (id, organization_id, key, name, usage, created_at, updated_at, last_used, version)
      values ('t', 'o', 'invoice', 'Invoice', 3, 1000, 1001, 1001, 1)`,
    `insert into template_versions (template_id, number, delimiter, file_hash, file_size, program_hash,
        program_format, inspection, created_at)
      values ('t', 1, 'BRACES', '${sha256(FILE)}', ${FILE.length}, '${sha256(PROGRAM)}', 1, '{}', 1000)`,
    `insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
      values ('o', 0, 'invoice', 'PDF', 'ok', 3)`,
    `insert into audit (organization_id, actor, action, subject, at)
      values ('o', 'cli', 'organization.created', '{"name":"Acme"}', 1000)`,
  ],
  2: () => [
    `insert into users (id, name, email, email_verified, created_at, updated_at)
      values ('ada', 'Ada', 'ada@example.com', 0, 1500, 1500)`,
    `insert into sessions (id, token, user_id, organization_id, expires_at, created_at, updated_at)
      values ('s', 'token', 'ada', 'o', 9000000000000, 1500, 1500)`,
    `insert into accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
      values ('a', 'ada', 'credential', 'ada', 'a hash', 1500, 1500)`,
    `insert into members (organization_id, user_id, role, created_at) values ('o', 'ada', 'owner', 1500)`,
    `insert into links (id, hash, kind, organization_id, role, email, created_at, expires_at)
      values ('l', '${sha256('link')}', 'invitation', 'o', 'member', 'mary@example.com', 1500, 9000000000000)`,
    `insert into secrets (name, value) values ('sessions', 'kept')`,
  ],
  3: () => [`update organizations set locale = 'de-AT' where id = 'u'`],
  4: () => [`update links set created_by = 'ada' where id = 'l'`],
  5: () => [`update organizations set storage_limit = 5000 where id = 'u'`],
  6: () => [
    `insert into retries (organization_id, key, token, fingerprint, lease_until, expires_at, done_at, outcome)
      values ('o', 'once', 'token', 'print', 0, 9000000000000, 1600, '{"a":1}')`,
  ],
  7: () => [
    `insert into jobs (id, organization_id, state, template_key, version, output, actor, request_id, pins, total, done,
        created_at, finished_at, expires_at, result_hash, result_size, result_type, result_name)
      values ('j', 'o', 'completed', 'invoice', 1, 'PDF', 'cli', 'r', '{}', 1, 1, 1700, 1701, 9000000000000,
        '${sha256(FILE)}', ${FILE.length}, 'application/pdf', 'Invoice')`,
    `insert into jobs (id, organization_id, state, template_key, version, output, actor, request_id, pins, total, created_at)
      values ('w', 'o', 'queued', 'invoice', 1, 'DOCX', 'cli', 'r', '{}', 1, 1702)`,
  ],
  8: (bytes) => [
    `insert into blobs (hash, bytes, stored_at, pieces, size)
      values ('${sha256('ab')}', ${bytes(Buffer.alloc(0))}, 1800, 2, 2)`,
    `insert into blob_pieces (hash, number, bytes)
      values ('${sha256('ab')}', 0, ${bytes(Buffer.from('a'))}), ('${sha256('ab')}', 1, ${bytes(Buffer.from('b'))})`,
  ],
  9: () => [
    `insert into webhooks (organization_id, id, url, events, secret, created_at)
      values ('o', 'h', 'https://example.com/h', '["job.completed"]', 'whsec_AAAA', 1900)`,
    `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event, facts, state, next_at, created_at)
      values ('d', 'o', 'h', 'msg', 'credit.low', '{}', 'waiting', 1901, 1901)`,
    `insert into webhook_attempts (delivery_id, number, at, milliseconds, status) values ('d', 1, 1902, 5, 500)`,
  ],
  10: (bytes) => [
    `insert into blobs (hash, bytes, stored_at, size, object)
      values ('${sha256('outside')}', ${bytes(Buffer.alloc(0))}, 1950, 7, 'an-object')`,
  ],
  11: () => [
    `insert into jobs (id, organization_id, state, template_key, version, output, actor, request_id, pins, total,
        created_at, step, bundle, lease_until)
      values ('b', 'o', 'running', 'invoice', 1, 'PDF', 'cli', 'r', '{}', 9, 1960, 'chunks', 'zip', 9000000000000)`,
    `insert into jobs (id, organization_id, state, template_key, version, output, actor, request_id, pins, total,
        created_at, step, parent_id, part, first_record, records_hash)
      values ('c', 'o', 'queued', 'invoice', 1, 'PDF', 'cli', 'r', '{}', 9, 1961, 'chunk', 'b', 0, 1, '${sha256(FILE)}')`,
  ],
  17: () => [
    `insert into template_labels (template_id, name, version, changed_at, changed_by)
      values ('t', 'production', 1, 1970, 'cli')`,
    `insert into template_samples (template_id, name, data, options, stored_bytes, changed_at, changed_by)
      values ('t', 'long', '{}', '{}', 4, 1970, 'cli')`,
  ],
  18: (bytes) => [
    `update organizations set call_days = 7, keeps_call_data = 1 where id = 'u'`,
    `insert into calls (organization_id, id, at, kind, caller, template_key, version, format, status, code, request_id,
        milliseconds, facts, failed_id)
      values ('o', '00000001i8000000', 1980, 'generate', 'key:plt_ab12', 'invoice', 1, 'PDF', 200, null, 'r1', 6.5, '{"pages":2}', null),
        ('o', '00000001i9000000', 1981, 'generate', 'key:plt_ab12', 'invoice', 1, 'PDF', 400, 'data_invalid', 'r2', 1.5,
          '{"error":"It does not fit."}', '00000001i9000000')`,
    `insert into call_data (organization_id, call_id, size, bytes)
      values ('o', '00000001i9000000', 2, ${bytes(Buffer.from('ab'))})`,
  ],
};

/** How what each of them wrote is found by this version. */
const kept: Readonly<Record<number, (store: Store) => Promise<void>>> = {
  2: async (store) => {
    expect(await store.people.findByEmail('ada@example.com')).toMatchObject({
      organizations: [{ role: 'owner' }],
    });
  },
  3: async (store) =>
    expect(await store.organizations.get('u')).toMatchObject({ defaults: { locale: 'de-AT' } }),
  4: async (store) => expect(await store.people.findLink(sha256('link'), 2000)).toMatchObject({ id: 'l' }),
  5: async (store) => expect(await store.organizations.get('u')).toMatchObject({ storageLimit: 5000 }),
  6: async (store) => {
    const request = { organizationId: 'o', key: 'once', token: 'other', fingerprint: 'print', at: 2000 };
    expect(await store.retries.take({ ...request, leaseUntil: 3000, expiresAt: 4000 })).toMatchObject({
      kind: 'done',
      outcome: '{"a":1}',
    });
  },
  7: async (store) => {
    expect(await store.jobs.get('o', 'j')).toMatchObject({
      state: 'completed',
      charged: 1,
      result: { hash: sha256(FILE), filename: 'Invoice' },
    });
  },
  8: async (store) => expect(Buffer.from((await store.blobs.get(sha256('ab'))) ?? []).toString()).toBe('ab'),
  9: async (store) => {
    expect(await store.webhooks.list('o')).toMatchObject([{ id: 'h', url: 'https://example.com/h' }]);
    expect(await store.webhooks.deliveries('o', 'h', { limit: 5 })).toMatchObject([
      { id: 'd', state: 'waiting', attempts: [{ status: 500 }] },
    ]);
    const claim = { token: 't', at: 2000, leaseUntil: 3000, after: '', except: [], exceptReceivers: [] };
    expect(await store.webhooks.claim(claim)).toMatchObject({ id: 'd', secrets: ['whsec_AAAA'] });
  },
  10: async (store) =>
    expect(await store.blobRegister.find(sha256('outside'))).toMatchObject({ object: 'an-object', size: 7 }),
  11: async (store) => {
    expect(await store.jobs.get('o', 'b')).toMatchObject({ bundle: 'zip', records: { total: 9 } });
    const claim = () => store.jobs.claim({ token: 'u', at: 2000, leaseUntil: 3000, after: '' });
    expect(await claim()).toMatchObject({ id: 'w', templateKey: 'invoice' });
    expect(await claim()).toMatchObject({ id: 'c', batch: { step: 'chunk', first: 1 } });
  },
  17: async (store) => {
    expect(await store.labels.list('o', 'invoice')).toMatchObject([{ name: 'production', version: 1 }]);
    expect(await store.samples.list('o', 'invoice')).toMatchObject([{ name: 'long', bytes: 4 }]);
  },
  18: async (store) => {
    expect(await store.organizations.get('u')).toMatchObject({ callDays: 7, keepsCallData: true });
    const key = { id: 'k', name: 'back end' };
    expect(await store.calls.list('o', { limit: 9 })).toMatchObject({
      calls: [
        { requestId: 'r2', code: 'data_invalid', hasData: true, key },
        { requestId: 'r1', facts: '{"pages":2}', hasData: false, key },
      ],
    });
    expect((await store.calls.list('o', { limit: 9, status: 'failed' })).calls).toMatchObject([{ at: 1981 }]);
    expect(await store.calls.readData('o', '00000001i9000000', actor())).toEqual(
      new Uint8Array(Buffer.from('ab')),
    );
  },
};

/** Statement by statement, as the migrations up to a version ran when it was the newest. */
const upTo = (version: number, words: SqlWords, bytes: (of: Uint8Array) => string): readonly string[] => [
  'create table schema_version (version bigint primary key, name text not null, applied_at bigint not null)',
  ...MIGRATIONS.slice(0, version).flatMap((one) => [
    ...one.statements(words),
    `insert into schema_version (version, name, applied_at) values (${one.version}, '${one.name}', 1000)`,
    ...(rowsOf[one.version]?.(bytes) ?? []),
  ]),
];

const DATABASES: Readonly<Record<string, (version: number) => Promise<Store>>> = {
  SQLite: async (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-upgrade-'));
    const database = new DatabaseSync(join(folder, 'platen.db'));
    for (const statement of upTo(version, SQLITE_WORDS, (of) => `x'${Buffer.from(of).toString('hex')}'`))
      database.exec(statement);
    database.close();
    const store = await openStore({ kind: 'sqlite', folder });
    onTestFinished(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });
    return store;
  },
  PostgreSQL: async (version) => {
    const database = await freshDatabase();
    const bytes = (of: Uint8Array) => `'\\x${Buffer.from(of).toString('hex')}'::bytea`;
    await database.sql(upTo(version, POSTGRES_WORDS, bytes).join(';\n'));
    const store = await openStore({ kind: 'postgres', url: database.url });
    onTestFinished(async () => {
      await store.close();
      await database.drop();
    });
    return store;
  },
};

describe.each(Object.keys(DATABASES))('%s, upgraded', (name) => {
  const opened = (version: number): Promise<Store> =>
    (DATABASES[name] as (version: number) => Promise<Store>)(version);

  test.each(MIGRATIONS.map(({ version }) => version))(
    'from version %i: everything is there, and goes on',
    async (version) => {
      const store = await opened(version);
      for (let before = 1; before <= version; before += 1) await kept[before]?.(store);
      const nothingSet = { locale: null, timezone: null, currency: null };
      expect(await store.organizations.list()).toEqual([
        {
          id: 'o',
          name: 'Acme',
          credit: 7,
          generateLimit: 30,
          requestLimit: null,
          templateLimit: null,
          versionLimit: null,
          storageLimit: null,
          stored: { templates: 1, versions: 1, bytes: FILE.length + PROGRAM.length + '{}'.length },
          defaults: nothingSet,
          lowCredit: null,
          resultHours: null,
          callDays: null,
          keepsCallData: false,
          createdAt: 1000,
        },
        expect.objectContaining({
          id: 'u',
          credit: null,
          defaults: version < 3 ? nothingSet : { ...nothingSet, locale: 'de-AT' },
        }),
      ]);
      expect(await store.apiKeys.findByHash(sha256('key'))).toMatchObject({
        key: { id: 'k', organizationId: 'o' },
      });
      const found = await store.templates.find('o', 'invoice');
      expect(found).toMatchObject({
        template: { id: 't', usage: 3, lastUsed: 1001, version: 1 },
        version: { number: 1, delimiter: 'BRACES', fileHash: sha256(FILE), createdBy: null },
      });
      expect(Buffer.from((await store.blobs.get(sha256(FILE))) ?? [])).toEqual(FILE);

      // What came later is filled in, and what was there before is counted on.
      const defaults = { locale: 'de-AT', timezone: 'Europe/Vienna', currency: 'EUR' };
      expect(await store.organizations.update('o', { defaults }, actor())).toMatchObject({ defaults });
      await store.templates.replace('o', 'invoice', await aVersion(store, 'newer'), actor(2000, 'ada'));
      expect(await store.templates.versions('o', 'invoice', { limit: 10 })).toMatchObject([
        { number: 2, createdBy: 'ada' },
        { number: 1, createdBy: null },
      ]);
      await store.credit.charge({
        reason: 'generate',
        organizationId: 'o',
        templateId: 't',
        templateKey: 'invoice',
        format: 'PDF',
        requestId: 'after',
        at: 3000,
      });
      expect(await store.organizations.get('o')).toMatchObject({ credit: 6 });
      expect((await store.templates.find('o', 'invoice'))?.template.usage).toBe(4);
    },
  );

  test('from version 2: people keep their membership, session, invitation and secret', async () => {
    const store = await opened(2);
    expect(await store.people.findByEmail('ada@example.com')).toMatchObject({
      id: 'ada',
      organizations: [{ id: 'o', role: 'owner' }],
    });
    expect(await store.people.findLink(sha256('link'), 2000)).toMatchObject({ role: 'member' });
    expect(await store.people.keepSecret('sessions', 'another')).toBe('kept');
    const where = [{ field: 'token', operator: 'eq', value: 'token', connector: 'AND' }] as const;
    expect(await store.authRecords.find('sessions', where)).toMatchObject([
      { userId: 'ada', organizationId: 'o' },
    ]);
  });

  test('from version 1: people can come', async () => {
    const store = await opened(1);
    expect(await store.people.list()).toEqual([]);
    expect(await store.people.hasOwner()).toBe(false);
    expect(await store.people.keepSecret('sessions', 'first')).toBe('first');
  });
});
