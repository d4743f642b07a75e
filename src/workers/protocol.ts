/** What the main thread and a worker say to each other. Plain data, and ports to say more. */
import type { MessagePort } from 'node:worker_threads';
import type { ErrorData } from '../errors.ts';
import { tellPackingTo } from '../packing.ts';
import type { GenerateRequest, GenerateTerms, TemplateBytes } from '../service/ports.ts';
import type { DelimiterName } from '../template/index.ts';

/** One job's line between the two threads. */
export interface Line {
  readonly port: MessagePort;
  /** Shared: what can be seen without a message, or while the other side is busy. */
  readonly state: Int32Array;
  /** Where the worker tells when it packs. */
  readonly packing: Int32Array;
}

/** Fields of `state`. */
export const LINE = {
  /** Changes with every answer: a worker in the middle of a synchronous render waits on it. */
  answers: 0,
  /** 1 once the worker has begun. Until then its modules may still be loading, which is nobody's fault. */
  begun: 1,
  length: 2,
} as const;

export interface GenerateTask extends Line {
  readonly body: Uint8Array;
  readonly terms: GenerateTerms;
  readonly renderMs: number;
  /** Whether the operator allows any host; where not, an address is refused by the engine in its own words. */
  readonly fetchesPictures: boolean;
}

export interface ValidateTask extends Line {
  readonly body: Uint8Array;
}

export interface CompileTask extends Line {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly static?: boolean | undefined;
}

export interface CheckTask extends Line {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName | undefined;
  readonly static?: boolean | undefined;
}

/** The worker's side: says that it has begun. */
export const begin = ({ port, state, packing }: Line): void => {
  tellPackingTo(packing);
  Atomics.store(state, LINE.begun, 1);
  port.postMessage({ kind: 'begun' } satisfies Question);
};

export type Question =
  | { readonly kind: 'begun' }
  | { readonly kind: 'resolve'; readonly request: GenerateRequest }
  | { readonly kind: 'inspection'; readonly request: Pick<GenerateRequest, 'templateKey' | 'version'> }
  | { readonly kind: 'pictures'; readonly urls: readonly string[] }
  /** The document outgrows memory: a file, please, already without a name. */
  | { readonly kind: 'spool' };

/** A picture that was fetched, or in words why it was not. */
export type FetchedPicture = { readonly bytes: Uint8Array } | { readonly problem: string };

export type Answer =
  | { readonly kind: 'template'; readonly template: TemplateBytes }
  | { readonly kind: 'inspection'; readonly inspection: string }
  | { readonly kind: 'pictures'; readonly pictures: ReadonlyMap<string, FetchedPicture> }
  | { readonly kind: 'spool'; readonly fd: number }
  /** The main thread has the error itself; the worker only needs to stop. */
  | { readonly kind: 'refused' };

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorData };

export interface RenderedDocument {
  readonly request: GenerateRequest;
  /** Undefined where the document is in the file that the main thread opened. */
  readonly bytes: Uint8Array | undefined;
  readonly size: number;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}
