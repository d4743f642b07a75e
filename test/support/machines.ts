/**
 * What a larger installation consists of, on one machine: servers behind a balancer, PostgreSQL with a standby behind a proxy, and
 * a bucket. One of the servers speaks to the database through pgbouncer, where that is installed.
 */
import { Client } from 'pg';
import { type Balancer, startBalancer } from './balancer.ts';
import { pgbouncerIsMissing, startPgBouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres-server.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from './s3.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { startTcpProxy, through } from './tcp-proxy.ts';

export interface Machines {
  readonly balancer: Balancer;
  readonly s3: TestS3;
  readonly servers: readonly ServerProcess[];
  readonly database: FailingDatabase;
  /** One more server, known to the balancer. */
  start(how?: StartedServer): Promise<ServerProcess>;
  /** Resolves with what the process ended with; the balancer finds out by itself. */
  end(server: ServerProcess, signal: NodeJS.Signals): Promise<number | string>;
  close(): Promise<void>;
}

interface StartedServer {
  readonly isPooled?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

interface FailingDatabase {
  /** By way of the proxy. */
  readonly url: string;
  /** By way of another, for a pooler. */
  readonly pooledUrl: string;
  /** Of the server that follows the first, while it does. */
  readonly standbyUrl: string;
  sql(text: string): Promise<readonly Record<string, unknown>[]>;
  cut(): void;
  keepAlive(): void;
  restart(): Promise<void>;
  /** Nobody can reach it until `back`. */
  away(): void;
  back(): void;
  /**
   * The first one is lost, and the other takes its place. `lingering`: the first one lives on and only reads, and connections to
   * it stay as they are. A pooler's are ended, as its RECONNECT does it: it would use them for an hour.
   */
  failOver(how?: 'lingering'): Promise<void>;
}

const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const startFailingDatabase = async (
  within: string | undefined,
): Promise<FailingDatabase & { close(): Promise<void> }> => {
  const first = await startPostgres(within === undefined ? {} : { within });
  const second = await first.standby();
  // What is acknowledged has reached both: nothing can be lost with the first.
  await query(first.url, "alter system set synchronous_standby_names = '*'");
  await query(first.url, 'select pg_reload_conf()');
  let current = first;
  let isAway = false;
  let isFirstGone = false;
  const targets = (): string[] => (isAway ? [] : [new URL(current.url).host]);
  const [proxy, pooled] = await Promise.all([startTcpProxy(targets), startTcpProxy(targets)]);
  const cut = (): void => {
    proxy.cut();
    pooled.cut();
  };
  return {
    url: through(proxy, first.url),
    pooledUrl: through(pooled, first.url),
    standbyUrl: second.url,
    sql: (text) => query(current.url, text),
    cut,
    keepAlive: () => current.keepAlive(),
    restart: () => current.restart(),
    away() {
      isAway = true;
      cut();
    },
    back() {
      isAway = false;
    },
    async failOver(how) {
      if (how === 'lingering') {
        await query(first.url, 'alter system set default_transaction_read_only = on');
        await query(first.url, 'select pg_reload_conf()');
      } else {
        isFirstGone = true;
        await first.stop();
      }
      await second.promote();
      current = second;
      pooled.cut();
    },
    async close() {
      await proxy.close();
      await pooled.close();
      await second.stop();
      if (!isFirstGone) await first.stop();
    },
  };
};

/** As a supervisor does it: one that could not start, because the database was too busy to answer in time, is started again. */
const startSupervised = async (
  environment: Readonly<Record<string, string>>,
  times = 3,
): Promise<ServerProcess> => {
  try {
    return await startServerProcess(environment);
  } catch (error) {
    if (times === 1 || !/The database does not answer|connection timeout/.test(String(error))) throw error;
    return startSupervised(environment, times - 1);
  }
};

export const startMachines = async (
  servers: number,
  environment: Readonly<Record<string, string>> = {},
  { isWithBucket = true, databaseWithin }: { isWithBucket?: boolean; databaseWithin?: string } = {},
): Promise<Machines> => {
  const [database, s3, balancer] = await Promise.all([
    startFailingDatabase(databaseWithin),
    startS3(),
    startBalancer(),
  ]);
  const pooler = pgbouncerIsMissing ? undefined : await startPgBouncer(database.pooledUrl);
  const running: ServerProcess[] = [];
  const tell = (): void => balancer.serve(running.map(({ address }) => address));
  const machines: Machines = {
    balancer,
    s3,
    database,
    servers: running,
    async start({ isPooled = false, environment: more = {} } = {}) {
      const server = await startSupervised({
        DATABASE_URL: (isPooled ? pooler?.url : undefined) ?? database.url,
        ...(isWithBucket && { PLATEN_BLOBS: s3.address() }),
        PLATEN_PDF_ENGINE: 'native',
        PLATEN_JOBS: '1',
        ...S3_CREDENTIALS,
        ...environment,
        ...more,
      });
      running.push(server);
      tell();
      return server;
    },
    end: async (server, signal) => {
      const code = await server.stop(signal);
      running.splice(running.indexOf(server), 1);
      tell();
      return code;
    },
    async close() {
      await Promise.all(running.map((server) => server.stop('SIGKILL')));
      await balancer.close();
      await pooler?.close();
      await database.close();
      await s3.stop();
    },
  };
  try {
    await Promise.all(Array.from({ length: servers }, (_, at) => machines.start({ isPooled: at === 0 })));
    await balancer.ready(servers);
    return machines;
  } catch (error) {
    await machines.close();
    throw error;
  }
};
