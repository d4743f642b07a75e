import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cell } from '../../archive/frames.ts';
import { ARCHIVE_TABLES } from '../archive/archive-tables.ts';
import { type Company, inUse, type Snapshot } from '../archive/snapshot.ts';
import { ADVISORY_LOCK } from './database.ts';
import { APPLICATION_NAME, typeParsers } from './dialect.ts';

/** Rows of one trip; of files fewer. */
const PAGE = 500;
const FILES_PAGE = 4;

/** What a connection that was just closed takes to be gone from the list. */
const FAREWELL_MS = 2_000;
const LOOK_MS = 100;
/** SQLSTATE: a lock that was not to be had in time. */
const LOCKED = '55P03';

/**
 * Servers ask for jobs every few seconds and so always have a connection, which bears their name; a lock on every table is for the one that comes
 * later, or has lost its connections just now.
 */
const requireNoServers = async (client: Client): Promise<void> => {
  for (const until = performance.now() + FAREWELL_MS; ; await sleep(LOOK_MS)) {
    // Otherwise a transaction sees who was there when it first looked.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ place: string | null }>(
      `select coalesce(host(client_addr), 'its own machine') as place from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
      [APPLICATION_NAME],
    );
    if (rows.length === 0) return;
    if (performance.now() < until) continue;
    const places = [...new Set(rows.map(({ place }) => place))].join(', ');
    throw inUse(` (${rows.length} connections of Platen, from ${places})`);
  }
};

const keepWritersAway = async (client: Client): Promise<void> => {
  await requireNoServers(client);
  await client.query(`set local lock_timeout = '5s'`);
  try {
    // What every start takes first: one that comes meanwhile waits for the mark.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await client.query(`lock table ${ARCHIVE_TABLES.map(({ name }) => name).join(', ')} in share mode`);
  } catch (error) {
    throw (error as { code?: string }).code === LOCKED ? inUse('', error) : error;
  }
};

/** `repeatable read`: all statements see the moment of the first one, and nobody waits for them. */
export const openPostgresSnapshot = async (url: string, company: Company): Promise<Snapshot> => {
  const client = new Client({ connectionString: url, application_name: 'platen backup', types: typeParsers });
  await client.connect();
  try {
    if (company === 'beside')
      await client.query('begin transaction isolation level repeatable read read only');
    else {
      await client.query('begin transaction isolation level repeatable read');
      await keepWritersAway(client);
    }
    return await snapshotOn(client);
  } catch (error) {
    await client.end();
    throw error;
  }
};

const snapshotOn = async (client: Client): Promise<Snapshot> => {
  const { rows: found } = await client.query<{ version: number | null }>(
    'select max(version) as version from schema_version',
  );
  return {
    version: Number(found[0]?.version ?? 0),
    async columns(table) {
      const { rows } = await client.query<{ column_name: string }>(
        'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position',
        [table],
      );
      return rows.map(({ column_name }) => column_name);
    },
    async *rows(table, key) {
      const order = key.join(', ');
      await client.query(`declare snapshot_rows cursor for select * from ${table} order by ${order}`);
      const page = table.startsWith('blob') ? FILES_PAGE : PAGE;
      try {
        for (;;) {
          const { rows } = await client.query<Record<string, Cell>>(`fetch ${page} from snapshot_rows`);
          for (const row of rows) yield Object.values(row);
          if (rows.length < page) break;
        }
      } finally {
        await client.query('close snapshot_rows');
      }
    },
    requireAlone: () => requireNoServers(client),
    async markMoved(target, at) {
      await client.query('insert into moved (target, at) values ($1, $2)', [target, at]);
      await client.query('commit');
    },
    close: () => client.end(),
  };
};
