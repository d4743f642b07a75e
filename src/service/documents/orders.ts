/** What is asked for when a document is, and what comes of it. */
import type { Stages } from '../../stages.ts';
import type { Caller } from '../authenticator.ts';
import type { CallNotes } from '../calls/call-notes.ts';
import type { Template, TemplateVersion } from '../model.ts';
import type { RateUse } from '../rate-limits.ts';
import type { GeneratedDocument } from '../renderer-ports.ts';
import type { Hold } from './retry-ports.ts';

/** The first request with a key, or one more; then with what the first has left. */
export type Attempt =
  | { readonly kind: 'first'; readonly hold: Hold }
  | { readonly kind: 'again'; readonly outcome: string };

/** What is the same whatever the document is made of. */
export interface RequestOrder {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Counted by the charge of a small document, and of any other before the work begins. */
  readonly use: Pick<RateUse, 'uncounted' | 'count' | 'settle'>;
  /** Where the request may be sent again, under a key of its own. */
  readonly attempt?: Attempt;
  /** Where the time goes. */
  readonly stages?: Stages | undefined;
  /** For the log of calls: what the request turned out to be about. */
  readonly call?: CallNotes | undefined;
}

export interface DocumentOrder extends RequestOrder {
  /** As it came; the worker parses it. */
  readonly body: Uint8Array;
  /** Of a document that was asked for earlier: what held then. */
  readonly pinned?: Pinned;
}

export interface Pinned {
  readonly template: Template;
  readonly version: TemplateVersion;
  /** What `$now` shows. */
  readonly at: number;
}

/** With a file that came with the request: a template, or a document. */
export interface FileOrder extends RequestOrder {
  readonly file: Uint8Array;
  /** For the answer's own name. */
  readonly fileName: string | undefined;
}

export interface FinishedDocument extends GeneratedDocument {
  /** What it is called where the request does not say; an ending of Word's may be part of it. */
  readonly name: string;
}
