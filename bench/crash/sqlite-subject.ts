/** One server on SQLite behind a balancer: started again where it ends, as a supervisor does it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Balancer, startBalancer } from '../../test/support/balancer.ts';
import { type ServerProcess, startServerProcess } from '../../test/support/server-process.ts';
import { BOOKS, type Books, SETTINGS } from './trial.ts';

export interface SqliteSubject {
  readonly address: string;
  readonly folder: string;
  readonly server: ServerProcess;
  readonly books: () => Promise<Books>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const startSqliteSubject = async (
  folder = mkdtempSync(join(tmpdir(), 'platen-crash-')),
  environment: Readonly<Record<string, string>> = {},
): Promise<SqliteSubject> => {
  const balancer: Balancer = await startBalancer();
  const start = async (): Promise<ServerProcess> => {
    const next = await startServerProcess({ PLATEN_DATA: folder, ...SETTINGS, ...environment });
    balancer.serve([next.address]);
    return next;
  };
  let server = await start();
  await balancer.ready(1);
  return {
    address: balancer.address,
    folder,
    get server() {
      return server;
    },
    async books() {
      const database = new DatabaseSync(join(folder, 'platen.db'), { readOnly: true, timeout: 5_000 });
      try {
        return database.prepare(BOOKS).get() as unknown as Books;
      } finally {
        database.close();
      }
    },
    async start() {
      server = await start();
    },
    async close() {
      await server.stop('SIGTERM');
      await balancer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
