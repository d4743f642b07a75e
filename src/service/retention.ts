/**
 * How long things are kept that nobody deletes: versions, the audit log, usage, the ledger. Forever, unless the operator says
 * otherwise; in pieces, so that nobody who writes waits for it.
 */

import { callDaysOf } from './calls/call-days.ts';
import { firstCallId } from './calls/call-id.ts';

/** Each method is one piece of `most` rows, and says how many went; less were all that there were. */
export interface RetentionStore {
  /** Every organization, also what is left of erased ones. */
  organizations(): Promise<readonly string[]>;
  /**
   * Versions that are older than `before` and not among the `keep` newest of their template. Never the newest, nor a draft,
   * and none that a label, a job or a remembered request is about.
   */
  dropVersions(
    rule: { readonly keep: number; readonly before: number; readonly at: number },
    most: number,
  ): Promise<number>;
  dropAudit(before: number, most: number): Promise<number>;
  dropUsage(organizationId: string, before: number, most: number): Promise<number>;
  /** Entries become one, which carries their sum: what is left still adds up to the balance. */
  foldLedger(organizationId: string, before: number, most: number): Promise<number>;
  /** What each organization says of its log of calls. */
  callRules(): Promise<readonly CallRule[]>;
  /** Calls before that id, with what was kept of their data. */
  dropCalls(organizationId: string, before: string, most: number): Promise<number>;
  /** The oldest data beyond so many bytes. */
  dropCallData(organizationId: string, bytes: number, most: number): Promise<number>;
}

interface CallRule {
  readonly organizationId: string;
  /** Null: as long as nobody says. */
  readonly days: number | null;
  readonly keepsData: boolean;
}

/** Rows that go in one transaction: some milliseconds. */
const PIECE = 500;
/** A run ends after so many pieces of a kind, and goes on with the next: whoever has years to drop has hours for it. */
const MOST_PIECES = 100;
const DAY_MS = 24 * 3_600_000;

/** Days; null: forever. */
export interface RetentionRules {
  /** How many versions of a template; null: all. */
  readonly keptVersions: number | null;
  /** Those that are younger stay, however many. */
  readonly keptVersionDays: number;
  readonly keptAuditDays: number | null;
  readonly keptUsageDays: number | null;
  readonly keptLedgerDays: number | null;
  /** Of the log of calls, whatever an organization says. */
  readonly keptCallDays: number;
  /** Bytes of what was sent as data, of an organization that has it kept. */
  readonly callDataBytes: number;
}

export const dropWhatIsOld = async (
  store: RetentionStore,
  rules: RetentionRules,
  now: number,
): Promise<void> => {
  const before = (days: number): number => now - days * DAY_MS;
  const { keptVersions, keptVersionDays, keptAuditDays, keptUsageDays, keptLedgerDays } = rules;
  await dropOldCalls(store, rules, now);
  if (keptVersions !== null)
    await inPieces(() =>
      store.dropVersions({ keep: keptVersions, before: before(keptVersionDays), at: now }, PIECE),
    );
  if (keptAuditDays !== null) await inPieces(() => store.dropAudit(before(keptAuditDays), PIECE));
  if (keptUsageDays === null && keptLedgerDays === null) return;
  for (const id of await store.organizations()) {
    if (keptUsageDays !== null) await inPieces(() => store.dropUsage(id, before(keptUsageDays), PIECE));
    if (keptLedgerDays !== null) await inPieces(() => store.foldLedger(id, before(keptLedgerDays), PIECE));
  }
};

const dropOldCalls = async (
  store: RetentionStore,
  { keptCallDays, callDataBytes }: RetentionRules,
  now: number,
): Promise<void> => {
  for (const { organizationId, days, keepsData } of await store.callRules()) {
    const kept = callDaysOf(days, keptCallDays);
    const before = firstCallId(now - kept * DAY_MS);
    await inPieces(() => store.dropCalls(organizationId, before, PIECE));
    if (keepsData) await inPieces(() => store.dropCallData(organizationId, callDataBytes, PIECE));
  }
};

const inPieces = async (drop: () => Promise<number>): Promise<void> => {
  for (let piece = 0; piece < MOST_PIECES; piece += 1) if ((await drop()) < PIECE) return;
};
