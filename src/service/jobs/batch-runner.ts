/**
 * The steps of a job of many records: its file is split into chunks, each chunk made and paid for, and what was made put into one
 * file. Chunks are rows of the same queue, so any number of servers work on a batch; a chunk that has been committed is never
 * made again, and one that was not has cost nothing.
 */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import { putDocument } from '../blob-streams.ts';
import type { JobCalls } from '../calls/job-calls.ts';
import { stillRunning } from '../documents/retries.ts';
import type { BlobStore } from '../ports.ts';
import { hashOfBytes, type TemplatePrograms } from '../template-programs.ts';
import type { BatchStep, ChunkPlace } from './batch-model.ts';
import type { BatchStore, HeldJob, NewChunk } from './batch-ports.ts';
import type { BatchRenderer, ChunkJob, FailedRecord, MadeChunk } from './batch-renderer-ports.ts';
import { BatchReport, batchEnd, batchError, chunkReport, reportCsv, reportJson } from './batch-report.ts';
import { givenUp, isPassing, MOST_ATTEMPTS, toJobError } from './job-errors.ts';
import type { ClaimedJob, JobEnd, JobStore } from './job-ports.ts';
import type { JobPins } from './jobs.ts';

interface Needs {
  readonly jobs: Pick<JobStore, 'get' | 'renew'>;
  readonly batches: BatchStore;
  readonly blobs: BlobStore;
  readonly renderer: BatchRenderer;
  readonly programs: Pick<TemplatePrograms, 'load'>;
  /** Until when a result is kept that is there now. */
  readonly keptUntil: (organizationId: string) => Promise<number>;
  readonly calls: Pick<JobCalls, 'batchEnded'>;
  /** What all that is kept for an organization's jobs may take. */
  readonly roomBytes: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Whoever has claimed it: may call it off, and hears how far a chunk is. */
type Watched = Required<Pick<ChunkJob, 'signal' | 'onMade'>>;

type Step<Name extends BatchStep['step']> = Extract<BatchStep, { step: Name }>;

const TYPES = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** Rows that are written at once. */
const CHUNKS_AT_ONCE = 20;

/** Its documents are paid for, and what stands in the way may be a machine that is short of memory: ten minutes, a lease each. */
const MOST_BUNDLINGS = 30;

export class BatchRunner {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** False where it did not come to an end, and has to be tried again as if it had not been begun; "soon" where this counts as a time. */
  async run(job: ClaimedJob, step: BatchStep, { signal, onMade }: Watched): Promise<boolean | 'soon'> {
    try {
      if (step.step === 'chunk') return await this.#chunk(job, step, { signal, onMade });
      if (step.step === 'count') return await this.#count(job, step, signal);
      if (step.step === 'split') return await this.#split(job, step, signal);
      return await this.#bundle(job, step, signal);
    } catch (error) {
      // A disk that is full, or a database that is away: it waits for that, and whoever runs the server hears of it.
      if (error instanceof PlatenError && error.code === 'not_ready') this.#needs.onError(error);
      if (signal.aborted || isPassing(error)) return this.#stopped(job, step, signal);
      if (!(error instanceof PlatenError)) this.#needs.onError(error);
      return this.#failed(job, step, error);
    }
  }

  async #stopped(job: ClaimedJob, { step }: BatchStep, signal: AbortSignal): Promise<boolean> {
    if (!signal.aborted || signal.reason !== 'stop') return signal.reason === 'lost';
    if (step === 'chunk' || step === 'count') await this.#needs.batches.dropChunk(this.#held(job));
    else await this.#finish(job, { state: 'cancelled' });
    return true;
  }

