/**
 * charge :: Charge → ChargeResult, many of them in one transaction
 *
 * `synchronous=FULL` costs an fsync a commit, which is most of what a charge costs. So charges that come while a
 * commit runs, or within the pause after one, share the next. Each is answered after the commit that holds it.
 */
import { sql } from 'kysely';
import { PlatenError } from '../../errors.ts';
import type { Charge } from '../../service/ports.ts';
import type { ChargeResult, Database, Trx } from '../database.ts';
import { hourOf } from '../usage.ts';

/**
 * Between the starts of two commits. A charge that comes after a quiet moment does not wait at all; under load the
 * pause leaves the disk to others. More only adds latency: at 2 ms a hundred concurrent charges share a commit.
 */
const COMMIT_PAUSE_MS = 2;

/** Bounds how long one transaction holds the write lock. */
const MOST_IN_A_GROUP = 500;

/** A value, not an exception: one charge of an organization that is not there must not undo its neighbours. */
type Outcome = ChargeResult | 'no organization';

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
  return row === undefined ? 'no organization' : { charged: false, balance: row.credit };
};

interface Waiting {
  readonly charge: Charge;
  resolve(result: ChargeResult): void;
  reject(error: unknown): void;
}

const settle = ({ charge, resolve, reject }: Waiting, outcome: Outcome | undefined): void => {
  if (outcome === undefined || outcome === 'no organization') {
    const message = `There is no organization ${charge.organizationId}.`;
    reject(new PlatenError('organization_not_found', message));
  } else resolve(outcome);
};

type Transact = Database['transaction'];

const commitGroup = async (transact: Transact, group: readonly Waiting[]): Promise<void> => {
  try {
    const outcomes = await transact(async (trx) => {
      const made: Outcome[] = [];
      for (const { charge } of group) made.push(await chargeOne(trx, charge));
      return made;
    });
    for (const [index, waiting] of group.entries()) settle(waiting, outcomes[index]);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
};

/** Collects charges and commits them in groups, one group at a time. */
export const chargeInGroups = (transact: Transact): Database['charge'] => {
  const waiting: Waiting[] = [];
  let running = false;
  let lastStart = Number.NEGATIVE_INFINITY;

  const commitWaiting = async (): Promise<void> => {
    lastStart = performance.now();
    const group = waiting.splice(0, MOST_IN_A_GROUP);
    await commitGroup(transact, group);
    running = false;
    if (waiting.length > 0) schedule();
  };

  const schedule = (): void => {
    if (running) return;
    running = true;
    const rest = lastStart + COMMIT_PAUSE_MS - performance.now();
    // Even the first waits for the messages that are already in the port.
    if (rest > 0) setTimeout(commitWaiting, rest);
    else setImmediate(commitWaiting);
  };

  return (charge) => {
    const { promise, resolve, reject } = Promise.withResolvers<ChargeResult>();
    waiting.push({ charge, resolve, reject });
    schedule();
    return promise;
  };
};
