/** Backups and moves, between both databases and through a file, of a database that a server has filled; and files that are not whole. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backUp, moveTo, openSnapshot, restore, takeMoveBack } from '../../src/archives.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { ARCHIVE_TABLES } from '../../src/store/archive/archive-tables.ts';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

/** `moved` is about the place, not about what is in it. */
const LEFT_OUT = ['moved', 'rate_windows', 'schema_version', 'sqlite_sequence'];
const PLAIN = { hasFiles: false, passphrase: undefined };
const HIDDEN = { hasFiles: false, passphrase: 'correct horse battery' };
let folder: string;
let source: TestServer;
let databases: TestDatabase[];
let places = 0;

const inFolder = (): Config => loadConfig({ PLATEN_DATA: join(folder, `place-${places++}`) });
const inPostgres = async (): Promise<Config> => {
  const database = await freshDatabase();
  databases.push(database);
  return loadConfig({ DATABASE_URL: database.url });
};
const dataOf = (config: Config): Record<string, string> =>
  config.databaseUrl === null ? { PLATEN_DATA: config.dataFolder } : { DATABASE_URL: config.databaseUrl };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-archive-'));
  databases = [];
  source = await startTestServer({ PLATEN_CREDITS: '50', PLATEN_WEBHOOK_PRIVATE: 'true' });
  await fill(source);
});
afterAll(async () => {
  await source.close();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const upload = (server: TestServer, templateKey: string, method: 'upload' | 'replace' = 'upload') =>
  server.call('PUT', `/template/${method}`, {
    body: form({ templateKey, template: docx(p(`Dear {name}, ${method} 日本 ${templateKey}`)) }),
  });
const order = { templateKey: 'letter', output: 'DOCX', data: { name: 'Ada' } };
const generate = (server: TestServer) => server.call('POST', '/template/generate', { json: order });

/** Something in most tables: versions, charges, failures, keys, retries, jobs, webhooks with deliveries, people. */
const fill = async (server: TestServer): Promise<void> => {
  for (const key of ['letter', 'other']) await upload(server, key);
  await upload(server, 'letter', 'replace');
  await server.call('POST', '/organization/webhooks', {
    json: { url: 'http://127.0.0.1:9/hook', events: ['job.completed', 'template.changed'] },
  });
  await upload(server, 'third');
  for (let n = 0; n < 3; n++) await generate(server);
  await server.call('POST', '/template/generate', {
    json: order,
    headers: { 'idempotency-key': 'once' },
  });
  await server.call('POST', '/template/generate', { json: { ...order, templateKey: 'none' } });
  const { id } = (await server.call('POST', '/jobs', { json: order })).json as { id: string };
  await vi.waitFor(
    async () => expect((await server.call('GET', `/jobs/${id}`)).json).toMatchObject({ state: 'completed' }),
    { timeout: 60_000, interval: 100 },
  );
};

/** What a server says of the same state, whatever database it has. */
const view = async (server: TestServer) => {
  const get = async (path: string) => (await server.call('GET', path)).json;
  const { jobs } = (await get('/jobs')) as { jobs: { id: string }[] };
  const { webhooks } = (await get('/organization/webhooks')) as { webhooks: object[] };
  return {
    templates: await get('/template/list'),
    organization: { ...((await get('/organization')) as object), limits: null },
    ledger: await get('/organization/ledger'),
    // Nobody answers there, and each server notices by itself since when.
    webhooks: webhooks.map((webhook) => ({ ...webhook, failingSince: null })),
    jobs,
    result: Buffer.from((await server.call('GET', `/jobs/${jobs[0]?.id}/result`)).bytes).toString('base64'),
  };
};

/** A server that goes on from there, and counts on. */
const goesOn = async (config: Config, more: Record<string, string> = {}): Promise<void> => {
  const server = await startTestServer({ ...dataOf(config), PLATEN_CREDITS: '50', ...more });
  try {
    expect(await view(server)).toEqual(await view(source));
    const made = await generate(server);
    expect(paragraphs(made.bytes)).toEqual(['Dear Ada, replace 日本 letter']);
    expect((await upload(server, 'after')).status).toBe(200);
    const replayed = await server.call('POST', '/template/generate', {
      json: order,
      headers: { 'idempotency-key': 'once' },
    });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  } finally {
    await server.close();
  }
};

test('every table is in a backup, or left out for a reason', () => {
  const database = new DatabaseSync(join(source.config.dataFolder, 'platen.db'), { readOnly: true });
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all();
  database.close();
  expect(tables.map(({ name }) => String(name)).sort()).toEqual(
    [...new Set([...ARCHIVE_TABLES.map(({ name }) => name), ...LEFT_OUT])]
      .filter((name) => name !== 'rate_windows')
      .sort(),
  );
});

describe('a backup', () => {
  test('made while the server runs, restored to PostgreSQL, and from there to a folder', {
    timeout: 120_000,
  }, async () => {
    const file = join(folder, 'running.backup');
    const { tables, facts } = await backUp(source.config, file, PLAIN);
    expect(facts).toMatchObject({ files: 'inside' });
    expect(tables).toMatchObject({ templates: { rows: 3 }, template_versions: { rows: 4 } });
    const there = await inPostgres();
    await restore(there, file, undefined);
    await goesOn(there);
    const again = join(folder, 'from-postgres.backup');
    // One template, one version, two blobs and a charge more.
    await backUp(there, again, PLAIN);
    const back = inFolder();
    expect((await restore(back, again, undefined)).tables).toMatchObject({ templates: { rows: 4 } });
  });

  test('encrypted: nothing of it is readable, and it opens with its passphrase alone', async () => {
    const file = join(folder, 'hidden.backup');
    await backUp(source.config, file, HIDDEN);
    expect((await readFile(file)).includes('letter')).toBe(false);
    const target = inFolder();
    await expect(restore(target, file, undefined)).rejects.toMatchObject({
      message: 'The backup is encrypted.',
    });
    await expect(restore(target, file, 'another passphrase')).rejects.toMatchObject({ code: 'bad_backup' });
    expect((await restore(target, file, HIDDEN.passphrase)).tables).toMatchObject({ templates: { rows: 3 } });
  });

  test.each([
    ['plain', PLAIN],
    ['encrypted', HIDDEN],
  ])(
    '%s and cut off anywhere, or with one bit changed: refused, and nothing is left',
    async (name, options) => {
      const file = join(folder, `${name}-whole.backup`);
      await backUp(source.config, file, options);
      const whole = await readFile(file);
      const broken = join(folder, `${name}-broken.backup`);
      const target = inFolder();
      const changes: Buffer[] = [];
      for (let n = 1; n < 12; n++) {
        const at = Math.floor((whole.length * n) / 12);
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ 4;
        changes.push(whole.subarray(0, at), flipped);
      }
      changes.push(Buffer.concat([whole, Buffer.from('x')]), whole.subarray(0, -1), Buffer.alloc(0));
      for (const bytes of changes) {
        await writeFile(broken, bytes);
        await expect(restore(target, broken, options.passphrase)).rejects.toMatchObject({
          code: 'bad_backup',
        });
      }
      await restore(target, file, options.passphrase);
    },
  );

  test('of something else, of a newer version, or into a database that is not empty is refused', async () => {
    const file = join(folder, 'refused.backup');
    await backUp(source.config, file, PLAIN);
    await expect(restore(source.config, file, undefined)).rejects.toMatchObject({
      message: 'The database is not empty, and nothing in it is replaced.',
    });
    const newer = (await readFile(file)).toString('latin1').replace(/"schema":\d+/, '"schema":999');
    await writeFile(file, newer, 'latin1');
    await expect(restore(inFolder(), file, undefined)).rejects.toMatchObject({
      message: expect.stringContaining('schema version 999'),
    });
    await writeFile(file, 'SQLite format 3\0');
    await expect(restore(inFolder(), file, undefined)).rejects.toMatchObject({
      message: 'The file is not a backup of Platen.',
    });
    expect((await generate(source)).status).toBe(200);
  });
});

describe('a move', () => {
  /** The source is in use by its server. */
  const copied = async (): Promise<Config> => {
    const file = join(folder, `copy-${places}.backup`);
    await backUp(source.config, file, PLAIN);
    const copy = inFolder();
    await restore(copy, file, undefined);
    return copy;
  };

  test('goes to PostgreSQL and back, with everything in it', { timeout: 120_000 }, async () => {
    const there = await inPostgres();
    const first = await copied();
    await moveTo(first, there);
    const back = inFolder();
    await moveTo(there, back);
    await goesOn(back);
    // What it came from is marked, in either database: a server there would be a second truth.
    for (const [left, target] of [
      [first, new URL(there.databaseUrl ?? '').pathname],
      [there, back.dataFolder],
    ] as const) {
      const refusal = {
        code: 'not_ready',
        message: expect.stringMatching(new RegExp(`This database was moved to .*${target}`)),
        hint: expect.stringContaining('admin move --take-back'),
      };
      await expect(startTestServer(dataOf(left))).rejects.toMatchObject(refusal);
      await expect(moveTo(left, inFolder())).rejects.toMatchObject(refusal);
      expect(await takeMoveBack(left)).toBe(true);
      expect(await takeMoveBack(left)).toBe(false);
      await goesOn(left);
    }
  });

  test('is refused while a server runs on the database, and nothing is written anywhere', {
    timeout: 120_000,
  }, async () => {
    const [there, target] = [await inPostgres(), inFolder()];
    await expect(moveTo(source.config, there)).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('in use'),
      hint: expect.stringContaining('Stop'),
    });
    // Nothing is there: it would be refused otherwise.
    await moveTo(await copied(), there);
    const server = await startTestServer({ DATABASE_URL: there.databaseUrl ?? '' });
    try {
      await expect(moveTo(there, target)).rejects.toMatchObject({
        code: 'not_ready',
        message: expect.stringContaining('in use'),
        hint: expect.stringContaining('Stop'),
      });
    } finally {
      await server.close();
    }
    await moveTo(there, target);
  });

  test('holds off whoever comes while it is at work, and is undone where a server of PostgreSQL did', {
    timeout: 120_000,
  }, async () => {
    const [copy, there, target] = [await copied(), await inPostgres(), inFolder()];
    const held = await openSnapshot(copy, 'alone');
    // As every store begins.
    const newcomer = new DatabaseSync(join(copy.dataFolder, 'platen.db'));
    expect(() => newcomer.exec('begin immediate')).toThrow('locked');
    newcomer.close();
    await held.close();
    await moveTo(copy, there);
    const still = await openSnapshot(there, 'alone');
    const late = new Client({ connectionString: there.databaseUrl ?? '', application_name: 'platen' });
    await late.connect();
    await late.query("set lock_timeout = '100ms'");
    await expect(late.query('update organizations set credit = 0')).rejects.toMatchObject({ code: '55P03' });
    await expect(still.requireAlone()).rejects.toMatchObject({ code: 'not_ready' });
    await late.end();
    await still.close();
    await moveTo(there, target);
  });
});

