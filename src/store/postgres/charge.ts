/**
 * charge :: Charge → ChargeResult, in one statement
 *
 * One statement is one round trip and one transaction, and it holds the balance's row lock no longer than its commit
 * takes: the charges of one organization, from all nodes, go through that lock one by one.
 */
import { sql } from 'kysely';
import { PlatenError } from '../../errors.ts';
import type { Charge } from '../../service/ports.ts';
import type { ChargeResult, Db } from '../database.ts';
import { hourOf } from '../usage.ts';

// `null - 1` is null: an unlimited balance passes through the same statement.
const chargeStatement = ({ organizationId, templateId, templateKey, format, requestId, at }: Charge) =>
  sql<{ credit: number | null }>`
    with paid as (
      update organizations set credit = credit - 1
      where id = ${organizationId} and (credit is null or credit > 0)
      returning credit
    ), line as (
      insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
      select ${organizationId}, case when credit is null then 0 else -1 end, credit, 'generate',
        ${templateKey}, ${requestId}, ${at}::bigint
      from paid
    ), used as (
      update templates set usage = usage + 1, last_used = greatest(last_used, ${at}::bigint)
      from paid where templates.id = ${templateId}
    ), hour as (
      insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
      select ${organizationId}, ${hourOf(at)}::bigint, ${templateKey}, ${format}, 'ok', 1 from paid
      on conflict (organization_id, hour, template_key, format, outcome)
      do update set count = usage_hours.count + 1
    )
    select credit from paid`;

export const chargeAtOnce =
  (db: Db) =>
  async (charge: Charge): Promise<ChargeResult> => {
    const { rows } = await chargeStatement(charge).execute(db);
    const [paid] = rows;
    if (paid !== undefined) return { charged: true, balance: paid.credit };
    const organization = await db
      .selectFrom('organizations')
      .select('credit')
      .where('id', '=', charge.organizationId)
      .executeTakeFirst();
    if (organization === undefined) {
      throw new PlatenError('organization_not_found', `There is no organization ${charge.organizationId}.`);
    }
    return { charged: false, balance: organization.credit };
  };
