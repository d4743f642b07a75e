/** What jobs need of the store: a queue that several servers take from, and what has become of each. */
import type { ErrorCode, Problem } from '../../errors.ts';
import type { ReportLine } from '../../records/report.ts';
import type { Completion } from '../documents/retry-ports.ts';
import type { Actor, OutputFormat } from '../model.ts';
import type { BatchStep, Bundle, NewBatch } from './batch-model.ts';

export const JOB_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface JobResult {
  /** Its address among the blobs. */
  readonly hash: string;
  readonly size: number;
  readonly contentType: string;
  readonly filename: string;
}

export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
}

export interface Job {
  readonly id: string;
  readonly organizationId: string;
  readonly state: JobState;
  readonly templateKey: string;
  readonly version: number;
  readonly output: OutputFormat;
  /** Null for a job of one document. */
  readonly bundle: Bundle | null;
  /** `total` is 0 as long as a file of records was not read. */
  readonly records: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Of those that are done: documents that have warnings. */
    readonly warned: number;
  };
  /** Of a job of one document. */
  readonly warnings: readonly ReportLine[];
  /** Documents that were paid for. */
  readonly charged: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** When its result is let go of. */
  readonly expiresAt: number | null;
  /** Null as long as there is none, and after its time. */
  readonly result: JobResult | null;
  readonly error: JobError | null;
  /** Of a job of many records that has ended: where its report is among the blobs. */
  readonly reportHash: string | null;
}

export interface NewJob extends Pick<Job, 'id' | 'organizationId' | 'templateKey' | 'version' | 'output'> {
  /** Who asked for it, as the audit log names them. */
  readonly actor: string;
  readonly requestId: string;
  readonly createdAt: number;
  /** The request's body among the blobs, and what the template's version needs of them. */
  readonly bodyHash: string;
  readonly fileHash: string;
  readonly programHash: string;
  /** What holds for it whatever changes meanwhile; JSON text. */
  readonly pins: string;
  /** Where its end is told, signed with this secret where the organization has none for callbacks yet. */
  readonly callback?: { readonly url: string; readonly secret: string };
  readonly completes?: Completion | undefined;
  /** So many of the organization's may wait; one more is `too_many_jobs`. */
  readonly within: number;
  /** What is kept for it. */
  readonly keptBytes: number;
  /** What all that is kept for the organization's jobs may take; more is `storage_limit`. */
  readonly roomBytes: number;
  /** Where it is one of many records. */
  readonly batch?: NewBatch;
}

type NotClaimed = 'within' | 'completes' | 'callback' | 'batch' | 'keptBytes' | 'roomBytes';

/** A job that somebody runs now. */
export interface ClaimedJob extends Omit<NewJob, NotClaimed> {
  readonly batch?: BatchStep;
  readonly token: string;
  /** Under which it is made, as a request under its `Idempotency-Key` is; no request has the same. */
  readonly key: string;
  /** Counting this one. */
  readonly attempts: number;
}

export interface Claim {
  readonly token: string;
  readonly at: number;
  readonly leaseUntil: number;
  /** The organization that had its turn last: the next one comes first. */
  readonly after: string;
}

export type JobEnd =
  | { readonly state: 'completed'; readonly result: JobResult; readonly warnings?: Job['warnings'] }
  /** A batch that was stopped, or called off, hands out what was paid for. */
  | { readonly state: 'failed'; readonly error: JobError; readonly result?: JobResult }
  | { readonly state: 'cancelled'; readonly result?: JobResult };

/** How far a chunk is: what was made of its records, paid for or not. */
export interface RecordsMade {
  readonly done: number;
  readonly failed: number;
}

export interface JobPage {
  readonly limit: number;
  /** The last job of the page before. */
  readonly before?: { readonly createdAt: number; readonly id: string };
  readonly state?: JobState;
  readonly templateKey?: string;
}

/** A job that is paid for is not called off: it ends with its document. */
export interface JobStore {
  /** By which leases run out, where servers have clocks of their own; undefined where there is one server alone. */
  clock(): Promise<number | undefined>;
  create(job: NewJob): Promise<Job>;
  get(organizationId: string, id: string): Promise<Job | undefined>;
  /** Newest first. */
  list(organizationId: string, page: JobPage): Promise<readonly Job[]>;
  /** A job whose server has died, or else the oldest of the organization whose turn it is. One caller alone gets it. */
  claim(claim: Claim): Promise<ClaimedJob | undefined>;
  /**
   * What is to happen with a job that is running: another server may have it by now, or somebody has called it off. With it goes
   * how far a chunk of a batch is, for whoever looks at the batch.
   */
  renew(
    id: string,
    token: string,
    leaseUntil: number,
    made?: RecordsMade,
  ): Promise<'go on' | 'stop' | 'lost'>;
  /** False where it is not the caller's any more, or to be called off and paid for: a job ends once, and its end is told once, unless it was called off. */
  finish(job: { id: string; token: string; at: number; expiresAt: number }, end: JobEnd): Promise<boolean>;
  /** Back into the queue, as if it had not been begun; called off, where it was. */
  giveBack(id: string, token: string): Promise<void>;
  /** At once where it waits; where it runs, its server is told with the next renewal. Ended ones stay as they are. */
  cancel(organizationId: string, id: string, actor: Actor): Promise<Job | undefined>;
  /** Lets go of results whose time is over, and forgets jobs that ended before `endedBefore`. */
  sweep(now: number, endedBefore: number): Promise<void>;
  /** Of all organizations: how many wait, and since when the oldest. */
  waiting(): Promise<{ readonly count: number; readonly oldest: number | null }>;
}