describe('files in a bucket', () => {
  let s3: TestS3;
  let server: TestServer;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
    s3 = await startS3();
    server = await startTestServer({ PLATEN_BLOBS: s3.address() });
    await upload(server, 'letter');
  });
  afterAll(async () => {
    await server.close();
    await s3.stop();
    vi.unstubAllEnvs();
  });

  test('are named in a backup, and in it where that is wanted', async () => {
    const file = join(folder, 'bucket.backup');
    expect((await backUp(server.config, file, PLAIN)).facts.files).toBe('some in a bucket');
    await expect(restore(inFolder(), file, undefined)).rejects.toMatchObject({
      message: expect.stringContaining('PLATEN_BLOBS is unset'),
    });
    const beside = { ...inFolder(), blobs: server.config.blobs };
    await restore(beside, file, undefined);
    const inside = join(folder, 'files.backup');
    expect((await backUp(server.config, inside, { ...PLAIN, hasFiles: true })).facts.files).toBe('inside');
    const alone = inFolder();
    await restore(alone, inside, undefined);
    for (const [config, more] of [
      [beside, { PLATEN_BLOBS: s3.address() }],
      [alone, {}],
    ] as const) {
      const restored = await startTestServer({ ...dataOf(config), ...more });
      expect(paragraphs((await generate(restored)).bytes)).toEqual(['Dear Ada, upload 日本 letter']);
      await restored.close();
    }
  });
});
