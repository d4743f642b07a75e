import { DatabaseSync } from 'node:sqlite';
import type { Cell } from '../../archive/frames.ts';
import type { Snapshot } from '../archive/snapshot.ts';

/** In WAL mode whoever reads sees one moment for as long as the transaction lasts, and nobody waits for it. */
export const openSqliteSnapshot = (file: string): Snapshot => {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  connection.exec('begin');
  const [found] = connection.prepare('select max(version) as version from schema_version').all();
  return {
    version: Number(found?.['version'] ?? 0),
    async columns(table) {
      return connection
        .prepare(`select name from pragma_table_info(?)`)
        .all(table)
        .map(({ name }) => String(name));
    },
    async *rows(table, key) {
      const rows = connection.prepare(`select * from ${table} order by ${key.join(', ')}`).iterate();
      for (const row of rows) yield Object.values(row) as readonly Cell[];
    },
    async close() {
      connection.close();
    },
  };
};
