/** What the shared query code needs from a dialect. Everything that SQLite and PostgreSQL do alike is written once. */
import type { Kysely, Transaction } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { Charge } from '../service/ports.ts';
import type { Tables } from './tables.ts';

export type Trx = Transaction<Tables>;

/** For reading, inside or outside a transaction. */
export type Db = Kysely<Tables>;

export interface ChargeResult {
  readonly charged: boolean;
  readonly balance: number | null;
}

export interface Database {
  readonly db: Db;
  /**
   * Runs `work` in a transaction that may write, again from the start where the database says that it lost a race
   * (so `work` has no effects but its queries).
   */
  transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Holds off every other holder, in any process, until the transaction ends. */
  exclusive(trx: Trx): Promise<void>;
  charge(charge: Charge): Promise<ChargeResult>;
}

export const noOrganization = (id: string): PlatenError =>
  new PlatenError('organization_not_found', `There is no organization ${id}.`);

/** A bug's error where a query that cannot come back empty did. */
export const present = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('A row that the transaction has just written is not there.');
  return row;
};
