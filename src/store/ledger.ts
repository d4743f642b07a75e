/**
 * Every change of a balance, with its reason and the balance after it.
 *
 * An entry's amount is exactly what the balance changed by, with "unlimited" counted as nothing: the amounts of an
 * organization always sum up to its balance. So a document of an unlimited organization has an entry of 0, and
 * making an organization unlimited takes what it had.
 */

import type { LedgerEntry } from '../service/model.ts';
import type { Db, Trx } from './database.ts';
import { toLedgerEntry } from './rows.ts';

interface LedgerLine {
  readonly organizationId: string;
  readonly amount: number;
  readonly balanceAfter: number | null;
  readonly reason: string;
  readonly note: string;
  /** Where it was a request that was charged for. */
  readonly requestId?: string;
  readonly at: number;
}

/** What an administrator did, or a group of documents; a single charge writes its own line, in `charge.ts` of each dialect. */
export const writeLedger = async (trx: Trx, line: LedgerLine): Promise<void> => {
  await trx
    .insertInto('ledger')
    .values({
      organization_id: line.organizationId,
      amount: line.amount,
      balance_after: line.balanceAfter,
      reason: line.reason,
      note: line.note,
      request_id: line.requestId ?? null,
      at: line.at,
    })
    .execute();
};

export const readLedger = async (
  db: Db,
  organizationId: string,
  limit: number,
  before: string | undefined,
): Promise<readonly LedgerEntry[]> => {
  let query = db
    .selectFrom('ledger')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', Number(before));
  return (await query.execute()).map(toLedgerEntry);
};
