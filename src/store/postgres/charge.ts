/**
 * commitCharges :: Charge[] of one organization → ChargeOutcome[], in one statement
 *
 * One trip to the database a document: the statement counts the minute's limit, looks whether the template is what was
 * rendered, and takes the credit. It is the same text each time, so that its plan is kept with the connection
 * (`kept-plans.ts`).
 *
 * The charges of an organization, from all nodes, go one by one through the row lock on its balance, and each holds
 * it for a commit. Sent one by one, a busy organization's charges would fill the pool with connections that wait for
 * that lock, and every other request of the node would wait behind them. So a node has one statement under way for
 * an organization, and what comes meanwhile shares the next.
 */
import { CompiledQuery } from 'kysely';
import type { Charge, ChargeResult, CreditStore, RateVerdict } from '../../service/ports.ts';
import { chargeInGroups } from '../charges.ts';
import type { ChargeOutcome, Database, Db } from '../database.ts';
import { hourOf } from '../usage.ts';
import { keptPlan } from './kept-plans.ts';
import { NOW, type PostgresLimiter, verdict, WINDOW_MS } from './limiter.ts';

/** A statement of this many takes some 20 ms. */
const MOST_IN_A_GROUP = 500;

/** The organization's minute that documents come out of. */
const BUCKET = 'generate';

/**
 * Charges that are one too many for the minute leave the group first, and those for a template that has changed since it
 * was rendered. Of the others, number n is paid where the balance was n or more; an unlimited balance (null) pays all. The
 * lock on the minute comes first and the lock on the balance next, so groups of several nodes never hold parts of what
 * another needs; both are the lock of an update, not the stronger one of a delete, which foreign keys of other tables
 * would wait for.
 */
const statement = ({ held, isHeld, done, places }: KeyedParts): string => `
  with sent as (
    select * from unnest(
      $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[],
      $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::float8[],
      $18::text[]${held === '' ? '' : ', $19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[]'}
    ) with ordinality as sent (
      template_id, rendered_version, rendered_name, template_key, format, request_id, at, hour, generate_limit, reason,
      rendered_label, call_id, call_kind, caller, call_version, milliseconds, facts,
      ${held === '' ? '' : 'retry_key, retry_token, outcome, file_hash, program_hash, result_hash,'} place
    )
  )${held}, minute as (
    insert into rate_windows as w (bucket, subject, used, ends_at)
    select '${BUCKET}', $1::text, count(generate_limit), ${NOW} + ${WINDOW_MS} from sent having count(generate_limit) > 0
    on conflict (bucket, subject) do update set
      used = case when w.ends_at <= ${NOW} then excluded.used else w.used + excluded.used end,
      ends_at = case when w.ends_at <= ${NOW} then excluded.ends_at else w.ends_at end
    returning used, ends_at - ${NOW} as rest
  ), counted as (
    select sent.*,
      minute.used - count(generate_limit) over () + count(generate_limit) over (order by place) as used
    from sent left join minute on true
  ), asked as (
    select counted.*, row_number() over (order by place) as n
    from counted left join templates on templates.id = counted.template_id
    where (generate_limit is null or used <= generate_limit)${isHeld}
      and (rendered_version is null or (templates.name = rendered_name and rendered_version = case
        when rendered_label is null then templates.version
        else (select l.version from template_labels l where l.template_id = counted.template_id and l.name = rendered_label)
      end))
  ), balance as (
    update organizations set credit = organizations.credit - least(organizations.credit, (select count(*) from asked))
    from (select id, credit from organizations where id = $1 for no key update) as held
    where organizations.id = held.id
    returning held.credit as before
  ), paid as (
    select asked.*, before - n as balance_after from asked, balance where before is null or n <= before
  ), lines as (
    insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
    select $1, case when balance_after is null then 0 else -1 end, balance_after, reason,
      template_key, request_id, at
    from paid order by n
  ), logged as (
    insert into calls (organization_id, id, at, kind, caller, template_key, version, format, status, request_id, milliseconds, facts)
    select $1, call_id, at, call_kind, caller, template_key, call_version, format, 200, request_id, milliseconds, facts
    from paid where call_id is not null
    on conflict do nothing
  ), spent as (
    update templates set usage = usage + times, last_used = greatest(last_used, latest)
    from (select template_id, count(*) as times, max(at) as latest from paid group by template_id) as uses
    where templates.id = uses.template_id
  ), hours as (
    insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
    select $1, hour, template_key, format, 'ok', count(*)
    from paid group by hour, template_key, format
    on conflict (organization_id, hour, template_key, format, outcome)
    do update set count = usage_hours.count + excluded.count
  )${done}
  select before, array(select place::int from asked order by n) as current, minute.used, minute.rest${places}
  from balance left join minute on true`;

/** What a statement has in addition where charges of the group end requests that may be sent again. */
interface KeyedParts {
  readonly held: string;
  readonly isHeld: string;
  readonly done: string;
  readonly places: string;
}

const STATEMENT = keptPlan(statement({ held: '', isHeld: '', done: '', places: '' }));

