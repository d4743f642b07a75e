/**
 * The ledger as one table and as months (deploy/postgres-partitions.sql), with as many rows as one wants, made by SQL, and as many of the usage and the
 * audit log together: what lists and charges take, what retention does, and what it takes to be rid of a month. Without fsync: it is about work and
 * sizes, not about a disk.
 */
import { readFileSync } from 'node:fs';
import type { Store } from '../../src/service/ports.ts';
import { charger, drive, type Measured, openMeasured } from './database.ts';
import { withoutIndexes } from './without-indexes.ts';

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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Templates of an organization, each with a row of usage in some hours. */
const TEMPLATES = 20;

const fillUsage = (measured: Measured, rows: number, from: number): Promise<unknown> =>
  measured.sql(`insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
    select 'organization-' || lpad((n % ${ORGANIZATIONS})::text, 23, '0'),
      (${from} / ${HOUR_MS} + n / ${ORGANIZATIONS} / ${TEMPLATES}) * ${HOUR_MS}::bigint, 'template-' || n / ${ORGANIZATIONS} % ${TEMPLATES}, 'PDF', 'ok', 7
    from generate_series(0, ${rows - 1}::bigint) as n`);

const fillAudit = (measured: Measured, rows: number, from: number, span: number): Promise<unknown> =>
  measured.sql(`insert into audit (organization_id, actor, action, subject, at)
    select 'organization-' || lpad((n * 7919 % ${ORGANIZATIONS})::text, 23, '0'), 'somebody@example.com', 'template.replace', '{"template":"monthly-invoice"}',
      ${from} + (${span}::float8 * n / ${rows})::bigint from generate_series(1, ${rows}::bigint) as n`);

/** How long one takes, asked for one organization after the other for two seconds. */
const asked = async (
  { stores: [store] }: Measured,
  ask: (store: Store, organizationId: string) => Promise<unknown>,
): Promise<string> => {
  if (store === undefined) throw new Error('no store');
  let turn = 0;
  const { done, seconds: took } = await drive(1, 2_000, async () => {
    turn += 1;
    await ask(store, `organization-${String((turn * 17) % ORGANIZATIONS).padStart(23, '0')}`);
  });
  return seconds(took / done);
};

const lists = async (measured: Measured, now: number) => {
  const span = { from: now - 365 * DAY_MS, to: now, step: DAY_MS };
  return {
    ledger: await asked(measured, (store, id) => store.credit.ledger(id, 100)),
    month: await asked(measured, (store, id) =>
      store.usage.series(id, [{ ...span, from: now - 30 * DAY_MS }], TEMPLATES),
    ),
    year: await asked(measured, (store, id) => store.usage.series(id, [span], TEMPLATES)),
    audit: await asked(measured, (store, id) => store.audit.list(id, 100)),
  };
};

/** A step of retention, which is what servers do in between. */
const PIECE = 500;
const retention = async (measured: Measured, before: number) => ({
  audit: await asked(measured, (store) => store.retention.dropAudit(before, PIECE)),
  usage: await asked(measured, (store, id) => store.retention.dropUsage(id, before, PIECE)),
  ledger: await asked(measured, (store, id) => store.retention.foldLedger(id, before, PIECE)),
});

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
    const rest = Math.round(rows / 2);
    const filled = await timed(() =>
      withoutIndexes(measured, ['ledger', 'usage_hours', 'audit'], async () => {
        await fill(measured, rows, now - year, year);
        await fillUsage(measured, rest, now - (rest / ORGANIZATIONS / TEMPLATES) * HOUR_MS);
        await fillAudit(measured, rest, now - year, year);
      }),
    );
    const indexed = await timed(() => sql('vacuum analyze ledger, usage_hours, audit'));
    const plain = { ...(await lists(measured, now)), charge: await charges(measured), size: await size() };
    const converted = await timed(() => sql(`begin; ${SCRIPT}; commit`));
    await sql('analyze ledger');
    const cut = { ...(await lists(measured, now)), charge: await charges(measured), size: await size() };
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
    const piece = await retention(measured, now - year / 2);
    const million = (value: number): string => `${(value / 1e6).toFixed(1)} million`;
    return {
      head: [`${million(rows)} rows, ${ORGANIZATIONS} organizations`, 'one table', 'months'],
      rows: [
        ['made by SQL', `${seconds(filled)} (vacuum ${seconds(indexed)})`, ''],
        ['turned into months', '', seconds(converted)],
        ['size with indexes', plain.size, cut.size],
        ['newest 100 entries of an organization', plain.ledger, cut.ledger],
        [`usage of 30 days (${million(rest)} rows in all)`, plain.month, cut.month],
        ['usage of a year', plain.year, cut.year],
        [`newest 100 of the audit log (${million(rest)} rows in all)`, plain.audit, cut.audit],
        ['charges a second, 64 at a time', plain.charge, cut.charge],
        [
          `rid of a month (${million(rows / MONTHS)} rows)`,
          `${seconds(deleted)} and ${seconds(vacuumed)} of vacuum, file as large as before`,
          seconds(dropped),
        ],
        ['size after that', after, ''],
        [
          `retention, a piece of ${PIECE} rows: audit, usage, ledger`,
          '',
          `${piece.audit}, ${piece.usage}, ${piece.ledger}`,
        ],
      ],
    };
  } finally {
    await measured.close();
  }
};
