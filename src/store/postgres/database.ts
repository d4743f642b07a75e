import { sql } from 'kysely';
import type { Database, Db } from '../database.ts';
import { commitCharges } from './charge.ts';
import { lostRace } from './errors.ts';

const ATTEMPTS = 5;

/** Any number that nobody else in the database uses for an advisory lock: "Plat" in ASCII. */
export const ADVISORY_LOCK = 0x506c_6174;

const retryingLostRace = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!lostRace(error) || attempt === ATTEMPTS) throw error;
    }
  }
};

export const postgresDatabase = (db: Db): Database => ({
  db,
  transaction: (work) => retryingLostRace(() => db.transaction().execute(work)),
  async exclusive(trx) {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  },
  async clock() {
    const { rows } = await sql<{
      now: number;
    }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
    return rows[0]?.now;
  },
  chargeAll: (charges) => retryingLostRace(() => commitCharges(db, charges)),
});
