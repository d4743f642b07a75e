/** Everything that the reckoning of docs/scale.md rests on: what was measured, and by what; and what is assumed, to be changed. */

export const MEASURED = {
  /** Milliseconds of processor time, all processes of a server; an invoice of 20 rows (docs/performance.md). */
  docxMs: 0.72,
  /** A PDF of two pages (docs/performance.md). */
  pdfMs: 3.95,
  /** Milliseconds of processor time of PostgreSQL a document (docs/performance.md). */
  databaseMs: 0.22,
  /** Bytes of log a document, where organizations come one by one (`npm run scale -- measure`). */
  logBytes: 1_430,
  /** What stays of a document: the ledger and its indexes (`npm run scale -- measure`). */
  ledgerBytes: 169,
  ledgerIndexBytes: 145,
  /** The log of calls with its index, which is kept for a month (`npm run scale -- measure`). */
  callBytes: 481,
  /** An hour of one template in the usage, with its index (`npm run scale -- measure`). */
  usageBytes: 324,
} as const;

export const ASSUMED = {
  organizations: 1_000,
  /** Of an organization, in use. */
  templates: 20,
  /** Hours of a month in which a template is used. */
  busyHours: 240,
  pdfShare: 0.5,
  /** The busiest minute of the month over the mean of it. */
  peak: 5,
  /** Of a core, at that minute: the rest is for what is uneven. */
  utilization: 0.6,
  coresOfServer: 8,
  /** Documents made as jobs or in batches, and how long and how large their results are kept. */
  jobShare: 0.2,
  resultHours: 24,
  resultBytes: 40_000,
  /** File and program of a version, and versions that are kept of a template. */
  versionBytes: 120_000,
  versions: 10,
  /** Months of ledger that stay in the database. */
  ledgerMonths: 13,
  /** US dollars: a core for a month with 4 GB of memory, a gigabyte of fast disk, of objects, a million puts. */
  coreMonth: 30,
  diskGigabyteMonth: 0.12,
  objectGigabyteMonth: 0.023,
  millionPuts: 5,
  /** Machines of the database (primary and synchronous standby), and copies of its disk (both and a backup). */
  databaseMachines: 2,
  databaseCopies: 3,
} as const;
