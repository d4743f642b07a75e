/**
 * The ledger as one table and as months (deploy/postgres-partitions.sql), with as many rows as one wants, made by SQL: what lists and
 * charges take, and what it takes to be rid of a month. Without fsync: it is about work and sizes, not about a disk.
 */
import { readFileSync } from 'node:fs';
import { charger, drive, type Measured, openMeasured } from './database.ts';

const SCRIPT = readFileSync(new URL('../../deploy/postgres-partitions.sql', import.meta.url), 'utf8');
const ORGANIZATIONS = 1_000;
const CHUNK = 1_000_000;
const MONTHS = 12;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

const seconds = (value: number): string =>
  value < 1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(1)} s`;

/** Rows as charges write them, evenly over a year that ends now; or over one month from `from` on. */
const fill = async (measured: Measured, rows: number, from: number, span: number): Promise<void> => {
  for (let done = 0; done < rows; done += CHUNK) {
    const count = Math.min(CHUNK, rows - done);
    await measured.sql(`insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
      select 'organization-' || lpad((n::bigint * 7919 % ${ORGANIZATIONS})::text, 23, '0'), -1, 1000000, 'generate', 'monthly-invoice',
        gen_random_uuid()::text, ${from} + (${span}::float8 * (${done} + n) / ${rows})::bigint
      from generate_series(1, ${count}) as n`);
    process.stderr.write(`\r${done + count} of ${rows} rows`);
  }
  process.stderr.write('\n');
};

const lists = async (measured: Measured): Promise<string> => {
  const [store] = measured.stores;
  let turn = 0;
  const { done, seconds: took } = await drive(1, 2_000, async () => {
    turn += 1;
    const id = `organization-${String((turn * 17) % ORGANIZATIONS).padStart(23, '0')}`;
    await store?.credit.ledger(id, 100);
  });
  return seconds(took / done);
};

const charges = async (measured: Measured): Promise<string> => {
  const [store] = measured.stores;
  if (store === undefined) throw new Error('no store');
  const charge = await charger(store);
  const { done, seconds: took } = await drive(64, 3_000, () => charge(store));
  return (done / took).toFixed(0);
};

export const partitions = async (rows: number): Promise<{ head: string[]; rows: string[][] }> => {
  const measured = await openMeasured({ durable: false, nodes: 1 });
  const { sql, number } = measured;
  const size = async (): Promise<string> =>
    `${((await number("select sum(pg_total_relation_size(oid)) from pg_class where relname like 'ledger%' and relkind = 'r'")) / 1e9).toFixed(2)} GB`;
  const year = MONTHS * 30 * 86_400_000;
  const now = Date.now();
  try {
    await sql(`insert into organizations (id, name, credit, created_at)
      select 'organization-' || lpad(n::text, 23, '0'), 'o' || n, 1000000, 0 from generate_series(0, ${ORGANIZATIONS - 1}) as n`);
    const filled = await timed(() => fill(measured, rows, now - year, year));
    const indexed = await timed(() => sql('vacuum analyze ledger'));
    const plain = { list: await lists(measured), charge: await charges(measured), size: await size() };
    const converted = await timed(() => sql(`begin; ${SCRIPT}; commit`));
    await sql('analyze ledger');
    const cut = { list: await lists(measured), charge: await charges(measured), size: await size() };
    // A month of its own, as it would be by then.
    const [next] = await sql(
      "select platen_month((now() + interval '1 month')::date) as low, platen_month((now() + interval '2 months')::date) as high",
    );
    const low = Number(next?.['low']);
    await fill(measured, Math.round(rows / MONTHS), low, Number(next?.['high']) - low - 1);
    const dropped = await timed(() =>
      sql("select platen_drop_months('ledger', (now() + interval '2 months')::date)"),
    );
    // The same number of rows out of the one table.
    const border = now - year + year / MONTHS;
    const deleted = await timed(() => sql(`delete from ledger_before where at < ${border}`));
    const vacuumed = await timed(() => sql('vacuum ledger_before'));
    const after = await size();
    const million = (value: number): string => `${(value / 1e6).toFixed(1)} million`;
    return {
      head: [`${million(rows)} rows, ${ORGANIZATIONS} organizations`, 'one table', 'months'],
      rows: [
        ['made by SQL', `${seconds(filled)} (vacuum ${seconds(indexed)})`, ''],
        ['turned into months', '', seconds(converted)],
        ['size with indexes', plain.size, cut.size],
        ['newest 100 entries of an organization', plain.list, cut.list],
        ['charges a second, 64 at a time', plain.charge, cut.charge],
        [
          `rid of a month (${million(rows / MONTHS)} rows)`,
          `${seconds(deleted)} and ${seconds(vacuumed)} of vacuum, file as large as before`,
          seconds(dropped),
        ],
        ['size after that', after, ''],
      ],
    };
  } finally {
    await measured.close();
  }
};
