/** The charge for many documents at once, as a step of the transaction that ends what made them. */
import { sql } from 'kysely';
import type { Trx } from './database.ts';
import { writeEvent } from './events.ts';
import { writeLedger } from './ledger.ts';
import { countDocuments } from './usage.ts';

interface Balance {
  /** Null: unlimited. */
  readonly credit: number | null;
  readonly low_credit: number | null;
}

interface GroupCharge {
  readonly organizationId: string;
  readonly templateId: string;
  readonly templateKey: string;
  readonly format: string;
  readonly requestId: string;
  readonly at: number;
  /** As many as the balance allows, or fewer. */
  readonly documents: number;
}

/** An update that changes nothing locks the row in either dialect: nothing is charged between reading and writing. */
export const lockBalance = (trx: Trx, organizationId: string): Promise<Balance | undefined> =>
  trx
    .updateTable('organizations')
    .set({ credit: sql.ref('credit') })
    .where('id', '=', organizationId)
    .returning(['credit', 'low_credit'])
    .executeTakeFirst();

/** Told once, by the step that takes a balance to its threshold or past it. */
export const tellOfLowCredit = async (
  trx: Trx,
  { credit: before, low_credit: lowCredit }: Balance,
  { organizationId, credit, at }: { organizationId: string; credit: number | null; at: number },
): Promise<void> => {
  if (before === null || credit === null || lowCredit === null) return;
  if (before <= lowCredit || credit > lowCredit) return;
  await writeEvent(trx, { organizationId, event: 'credit.low', at, facts: { credit, lowCredit } });
};

/** One line of the ledger for all of them. */
export const chargeGroup = async (trx: Trx, balance: Balance, charge: GroupCharge): Promise<void> => {
  const { organizationId, documents, templateId, templateKey, requestId, at } = charge;
  if (documents === 0) return;
  const credit = balance.credit === null ? null : balance.credit - documents;
  await trx.updateTable('organizations').set({ credit }).where('id', '=', organizationId).execute();
  await writeLedger(trx, {
    organizationId,
    amount: credit === null ? 0 : -documents,
    balanceAfter: credit,
    reason: 'batch',
    note: templateKey,
    requestId,
    at,
  });
  await trx
    .updateTable('templates')
    .set(({ eb }) => ({
      usage: eb('usage', '+', documents),
      last_used: eb.case().when('last_used', '>', at).then(eb.ref('last_used')).else(at).end(),
    }))
    .where('id', '=', templateId)
    .execute();
  await countDocuments(trx, charge, 'ok', documents);
  await tellOfLowCredit(trx, balance, { organizationId, credit, at });
};
