/** The store on PostgreSQL: any number of nodes on one database, which is all that coordinates them. */
import { sql } from 'kysely';
import { PlatenError } from '../../errors.ts';
import type { Store } from '../../service/ports.ts';
import type { Database, Db } from '../database.ts';
import { databasePorts } from '../database-ports.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { POSTGRES_WORDS } from '../migrations/migration.ts';
import { refuseMoved } from '../moved.ts';
import { READS } from '../reads.ts';
import { chargeByOrganization } from './charge.ts';
import { ConnectionShares } from './connection-shares.ts';
import { postgresDatabase } from './database.ts';
import {
  CONNECT_TIMEOUT_MS,
  type PoolOptions,
  patientPostgresKysely,
  postgresKysely,
  takesTimeouts,
} from './dialect.ts';
import { isFull, translatePostgresError } from './errors.ts';
import { postgresLimiter } from './limiter.ts';
import { openingError, requireServer } from './opening.ts';
import { openReplica } from './replica.ts';

const prepareSchema = async (options: PoolOptions): Promise<void> => {
  const db = patientPostgresKysely(options);
  try {
    await requireServer(db);
    await migrate(postgresDatabase(db), { words: POSTGRES_WORDS, migrations: MIGRATIONS });
    await refuseMoved(db);
  } catch (error) {
    throw openingError(error, options.url);
  } finally {
    await db.destroy();
  }
};

/** For what may take as long as the database is large; whoever opens it closes it. */
export const openPatiently = async (url: string): Promise<Database> => {
  const db = patientPostgresKysely({
    ...{ url, connections: 1 },
    onConnectionError: () => undefined,
    onWarning: () => undefined,
  });
  try {
    await requireServer(db);
    return postgresDatabase(db);
  } catch (error) {
    await db.destroy();
    throw openingError(error, url);
  }
};

/** Whose share of the connections a call comes out of: the first thing that says whom it is about. */
const holderOf = (args: readonly unknown[]): string => {
  for (const arg of args) {
    if (typeof arg === 'string') return arg;
    const { organizationId } = (arg ?? {}) as { readonly organizationId?: unknown };
    if (typeof organizationId === 'string') return organizationId;
  }
  return '';
};

const NO_TIMEOUTS =
  "What stands in front of the database refuses statement_timeout, so a query that is stuck is not ended by the server. Set it for the role: alter role … set statement_timeout = '20s'";

/**
 * Small rows find room in pages that are there, on a full disk as well; so this one, which comes and goes, needs new ones: 256 KiB that can't be packed.
 * Whoever asks for readiness sends nobody here until it succeeds, so nobody else would find out.
 */
const takeRoom = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`insert into schema_version (version, name, applied_at)
      select -1, string_agg(md5(random()::text), ''), 0 from generate_series(1, 8192)`.execute(trx);
    await trx.deleteFrom('schema_version').where('version', '=', -1).execute();
  });

export const openPostgresStore = async (options: PoolOptions, replicaUrl?: string): Promise<Store> => {
  await prepareSchema(options);
  const timeouts = await takesTimeouts(options);
  if (!timeouts) options.onWarning(NO_TIMEOUTS);
  const db = postgresKysely(options, { timeouts });
  const limiter = postgresLimiter(db, options.onConnectionError);
  const shares = new ConnectionShares({ connections: options.connections, patienceMs: CONNECT_TIMEOUT_MS });
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** The disk was full, and nothing that takes room has been written since. */
  let isUnwritten = false;

  /** Every call of every port: what the driver throws becomes what a caller can act on. */
  const guarded = <Port extends object>(
    port: Port,
    { unshared, about = holderOf }: { unshared: readonly PropertyKey[]; about?: typeof holderOf },
  ): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          if (closing !== undefined) throw new PlatenError('shutting_down', 'The store is closed.');
          const work = (): Promise<unknown> => method.apply(target, args);
          const call = unshared.includes(name) ? work() : shares.run(about(args), work);
          underWay.add(call);
          try {
            return await call;
          } catch (error) {
            isUnwritten ||= isFull(error);
            throw translatePostgresError(error);
          } finally {
            underWay.delete(call);
          }
        };
      },
    });

  /** The pool would drop calls that still wait for a connection, so they go first. */
  const finishAndClose = async (): Promise<void> => {
    limiter.stop();
    await Promise.allSettled(underWay);
    await replica?.close();
    await db.destroy();
  };

  const replica = replicaUrl === undefined ? undefined : openReplica(db, { ...options, url: replicaUrl });
  const primaryPorts = databasePorts(postgresDatabase(db));
  const ports = replica?.readingLists(primaryPorts) ?? primaryPorts;
  const port = <Name extends keyof typeof READS>(name: Name) =>
    guarded(ports[name], { unshared: READS[name] });
  const health = guarded(
    {
      async ping() {
        // A primary that was replaced may answer for a while longer, and only reads.
        const { rows } = await sql<{ mode: string }>`
          select version, current_setting('transaction_read_only') as mode from schema_version limit 1`.execute(
          db,
        );
        if (rows[0]?.mode === 'on')
          throw new PlatenError('not_ready', 'The database only reads: it is a standby, or was told to.');
        if (!isUnwritten) return;
        await takeRoom(db);
        isUnwritten = false;
      },
    },
    { unshared: ['ping'] },
  );
  const limits = guarded(limiter, { unshared: ['peek'], about: ([, subject]) => String(subject) });
  return {
    organizations: port('organizations'),
    apiKeys: port('apiKeys'),
    credit: guarded(
      {
        ...ports.credit,
        charge: chargeByOrganization(
          (charges) => shares.run(charges[0]?.organizationId ?? '', () => ports.charges.commit(charges)),
          limiter,
        ),
      },
      // A charge waits for its group, which takes one connection for all of them.
      { unshared: [...READS.credit, 'charge'] },
    ),
    templates: port('templates'),
    labels: port('labels'),
    samples: port('samples'),
    blobs: port('blobs'),
    blobRegister: port('blobRegister'),
    retries: port('retries'),
    jobs: port('jobs'),
    batches: port('batches'),
    webhooks: port('webhooks'),
    calls: port('calls'),
    usage: port('usage'),
    audit: port('audit'),
    people: port('people'),
    authRecords: port('authRecords'),
    retention: port('retention'),
    limiter: { consume: limits.consume, peek: limits.peek, refused: limiter.refused },
    ping: () => health.ping(),
    ...(replica && { replica: () => replica.state() }),
    close() {
      closing ??= finishAndClose();
      return closing;
    },
  };
};
