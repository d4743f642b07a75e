/** What a batch is: a job of many records. */
import type { ErrorCode } from '../../errors.ts';
import type { RecordSource as FileSource } from '../../records/source.ts';

export const BUNDLES = ['zip', 'pdf', 'docx'] as const;
/** What the documents of a batch are handed out as. */
export type Bundle = (typeof BUNDLES)[number];

/** Why no further chunk was begun. */
export type StopCode = Extract<
  ErrorCode,
  'insufficient_credit' | 'too_many_failed_records' | 'storage_limit' | 'batch_cancelled'
>;

export interface NewBatch {
  readonly bundle: Bundle;
  /** With one more failed record it is stopped; null: it never is. */
  readonly maxFailures: number | null;
  /** A file of records among the blobs; null where they are in the body. */
  readonly recordsHash: string | null;
  /** As far as it is known. */
  readonly total: number;
}

/** What whoever has claimed it is to do. */
export type BatchStep =
  | { readonly step: 'split'; readonly bundle: Bundle; readonly recordsHash: string | null }
  | ({ readonly step: 'count'; readonly bundle: Bundle; readonly recordsHash: string } & ChunkPlace)
  | ({
      readonly step: 'chunk';
      readonly bundle: Bundle;
      readonly recordsHash: string;
      readonly pages?: PagesThrough;
    } & ChunkPlace)
  | { readonly step: 'bundle'; readonly bundle: Bundle; readonly stoppedBy: StopCode | null };

export interface ChunkPlace {
  /** Records are counted from 1, through all chunks. */
  readonly first: number;
  readonly total: number;
}

/** Of a chunk whose pages are counted through the batch: the first page of each of its records, and all pages together. */
export interface PagesThrough {
  readonly first: readonly number[];
  readonly total: number;
}

export const PAGE_NUMBERS = ['record', 'through'] as const;

/** How a file of records is to be read; its kind is found out. */
export type RecordSource = Omit<FileSource, 'kind'>;

/** What the body of a job says of its records. */
export interface BatchRequest {
  readonly bundle: Bundle;
  readonly maxFailures?: number;
  readonly pageNumbers: (typeof PAGE_NUMBERS)[number];
  readonly source: RecordSource;
  /** How many there are in the body itself. */
  readonly records?: number;
  /** What `options.filename` names, and neither `data` nor the first record in the body has a value for. */
  readonly unnamed: readonly string[];
}
