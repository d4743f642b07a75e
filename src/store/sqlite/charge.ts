/**
 * commitCharges :: Charge[] → ChargeOutcome[], in one transaction
 *
 * `synchronous=FULL` costs an fsync a commit, which is most of what a charge costs; so what is charged together shares
 * one, and what several charges of a group do to the same row is done to it once. The statements are prepared, and run
 * on the connection itself: building them with Kysely costs more than running them, and this is the one write that every
 * document makes.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Completion } from '../../service/documents/retry-ports.ts';
import type { Charge } from '../../service/ports.ts';
import type { ChargeOutcome } from '../database.ts';
import { hourOf } from '../usage.ts';

interface Balance {
  /** Null: unlimited. */
  readonly before: number | null;
  taken: number;
}

interface Used {
  count: number;
  last: number;
}

interface Hour {
  readonly charge: Charge;
  count: number;
}

const OUTDATED: ChargeOutcome = { charged: false, balance: null, outdated: true };
const LOST: ChargeOutcome = { charged: false, balance: null, lost: true };

export const commitCharges = (
  connection: DatabaseSync,
): ((charges: readonly Charge[]) => ChargeOutcome[]) => {
  const balanceOf = connection.prepare('select credit from organizations where id = ?');
  const templateOf = connection.prepare('select version, name from templates where id = ?');
  const labelOf = connection.prepare(
    'select version from template_labels where template_id = ? and name = ?',
  );
  const setBalance = connection.prepare('update organizations set credit = ? where id = ?');
  const addLine = connection.prepare(
    `insert into ledger (organization_id, amount, balance_after, reason, note, request_id, at)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const addCall = connection.prepare(
    `insert or ignore into calls (organization_id, id, at, kind, caller, template_key, version, format, status, code, request_id,
       milliseconds, facts)
     values (?, ?, ?, ?, ?, ?, ?, ?, 200, null, ?, ?, ?)`,
  );
  const countUse = connection.prepare(
    `update templates set usage = usage + ?, last_used = max(coalesce(last_used, 0), ?) where id = ?`,
  );
  const countHour = connection.prepare(
    `insert into usage_hours (organization_id, hour, template_key, format, outcome, count)
     values (?, ?, ?, ?, 'ok', ?)
     on conflict (organization_id, hour, template_key, format, outcome)
     do update set count = usage_hours.count + excluded.count`,
  );

  const endRequest = connection.prepare(
    `update retries set done_at = ?, outcome = ?, file_hash = ?, program_hash = ?, result_hash = ?
     where organization_id = ? and key = ? and token = ? and done_at is null`,
  );
  /** False where the key is somebody else's by now. */
  const complete = (done: Completion): boolean => {
    const hashes = [done.fileHash ?? null, done.programHash ?? null, done.resultHash ?? null];
    const { changes } = endRequest.run(
      done.at,
      done.outcome,
      ...hashes,
      done.organizationId,
      done.key,
      done.token,
    );
    return Number(changes) > 0;
  };

  return (charges) => {
    const balances = known((id) => readBalance(balanceOf, id));
    const templates = known((id) => templateOf.get(id) as { version: number; name: string } | undefined);
    const uses = new Map<string, Used>();
    const hours = new Map<string, Hour>();
    let lastHour: Hour | undefined;

    const outcomes = charges.map((charge): ChargeOutcome => {
      const { organizationId, reason, templateId, templateKey, rendered, requestId, at } = charge;
      const balance = balances.get(organizationId);
      if (balance === undefined) return undefined;
      const template = rendered && templates.get(templateId ?? '');
      if (rendered && (template === undefined || !isCurrent(labelOf, charge, template))) return OUTDATED;
      const { before } = balance;
      if (before !== null && balance.taken >= before) return { charged: false, balance: 0 };
      if (charge.completes !== undefined && !complete(charge.completes)) return LOST;
      balance.taken += 1;
      const after = before === null ? null : before - balance.taken;
      addLine.run(organizationId, after === null ? 0 : -1, after, reason, templateKey, requestId, at);
      const { call } = charge;
      if (call !== undefined)
        addCall.run(
          ...[organizationId, call.id, at, call.kind, call.caller, templateKey, call.version, charge.format],
          ...[requestId, call.milliseconds, call.facts],
        );
      if (templateId !== null) {
        const used = uses.get(templateId);
        if (used === undefined) uses.set(templateId, { count: 1, last: at });
        else {
          used.count += 1;
          used.last = Math.max(used.last, at);
        }
      }
      // Most of a group are of one template: its row is found without an address.
      if (lastHour === undefined || !isSameHour(lastHour.charge, charge)) {
        const address = hourAddress(charge);
        lastHour = hours.get(address) ?? { charge, count: 0 };
        hours.set(address, lastHour);
      }
      lastHour.count += 1;
      return { charged: true, balance: after };
    });

    for (const [id, balance] of balances.found)
      if (balance?.before != null && balance.taken > 0) setBalance.run(balance.before - balance.taken, id);
    for (const [id, { count, last }] of uses) countUse.run(count, last, id);
    for (const { charge, count } of hours.values())
      countHour.run(charge.organizationId, hourOf(charge.at), charge.templateKey, charge.format, count);
    return outcomes;
  };
};

/** Is it, still, what was rendered? */
const isCurrent = (
  labelOf: StatementSync,
  { rendered, templateId }: Charge,
  template: { readonly version: number; readonly name: string },
): boolean => {
  if (rendered?.name !== template.name) return false;
  if (rendered.label === undefined) return rendered.version === template.version;
  const label = labelOf.get(templateId, rendered.label) as { version: number } | undefined;
  return label?.version === rendered.version;
};

const readBalance = (balanceOf: StatementSync, id: string): Balance | undefined => {
  const row = balanceOf.get(id) as { credit: number | null } | undefined;
  return row === undefined ? undefined : { before: row.credit, taken: 0 };
};

/** Looked up once a group: the transaction has the only write lock there is. */
const known = <Value>(read: (id: string) => Value) => {
  const found = new Map<string, Value>();
  return {
    found,
    get(id: string): Value {
      if (!found.has(id)) found.set(id, read(id));
      return found.get(id) as Value;
    },
  };
};

const isSameHour = (one: Charge, other: Charge): boolean =>
  one.organizationId === other.organizationId &&
  one.templateKey === other.templateKey &&
  one.format === other.format &&
  hourOf(one.at) === hourOf(other.at);

/** One row of `usage_hours`. */
const hourAddress = ({ organizationId, at, templateKey, format }: Charge): string =>
  JSON.stringify([organizationId, hourOf(at), templateKey, format]);
