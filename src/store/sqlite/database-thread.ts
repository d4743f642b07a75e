/**
 * A database thread: the whole store runs in here, next to its file, so that a transaction of several statements is
 * one message each way and the main thread neither waits for a disk nor builds a query.
 */
import { parentPort } from 'node:worker_threads';
import { sql } from 'kysely';
import { type ErrorData, errorToData } from '../../errors.ts';
import type { Database } from '../database.ts';
import { type DatabasePorts, databasePorts } from '../database-ports.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { SQLITE_WORDS } from '../migrations/migration.ts';
import { refuseMoved } from '../moved.ts';
import { openDatabase } from './database.ts';
import { isUnwritable, translateSqliteError } from './errors.ts';
import { type Reply, type Request, type ThreadControl, transferable } from './protocol.ts';

type AnyPort = Record<string, (...args: unknown[]) => Promise<unknown>>;

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a thread.');
const underWay = new Set<Promise<unknown>>();
let database: Database | undefined;
let ports: DatabasePorts | undefined;
/** Something could not be written, and nothing has been since. */
let isUnwritten = false;

const control: ThreadControl = {
  async open({ file, role }) {
    database = await openDatabase(file, role);
    if (role === 'write') {
      await migrate(database, { words: SQLITE_WORDS, migrations: MIGRATIONS });
      await refuseMoved(database.db);
    }
    ports = databasePorts(database);
  },
  async ping() {
    if (database === undefined) return;
    await sql`select version from schema_version limit 1`.execute(database.db);
    if (!isUnwritten) return;
    // Whoever asks for readiness sends nobody here until it is, so nobody else would find out that it can be written again.
    await tryToWrite(database);
    isUnwritten = false;
  },
  async close() {
    await Promise.allSettled(underWay);
    await database?.db.destroy();
  },
};

/** A row comes and goes in one transaction: its page is written. SQLite writes none where an update changes nothing. */
const tryToWrite = ({ transaction }: Database): Promise<void> =>
  transaction(async (trx) => {
    await trx.insertInto('schema_version').values({ version: -1, name: 'trial', applied_at: 0 }).execute();
    await trx.deleteFrom('schema_version').where('version', '=', -1).execute();
  });

const answer = (reply: Reply): void => port.postMessage(reply, reply.ok ? transferable(reply.value) : []);

const describe = (error: unknown): ErrorData => {
  const translated = translateSqliteError(error);
  const stack = error instanceof Error ? error.stack : undefined;
  // The stack of what SQLite said, not of its translation, is what the log wants.
  return { ...errorToData(translated), ...(stack !== undefined && { stack }) };
};

const settle = async (id: number, work: () => Promise<unknown>): Promise<void> => {
  try {
    answer({ id, ok: true, value: await work() });
  } catch (error) {
    isUnwritten ||= isUnwritable(error);
    answer({ id, ok: false, error: describe(error) });
  }
};

const perform = ({ port: name, method, args }: Request): Promise<unknown> => {
  const target = (name === 'thread' ? control : ports?.[name]) as unknown as AnyPort | undefined;
  const call = target?.[method];
  if (call === undefined) throw new Error(`The thread has no ${name}.${method}, or is not open.`);
  return call(...args);
};

port.on('message', (request: Request) => {
  const work = settle(request.id, async () => perform(request));
  if (request.port === 'thread' && request.method === 'close') {
    void work.then(() => port.close());
    return;
  }
  underWay.add(work);
  void work.then(() => underWay.delete(work));
});
