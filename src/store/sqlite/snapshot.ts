import { DatabaseSync } from 'node:sqlite';
import type { Cell } from '../../archive/frames.ts';
import { type Company, inUse, type Snapshot } from '../archive/snapshot.ts';
import { isBusy } from './errors.ts';

/**
 * In WAL mode whoever reads sees one moment for as long as the transaction lasts, and nobody waits for it. Every server has the file open,
 * and a lock on it, for as long as it runs; so the lock that nobody else may have any of says that there is none, and keeps them away.
 */
export const openSqliteSnapshot = (file: string, company: Company): Snapshot => {
  const connection = new DatabaseSync(file, { readOnly: company === 'beside', timeout: 5_000 });
  try {
    if (company === 'alone') connection.exec('pragma locking_mode = exclusive');
    connection.exec('begin');
    return snapshotOn(connection);
  } catch (error) {
    connection.close();
    throw company === 'alone' && isBusy(error) ? inUse('', error) : error;
  }
};

const snapshotOn = (connection: DatabaseSync): Snapshot => {
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
    // The lock keeps everybody away.
    requireAlone: async () => undefined,
    async markMoved(target, at) {
      connection.prepare('insert into moved (target, at) values (?, ?)').run(target, at);
      connection.exec('commit');
    },
    async close() {
      connection.close();
    },
  };
};
