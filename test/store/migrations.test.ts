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

  test.each([1, 2])('from version %i: everything is there, and goes on', async (version) => {
    const store = await opened(version);
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
        createdAt: 1000,
      },
      expect.objectContaining({ id: 'u', credit: null, defaults: nothingSet }),
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
  });

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