  async #failed(job: ClaimedJob, step: BatchStep, error: unknown): Promise<boolean | 'soon'> {
    // Nothing is wrong with its records, or they are paid for: a bundle is tried again when its lease has run out, all else sooner.
    const most = step.step === 'bundle' ? MOST_BUNDLINGS : isOfTheMachine(error) ? MOST_ATTEMPTS : 0;
    if (job.attempts < most) {
      this.#needs.onError(error);
      return step.step === 'bundle' ? true : 'soon';
    }
    if (step.step === 'chunk') return this.#commit(job, nothingOf(step, error));
    // What is wrong with it is said when its documents are made.
    if (step.step === 'count') {
      await this.#needs.batches.commitCount(this.#held(job), nothingOf(step, error).pages);
      return true;
    }
    await this.#finish(job, { state: 'failed', error: toJobError(error) });
    return true;
  }

  async #split(
    job: ClaimedJob,
    { recordsHash, bundle }: Step<'split'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { batches, blobs, renderer } = this.#needs;
    const { organizationId } = job;
    if (job.attempts > MOST_ATTEMPTS) {
      await this.#finish(job, { state: 'failed', error: toJobError(givenUp()) });
      return true;
    }
    const { file, ...pins } = JSON.parse(job.pins) as JobPins;
    let waiting: NewChunk[] = [];
    let part = 0;
    const flush = async (): Promise<void> => {
      if (!(await batches.addChunks(this.#held(job), waiting))) throw stillRunning();
      waiting = [];
    };
    const { total, body } = await renderer.split({
      organizationId,
      signal,
      body: await this.#blob(job.bodyHash),
      ...(file && recordsHash !== null && { file: { ...file, copyTo: this.#copying(recordsHash) } }),
      onChunk: async ({ bytes, ...place }) => {
        const hash = hashOfBytes(bytes);
        await blobs.put(hash, bytes);
        waiting.push({ ...place, id: randomUUID(), part, recordsHash: hash, size: bytes.byteLength });
        part += 1;
        if (waiting.length >= CHUNKS_AT_ONCE) await flush();
      },
    });
    if (total === 0) throw new PlatenError('no_documents', 'The file has no records.');
    await flush();
    const bodyHash = hashOfBytes(body);
    await blobs.put(bodyHash, body);
    const isCounted = bundle === 'pdf' && pins.pageNumbers === 'through';
    const end = { total, bodyHash, pins: JSON.stringify(pins), isCounted };
    if (await batches.startChunks(this.#held(job), end)) return true;
    // Called off in the last moment, or another's.
    if ((await this.#needs.jobs.renew(job.id, job.token, this.#needs.now())) === 'stop')
      await this.#finish(job, { state: 'cancelled' });
    return true;
  }

  async #chunk(job: ClaimedJob, step: Step<'chunk'>, { signal, onMade }: Watched): Promise<boolean> {
    if (job.attempts > MOST_ATTEMPTS) return this.#commit(job, nothingOf(step, givenUp()));
    const made = await this.#made(job, { ...step, signal, onMade });
    try {
      signal.throwIfAborted();
      return await this.#commit(job, made);
    } finally {
      made.part?.dispose();
    }
  }

  async #count(job: ClaimedJob, step: Step<'count'>, signal: AbortSignal): Promise<boolean> {
    const { pages } =
      job.attempts > MOST_ATTEMPTS
        ? nothingOf(step, givenUp())
        : await this.#made(job, { ...step, signal, pages: 'counted' });
    signal.throwIfAborted();
    await this.#needs.batches.commitCount(this.#held(job), pages);
    return true;
  }

  async #made(
    job: ClaimedJob,
    chunk: Pick<ChunkJob, 'bundle' | 'pages' | 'signal' | 'onMade'> & { readonly recordsHash: string },
  ): Promise<MadeChunk> {
    const { renderer, programs } = this.#needs;
    const { organizationId } = job;
    const { recordsHash, bundle, pages, signal, onMade } = chunk;
    const { defaults, version, at, template } = JSON.parse(job.pins) as JobPins;
    return renderer.chunk({
      ...{ organizationId, signal, bundle, pages, defaults, now: at, name: template.name },
      body: await this.#blob(job.bodyHash),
      records: await this.#blob(recordsHash),
      ...(onMade && { onMade }),
      resolve: (chosen) => programs.load(organizationId, version, { key: template.key, chosen, asOf: at }),
    });
  }

  /** True as well where it is another's by now: there is nothing to be given back. */
  async #commit(job: ClaimedJob, made: Omit<MadeChunk, 'pages'>): Promise<boolean> {
    const { documents, part, failures, warnings, warned } = made;
    const { batches, blobs, roomBytes } = this.#needs;
    if (part !== undefined) await putDocument(blobs, part.sha256, part);
    const counts = new Map<string, number>();
    for (const { code } of failures) counts.set(code, (counts.get(code) ?? 0) + 1);
    const { template } = JSON.parse(job.pins) as JobPins;
    await batches.commitChunk(this.#held(job), {
      documents,
      part: part === undefined ? null : { hash: part.sha256, size: part.size },
      report: chunkReport(failures, warnings),
      warned,
      failures: counts,
      templateId: template.id,
      roomBytes,
    });
    return true;
  }

  async #bundle(job: ClaimedJob, step: Step<'bundle'>, signal: AbortSignal): Promise<boolean> {
    const { jobs, batches, blobs, renderer } = this.#needs;
    const { organizationId, id } = job;
    const { bundle, stoppedBy } = step;
    const now = await jobs.get(organizationId, id);
    if (now === undefined) return true;
    const report = new BatchReport(batches, id);
    const file = await renderer.spool(report.ndjson());
    await putDocument(blobs, file.sha256, file).finally(() => file.dispose());
    const reportHash = file.sha256;
    if (now.charged === 0) {
      const error = batchError(stoppedBy, now.records.total);
      const end: JobEnd =
        stoppedBy === 'batch_cancelled' ? { state: 'cancelled' } : { state: 'failed', error };
      await this.#finish(job, end, reportHash);
      return true;
    }
    const { template, pageNumbers = 'record' } = JSON.parse(job.pins) as JobPins;
    const made = await renderer.bundle({
      organizationId,
      signal,
      bundle,
      pageNumbers,
      ending: job.output === 'PDF' ? 'pdf' : 'docx',
      parts: this.#parts(id),
      extra: [
        { name: 'report.csv', lines: () => reportCsv(report.lines()) },
        { name: 'report.json', lines: () => reportJson(report.lines()) },
      ],
    });
    await putDocument(blobs, made.sha256, made).finally(() => made.dispose());
    const result = {
      hash: made.sha256,
      size: made.size,
      contentType: TYPES[bundle],
      filename: template.name,
    };
    await this.#finish(job, batchEnd(stoppedBy, now.records.total, result), reportHash);
    return true;
  }

  async *#parts(id: string) {
    for await (const { result, paid } of new BatchReport(this.#needs.batches, id).chunks())
      if (result !== null && paid > 0) yield { documents: paid, copyTo: this.#copying(result.hash) };
  }

  async #finish(job: ClaimedJob, end: JobEnd, reportHash: string | null = null): Promise<void> {
    const { jobs, batches, calls, keptUntil } = this.#needs;
    const expiresAt = await keptUntil(job.organizationId);
    if (!(await batches.finish({ ...this.#held(job), expiresAt }, { ...end, reportHash }))) return;
    const ended = await jobs.get(job.organizationId, job.id);
    if (ended !== undefined) calls.batchEnded(job, ended, end);
  }

  #held({ organizationId, id, token }: ClaimedJob): HeldJob {
    return { organizationId, id, token, at: this.#needs.now() };
  }

  async #blob(hash: string): Promise<Uint8Array> {
    const bytes = await this.#needs.blobs.get(hash);
    if (bytes === undefined) throw new Error(`the blob ${hash} that a batch names is gone`);
    return bytes;
  }

  #copying(hash: string): (fd: number) => Promise<number> {
    return async (fd) => {
      const size = await this.#needs.blobs.copyToFile(hash, fd);
      if (size === undefined) throw new Error(`the blob ${hash} that a batch names is gone`);
      return size;
    };
  }
}

/** Somebody has killed the process that worked on it, twice: the machine may have been out of memory. */
const isOfTheMachine = (error: unknown): boolean =>
  error instanceof PlatenError && error.code === 'process_killed';

/** Of a chunk that could not be worked on: all its records have failed. */
const nothingOf = ({ first, total }: ChunkPlace, error: unknown): MadeChunk => {
  const { code, message } = toJobError(error);
  const failures = Array.from({ length: total }, (_one, index): FailedRecord => {
    const record = first + index;
    return { record, code, lines: [{ record, code, message }] };
  });
  const pages = failures.map(() => 0);
  return { documents: 0, part: undefined, failures, warnings: [], warned: [], pages };
};
