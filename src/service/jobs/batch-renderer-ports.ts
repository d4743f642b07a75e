/** What batches need to have made; `workers/` does it, in processes that may end. */

import type { ReportLine } from '../../records/report.ts';
import type { RecordKind } from '../../records/source.ts';
import type { SharedWarning } from '../../records/warnings.ts';
import type { GenerateTerms, IncludeRef, Spool, TemplateBytes } from '../renderer-ports.ts';
import type { BatchRequest, Bundle, PagesThrough, RecordSource } from './batch-model.ts';
import type { RecordsMade } from './job-ports.ts';

/** A file of records, and what is known of it. */
export interface RecordsFile {
  readonly kind: RecordKind;
  readonly source: RecordSource;
  /** Of the template, as its inspection has it: values become what it says. */
  readonly schema: unknown;
  readonly locale: string;
}

/** One that is kept elsewhere. */
interface CopiedFile {
  /** Writes it to a file of this machine; gives its size. */
  copyTo(fd: number): Promise<number>;
}

interface BatchJob {
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

export interface CountJob extends BatchJob {
  readonly file: RecordsFile & { readonly path: string };
  /** Counting further is for nothing. */
  readonly most: number;
  /** That the first record is to be looked at for. */
  readonly fields: readonly string[];
}

export interface CountedRecords {
  readonly count: number;
  /** Those of the fields that the first record that can be read has no value for. */
  readonly lacking: readonly string[];
}

export interface SplitJob extends BatchJob {
  /** The request as it came. */
  readonly body: Uint8Array;
  /** Where the records are not in the request itself. */
  readonly file?: RecordsFile & CopiedFile;
  /** Called for each chunk, in order; the next is made when it is settled. */
  onChunk(chunk: RecordsChunk): Promise<void>;
}

export interface RecordsChunk {
  readonly first: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

export interface ChunkJob extends BatchJob, Pick<GenerateTerms, 'defaults' | 'now'> {
  /** The request without its records. */
  readonly body: Uint8Array;
  /** As `split` has made them. */
  readonly records: Uint8Array;
  readonly bundle: Bundle;
  /** What documents are called, with their numbers, where the request does not say. */
  readonly name: string;
  /** Pages are only to be counted, or are numbered through the batch; otherwise each document counts for itself. */
  readonly pages?: PagesThrough | 'counted' | undefined;
  /** Told now and then. */
  readonly onMade?: (made: RecordsMade) => void;
  /** With templates that records have asked for. */
  resolve(chosen?: readonly IncludeRef[]): Promise<TemplateBytes>;
}

export interface FailedRecord {
  readonly record: number;
  readonly code: string;
  readonly lines: readonly ReportLine[];
}

export interface MadeChunk {
  readonly documents: number;
  /** What `bundle` takes; undefined where there are no documents. */
  readonly part: BundleFile | undefined;
  /** In order. */
  readonly failures: readonly FailedRecord[];
  readonly warnings: readonly SharedWarning[];
  /** Which documents have any, by their place from 0. */
  readonly warned: readonly number[];
  /** Of each record, in order; 0 for those that failed, or are no PDF. */
  readonly pages: readonly number[];
}

export interface BundleJob extends BatchJob {
  readonly bundle: Bundle;
  readonly pageNumbers: BatchRequest['pageNumbers'];
  readonly ending: 'docx' | 'pdf';
  readonly parts: AsyncIterable<CopiedFile & { readonly documents: number }>;
  /** Files that go along, where there is room for any. */
  readonly extra: readonly { readonly name: string; lines(): AsyncIterable<string> }[];
}

/** A file that the caller disposes of. */
export interface BundleFile extends Spool {
  readonly sha256: string;
}

export interface BatchRenderer {
  /** How many records there are, but no more than `most`; rejects where the file can't be read at all. */
  countRecords(job: CountJob): Promise<CountedRecords>;
  split(job: SplitJob): Promise<{ readonly total: number; readonly body: Uint8Array }>;
  chunk(job: ChunkJob): Promise<MadeChunk>;
  bundle(job: BundleJob): Promise<BundleFile>;
  /** Text of any length, as a file. */
  spool(text: AsyncIterable<string>): Promise<BundleFile>;
}
