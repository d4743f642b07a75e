/**
 * The ledger as one table and as months (deploy/postgres-partitions.sql), with as many rows as one wants, made by SQL, and a fifth as many each of the usage and
 * the audit log: what lists, charges and retention take in two databases of one server, asked in turns, and what it takes to be rid of a month. Without
 * fsync: it is about work and sizes, not about a disk.
 */
import { readFileSync } from 'node:fs';
import type { Store } from '../../src/service/ports.ts';
import { backendTime, charger, drive, type Measured, openMeasured } from './database.ts';
import { withoutIndexes } from './without-indexes.ts';

const SCRIPT = readFileSync(new URL('../../deploy/postgres-partitions.sql', import.meta.url), 'utf8');
const ORGANIZATIONS = 1_000;
const MONTHS = 12;
const ROUNDS = 3;
/** Of a server that is filled: no log of what is loaded, and room to sort. */
const SETTINGS = {
  shared_buffers: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '768MB',
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

const seconds = (value: number): string =>
  value < 1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(1)} s`;

/** Rows as charges write them, evenly from `from` on, with ids from `first` on. */
const ledgerRows = (
  rows: number,
  { first, from, span }: { first: number; from: number; span: number },
): string =>
  `insert into ledger (id, organization_id, amount, balance_after, reason, note, request_id, at) overriding system value
    select ${first} + n, 'organization-' || lpad((n * 7919 % ${ORGANIZATIONS})::text, 23, '0'), -1, 1000000, 'generate', 'monthly-invoice',
      lpad(n::text, 36, '0'), ${from} + (${span}::float8 * n / ${rows})::bigint
    from generate_series(1::bigint, ${rows}) as n`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Templates of an organization, each with a row of usage in some hours. */
const TEMPLATES = 20;

const usageRows = (rows: number, from: number): string =>
  `insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
    select 'organization-' || lpad((n % ${ORGANIZATIONS})::text, 23, '0'),
      (${from} / ${HOUR_MS} + n / ${ORGANIZATIONS} / ${TEMPLATES}) * ${HOUR_MS}::bigint, 'template-' || n / ${ORGANIZATIONS} % ${TEMPLATES}, 'PDF', 'ok', 7
    from generate_series(0, ${rows - 1}::bigint) as n`;

const auditRows = (rows: number, from: number, span: number): string =>
  `insert into audit (organization_id, actor, action, subject, at)
    select 'organization-' || lpad((n * 7919 % ${ORGANIZATIONS})::text, 23, '0'), 'somebody@example.com', 'template.replace', '{"template":"monthly-invoice"}',
      ${from} + (${span}::float8 * n / ${rows})::bigint from generate_series(1, ${rows}::bigint) as n`;

/** Seconds that one takes, asked for one organization after the other for a second. */
const asked = async (
  { stores: [store] }: Measured,
  ask: (store: Store, organizationId: string) => Promise<unknown>,
): Promise<number> => {
  if (store === undefined) throw new Error('no store');
  let turn = 0;
  const { done, seconds: took } = await drive(1, 1_000, async () => {
    turn += 1;
    await ask(store, `organization-${String((turn * 17) % ORGANIZATIONS).padStart(23, '0')}`);
  });
  return took / done;
};

/** A step of retention, which is what servers do in between. */
const PIECE = 500;

type Figures = Readonly<Record<string, number>>;

const figuresOf = async (measured: Measured, charge: Charging, now: number): Promise<Figures> => {
  const span = { from: now - 365 * DAY_MS, to: now, step: DAY_MS };
  const month = { ...span, from: now - 30 * DAY_MS };
  const lists = {
    ledger: await asked(measured, (store, id) => store.credit.ledger(id, 100)),
    month: await asked(measured, (store, id) => store.usage.series(id, [month], TEMPLATES)),
    year: await asked(measured, (store, id) => store.usage.series(id, [span], TEMPLATES)),
    audit: await asked(measured, (store, id) => store.audit.list(id, 100)),
    fold: await asked(measured, (store, id) => store.retention.foldLedger(id, now - 340 * DAY_MS, PIECE)),
  };
  const before = await backendTime(measured);
  const { done, seconds: took } = await drive(64, 3_000, () => charge());
  const work = (await backendTime(measured)) - before;
  return { ...lists, charges: done / took, work: work / done };
};

type Charging = () => Promise<unknown>;

const charging = async ({ stores: [store] }: Measured): Promise<Charging> => {
  if (store === undefined) throw new Error('no store');
  const charge = await charger(store);
  return () => charge(store);
};

const median = (rounds: readonly Figures[], name: string): number =>
  rounds.map((figures) => figures[name] ?? 0).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;

/** One after the other, and again: a busy machine is busy for both. */
const inTurns = async (places: readonly Measured[], now: number): Promise<readonly Figures[][]> => {
  const charges = await Promise.all(places.map(charging));
  const rounds: Figures[][] = places.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, place] of places.entries()) {
      const charge = charges[index] as Charging;
      rounds[index]?.push(await figuresOf(place, charge, now));
      process.stderr.write(`round ${round + 1}: ${JSON.stringify(rounds[index]?.at(-1))}\n`);
    }
  return rounds;
};

const sizeOf = async ({ number }: Measured): Promise<string> =>
  `${((await number("select sum(pg_total_relation_size(oid)) from pg_class where relname like 'ledger%' and relkind = 'r'")) / 1e9).toFixed(2)} GB`;

export const partitions = async (rows: number): Promise<{ head: string[]; rows: string[][] }> => {
  const filling = await openMeasured({ durable: false, nodes: 1, settings: SETTINGS });
  const year = MONTHS * 30 * DAY_MS;
  const now = Date.now();
  const rest = Math.round(rows / 5);
  let places: readonly Measured[] = [filling];
  try {
    await filling.sql(`insert into organizations (id, name, credit, created_at)
      select 'organization-' || lpad(n::text, 23, '0'), 'o' || n, 1000000, 0 from generate_series(0, ${ORGANIZATIONS - 1}) as n`);
    const filled = await timed(() =>
      withoutIndexes(filling, {
        ledger: ledgerRows(rows, { first: 0, from: now - year, span: year }),
        usage_hours: usageRows(rest, now - (rest / ORGANIZATIONS / TEMPLATES) * HOUR_MS),
        audit: auditRows(rest, now - year, year),
      }),
    );
    await filling.sql(`select setval(pg_get_serial_sequence('ledger', 'id'), ${rows + 1}, false)`);
    const vacuumed = await timed(() => filling.sql('vacuum analyze ledger, usage_hours, audit'));
    const [one, months] = await filling.copy('months');
    places = [months, one];
    const converted = await timed(() => months.sql(`begin; ${SCRIPT}; commit`));
    await months.sql('analyze ledger');
    const sizes = [await sizeOf(one), await sizeOf(months)];
    const [plain = [], cut = []] = await inTurns([one, months], now);
    // A month of its own, as it would be by then; and as many rows out of the one table.
    const [next] = await months.sql(
      "select platen_month((now() + interval '1 month')::date) as low, platen_month((now() + interval '2 months')::date) as high",
    );
    const from = Number(next?.['low']);
    const span = Number(next?.['high']) - from - 1;
    await months.sql(ledgerRows(Math.round(rows / MONTHS), { first: 2 * rows, from, span }));
    const dropped = await timed(() =>
      months.sql("select platen_drop_months('ledger', (now() + interval '2 months')::date)"),
    );
    const deleted = await timed(() => one.sql(`delete from ledger where at < ${now - year + year / MONTHS}`));
    const swept = await timed(() => one.sql('vacuum ledger'));
    const million = (value: number): string => `${(value / 1e6).toFixed(1)} million`;
    const row = (words: string, name: string, shown: (value: number) => string): string[] => [
      words,
      shown(median(plain, name)),
      shown(median(cut, name)),
    ];
    return {
      head: [`${million(rows)} rows, ${ORGANIZATIONS} organizations`, 'one table', 'months'],
      rows: [
        ['made by SQL, with indexes', `${seconds(filled)} (vacuum ${seconds(vacuumed)})`, ''],
        ['turned into months', '', seconds(converted)],
        ['size with indexes', ...sizes],
        row('newest 100 entries of an organization', 'ledger', seconds),
        row(`usage of 30 days (${million(rest)} rows in all)`, 'month', seconds),
        row('usage of a year', 'year', seconds),
        row(`newest 100 of the audit log (${million(rest)} rows in all, never months)`, 'audit', seconds),
        row(`retention of a ledger, a piece of ${PIECE} entries`, 'fold', seconds),
        row('charges a second, 64 at a time', 'charges', (value) => value.toFixed(0)),
        row('… work of PostgreSQL for each', 'work', (value) => `${value.toFixed(3)} ms`),
        [
          `rid of a month (${million(rows / MONTHS)} rows)`,
          `${seconds(deleted)} and ${seconds(swept)} of vacuum, file as large as before`,
          seconds(dropped),
        ],
      ],
    };
  } finally {
    for (const place of places) await place.close();
  }
};
