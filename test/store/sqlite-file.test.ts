import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlatenError } from '../../src/errors.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { translateSqliteError } from '../../src/store/sqlite/errors.ts';
import { memoryLimiter } from '../../src/store/sqlite/limiter.ts';
import { actor, anOrganization, aTemplate, atOnce, chargeOf } from '../contracts/store/fixture.ts';

/** Reads and writes until the store has its second thread. */
const bothThreads = async (store: Store): Promise<ReadonlySet<Worker>> => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    for (;;) {
      await Promise.all([store.apiKeys.touch(new Map([['nobody', 1]])), store.organizations.list()]);
      const threads = posted.mock.contexts as Worker[];
      const opening = posted.mock.calls.findIndex(([request]) => request.method === 'open');
      // From the second message on it is in use.
      if (threads.lastIndexOf(threads[opening] as Worker) > opening) return new Set(threads);
    }
  } finally {
    posted.mockRestore();
  }
};

describe('the SQLite file', () => {
  let folder: string;
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = await openStore({ kind: 'sqlite', folder: join(folder, 'deep', 'data') });
    stores.push(store);
    return store;
  };
  const file = () => join(folder, 'deep', 'data', 'platen.db');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-'));
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await rm(folder, { recursive: true });
  });

  test('it is for the owner alone, also in a folder that others can read, and where it was not before', async () => {
    await mkdir(join(folder, 'deep', 'data'), { recursive: true, mode: 0o755 });
    const modes = async () => {
      const names = (await readdir(join(folder, 'deep', 'data'))).filter((name) =>
        name.startsWith('platen.db'),
      );
      expect(names).toContain('platen.db-wal');
      const stats = await Promise.all(names.map((name) => stat(join(folder, 'deep', 'data', name))));
      return new Set(stats.map(({ mode }) => mode & 0o777));
    };
    const store = await open();
    expect(await modes()).toEqual(new Set([0o600]));
    await store.close();
    await chmod(file(), 0o644);
    await open();
    expect(await modes()).toEqual(new Set([0o600]));
  });

  test('what SQLite rolled back by itself, as it does where the disk is full, fails for its own reason', async () => {
    const { db, transaction } = await openDatabase(join(folder, 'rollback.db'), 'write');
    await sql`create table once (name text unique)`.execute(db);
    const insertTwice = transaction(async (within) => {
      for (const _ of [1, 2]) await sql`insert or rollback into once values ('x')`.execute(within);
    });
    await expect(insertTwice).rejects.toThrow(/UNIQUE constraint failed/);
    await transaction((within) => sql`insert into once values ('x')`.execute(within));
    await db.destroy();
  });

  test('it is written ahead, in a folder for the owner alone', async () => {
    const store = await open();
    expect((await stat(join(folder, 'deep', 'data'))).mode & 0o777).toBe(0o700);
    const look = new DatabaseSync(file());
    expect(look.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    look.close();
    // A call whose arguments cannot be sent to the thread fails alone.
    const uncloneable = { toString: () => 'x' } as unknown as string;
    await expect(store.organizations.get(uncloneable)).rejects.toThrow(/clone/);
    await store.ping();
  });

  test('what was asked before closing is done, what is asked after is refused', async () => {
    const store = await open();
    const { id } = await anOrganization(store, 100);
    const template = await aTemplate(store, id);
    const charges = atOnce(50, () => store.credit.charge(chargeOf(template)));
    const closing = store.close();
    expect((await charges).every(({ charged }) => charged)).toBe(true);
    await closing;
    await store.close();
    await expect(store.organizations.list()).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'shutting_down' });
    // One file with everything in it: the log is gone.
    await expect(stat(`${file()}-wal`)).rejects.toThrow();
    expect((await (await open()).organizations.get(id))?.credit).toBe(50);
  });

  test('a schema from the future is refused with words', async () => {
    await (await open()).close();
    const future = new DatabaseSync(file());
    future.exec("insert into schema_version values (999, 'from the future', 0)");
    future.close();
    await expect(open()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('schema version 999'),
      hint: expect.stringContaining('newer Platen'),
    });
  });

  test('a file that is not a database, and a folder that cannot be, are refused', async () => {
    await (await open()).close();
    await writeFile(file(), 'this is not a database, but long enough to be taken for one'.repeat(50));
    await expect(open()).rejects.toThrow();
    await expect(openStore({ kind: 'sqlite', folder: join(file(), 'data') })).rejects.toMatchObject({
      code: 'not_ready',
      hint: expect.stringContaining('PLATEN_DATA'),
    });
  });

  test.each([
    ['tables of something else', 'create table customers (id integer primary key)'],
    ['a table that has a name of ours', 'create table organizations (id integer primary key)'],
    ['versions of another schema', 'create table schema_version (installed_rank integer)'],
  ])('a file with %s is not touched, and the way out is said', async (_, statement) => {
    await mkdir(join(folder, 'deep', 'data'), { recursive: true });
    const foreign = new DatabaseSync(file());
    foreign.exec(statement);
    foreign.close();
    await expect(open()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringMatching(/platen\.db: .*something else/),
      hint: expect.stringContaining('PLATEN_DATA'),
    });
    const look = new DatabaseSync(file());
    expect(look.prepare('select count(*) as tables from sqlite_master').get()).toEqual({ tables: 1 });
    look.close();
  });

  test.each(['/proc/platen', '/proc/platen/data', '/dev/null/data', '/sys/kernel'])(
    'a folder %s that nothing can be kept in is refused at once',
    async (impossible) => {
      await expect(openStore({ kind: 'sqlite', folder: impossible })).rejects.toMatchObject({
        code: 'not_ready',
        message: expect.stringContaining(impossible),
        hint: expect.stringContaining('PLATEN_DATA'),
      });
    },
  );

  test('reads go on while another process holds the write lock, and writes wait for it', async () => {
    const store = await open();
    const { id } = await anOrganization(store, 5);
    const template = await aTemplate(store, id);
    await bothThreads(store);
    const holder = new DatabaseSync(file());
    holder.exec('begin immediate');
    let charged = false;
    const charging = store.credit.charge(chargeOf(template)).then((result) => {
      charged = true;
      return result;
    });
    for (let n = 0; n < 20; n += 1) expect((await store.organizations.get(id))?.credit).toBe(5);
    expect(charged).toBe(false);
    holder.exec('rollback');
    holder.close();
    expect(await charging).toEqual({ charged: true, balance: 4 });
  });

  test('ping answers, and tells when the file is no longer the one it was', async () => {
    const store = await open();
    await store.ping();
    const vandal = new DatabaseSync(file());
    vandal.exec('drop table schema_version');
    vandal.close();
    await expect(store.ping()).rejects.toMatchObject({ code: 'internal_error' });
  });

  test('four stores that open a new folder at once all find it ready', async () => {
    const all = await atOnce(4, () => open());
    await Promise.all(
      all.map((store, n) => store.organizations.create({ id: `${n}`, name: 'x', credit: 1 }, actor())),
    );
    expect(await all[0]?.organizations.list()).toHaveLength(4);
  });

  test('a thread that dies fails what it was asked, and the next call has a new one', async () => {
    const store = await open();
    const { id } = await anOrganization(store, 5);
    const template = await aTemplate(store, id);
    const threads = await bothThreads(store);
    const holder = new DatabaseSync(file());
    holder.exec('begin immediate');
    const stuck = store.credit.charge(chargeOf(template)).catch((error: unknown) => error);
    await setImmediate();
    holder.exec('rollback');
    holder.close();
    for (const thread of threads) void thread.terminate();
    // It may have been quick enough; otherwise it says that nobody knows.
    expect(await stuck).toSatisfy(
      (answer) =>
        (answer as { charged?: boolean }).charged === true || (answer as PlatenError).code === 'not_ready',
    );
    expect((await store.credit.charge(chargeOf(template))).charged).toBe(true);
    const organization = await store.organizations.get(id);
    expect(await store.credit.ledger(id, 10)).toHaveLength(6 - (organization?.credit ?? 0));
  });
});

