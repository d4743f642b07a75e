/**
 * Tables that are filled as a dump is restored: rows first, indexes afterwards, no look whether each row's organization is there, and nothing in the log
 * (a table that was emptied in the same transaction needs none where `wal_level` is minimal). An hour for fifty million rows becomes minutes.
 */
import type { Measured } from './database.ts';

/** Two at once at most: `fill` says of each table how. */
export const withoutIndexes = async (
  { sql, connect }: Measured,
  fill: Readonly<Record<string, string>>,
): Promise<void> => {
  const names = Object.keys(fill)
    .map((name) => `'${name}'::regclass`)
    .join(', ');
  const keys =
    await sql(`select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'p' and conrelid in (${names})`);
  const indexes =
    await sql(`select indexrelid::regclass::text as name, indrelid::regclass::text as "table", pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid in (${names}) and not indisprimary`);
  const waiting = Object.entries(fill);
  const work = async (): Promise<void> => {
    const session = await connect();
    await session.sql('set session_replication_role = replica');
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [table, rows] = next;
      const key = keys.filter((one) => one['table'] === table);
      const own = indexes.filter((one) => one['table'] === table);
      await session.sql(
        [
          'begin',
          `truncate ${table}`,
          ...key.map(({ name }) => `alter table ${table} drop constraint ${name}`),
          ...own.map(({ name }) => `drop index ${name}`),
          rows,
          ...key.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
          ...own.map(({ definition }) => String(definition)),
          'commit',
        ].join(';\n'),
      );
      process.stderr.write(`${table} is filled\n`);
    }
    await session.end();
  };
  await Promise.all([work(), work()]);
};
