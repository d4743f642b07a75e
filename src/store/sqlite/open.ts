/**
 * The store on one SQLite file, `platen.db` in the data folder, in a thread of its own; under load in two.
 *
 * In WAL mode a reader never waits for a writer. So a read that finds the writing thread at work goes to a second
 * one: looking up an API key takes no longer while the first waits for the disk, or for another process. A command
 * line that does one thing after the other never needs the second, and a thread is a third of a second to start.
 */
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PlatenError } from '../../errors.ts';
import type { Store } from '../../service/ports.ts';
import { chargeInGroups } from '../charges.ts';
import type { DatabasePorts } from '../database-ports.ts';
import type { GroupOptions } from '../group-commit.ts';
import { READS } from '../reads.ts';
import { DATABASE_FILE } from './database-file.ts';
import { memoryLimiter } from './limiter.ts';
import { ThreadClient } from './thread-client.ts';

/**
 * What comes in one turn of the loop, or while a commit runs, is one message, one transaction and one answer. Under load
 * the pause leaves the disk to others; more would only add latency to what is one fsync anyway. At 15 µs a charge, the
 * largest group holds the write lock for less than 10 ms.
 */
const CHARGE_GROUPS: GroupOptions = { pauseMs: 2, most: 500 };

/** Calls that have not been answered. */
class Pending {
  readonly #all = new Set<Promise<unknown>>();

  add<Result>(call: Promise<Result>): Promise<Result> {
    this.#all.add(call);
    const forget = (): void => void this.#all.delete(call);
    call.then(forget, forget);
    return call;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#all);
  }
}

/**
 * For the owner alone: the file holds every document template and the hashes of the keys. Folder by folder: `recursive` of Node.js tries without
 * end where a file system, such as /proc, says that there is no folder which is there.
 */
const makeFolders = async (folder: string): Promise<void> => {
  const isThere = async (path: string): Promise<boolean> =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (await isThere(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolders(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process has just made it.
    if (!(await isThere(folder))) throw error;
  });
};

export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await makeFolders(folder);
  } catch (cause) {
    throw new PlatenError('not_ready', `The data folder ${folder} cannot be made.`, {
      hint: 'Set PLATEN_DATA to a folder that this user may write.',
      cause,
    });
  }
};

/** The folder may be one that others can read. What SQLite puts beside the file has the file's own rights. */
export const keepPrivate = async (file: string): Promise<void> => {
  try {
    const handle = await open(file, 'a', 0o600);
    await handle.chmod(0o600);
    await handle.close();
  } catch {
    // A folder that may not be written, or another user's file: opening the database says so in its own words.
  }
};

/** At a start the operator may know which file it is; callers of a running server never hear of it. */
export const openingError = (error: unknown, file: string): unknown => {
  if (!(error instanceof PlatenError) || error.code !== 'not_ready') return error;
  return new PlatenError('not_ready', `${file}: ${error.message}`, {
    hint:
      error.hint ??
      'PLATEN_DATA must be a folder that this user may write, with nothing of others in it, on a disk that is neither full nor read-only.',
    cause: error,
  });
};

export const openSqliteStore = async (folder: string): Promise<Store> => {
  await makeFolder(folder);
  const file = join(folder, DATABASE_FILE);
  await keepPrivate(file);
  const writer = new ThreadClient({ file, role: 'write' });
  const reader = new ThreadClient({ file, role: 'read' });
  try {
    await writer.open();
  } catch (error) {
    await writer.close();
    throw openingError(error, file);
  }

  const threadForReading = (): ThreadClient => {
    if (!writer.busy) return writer;
    if (reader.isOpen) return reader;
    // Until it is, the writer does both. A failure is told to whoever reads next, by the writer.
    reader.open().catch(() => {});
    return writer;
  };

  const remote = <Name extends keyof DatabasePorts>(name: Name): DatabasePorts[Name] => {
    const reads: ReadonlySet<PropertyKey> = new Set(READS[name]);
    return new Proxy({} as DatabasePorts[Name], {
      get: (_target, method) =>
        typeof method === 'string'
          ? (...args: unknown[]) => (reads.has(method) ? threadForReading() : writer).call(name, method, args)
          : undefined,
    });
  };

  const credit = remote('credit');
  const submit = chargeInGroups(remote('charges').commit, CHARGE_GROUPS);
  const underWay = new Pending();
  const limiter = memoryLimiter();
  return {
    organizations: remote('organizations'),
    apiKeys: remote('apiKeys'),
    credit: {
      grant: credit.grant,
      setBalance: credit.setBalance,
      ledger: credit.ledger,
      async charge(charge) {
        const { organizationId, generateLimit } = charge;
        if (generateLimit === undefined) return underWay.add(submit(charge));
        const verdict = limiter.count('generate', organizationId, generateLimit);
        if (!verdict.allowed) return { charged: false, balance: null, verdict };
        return { ...(await underWay.add(submit(charge))), verdict };
      },
    },
    templates: remote('templates'),
    labels: remote('labels'),
    samples: remote('samples'),
    blobs: remote('blobs'),
    blobRegister: remote('blobRegister'),
    retries: remote('retries'),
    jobs: remote('jobs'),
    batches: remote('batches'),
    webhooks: remote('webhooks'),
    calls: remote('calls'),
    usage: remote('usage'),
    audit: remote('audit'),
    people: remote('people'),
    authRecords: remote('authRecords'),
    retention: remote('retention'),
    limiter,
    async ping() {
      await writer.call('thread', 'ping', []);
    },
    async close() {
      // What waits for its group has not reached the thread yet.
      await underWay.settled();
      await reader.close();
      // The last connection moves the log into the file, so it has to be the one that writes.
      await writer.close();
    },
  };
};
