/** What the shared query code needs from a dialect. Everything that SQLite and PostgreSQL do alike is written once. */
import type { Kysely, Transaction } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { Charge, ChargeResult } from '../service/ports.ts';
import type { Tables } from './tables.ts';

export type Trx = Transaction<Tables>;

/** For reading, inside or outside a transaction. */
export type Db = Kysely<Tables>;

/** Undefined: there is no such organization. One charge that fails must not undo its neighbours. */
export type ChargeOutcome = ChargeResult | undefined;

export interface Database {
  readonly db: Db;
  /**
   * Runs `work` in a transaction that may write, again from the start where the database says that it lost a race
   * (so `work` has no effects but its queries).
   */
  transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Holds off every other holder, in any process, until the transaction ends. */
  exclusive(trx: Trx): Promise<void>;
  /** Milliseconds, as all servers have them from it; undefined where there is one machine, with one clock. */
  clock(): Promise<number | undefined>;
  /** Each in its turn, all in one transaction. */
  chargeAll(charges: readonly Charge[]): Promise<readonly ChargeOutcome[]>;
}

export const noOrganization = (id: string): PlatenError =>
  new PlatenError('organization_not_found', `There is no organization ${id}.`);

/** A bug's error where a query that cannot come back empty did. */
export const present = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('A row that the transaction has just written is not there.');
  return row;
};
