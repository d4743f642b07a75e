/**
 * What a document costs PostgreSQL: bytes of its log, rows and indexes that stay, and how many charges a second one organization can have. With fsync, on
 * whatever disk this is; the file of the simulation (`measured.ts`) has what came out, and where.
 */
import { charger, drive, type Measured, openMeasured } from './database.ts';

const SPAN_MS = 3_000;
const ORGANIZATIONS = 40;

const spread = async ({ stores, number }: Measured, callers: number): Promise<string[]> => {
  const [store] = stores;
  if (store === undefined) throw new Error('no store');
  const charges = await Promise.all(Array.from({ length: ORGANIZATIONS }, () => charger(store)));
  await drive(callers, 1_000, (caller) => charges[caller % ORGANIZATIONS]?.(store) as Promise<unknown>);
  const at = await number("select pg_current_wal_insert_lsn() - '0/0'");
  let turn = 0;
  const { done, seconds } = await drive(callers, SPAN_MS, () => {
    turn += 1;
    return charges[turn % ORGANIZATIONS]?.(store) as Promise<unknown>;
  });
  const bytes = (await number("select pg_current_wal_insert_lsn() - '0/0'")) - at;
  return [
    `${ORGANIZATIONS} organizations, ${callers} at a time, one server`,
    (done / seconds).toFixed(0),
    (bytes / done).toFixed(0),
  ];
};

const hot = async ({ stores, number }: Measured, nodes: number, callers: number): Promise<string[]> => {
  const [store] = stores;
  if (store === undefined) throw new Error('no store');
  const charge = await charger(store);
  const run = (milliseconds: number) =>
    drive(callers, milliseconds, (caller) => charge(stores[caller % nodes] ?? store));
  await run(1_000);
  const at = await number("select pg_current_wal_insert_lsn() - '0/0'");
  const { done, seconds } = await run(SPAN_MS);
  const bytes = (await number("select pg_current_wal_insert_lsn() - '0/0'")) - at;
  return [
    `one organization, ${callers} at a time, ${nodes} server${nodes > 1 ? 's' : ''}`,
    (done / seconds).toFixed(0),
    (bytes / done).toFixed(0),
  ];
};

export const measure = async (): Promise<{ head: string[]; rows: string[][] }> => {
  const measured = await openMeasured({ durable: true, nodes: 3 });
  try {
    const rows = [
      await spread(measured, 1),
      await spread(measured, 16),
      await hot(measured, 1, 1),
      await hot(measured, 1, 64),
      await hot(measured, 1, 500),
      await hot(measured, 3, 600),
    ];
    await measured.sql('vacuum analyze ledger');
    const documents = await measured.number("select count(*) from ledger where reason = 'generate'");
    const table = await measured.number("select pg_relation_size('ledger')");
    const indexes = await measured.number("select pg_indexes_size('ledger')");
    const calls = await measured.number("select pg_total_relation_size('calls')");
    const hours = 200_000;
    const [organization] = await measured.sql('select id from organizations limit 1');
    await measured.sql(`insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
      select '${organization?.['id']}', n::bigint / 20 * 3600000, 'monthly-invoice-' || n % 20, 'PDF', 'ok', 1 from generate_series(1, ${hours}) as n`);
    const usage = await measured.number(`select pg_total_relation_size('usage_hours') / ${hours}`);
    const each = (value: number): string => (value / documents).toFixed(0);
    rows.push([
      `bytes that stay: ${each(table)} in the ledger, ${each(indexes)} in its indexes, ${each(calls)} in the log of calls, ${usage} for an hour of a template in the usage`,
      '',
      '',
    ]);
    return { head: ['', 'charges a second', 'bytes of log each'], rows };
  } finally {
    await measured.close();
  }
};
