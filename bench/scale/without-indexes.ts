/**
 * Tables that are filled as a dump is restored: rows first, indexes afterwards, and no look whether each row's organization is there. An hour
 * for fifty million rows becomes minutes.
 */
import type { Measured } from './database.ts';

export const withoutIndexes = async (
  { sql }: Measured,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> => {
  const names = tables.map((name) => `'${name}'::regclass`).join(', ');
  const keys =
    await sql(`select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'p' and conrelid in (${names})`);
  const indexes =
    await sql(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid in (${names}) and not indisprimary`);
  for (const { table, name } of keys) await sql(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await sql(`drop index ${name}`);
  await sql("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
  await fill();
  for (const { table, name, definition } of keys)
    await sql(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes) await sql(String(definition));
  await sql('reset session_replication_role');
};
