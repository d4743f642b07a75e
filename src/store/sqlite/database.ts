/** One connection to the database file, as the shared query code wants it. Runs in the threads of `database-thread.ts`. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { commitCharges } from './charge.ts';
import { sqliteKysely } from './dialect.ts';
import { isBusy } from './errors.ts';

/** How long SQLite itself waits for another process's lock. A write of ours takes milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** SQLite refuses at once, without waiting, where waiting could deadlock (recovery of the log, change to WAL). */
const BUSY_ATTEMPTS = 4;
const BUSY_PAUSE_MS = 50;

/** What the log keeps on disk after a burst of large uploads. */
const LOG_SIZE_LIMIT = 64 * 1024 * 1024;

const retryingBusy = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || attempt === BUSY_ATTEMPTS) throw error;
      await sleep(BUSY_PAUSE_MS * attempt);
    }
  }
};

/** Synchronous, on a connection that nobody else has meanwhile. */
const inTransaction = <Result>(connection: DatabaseSync, work: () => Result): Result => {
  connection.exec('begin immediate');
  try {
    const result = work();
    connection.exec('commit');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  }
};

export const openDatabase = async (file: string, role: 'write' | 'read'): Promise<Database> => {
  const connection = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  if (role === 'write') await retryingBusy(() => connection.exec('pragma journal_mode = wal'));
  connection.exec(`pragma synchronous = full; pragma journal_size_limit = ${LOG_SIZE_LIMIT}`);
  if (role === 'read') connection.exec('pragma query_only = on');

  const db = sqliteKysely(connection);
  let commit: ReturnType<typeof commitCharges> | undefined;
  const transaction: Database['transaction'] = (work) => retryingBusy(() => db.transaction().execute(work));
  return {
    db,
    transaction,
    // Every transaction is `begin immediate`: it has the only write lock there is.
    exclusive: async () => {},
    clock: async () => undefined,
    // Prepared at the first charge: before, the tables may not be there.
    chargeAll: (charges) => {
      commit ??= commitCharges(connection);
      const work = commit;
      return retryingBusy(() =>
        db.connection().execute(async () => inTransaction(connection, () => work(charges))),
      );
    },
  };
};
