/**
 * charge :: Charge → ChargeResult, many of them in one transaction
 *
 * `synchronous=FULL` costs an fsync a commit, which is most of what a charge costs.
 */
import { sql } from 'kysely';
import type { PlatenError } from '../../errors.ts';
import type { Charge } from '../../service/ports.ts';
import { type ChargeResult, type Database, noOrganization, type Trx } from '../database.ts';
import { inGroups } from '../groups.ts';
import { hourOf } from '../usage.ts';

/** Under load the pause leaves the disk to others; more would only add latency to what is one fsync anyway. */
const COMMIT_PAUSE_MS = 2;

/** At 50 µs each, 25 ms with the write lock. */
const MOST_IN_A_GROUP = 500;

/** The error is a value, not an exception: one charge of an organization that is not there must not undo its neighbours. */
type Outcome = ChargeResult | PlatenError;

/**
 * Written as SQL because building these four with Kysely's builder costs twice what running them does, and this is
 * the one write that every document makes. `null - 1` is null: an unlimited balance passes through the same update.
 */
const chargeOne = async (trx: Trx, charge: Charge): Promise<Outcome> => {
  const { organizationId, templateId, templateKey, format, requestId, at } = charge;
  const { rows } = await sql<{ credit: number | null }>`
    update organizations set credit = credit - 1
    where id = ${organizationId} and (credit is null or credit > 0)
    returning credit`.execute(trx);
  const [paid] = rows;
  if (paid === undefined) return notCharged(trx, organizationId);
  const { credit } = paid;
  await sql`
    insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
    values (${organizationId}, ${credit === null ? 0 : -1}, ${credit}, 'generate', ${templateKey}, ${requestId}, ${at})
  `.execute(trx);
  await sql`
    update templates set usage = usage + 1, last_used = max(coalesce(last_used, 0), ${at})
    where id = ${templateId}`.execute(trx);
  await sql`
    insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
    values (${organizationId}, ${hourOf(at)}, ${templateKey}, ${format}, 'ok', 1)
    on conflict (organization_id, hour, template_key, format, outcome)
    do update set count = usage_hours.count + 1`.execute(trx);
  return { charged: true, balance: credit };
};

const notCharged = async (trx: Trx, organizationId: string): Promise<Outcome> => {
  const row = await trx
    .selectFrom('organizations')
    .select('credit')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row === undefined ? noOrganization(organizationId) : { charged: false, balance: row.credit };
};

/** Collects charges and commits them in groups, one group at a time. */
export const chargeInGroups = (transact: Database['transaction']): Database['charge'] =>
  inGroups<Charge, ChargeResult>(
    (charges) =>
      transact(async (trx) => {
        const outcomes: Outcome[] = [];
        for (const charge of charges) outcomes.push(await chargeOne(trx, charge));
        return outcomes;
      }),
    { pauseMs: COMMIT_PAUSE_MS, most: MOST_IN_A_GROUP },
  );
