/**
 * How long things are kept that nobody deletes: versions, the audit log, usage, the ledger. Forever, unless the operator says
 * otherwise; in pieces, so that nobody who writes waits for it.
 */

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
}

export const dropWhatIsOld = async (
  store: RetentionStore,
  rules: RetentionRules,
  now: number,
): Promise<void> => {
  const before = (days: number): number => now - days * DAY_MS;
  const { keptVersions, keptVersionDays, keptAuditDays, keptUsageDays, keptLedgerDays } = rules;
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

const inPieces = async (drop: () => Promise<number>): Promise<void> => {
  for (let piece = 0; piece < MOST_PIECES; piece += 1) if ((await drop()) < PIECE) return;
};
