/** What jobs of many records need of the store: chunks in the same queue, charged for as they end. */
import type { ChunkPlace, StopCode } from './batch-model.ts';
import type { JobEnd, JobState } from './job-ports.ts';

export interface NewChunk extends ChunkPlace {
  readonly id: string;
  /** Its place among the chunks, from 0. */
  readonly part: number;
  readonly recordsHash: string;
  readonly size: number;
}

/** A job that the caller runs, and when. */
export interface HeldJob {
  readonly organizationId: string;
  readonly id: string;
  readonly token: string;
  readonly at: number;
}

interface SplitEnd {
  readonly total: number;
  /** The request without its records. */
  readonly bodyHash: string;
  readonly pins: string;
  /** Pages are counted first, in each chunk. */
  readonly isCounted: boolean;
}

/** What a chunk has become. */
export interface MadeDocuments {
  /** In the order of their records. */
  readonly documents: number;
  /** Where they are among the blobs; null where there are none. */
  readonly part: { readonly hash: string; readonly size: number } | null;
  /** What is to be said about its records; JSON. */
  readonly report: string;
  /** Which documents have warnings, by their place from 0. */
  readonly warned: readonly number[];
  /** How many records failed, by code. */
  readonly failures: ReadonlyMap<string, number>;
  readonly templateId: string;
  /** What all that is kept for the organization's jobs may take. */
  readonly roomBytes: number;
}

/** A chunk that has ended, in the order of its job. */
export interface EndedChunk extends ChunkPlace {
  readonly part: number;
  readonly state: JobState;
  readonly documents: number;
  /** The first so many of its documents. */
  readonly paid: number;
  readonly result: { readonly hash: string; readonly size: number } | null;
  readonly report: string;
  /** Why what was not made, or not paid for, was not. */
  readonly stoppedBy: StopCode | null;
}

/** Each says false where the job is not the caller's any more. */
export interface BatchStore {
  /** What an earlier attempt to split it has left is gone with the first. */
  addChunks(job: HeldJob, chunks: readonly NewChunk[]): Promise<boolean>;
  /** From now on its chunks are in the queue. */
  startChunks(job: HeldJob, end: SplitEnd): Promise<boolean>;
  /** Ends the count of a chunk's pages, by record; after the last of them all chunks know theirs, and are in the queue to be made. */
  commitCount(job: HeldJob, pages: readonly number[]): Promise<boolean>;
  /**
   * Ends a chunk: charges for as many of its documents as the credit allows, with ledger and usage, and counts its records for its
   * job, all or nothing. Where that is to be the last (no credit is left, too many have failed, no room is left) the job is
   * stopped. A chunk of a job that has been stopped is not charged for.
   */
  commitChunk(job: HeldJob, made: MadeDocuments): Promise<boolean>;
  /** Ends a chunk whose job was stopped. */
  dropChunk(job: HeldJob): Promise<boolean>;
  /** In their order; those after the part `after`. */
  chunks(
    id: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly EndedChunk[]>;
  /** Ends the job, once, and tells of it; its chunks are forgotten. */
  finish(
    job: HeldJob & { readonly expiresAt: number },
    end: JobEnd & { readonly reportHash: string | null },
  ): Promise<boolean>;
}
