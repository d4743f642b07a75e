import { sql } from 'kysely';
import type { Database, Db, Trx } from '../database.ts';
import { chargeAtOnce } from './charge.ts';
import { lostRace } from './errors.ts';

const ATTEMPTS = 5;

/** Any number that nobody else in the database uses for an advisory lock: "Plat" in ASCII. */
const ADVISORY_LOCK = 0x506c_6174;

export const postgresDatabase = (db: Db): Database => ({
  db,
  async transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (!lostRace(error) || attempt === ATTEMPTS) throw error;
      }
    }
  },
  async exclusive(trx) {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  },
  charge: chargeAtOnce(db),
});
