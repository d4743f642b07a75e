import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { anOrganization, aTemplate, atOnce, chargeOf } from '../contracts/store/fixture.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { startPostgres } from '../support/postgres-server.ts';

const END_CONNECTIONS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('PostgreSQL', () => {
  let database: TestDatabase;
  let lost: unknown[] = [];
  const stores: Store[] = [];
  const open = async (url = database.url): Promise<Store> => {
    const store = await openStore({ kind: 'postgres', url, onConnectionError: (error) => lost.push(error) });
    stores.push(store);
    return store;
  };

  beforeEach(async () => {
    database = await freshDatabase();
    lost = [];
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await database.drop();
  });

  test('six nodes that start on an empty database at once all find it ready, and migrate it once', async () => {
    const nodes = await atOnce(6, () => open());
    await Promise.all(nodes.map((node) => node.ping()));
    expect(await database.sql('select version, name from schema_version order by version')).toEqual(
      MIGRATIONS.map(({ version, name }) => ({ version: String(version), name })),
    );
  });

  test('a schema from the future is refused with words', async () => {
    await open();
    await database.sql("insert into schema_version values (999, 'from the future', 0)");
    await expect(open()).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('schema version 999'),
      hint: expect.stringContaining('newer Platen'),
    });
  });

  test('a server that is not there is told without the password', async () => {
    const opening = open('postgres://someone:hunter2@127.0.0.1:1/nothing');
    await expect(opening).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('127.0.0.1:1/nothing'),
      hint: expect.stringContaining('DATABASE_URL'),
    });
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
    await expect(open('postgres://not a url')).rejects.toMatchObject({ code: 'not_ready' });
  });

  test('a database that is not in UTF-8 is refused', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const latin = `${name}_latin`;
    await database.sql(
      `create database ${latin} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    );
    try {
      await expect(open(database.url.replace(name, latin))).rejects.toMatchObject({
        code: 'not_ready',
        message: expect.stringContaining('LATIN1'),
      });
    } finally {
      await database.sql(`drop database ${latin} with (force)`);
    }
  });

  test('a full disk is said, also by ping, until there is room again', async () => {
    const store = await open();
    const { id } = await anOrganization(store, 100);
    const template = await aTemplate(store, id);
    await database.sql(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on ledger for each statement execute function full_disk();
      create trigger full_disk before insert on schema_version for each statement execute function full_disk()`);
    // Nobody has tried to write.
    await store.ping();
    const full = { code: 'not_ready', message: 'The disk of the database is full.' };
    await expect(store.credit.charge(chargeOf(template))).rejects.toMatchObject(full);
    for (const _ of [1, 2]) await expect(store.ping()).rejects.toMatchObject(full);
    await database.sql('drop trigger full_disk on ledger; drop trigger full_disk on schema_version');
    await store.ping();
    expect(await store.credit.charge(chargeOf(template))).toMatchObject({ charged: true, balance: 99 });
    expect(await database.sql('select version from schema_version where version < 0')).toEqual([]);
  });

  test('lost connections fail what was under way with not_ready, and nothing after it', async () => {
    const store = await open();
    const { id } = await anOrganization(store, 100_000);
    const template = await aTemplate(store, id);
    let running = true;
    let acknowledged = 0;
    const failures: unknown[] = [];
    const work = atOnce(8, async () => {
      while (running) {
        try {
          if ((await store.credit.charge(chargeOf(template))).charged) acknowledged += 1;
          await store.templates.rename(id, template.key, 'again', { name: 'cli', at: 1 });
        } catch (error) {
          failures.push(error);
        }
      }
    });
    for (let n = 0; n < 5; n += 1) {
      await sleep(60);
      await database.sql(END_CONNECTIONS);
    }
    await sleep(60);
    running = false;
    await work;
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'not_ready', retryAfter: 1 });
    expect(lost.length).toBeGreaterThan(0);
    await store.ping();
    // What was acknowledged is there; of what failed, nobody knows, but it is there whole or not at all.
    const charged = (await store.credit.ledger(id, 100_000)).filter(
      ({ reason }) => reason === 'generate',
    ).length;
    expect(charged).toBeGreaterThanOrEqual(acknowledged);
    expect((await store.organizations.get(id))?.credit).toBe(100_000 - charged);
    expect((await store.templates.find(id, template.key))?.template.usage).toBe(charged);
  });

  test('a server that has stopped is not_ready, in every port', async () => {
    const server = await startPostgres();
    const store = await open(server.url);
    await store.ping();
    await server.stop();
    await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready', kind: 'unavailable' });
    await expect(store.organizations.list()).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.limiter.consume('a', 'b', 1)).rejects.toMatchObject({ code: 'not_ready' });
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
  });

  describe('rate limits', () => {
    const endWindows = () => database.sql('update rate_windows set ends_at = 0');

    test('start anew when their minute is over, by the clock of the database', async () => {
      const [store, other] = [await open(), await open()];
      expect(await store.limiter.consume('a', 's', 1)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await other.limiter.peek('a', 's', 1)).toMatchObject({ allowed: false, remaining: 0 });
      await endWindows();
      expect(await other.limiter.peek('a', 's', 1)).toMatchObject({ allowed: true, remaining: 1 });
      const anew = await store.limiter.consume('a', 's', 1);
      expect(anew).toMatchObject({ allowed: true, remaining: 0 });
      expect(anew.resetMs).toBeGreaterThan(59_000);
    });

    test('a flood of refused requests does not reach the database', async () => {
      const store = await open();
      await atOnce(3, () => store.limiter.consume('a', 's', 2));
      const refused = await atOnce(50, () => store.limiter.consume('a', 's', 2));
      expect(
        refused.every(({ allowed, remaining, resetMs }) => !allowed && remaining === 0 && resetMs > 0),
      ).toBe(true);
      expect(await database.sql('select used from rate_windows')).toEqual([{ used: '3' }]);
    });

    test('windows that have ended are removed', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const [store] = await Promise.all([open(), open()]);
      await store.limiter.consume('a', 'old', 5);
      await endWindows();
      await store.limiter.consume('a', 'running', 5);
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(
        async () =>
          expect(await database.sql('select subject from rate_windows')).toEqual([{ subject: 'running' }]),
        { timeout: 60_000 },
      );
      expect(lost).toEqual([]);
    });
  });
});
