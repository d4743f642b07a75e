/** The log of calls: what is kept of each, and what is asked of whoever keeps it. */
import type { Problem } from '../../errors.ts';
import type { Actor, OutputFormat } from '../model.ts';

/** `dropped` stands for failed calls that came faster than they are written down. */
export const CALL_KINDS = ['generate', 'render', 'convert', 'job', 'webhook', 'dropped'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** What differs from kind to kind; kept as it is. Nothing that anybody sent as data, but for what an error quotes. */
export interface CallFacts {
  /** Milliseconds of each stage. */
  readonly stages?: Readonly<Record<string, number>>;
  readonly engine?: string;
  readonly pages?: number;
  readonly bytes?: number;
  readonly missing?: readonly string[];
  readonly warnings?: readonly string[];
  readonly error?: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  /** How many lists were longer than what is kept of them. */
  readonly cut?: true;
  readonly jobId?: string;
  /** Of a job of many records. */
  readonly records?: { readonly total: number; readonly made: number; readonly failed: number };
  /** It was made and paid for before: the answer to a request that was sent again. */
  readonly replayed?: true;
  /** Of a webhook. */
  readonly event?: string;
  readonly webhookId?: string;
  readonly deliveryId?: string;
  readonly attempt?: number;
  /** How many calls it stands for. */
  readonly count?: number;
}

/** One call, as it is written. */
export interface NewCall {
  readonly organizationId: string;
  /** By `callId`. */
  readonly id: string;
  /** When it came to its end. */
  readonly at: number;
  readonly kind: CallKind;
  /** As the audit log names them: `key:plt_ab12…`, `user:ada@example.com`; empty where nobody asked. */
  readonly caller: string;
  /** As it was asked for; empty where none was. */
  readonly templateKey: string;
  readonly version: number | null;
  readonly format: OutputFormat | null;
  /** Of the answer, or of the receiver's. */
  readonly status: number;
  /** Of the error; null where there was none. */
  readonly code: string | null;
  readonly requestId: string;
  readonly milliseconds: number;
  /** `CallFacts` as JSON: written by whoever has them, read by whoever shows them. */
  readonly facts: string;
}

/** The part of a successful call that its charge does not know by itself. */
export type ChargedCall = Pick<NewCall, 'id' | 'kind' | 'caller' | 'version' | 'milliseconds' | 'facts'>;

/** What was sent as data, sealed. */
export interface SealedData {
  readonly organizationId: string;
  readonly callId: string;
  readonly bytes: Uint8Array;
}

export interface ListedCall extends NewCall {
  /** Of the API key that `caller` names, where there is one. */
  readonly key: { readonly id: string; readonly name: string } | null;
  /** Whether what was sent as data is kept. */
  readonly hasData: boolean;
}

export interface CallQuery {
  readonly limit: number;
  /** Older than this one, newest first; the end of the page before. */
  readonly before?: string;
  /** Newer than this one, oldest first. */
  readonly after?: string;
  /** From this id on, and up to before that one: a span of time, as `firstCallId` writes it. */
  readonly since?: string;
  readonly until?: string;
  readonly kind?: CallKind;
  readonly templateKey?: string;
  /** As `NewCall.caller`. */
  readonly caller?: string;
  readonly status?: 'ok' | 'failed' | number;
  readonly code?: string;
  readonly requestId?: string;
  /** Somewhere in request id, template key or facts; letters of either case. */
  readonly search?: string;
}

export interface CallPage {
  readonly calls: readonly ListedCall[];
  /** Where the next page begins; undefined where all there is has been looked at. */
  readonly next?: string;
}

export interface CallStore {
  /** Of organizations that are not there any more nothing is kept. */
  write(calls: readonly NewCall[], data: readonly SealedData[]): Promise<void>;
  /**
   * Looks at so many calls at once and no more, whatever is asked for: a page may have fewer than `limit`, or none, and go on.
   */
  list(organizationId: string, query: CallQuery): Promise<CallPage>;
  get(organizationId: string, id: string): Promise<ListedCall | undefined>;
  /** With an entry in the audit log: it is somebody's data. */
  readData(organizationId: string, id: string, actor: Actor): Promise<Uint8Array | undefined>;
  /** Of all its calls, a piece at a time; how many went. */
  dropData(organizationId: string, most: number): Promise<number>;
}
