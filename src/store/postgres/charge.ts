/**
 * commitCharges :: Charge[] of one organization → ChargeOutcome[], in one statement
 *
 * The charges of an organization, from all nodes, go one by one through the row lock on its balance, and each holds
 * it for a commit. Sent one by one, a busy organization's charges would fill the pool with connections that wait for
 * that lock, and every other request of the node would wait behind them. So a node has one statement under way for
 * an organization, and what comes meanwhile shares the next.
 */
import { sql } from 'kysely';
import type { Charge, CreditStore } from '../../service/ports.ts';
import { chargeInGroups } from '../charges.ts';
import type { ChargeOutcome, Database, Db } from '../database.ts';
import { hourOf } from '../usage.ts';

/** A statement of this many takes some 20 ms. */
const MOST_IN_A_GROUP = 500;

/**
 * A charge for a template that has changed since it was rendered leaves the group first. Of the others, number n is
 * paid where the balance was n or more; an unlimited balance (null) pays all. The lock
 * on the balance comes first, so groups of several nodes never hold parts of what another needs; it is the lock of
 * an update, not the stronger one of a delete, which foreign keys of other tables would wait for.
 */
const chargeStatement = (organizationId: string, charges: readonly Charge[]) => sql<{
  before: number | null;
  current: number[];
}>`
  with asked as (
    select sent.*, row_number() over (order by place) as n from unnest(
      ${charges.map(({ templateId }) => templateId)}::text[],
      ${charges.map(({ rendered }) => rendered?.version ?? null)}::bigint[],
      ${charges.map(({ rendered }) => rendered?.name ?? null)}::text[],
      ${charges.map(({ templateKey }) => templateKey)}::text[],
      ${charges.map(({ format }) => format)}::text[],
      ${charges.map(({ requestId }) => requestId)}::text[],
      ${charges.map(({ at }) => at)}::bigint[],
      ${charges.map(({ at }) => hourOf(at))}::bigint[]
    ) with ordinality
      as sent (template_id, rendered_version, rendered_name, template_key, format, request_id, at, hour, place)
    left join templates on templates.id = sent.template_id
    where rendered_version is null or (templates.version = rendered_version and templates.name = rendered_name)
  ), balance as (
    update organizations set credit = organizations.credit - least(organizations.credit, (select count(*) from asked))
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
  select before, array(select place::int from asked order by n) as current from balance`;

export const commitCharges = async (
  db: Db,
  charges: readonly Charge[],
): Promise<readonly ChargeOutcome[]> => {
  const { rows } = await chargeStatement(charges[0]?.organizationId ?? '', charges).execute(db);
  const [balance] = rows;
  if (balance === undefined) return charges.map(() => undefined);
  const { before, current } = balance;
  const numbers = new Map(current.map((place, index) => [place - 1, index + 1]));
  return charges.map((_, index): ChargeOutcome => {
    const number = numbers.get(index);
    if (number === undefined) return { charged: false, balance: null, outdated: true };
    if (before === null) return { charged: true, balance: null };
    return number <= before ? { charged: true, balance: before - number } : { charged: false, balance: 0 };
  });
};

/** One line of groups an organization, for as long as it has charges. */
export const chargeByOrganization = (commit: Database['chargeAll']): CreditStore['charge'] => {
  const lines = new Map<string, { submit: CreditStore['charge']; waiting: number }>();
  return async (charge) => {
    const { organizationId } = charge;
    const line = lines.get(organizationId) ?? {
      submit: chargeInGroups(commit, { pauseMs: 0, most: MOST_IN_A_GROUP }),
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
