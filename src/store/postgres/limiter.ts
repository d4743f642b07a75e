/**
 * Rate limits, counted in one table for all nodes.
 *
 * One upsert of our own rather than the library's PostgreSQL limiter: that one ends windows by each node's own
 * clock, so nodes whose clocks differ would start them anew at different times, and it fixes the limit when it is
 * made, while ours belongs to the organization. Here the database's clock is the only one.
 */
import { sql } from 'kysely';
import type { RateLimiter, RateVerdict } from '../../service/ports.ts';
import type { Db } from '../database.ts';
import { Refusals } from '../refusals.ts';

export const WINDOW_MS = 60_000;
const CLEANUP_INTERVAL_MS = 60_000;

/** The statement's start, so every use of it within one statement is the same moment. */
export const NOW = '(extract(epoch from now()) * 1000)::bigint';
const now = sql.raw<number>(NOW);

interface WindowState {
  readonly used: number;
  readonly rest: number;
}

const count = async (db: Db, bucket: string, subject: string, windowMs: number): Promise<WindowState> => {
  const { rows } = await sql<WindowState>`
    insert into rate_windows as w (bucket, subject, used, ends_at)
    values (${bucket}, ${subject}, 1, ${now} + ${windowMs}::bigint)
    on conflict (bucket, subject) do update set
      used = case when w.ends_at <= ${now} then 1 else w.used + 1 end,
      ends_at = case when w.ends_at <= ${now} then excluded.ends_at else w.ends_at end
    returning used, ends_at - ${now} as rest`.execute(db);
  return rows[0] ?? { used: 1, rest: windowMs };
};

const look = async (db: Db, bucket: string, subject: string): Promise<WindowState> => {
  const row = await db
    .selectFrom('rate_windows')
    .select(['used', sql<number>`ends_at - ${now}`.as('rest')])
    .where('bucket', '=', bucket)
    .where('subject', '=', subject)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row ?? { used: 0, rest: WINDOW_MS };
};

const removeEnded = async (db: Db): Promise<void> => {
  // Nodes clean up at the same time: rows that another one holds are left to it.
  await sql`
    delete from rate_windows where (bucket, subject) in (
      select bucket, subject from rate_windows where ends_at <= ${now} for update skip locked
    )`.execute(db);
};

export const verdict = ({ used, rest }: WindowState, limit: number, allowed: boolean): RateVerdict => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - used),
  resetMs: Math.max(0, rest),
});

export interface PostgresLimiter extends RateLimiter {
  /** A verdict that the database gave with something else. */
  remember(bucket: string, subject: string, verdict: RateVerdict): void;
  stop(): void;
}

export const postgresLimiter = (db: Db, onError: (error: unknown) => void): PostgresLimiter => {
  const refusals = new Refusals();
  const known: RateLimiter['refused'] = (...use) => refusals.known(...use);
  const remember: PostgresLimiter['remember'] = (...refusal) => refusals.remember(...refusal);
  const cleanup = setInterval(() => void removeEnded(db).catch(onError), CLEANUP_INTERVAL_MS);
  cleanup.unref();

  return {
    async consume(bucket, subject, limit, windowMs = WINDOW_MS) {
      const refusal = known(bucket, subject, limit);
      if (refusal !== undefined) return refusal;
      const state = await count(db, bucket, subject, windowMs);
      const counted = verdict(state, limit, state.used <= limit);
      remember(bucket, subject, counted);
      return counted;
    },
    refused: known,
    remember,
    async peek(bucket, subject, limit) {
      const state = await look(db, bucket, subject);
      return verdict(state, limit, state.used < limit);
    },
    stop: () => {
      clearInterval(cleanup);
      refusals.stop();
    },
  };
};
