/** Kysely on `pg`: numbers that are numbers, and connections that are thrown away once they are in doubt. */
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import type { Tables } from '../tables.ts';
import { isForgotten, planName } from './kept-plans.ts';

/** `bigint`. Times and counts stay far below 2^53, so a JavaScript number holds them. */
const INT8 = types.builtins.INT8;

/** How long a request waits for a free or new connection before it is told to come back. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** No query of the service takes a second; one that takes this long is stuck. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** For a server that has vanished without a word and can no longer enforce its own timeout. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** What PostgreSQL knows the connections of servers and commands as. */
export const APPLICATION_NAME = 'platen';

export interface PoolOptions {
  readonly url: string;
  /** As many as may be open at once. */
  readonly connections: number;
  /** A connection was lost. The pool makes new ones by itself; this is for the log. */
  readonly onConnectionError: (error: unknown) => void;
  /** Something that an operator may want to change. */
  readonly onWarning: (words: string) => void;
}

export const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

const openPool = (
  { url, onConnectionError }: PoolOptions,
  extra: { max: number; patient?: true; timeouts: boolean },
): Pool => {
  const pool = new Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: extra.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: typeParsers,
    ...(extra.timeouts && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    }),
    ...(!extra.patient && { query_timeout: ANSWER_TIMEOUT_MS }),
  });
  // A client without a listener would end the process when its connection breaks while it is lent out; the pool's
  // own event repeats what an idle client has said already.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  pool.on('error', () => {});
  return pool;
};

/** After a timeout on our side the answer may still come, and must not be taken for that of the next query. */
const inDoubt = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** A server that only reads was the primary once. Whoever stands in front knows the new one; connections that we have don't. */
const hasMoved = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY;

/** SQLSTATE */
const READ_ONLY = '25006';

interface Lent {
  isBroken(): boolean;
  /** Whether names of statements hold until the next transaction. */
  keepsPlans(): boolean;
  planForgotten(): void;
  /** What a query has thrown. */
  failed(error: unknown): void;
}

const lend = (
  client: PoolClient,
  { isBroken, keepsPlans, planForgotten, failed }: Lent,
): PostgresPoolClient => {
  const send = async (text: string, values: unknown[], name: string | undefined) => {
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isForgotten(error)) throw error;
      planForgotten();
      return client.query(text, values);
    }
  };
  const query = async <Row>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    try {
      const name = keepsPlans() ? planName(text) : undefined;
      return (await send(text, [...parameters], name)) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(isBroken() || destroy === true),
  };
};

/** Where one connection finds that the primary has moved, all that were opened before are closed instead of used again. */
const lendingPool = (pool: Pool, { keepsPlans }: { keepsPlans: boolean }): PostgresPool => {
  let areKept = keepsPlans;
  const openedAt = new WeakMap<PoolClient, number>();
  let moves = 0;
  pool.on('connect', (client) => openedAt.set(client, moves));
  const isOutdated = (client: PoolClient): boolean => (openedAt.get(client) ?? 0) < moves;
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    if (isOutdated(client)) {
      client.release(true);
      return connect();
    }
    let broken = false;
    return lend(client, {
      isBroken: () => broken || isOutdated(client),
      keepsPlans: () => areKept,
      planForgotten() {
        areKept = false;
      },
      failed(error) {
        broken ||= inDoubt(error);
        if (hasMoved(error) && !isOutdated(client)) moves += 1;
      },
    });
  };
  return { options: pool.options, connect, end: () => pool.end() };
};

const kyselyOn = (pool: Pool, plans: { keepsPlans: boolean }): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lendingPool(pool, plans) }) });

/** For the service's own queries. `timeouts`: whether the server takes them when a connection begins; a pooler does not, and has no plans to keep. */
export const postgresKysely = (options: PoolOptions, { timeouts }: { timeouts: boolean }): Kysely<Tables> =>
  kyselyOn(openPool(options, { max: options.connections, timeouts }), { keepsPlans: timeouts });

/** For migrations, which may take as long as the tables are large, and may wait for another node's. */
export const patientPostgresKysely = (options: PoolOptions): Kysely<Tables> =>
  kyselyOn(openPool(options, { max: 1, patient: true, timeouts: false }), { keepsPlans: false });

/** A pooler in front of the database may refuse settings of a connection: its connections are not ours alone. */
export const takesTimeouts = async (options: PoolOptions): Promise<boolean> => {
  const pool = openPool(options, { max: 1, timeouts: true });
  try {
    (await pool.connect()).release();
    return true;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return false;
    throw error;
  } finally {
    await pool.end();
  }
};