describe('errors of SQLite', () => {
  const errorOf = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    throw new Error('Nothing was thrown.');
  };

  test('a full disk is not_ready, with the cause for the log', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (bytes blob); pragma max_page_count = 4');
    const full = errorOf(() => database.prepare('insert into t values (zeroblob(100000))').run());
    expect(translateSqliteError(full)).toMatchObject({ code: 'not_ready', retryAfter: 10, cause: full });
    database.close();
  });

  test('a lock that was not released in time is not_ready; a bug stays what it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-sqlite-'));
    const [holder, waiter] = [new DatabaseSync(join(folder, 'x.db')), new DatabaseSync(join(folder, 'x.db'))];
    holder.exec('begin immediate');
    const busy = errorOf(() => waiter.exec('begin immediate'));
    expect(translateSqliteError(busy)).toMatchObject({ code: 'not_ready', retryAfter: 1 });
    const bug = errorOf(() => waiter.exec('select * from nothing'));
    expect(translateSqliteError(bug)).toBe(bug);
    holder.close();
    waiter.close();
    await rm(folder, { recursive: true });
  });
});

describe('the memory limiter', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('starts anew when its minute is over', async () => {
    vi.useFakeTimers();
    const limiter = memoryLimiter();
    await limiter.consume('a', 's', 1);
    vi.advanceTimersByTime(59_000);
    expect(await limiter.consume('a', 's', 1)).toMatchObject({ allowed: false, resetMs: 1_000 });
    expect(await limiter.peek('a', 's', 1)).toMatchObject({ allowed: false });
    vi.advanceTimersByTime(1_000);
    expect(await limiter.peek('a', 's', 1)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.consume('a', 's', 1)).toMatchObject({ allowed: true, resetMs: 60_000 });
  });
});
