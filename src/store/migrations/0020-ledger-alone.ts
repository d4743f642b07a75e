import type { Migration } from './migration.ts';

/**
 * The ledger's foreign key to the organization. Whoever writes a line has that row locked already, so it said nothing new, and PostgreSQL
 * looked for each line by itself, past every older state of a row that each charge changes: with a backup under way, which keeps those alive, the
 * charges of a busy organization took ten times as long after minutes. SQLite has no older states to pass, and can't drop one.
 *
 * And the mark on a database that was moved: whatever is written to it afterwards would be a second truth.
 */
export const ledgerAlone: Migration = {
  version: 20,
  name: 'ledger alone',
  statements: ({ dialect, text }) => [
    ...(dialect === 'postgres'
      ? [
          // Under another name where the ledger was turned into months.
          `do $$
          declare
            key text;
          begin
            for key in select conname from pg_constraint
              where conrelid = 'ledger'::regclass and contype = 'f' and confrelid = 'organizations'::regclass
            loop
              execute format('alter table ledger drop constraint %I', key);
            end loop;
          end $$`,
        ]
      : []),
    `create table moved (
      target ${text} not null,
      at bigint not null
    )`,
  ],
};
