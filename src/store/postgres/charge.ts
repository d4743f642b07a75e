/**
 * charge :: Charge → ChargeResult, all that wait for one organization in one statement
 *
 * The charges of an organization, from all nodes, go one by one through the row lock on its balance, and each holds
 * it for a commit. Sent one by one, a busy organization's charges would fill the pool with connections that wait for
 * that lock, and every other request of the node would wait behind them. So a node has one statement under way for
 * an organization, and what comes meanwhile shares the next.
 */
import { sql } from 'kysely';
import type { PlatenError } from '../../errors.ts';
import type { Charge } from '../../service/ports.ts';
import { type ChargeResult, type Database, type Db, noOrganization } from '../database.ts';
import { inGroups } from '../groups.ts';
import { hourOf } from '../usage.ts';

/** A statement of this many takes some 20 ms. */
const MOST_IN_A_GROUP = 500;

/**
 * Charge number n of a group is paid where the balance was n or more; an unlimited balance (null) pays all. The lock
 * on the balance comes first, so groups of several nodes never hold parts of what another needs; it is the lock of
 * an update, not the stronger one of a delete, which foreign keys of other tables would wait for.
 */
const chargeStatement = (organizationId: string, charges: readonly Charge[]) => sql<{
  before: number | null;
}>`
  with asked as (
    select * from unnest(
      ${charges.map(({ templateId }) => templateId)}::text[],
      ${charges.map(({ templateKey }) => templateKey)}::text[],
      ${charges.map(({ format }) => format)}::text[],
      ${charges.map(({ requestId }) => requestId)}::text[],
      ${charges.map(({ at }) => at)}::bigint[],
      ${charges.map(({ at }) => hourOf(at))}::bigint[]
    ) with ordinality as asked (template_id, template_key, format, request_id, at, hour, n)
  ), balance as (
    update organizations set credit = organizations.credit - least(organizations.credit, ${charges.length}::bigint)
    from (select id, credit from organizations where id = ${organizationId} for no key update) as held
    where organizations.id = held.id
    returning held.credit as before
  ), paid as (
    select asked.*, before - n as balance_after from asked, balance where before is null or n <= before
  ), lines as (
    insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
    select ${organizationId}, case when balance_after is null then 0 else -1 end, balance_after, 'generate',
      template_key, request_id, at
    from paid order by n
  ), used as (
    update templates set usage = usage + times, last_used = greatest(last_used, latest)
    from (select template_id, count(*) as times, max(at) as latest from paid group by template_id) as uses
    where templates.id = uses.template_id
  ), hours as (
    insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
    select ${organizationId}, hour, template_key, format, 'ok', count(*)
    from paid group by hour, template_key, format
    on conflict (organization_id, hour, template_key, format, outcome)
    do update set count = usage_hours.count + excluded.count
  )
  select before from balance`;

/** All of one organization. */
export const chargeTogether = async (
  db: Db,
  charges: readonly Charge[],
): Promise<readonly (ChargeResult | PlatenError)[]> => {
  const organizationId = charges[0]?.organizationId ?? '';
  const { rows } = await chargeStatement(organizationId, charges).execute(db);
  const [balance] = rows;
  if (balance === undefined) return charges.map(() => noOrganization(organizationId));
  const { before } = balance;
  return charges.map((_, index) => {
    if (before === null) return { charged: true, balance: null };
    return index < before ? { charged: true, balance: before - index - 1 } : { charged: false, balance: 0 };
  });
};

/** One line of groups an organization, for as long as it has charges. */
export const chargeInGroups = (
  commit: (charges: readonly Charge[]) => ReturnType<typeof chargeTogether>,
): Database['charge'] => {
  const lines = new Map<string, { submit: Database['charge']; waiting: number }>();
  return async (charge) => {
    const { organizationId } = charge;
    const line = lines.get(organizationId) ?? {
      submit: inGroups<Charge, ChargeResult>(commit, { pauseMs: 0, most: MOST_IN_A_GROUP }),
      waiting: 0,
    };
    lines.set(organizationId, line);
    line.waiting += 1;
    try {
      return await line.submit(charge);
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(organizationId);
    }
  };
};
