/** What the server and a process that works on a batch say to each other. Plain data. */
import type { ErrorData } from '../../errors.ts';
import type { SharedWarning } from '../../records/warnings.ts';
import type { BatchRequest, Bundle, PagesThrough } from '../../service/jobs/batch-model.ts';
import type { FailedRecord, RecordsChunk, RecordsFile } from '../../service/jobs/batch-renderer-ports.ts';
import type { RecordsMade } from '../../service/jobs/job-ports.ts';
import type { GenerateRequest, GenerateTerms } from '../../service/renderer-ports.ts';

export interface CountTask {
  readonly file: RecordsFile & { readonly path: string };
  readonly most: number;
  readonly fields: readonly string[];
}

export interface SplitTask {
  readonly body: Uint8Array;
  readonly file: (RecordsFile & { readonly path: string }) | undefined;
}

export interface ChunkTask {
  readonly body: Uint8Array;
  /** Lines of JSON, a ChunkLine each. */
  readonly records: Uint8Array;
  readonly terms: GenerateTerms;
  readonly bundle: Bundle;
  readonly name: string;
  readonly pages: PagesThrough | 'counted' | undefined;
  readonly renderMs: number;
  readonly layoutMs: number;
  readonly fetchesPictures: boolean;
  /** Where the documents go. */
  readonly spoolFile: string;
  /** Where it is written which record is worked on: it is read where this process comes to an end over it. */
  readonly placeFile: string;
  /** Records that a process has come to an end over: why, or that the native engine is not to be asked again. */
  readonly troubles: ReadonlyMap<number, Trouble>;
}

export type Trouble =
  | { readonly kind: 'failed'; readonly error: ErrorData }
  | { readonly kind: 'not native'; readonly reasons: readonly string[] };

export type ChunkLine =
  | { readonly record: number; readonly data: Record<string, unknown> }
  | { readonly record: number; readonly problem: { code: string; message: string; path?: string } };

export interface RenderedChunk {
  readonly documents: number;
  /** Of the part file. */
  readonly size: number;
  readonly sha256: string;
  readonly failures: readonly FailedRecord[];
  readonly warnings: readonly SharedWarning[];
  readonly warned: readonly number[];
  readonly pages: readonly number[];
  /** Of what failed inside Platen: for the log. */
  readonly stacks: readonly string[];
}

export interface BundleTask {
  readonly bundle: Bundle;
  readonly pageNumbers: BatchRequest['pageNumbers'];
  readonly ending: 'docx' | 'pdf';
  readonly parts: readonly { readonly path: string; readonly documents: number }[];
  readonly extra: readonly { readonly name: string; readonly path: string }[];
  readonly spoolFile: string;
}

export type BatchQuestion =
  | { readonly kind: 'chunk'; readonly chunk: RecordsChunk }
  /** It goes on, and took so long for what it has done since it last said so. Answered by nothing. */
  | { readonly kind: 'progress'; readonly milliseconds: number; readonly made?: RecordsMade }
  /** Answered by ConvertedRecord. */
  | {
      readonly kind: 'convert';
      readonly docx: Uint8Array;
      readonly request: GenerateRequest;
      readonly declined: readonly string[] | undefined;
    };

export type ConvertedRecord =
  | {
      readonly ok: true;
      readonly pdf: Uint8Array;
      readonly pages: number;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly error: ErrorData };
