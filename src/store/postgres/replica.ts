/**
 * openReplica :: the primary, a standby → ports whose lists come from the standby
 *
 * A standby is behind by whatever it has not replayed yet, and whoever has just stored something expects to see it, on any server.
 * So it is asked only where it is not behind: the primary says how far its log goes, which costs it nothing, and the standby whether it has come that
 * far. It gets a moment to; then, and where it does not answer, the primary gives the list itself. Nobody ever sees an older state.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ReplicaState } from '../../service/ports.ts';
import type { DatabasePorts } from '../database-ports.ts';
import { databasePorts } from '../database-ports.ts';
import type { Tables } from '../tables.ts';
import { postgresDatabase } from './database.ts';
import { type PoolOptions, postgresKysely } from './dialect.ts';

/** What reads many rows. What reads one is as quick as the question how far the standby is. */
const LISTS = {
  templates: ['list', 'versions'],
  credit: ['ledger'],
  calls: ['list'],
  usage: ['series'],
  audit: ['list'],
  jobs: ['list'],
  webhooks: ['deliveries'],
} as const satisfies { [Port in keyof DatabasePorts]?: readonly (keyof DatabasePorts[Port])[] };

const CONNECTIONS = 4;
/** Standbys are some milliseconds behind. */
const PAUSE_MS = 5;
const LOOKS = 5;
/** It is not asked again for so long after it did not answer: each list would wait for it anew. */
const AWAY_MS = 5_000;

interface Replica {
  /** Looks now: who asks must not hear what the last list has found, an hour ago. */
  state(): Promise<ReplicaState>;
  readingLists(primary: DatabasePorts): DatabasePorts;
  close(): Promise<void>;
}

/** Which database it is, and how far its log goes. */
interface Position {
  readonly cluster: string;
  readonly name: string;
  readonly place: string | null;
}

const identity = sql`(select system_identifier::text from pg_control_system()) as cluster, current_database() as name`;

const positionOfPrimary = async (db: Kysely<Tables>): Promise<Position> => {
  const { rows } = await sql<Position>`
    select ${identity}, pg_current_wal_flush_lsn()::text as place`.execute(db);
  return rows[0] as Position;
};

type Look = 'there' | 'behind' | 'another';

const lookAtReplica = async (db: Kysely<Tables>, { cluster, name, place }: Position): Promise<Look> => {
  const { rows } = await sql<Position & { isThere: boolean | null }>`
    select ${identity}, pg_last_wal_replay_lsn() >= ${place}::pg_lsn as "isThere"`.execute(db);
  const [found] = rows;
  if (found?.cluster !== cluster || found.name !== name || found.isThere === null) return 'another';
  return found.isThere ? 'there' : 'behind';
};

const PROBLEMS = {
  behind: 'is behind',
  another: 'is not a standby of the database',
  away: 'does not answer',
} as const;

export const openReplica = (primary: Kysely<Tables>, options: PoolOptions): Replica => {
  const db = postgresKysely({ ...options, connections: CONNECTIONS }, { timeouts: false });
  const ports = databasePorts(postgresDatabase(db));
  let problem: keyof typeof PROBLEMS | undefined;
  let awayUntil = 0;
  let answered = 0;
  let passedOn = 0;

  const notice = (found: typeof problem): void => {
    // Being behind comes and goes; the rest is for an operator.
    if (found !== problem && found !== undefined && found !== 'behind')
      options.onWarning(`DATABASE_REPLICA_URL ${PROBLEMS[found]}: lists are read from the primary.`);
    problem = found;
    awayUntil = found === 'away' || found === 'another' ? performance.now() + AWAY_MS : 0;
  };

  const hasAll = async (): Promise<boolean> => {
    const position = await positionOfPrimary(primary);
    try {
      let look = await lookAtReplica(db, position);
      for (let looks = 1; look === 'behind' && looks < LOOKS; looks += 1) {
        await sleep(PAUSE_MS);
        look = await lookAtReplica(db, position);
      }
      notice(look === 'there' ? undefined : look);
      return look === 'there';
    } catch {
      notice('away');
      return false;
    }
  };

  const read = async (there: () => Promise<unknown>, here: () => Promise<unknown>): Promise<unknown> => {
    if (performance.now() >= awayUntil && (await hasAll()))
      try {
        const list = await there();
        answered += 1;
        return list;
      } catch {
        // A standby may end a question that is in the way of what it replays; and it may go at any moment.
      }
    passedOn += 1;
    return here();
  };

  const readingLists = (all: DatabasePorts): DatabasePorts => {
    const changed = Object.entries(LISTS).map(([name, methods]) => {
      const [here, there] = [all, ports].map(
        (from) => from[name as keyof typeof LISTS] as unknown as AnyPort,
      );
      const lists = methods.map((method) => [
        method,
        (...args: unknown[]) =>
          read(
            () => there?.[method]?.(...args) as Promise<unknown>,
            () => here?.[method]?.(...args) as Promise<unknown>,
          ),
      ]);
      return [name, { ...here, ...Object.fromEntries(lists) }];
    });
    return { ...all, ...Object.fromEntries(changed) };
  };

  return {
    async state() {
      await hasAll();
      return {
        ok: problem === undefined || problem === 'behind',
        message: problem === undefined ? 'ok' : PROBLEMS[problem],
        answered,
        passedOn,
      };
    },
    readingLists,
    close: () => db.destroy(),
  };
};

type AnyPort = Record<string, (...args: unknown[]) => Promise<unknown>>;
