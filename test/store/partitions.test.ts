/** A ledger and a usage that an operator has cut into months: to the store, the same tables. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { commitCharges } from '../../src/store/postgres/charge.ts';
import { postgresKysely } from '../../src/store/postgres/dialect.ts';
import { creditContract } from '../contracts/store/credit.ts';
import { anOrganization, aTemplate, chargeOf } from '../contracts/store/fixture.ts';
import { usageContract } from '../contracts/store/usage.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';

const SCRIPT = readFileSync(new URL('../../deploy/postgres-partitions.sql', import.meta.url), 'utf8');
const MONTH = 31 * 24 * 3_600_000;

let database: TestDatabase;
const stores: Store[] = [];
let before: { readonly id: string; readonly entries: readonly unknown[] };
const nodes = () => {
  const [store, other] = stores;
  if (store === undefined || other === undefined) throw new Error('no stores');
  return { store, other };
};

beforeAll(async () => {
  database = await freshDatabase();
  for (let node = 0; node < 2; node += 1)
    stores.push(await openStore({ kind: 'postgres', url: database.url }));
  const { store } = nodes();
  const { id } = await anOrganization(store, 10);
  await store.credit.charge(chargeOf(await aTemplate(store, id)));
  before = { id, entries: await store.credit.ledger(id, 10) };
  // As psql -1 does it.
  await database.sql(`begin; ${SCRIPT}; commit`);
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database?.drop();
});

describe('tables of months', () => {
  creditContract(nodes, { sharedLimits: true } as never);
  usageContract(nodes);

  test('what was there is there, and numbers go on', async () => {
    const { store } = nodes();
    expect(await store.credit.ledger(before.id, 10)).toEqual(before.entries);
    await store.credit.grant(before.id, 5, 'after', { name: 'cli', at: Date.now() });
    const [newest, ...rest] = await store.credit.ledger(before.id, 10);
    expect(rest).toEqual(before.entries);
    expect(newest?.balanceAfter).toBe(14);
  });

  test('rows lie in their month, or wait for it; a month goes at once, and the rest stays', async () => {
    const { store } = nodes();
    const { id } = await anOrganization(store, 10);
    const template = await aTemplate(store, id);
    const now = Date.now();
    for (const months of [0, 2, 12])
      await store.credit.charge({ ...chargeOf(template), at: now + months * MONTH });
    const places = () =>
      database.sql(
        `select tableoid::regclass::text as part from ledger where organization_id = '${id}' and reason = 'generate' order by at`,
      );
    const [first, second, third] = (await places()).map(({ part }) => String(part));
    expect([first, second?.slice(0, 7), third]).toEqual(['ledger_before', 'ledger_', 'ledger_rest']);
    await database.sql('select platen_make_months(14)');
    expect((await places()).map(({ part }) => part)).not.toContain('ledger_rest');
    expect(await store.credit.ledger(id, 10)).toHaveLength(4);
    const dropped = await database.sql(
      `select platen_drop_months('ledger', (now() + interval '6 months')::date) as count`,
    );
    expect(Number(dropped[0]?.['count'])).toBeGreaterThanOrEqual(5);
    expect(await store.credit.ledger(id, 10)).toHaveLength(3);
  });

  test('a charge touches its own month, and looks nothing up for each of its lines', async () => {
    const { store } = nodes();
    await database.sql('select platen_make_months(14)');
    const template = await aTemplate(store, (await anOrganization(store, 1000)).id);
    const groupOf = (charges: number) => Array.from({ length: charges }, () => chargeOf(template));
    const db = postgresKysely(
      { url: database.url, connections: 1, onConnectionError: () => {}, onWarning: () => {} },
      { timeouts: true },
    );
    /** What a group of so many reads and writes, by the database's own count, once its plan is kept. */
    const touchedBy = async (charges: number) => {
      for (let n = 0; n < 8; n += 1) await commitCharges(db, groupOf(charges));
      return db.transaction().execute(async (trx) => {
        const counts = async () => {
          const { rows } = await sql<{ name: string; looks: number; lines: number }>`
            select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as looks, n_tup_ins + n_tup_upd as lines
            from pg_stat_xact_user_tables`.execute(trx);
          return new Map(rows.map((row) => [row.name, row]));
        };
        const before = await counts();
        await commitCharges(trx, groupOf(charges));
        return [...(await counts()).values()]
          .map(({ name, looks, lines }) => ({
            name,
            looks: looks - (before.get(name)?.looks ?? 0),
            lines: lines - (before.get(name)?.lines ?? 0),
          }))
          .filter(({ looks, lines }) => looks + lines > 0);
      });
    };
    try {
      const [one, many] = [await touchedBy(1), await touchedBy(50)];
      for (const touched of [one, many]) {
        const parts = touched.map(({ name }) => name).filter((name) => /^(ledger|usage_hours)_/.test(name));
        expect(parts.sort()).toEqual(['ledger_before', 'usage_hours_before']);
        expect(touched.find(({ name }) => name === 'ledger_before')?.looks).toBe(0);
      }
      const looksAtBalance = (touched: typeof one) =>
        touched.find(({ name }) => name === 'organizations')?.looks;
      expect(looksAtBalance(many)).toBe(looksAtBalance(one));
    } finally {
      await db.destroy();
    }
  });
});
