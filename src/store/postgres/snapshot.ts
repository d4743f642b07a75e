import { Client } from 'pg';
import type { Cell } from '../../archive/frames.ts';
import type { Snapshot } from '../archive/snapshot.ts';
import { typeParsers } from './dialect.ts';

/** Rows of one trip; of files fewer. */
const PAGE = 500;
const FILES_PAGE = 4;

/** `repeatable read`: all statements see the moment of the first one, and nobody waits for them. */
export const openPostgresSnapshot = async (url: string): Promise<Snapshot> => {
  const client = new Client({ connectionString: url, application_name: 'platen backup', types: typeParsers });
  await client.connect();
  await client.query('begin transaction isolation level repeatable read read only');
  const { rows: found } = await client.query<{ version: number | null }>(
    'select max(version) as version from schema_version',
  );
  return {
    version: Number(found[0]?.version ?? 0),
    async columns(table) {
      const { rows } = await client.query<{ column_name: string }>(
        'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position',
        [table],
      );
      return rows.map(({ column_name }) => column_name);
    },
    async *rows(table, key) {
      const order = key.join(', ');
      await client.query(`declare snapshot_rows cursor for select * from ${table} order by ${order}`);
      const page = table.startsWith('blob') ? FILES_PAGE : PAGE;
      try {
        for (;;) {
          const { rows } = await client.query<Record<string, Cell>>(`fetch ${page} from snapshot_rows`);
          for (const row of rows) yield Object.values(row);
          if (rows.length < page) break;
        }
      } finally {
        await client.query('close snapshot_rows');
      }
    },
    close: () => client.end(),
  };
};