/** The lock comes before the look: a key that somebody takes over meanwhile is not ours to charge for. */
const STATEMENT_WITH_KEYS = keptPlan(
  statement({
    held: `, held as (
    select sent.place, retries.key
    from retries join sent on retries.key = sent.retry_key and retries.token = sent.retry_token
    where retries.organization_id = $1 and retries.done_at is null
    for no key update of retries
  )`,
    isHeld: `
      and (retry_key is null or exists (select 1 from held where held.place = counted.place))`,
    done: `, done as (
    update retries set done_at = paid.at, outcome = paid.outcome, file_hash = paid.file_hash,
      program_hash = paid.program_hash, result_hash = paid.result_hash
    from paid
    where retries.organization_id = $1 and retries.key = paid.retry_key and retries.token = paid.retry_token
  )`,
    places: ', array(select place::int from held) as held',
  }),
);

interface Committed {
  readonly before: number | null;
  /** Which of the charges, from 1, were neither too many nor outdated. */
  readonly current: number[];
  /** Null where no charge was to be counted. */
  readonly used: number | null;
  readonly rest: number | null;
  /** Which of the charges, from 1, still had the keys of their requests. Where any has one. */
  readonly held?: number[];
}

const keyParametersOf = (charges: readonly Charge[]): unknown[] => [
  charges.map(({ completes }) => completes?.key ?? null),
  charges.map(({ completes }) => completes?.token ?? null),
  charges.map(({ completes }) => completes?.outcome ?? null),
  charges.map(({ completes }) => completes?.fileHash ?? null),
  charges.map(({ completes }) => completes?.programHash ?? null),
  charges.map(({ completes }) => completes?.resultHash ?? null),
];

const parametersOf = (charges: readonly Charge[]): unknown[] => [
  charges[0]?.organizationId,
  charges.map(({ templateId }) => templateId),
  charges.map(({ rendered }) => rendered?.version ?? null),
  charges.map(({ rendered }) => rendered?.name ?? null),
  charges.map(({ templateKey }) => templateKey),
  charges.map(({ format }) => format),
  charges.map(({ requestId }) => requestId),
  charges.map(({ at }) => at),
  charges.map(({ at }) => hourOf(at)),
  charges.map(({ generateLimit }) => generateLimit ?? null),
  charges.map(({ reason }) => reason),
  charges.map(({ rendered }) => rendered?.label ?? null),
  charges.map(({ call }) => call?.id ?? null),
  charges.map(({ call }) => call?.kind ?? null),
  charges.map(({ call }) => call?.caller ?? null),
  charges.map(({ call }) => call?.version ?? null),
  charges.map(({ call }) => call?.milliseconds ?? null),
  charges.map(({ call }) => call?.facts ?? null),
];

export const commitCharges = async (
  db: Db,
  charges: readonly Charge[],
): Promise<readonly ChargeOutcome[]> => {
  const query = charges.some(({ completes }) => completes !== undefined)
    ? CompiledQuery.raw(STATEMENT_WITH_KEYS, [...parametersOf(charges), ...keyParametersOf(charges)])
    : CompiledQuery.raw(STATEMENT, parametersOf(charges));
  const { rows } = await db.executeQuery<Committed>(query);
  const [committed] = rows;
  if (committed === undefined) return charges.map(() => undefined);
  const { before, current } = committed;
  const numbers = new Map(current.map((place, index) => [place - 1, index + 1]));
  const verdicts = verdictsOf(charges, committed);
  return charges.map(({ completes }, index): ChargeOutcome => {
    const counted = verdicts[index];
    const isLost = completes !== undefined && committed.held?.includes(index + 1) !== true;
    const result = taken(before, numbers.get(index), counted);
    return { ...(result.outdated && isLost ? LOST : result), ...(counted && { verdict: counted }) };
  });
};

const LOST: ChargeResult = { charged: false, balance: null, lost: true };

/** `number`: the charge's place among those that were to be paid. */
const taken = (
  before: number | null,
  number: number | undefined,
  counted: RateVerdict | undefined,
): ChargeResult => {
  if (counted?.allowed === false) return { charged: false, balance: null };
  if (number === undefined) return { charged: false, balance: null, outdated: true };
  if (before === null) return { charged: true, balance: null };
  return number <= before ? { charged: true, balance: before - number } : { charged: false, balance: 0 };
};

/** The uses of a group are counted at once; each has its own place among them. */
const verdictsOf = (
  charges: readonly Charge[],
  { used, rest }: Committed,
): readonly (RateVerdict | undefined)[] => {
  const counting = charges.filter(({ generateLimit }) => generateLimit !== undefined).length;
  let uses = (used ?? 0) - counting;
  return charges.map(({ generateLimit: limit }) => {
    if (limit === undefined) return undefined;
    uses += 1;
    return verdict({ used: uses, rest: rest ?? 0 }, limit, uses <= limit);
  });
};

/** One line of groups an organization, for as long as it has charges. What is known to be one too many is not sent. */
export const chargeByOrganization = (
  commit: Database['chargeAll'],
  limiter: PostgresLimiter,
): CreditStore['charge'] => {
  const lines = new Map<string, { submit: CreditStore['charge']; waiting: number }>();
  return async (charge) => {
    const { organizationId, generateLimit } = charge;
    const full =
      generateLimit === undefined ? undefined : limiter.refused(BUCKET, organizationId, generateLimit);
    if (full !== undefined) return { charged: false, balance: null, verdict: full };
    const line = lines.get(organizationId) ?? {
      submit: chargeInGroups(commit, { pauseMs: 0, most: MOST_IN_A_GROUP }),
      waiting: 0,
    };
    lines.set(organizationId, line);
    line.waiting += 1;
    try {
      const result = await line.submit(charge);
      if (result.verdict !== undefined) limiter.remember(BUCKET, organizationId, result.verdict);
      return result;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(organizationId);
    }
  };
};
