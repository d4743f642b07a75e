/**
 * A database thread: the whole store runs in here, next to its file, so that a transaction of several statements is
 * one message each way and the main thread neither waits for a disk nor builds a query.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { type ErrorData, errorToData } from '../../errors.ts';
import { databasePorts } from '../database-ports.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { SQLITE_WORDS } from '../migrations/migration.ts';
import { openDatabase } from './database.ts';
import { translateSqliteError } from './errors.ts';
import {
  type Reply,
  type Request,
  START_ID,
  type ThreadOptions,
  type ThreadPorts,
  transferable,
} from './protocol.ts';

type AnyPort = Record<string, (...args: unknown[]) => Promise<unknown>>;

const openPorts = async ({ file, role }: ThreadOptions): Promise<ThreadPorts> => {
  const database = await openDatabase(file, role);
  if (role === 'write') await migrate(database, { words: SQLITE_WORDS, migrations: MIGRATIONS });
  return {
    ...databasePorts(database),
    thread: {
      async ping() {
        await sql`select version from schema_version limit 1`.execute(database.db);
      },
      async close() {
        await Promise.allSettled(underWay);
        await database.db.destroy();
      },
    },
  };
};

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a thread.');
const underWay = new Set<Promise<unknown>>();

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
    answer({ id, ok: false, error: describe(error) });
  }
};

const opened = openPorts(workerData as ThreadOptions);

port.on('message', ({ id, port: name, method, args }: Request) => {
  const call = async () => {
    const target = (await opened)[name] as unknown as AnyPort;
    return target[method]?.(...args);
  };
  if (name === 'thread' && method === 'close') {
    void settle(id, call).then(() => port.close());
    return;
  }
  const work = settle(id, call);
  underWay.add(work);
  void work.then(() => underWay.delete(work));
});

void settle(START_ID, async () => {
  await opened;
});
