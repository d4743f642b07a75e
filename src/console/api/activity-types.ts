/** Answers that the screens of activity read: calls, jobs, webhooks. */
import type { ErrorBody, Problem } from './types.ts';

/** An entry of the log of calls. */
export interface Call {
  readonly id: string;
  readonly at: string;
  readonly kind: 'generate' | 'render' | 'convert' | 'job' | 'webhook' | 'dropped';
  readonly status: number;
  readonly code: string | null;
  readonly error: string | null;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly templateKey: string | null;
  readonly version: number | null;
  readonly output: string | null;
  readonly caller: string | null;
  readonly key: { readonly id: string; readonly name: string } | null;
  readonly requestId: string | null;
  readonly milliseconds: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly engine: string | null;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  readonly cut?: boolean;
  readonly jobId?: string;
  readonly records?: { readonly total: number; readonly made: number; readonly failed: number };
  readonly replayed?: boolean;
  readonly webhook?: { readonly event: string; readonly attempt?: number };
  readonly count?: number;
  readonly hasData: boolean;
}

export interface CallPage {
  readonly entries: readonly Call[];
  readonly next: string | null;
}

export interface CallWithData {
  readonly call: Call;
  /** The body of the request, as it came. */
  readonly data: string | null;
  readonly dataProblem: string | null;
}

const JOB_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Bundle = 'zip' | 'pdf' | 'docx';

export interface Job {
  readonly id: string;
  readonly state: JobState;
  readonly templateKey: string;
  readonly version: number;
  readonly output: 'DOCX' | 'PDF';
  /** Null where it is about one document. */
  readonly bundle?: Bundle | null;
  readonly records: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Of those that are done. */
    readonly warned: number;
  };
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Until when its result is kept. */
  readonly expiresAt: string | null;
  readonly result: { readonly size: number; readonly contentType: string; readonly filename: string } | null;
  readonly error: (Omit<ErrorBody, 'error' | 'requestId'> & { readonly message: string }) | null;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly next: string | null;
}

export interface NewJob {
  readonly id: string;
  readonly state: JobState;
  readonly warnings?: readonly string[];
}

/** What is to be said about a record. */
export interface ReportLine {
  readonly record: number;
  readonly path?: string;
  readonly code: string;
  readonly message: string;
  readonly level: 'error' | 'warning';
}

const WEBHOOK_EVENTS = [
  'job.completed',
  'job.failed',
  'document.failed',
  'credit.low',
  'template.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Webhook {
  /** `callback` stands for the callbacks of all jobs. */
  readonly id: string;
  readonly url: string | null;
  readonly events: readonly WebhookEvent[];
  readonly disabled: boolean;
  readonly failingSince: string | null;
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  /** In the answer that makes it, and never again. */
  readonly secret?: string;
}

export interface WebhookList {
  readonly webhooks: readonly Webhook[];
  /** Null until a job has had a callback, or their secret was made. */
  readonly callback: Webhook | null;
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly createdAt: string;
  readonly nextAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly next: string | null;
}
