import { PlatenError } from '../errors.ts';
import type { Organization } from '../service/model.ts';
import type { Actor, CreditStore } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import { type Database, present } from './database.ts';
import { lockBalance, tellOfLowCredit } from './group-charge.ts';
import { readLedger, writeLedger } from './ledger.ts';
import { toOrganization } from './rows.ts';

interface BalanceChange {
  readonly organizationId: string;
  readonly action: string;
  readonly note: string;
  readonly actor: Actor;
  /** Which balance follows, and how the ledger calls the step. */
  next(before: number | null): { balance: number | null; reason: string };
}

const changeBalance = (database: Database, change: BalanceChange): Promise<Organization | undefined> =>
  database.transaction(async (trx) => {
    const { organizationId, action, note, actor } = change;
    const before = await lockBalance(trx, organizationId);
    if (before === undefined) return undefined;
    const { balance, reason } = change.next(before.credit);
    if (balance !== null && !Number.isSafeInteger(balance)) {
      throw new PlatenError('bad_admin_request', 'A balance is a whole number below 9 quadrillion.');
    }
    const row = await trx
      .updateTable('organizations')
      .set({ credit: balance })
      .where('id', '=', organizationId)
      .returningAll()
      .executeTakeFirst();
    const amount = (balance ?? 0) - (before.credit ?? 0);
    await writeLedger(trx, { organizationId, amount, balanceAfter: balance, reason, note, at: actor.at });
    await tellOfLowCredit(trx, before, { organizationId, credit: balance, at: actor.at });
    await recordAudit(trx, actor, {
      organizationId,
      action,
      subject: { id: organizationId, amount, balance, note },
    });
    return toOrganization(present(row));
  });

/** All but the charge, which is made in groups: how they form is the dialect's own. */
export const creditStore = (database: Database): Omit<CreditStore, 'charge'> => ({
  grant: (organizationId, amount, note, actor) =>
    changeBalance(database, {
      organizationId,
      action: 'credit.grant',
      note,
      actor,
      // Taking more than there is takes what there is; unlimited stays unlimited.
      next: (before) => ({ balance: before === null ? null : Math.max(0, before + amount), reason: 'grant' }),
    }),

  setBalance: (organizationId, credit, note, actor) =>
    changeBalance(database, {
      organizationId,
      action: 'credit.set_balance',
      note,
      actor,
      next: (before) => ({
        balance: credit === null ? null : Math.max(0, credit),
        reason: credit === null ? 'set_unlimited' : before === null ? 'set_limited' : 'set_balance',
      }),
    }),

  ledger: (organizationId, limit, before) => readLedger(database.db, organizationId, limit, before),
});
