/**
 * Runs jobs, a few at a time, in turns by organization, on as many servers as there are.
 *
 * A job is made under a key of its own, as a request under an `Idempotency-Key` is: the charge ends the key. So a job whose
 * server dies is run again by another, and where the first had come as far as the charge, the document is made again without
 * one. Its lease is short, and renewed: the work of a dead server moves within half a minute.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatenError } from '../../errors.ts';
import type { ReportLine } from '../../records/report.ts';
import { WarningNotes } from '../../records/warnings.ts';
import { type Stages, timed, type Watch } from '../../stages.ts';
import type { Caller } from '../authenticator.ts';
import { putDocument } from '../blob-streams.ts';
import type { CallNotes } from '../calls/call-notes.ts';
import type { JobCalls } from '../calls/job-calls.ts';
import type { Documents } from '../documents/documents.ts';
import { sha256Of } from '../documents/made-before.ts';
import type { FinishedDocument } from '../documents/orders.ts';
import type { Retries } from '../documents/retries.ts';
import type { FailedCalls } from '../failed-calls.ts';
import type { LeaseClock } from '../lease-clock.ts';
import { Lookout } from '../lookout.ts';
import type { BlobStore, OrganizationStore } from '../ports.ts';
import { COUNTED } from '../rate-limits.ts';
import type { BatchRunner } from './batch-runner.ts';
import { givenUp, isPassing, MOST_ATTEMPTS, toJobError } from './job-errors.ts';
import type { ClaimedJob, JobEnd, JobStore, RecordsMade } from './job-ports.ts';
import type { JobPins } from './jobs.ts';

const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
/** Before a job that could not be run goes back into the queue. */
const PAUSE_MS = 1_000;
/** Before a step whose processes were killed is begun again: more each time, since the machine may be short of memory. */
const SOON_MS = 2_000;

const TYPES = {
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  PDF: 'application/pdf',
} as const;

interface Needs {
  readonly jobs: JobStore;
  readonly blobs: BlobStore;
  readonly organizations: Pick<OrganizationStore, 'get'>;
  readonly documents: Pick<Documents, 'generate'>;
  readonly retries: Retries;
  readonly batches: Pick<BatchRunner, 'run'>;
  /** Until when a result is kept that is there now. */
  readonly keptUntil: (organizationId: string) => Promise<number>;
  readonly failedCalls: Pick<FailedCalls, 'add'>;
  readonly calls: Pick<JobCalls, 'notesOf' | 'made' | 'failed'>;
  readonly watch: Watch;
  /** How many run at once. */
  readonly places: number;
  readonly leaseClock: Pick<LeaseClock, 'now'>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** A job that this server has. */
interface Run {
  readonly job: ClaimedJob;
  /** Aborted with what `renew` has said, or with "shutdown". */
  readonly stop: AbortController;
  /** By whichever server had it before: then it can't be called off any more. */
  isPaid: boolean;
  /** Where its time goes. */
  readonly stages: Stages | undefined;
}

export class JobRunner {
  readonly #needs: Needs;
  readonly #running = new Map<Run, Promise<void>>();
  readonly #lookout = new Lookout(() => this.#fill().catch(this.#needs.onError));
  #last = '';

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(): void {
    this.#lookout.start();
  }

  /** Whether it runs any. */
  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Something may be waiting. */
  wake(): void {
    this.#lookout.wake();
  }

  /** Takes no more; what runs goes back into the queue, for another server or for this one when it is back. */
  async stop(): Promise<void> {
    // One may just be on its way here.
    await this.#lookout.stop();
    for (const { stop } of this.#running.keys()) stop.abort('shutdown');
    await Promise.allSettled(this.#running.values());
  }

  async #fill(): Promise<void> {
    const { jobs, places, watch, leaseClock } = this.#needs;
    while (this.#running.size < places && !this.#lookout.isStopped) {
      const at = await leaseClock.now();
      const job = await jobs.claim({ token: randomUUID(), at, leaseUntil: at + LEASE_MS, after: this.#last });
      if (job === undefined) return;
      this.#last = job.organizationId;
      const run: Run = {
        job,
        stop: new AbortController(),
        isPaid: job.batch?.step === 'bundle',
        stages:
          job.batch === undefined
            ? watch.document('work', { carried: carriedBy(job) })
            : watch.start('work', { carried: carriedBy(job) }),
      };
      run.stages?.note('wait', run.stages.began - (at - job.createdAt), run.stages.began);
      const ended = watch
        .within(run.stages, () => this.#run(run))
        .catch(this.#needs.onError)
        .finally(() => {
          this.#running.delete(run);
          this.wake();
        });
      this.#running.set(run, ended);
    }
  }

  async #run(run: Run): Promise<void> {
    const { jobs } = this.#needs;
    const { id, token } = run.job;
    // One that fails is made up for by the next.
    const renewing = setInterval(() => void this.#renew(run).catch(() => undefined), RENEW_MS);
    try {
      if (await this.#isOver(run)) return;
      if (!this.#lookout.isStopped) await sleep(PAUSE_MS);
      await jobs.giveBack(id, token);
    } finally {
      clearInterval(renewing);
    }
  }

  async #isOver(run: Run): Promise<boolean> {
    const { jobs, batches, keptUntil, leaseClock, now } = this.#needs;
    const { id, token, batch, organizationId } = run.job;
    if (batch !== undefined) {
      // Whoever was stopped since the claim may come late.
      await this.#renew(run);
      // A renewal that tells how far it is; one that fails is made up for by the next.
      const onMade = (made: RecordsMade): void => void this.#renew(run, made).catch(() => undefined);
      const isOver = await batches.run(run.job, batch, { signal: run.stop.signal, onMade });
      this.#tell(run);
      if (isOver !== 'soon') return isOver;
      const pause = Math.min(LEASE_MS, SOON_MS * run.job.attempts ** 2);
      await jobs.renew(id, token, (await leaseClock.now()) + pause);
      return true;
    }
    const end = await this.#end(run);
    if (end === undefined) return false;
    const expiresAt = await keptUntil(organizationId);
    return jobs.finish({ id, token, at: now(), expiresAt }, end);
  }

  async #renew(run: Run, made?: RecordsMade): Promise<void> {
    const { id, token } = run.job;
    const { jobs, leaseClock } = this.#needs;
    const state = await jobs.renew(id, token, (await leaseClock.now()) + LEASE_MS, made);
    if (state === 'lost' || (state === 'stop' && !run.isPaid)) run.stop.abort(state);
  }

  /** How it ended; undefined where it did not, and has to be tried again. */
  async #end(run: Run): Promise<JobEnd | undefined> {
    const { job } = run;
    const { signal } = run.stop;
    if (job.attempts > MOST_ATTEMPTS) return { state: 'failed', error: toJobError(givenUp()) };
    let finished: FinishedDocument;
    const notes = this.#needs.calls.notesOf(job);
    try {
      finished = await this.#make(run, notes);
      this.#needs.calls.made(job, notes);
    } catch (error) {
      this.#tell(run, error);
      if (signal.aborted) return signal.reason === 'stop' ? { state: 'cancelled' } : undefined;
      if (isPassing(error)) return undefined;
      if (!(error instanceof PlatenError)) this.#needs.onError(error);
      const failed = toJobError(error);
      this.#needs.failedCalls.add({
        organizationId: job.organizationId,
        templateKey: job.templateKey,
        format: job.output,
        code: failed.code,
        at: this.#needs.now(),
        isOfJob: true,
      });
      this.#needs.calls.failed(job, notes, failed, run.stages);
      return { state: 'failed', error: failed };
    }
    try {
      const result = await timed(run.stages, 'keep', () => this.#keep(finished));
      this.#tell(run);
      const warnings = warningLines(finished);
      return { state: 'completed', result, warnings };
    } catch (error) {
      // It is paid for, so it is made again until it can be kept: a disk may be full.
      this.#needs.onError(error);
      return undefined;
    }
  }

  #tell({ stages, job }: Run, error?: unknown): void {
    if (stages === undefined) return;
    const { organizationId, requestId } = job;
    const code = error === undefined ? undefined : toJobError(error).code;
    const name = job.batch === undefined ? 'job' : `batch ${job.batch.step}`;
    const isDocument = job.batch === undefined;
    this.#needs.watch.end(stages, { name, isDocument, organizationId, requestId, code });
  }

  async #make(run: Run, call: CallNotes): Promise<FinishedDocument> {
    const { blobs, documents, retries } = this.#needs;
    const { job } = run;
    const { signal } = run.stop;
    const { organizationId, requestId } = job;
    const { defaults, ...pinned } = JSON.parse(job.pins) as JobPins;
    const caller = await this.#caller(job, defaults);
    const body = await blobs.get(job.bodyHash);
    if (body === undefined) throw new Error(`the blob ${job.bodyHash} that a job names is gone`);
    const order = { caller, requestId, body, signal, use: COUNTED, pinned, stages: run.stages, call };
    const { answer } = await retries.once(
      // Until the job has ended, however long no server runs.
      { organizationId, key: job.key, fingerprint: job.bodyHash, isKept: true },
      {
        first: async (hold) => {
          // Whoever was stopped since the claim may come late: the job may be another's, called off, or at its end.
          await this.#renew(run);
          signal.throwIfAborted();
          return documents.generate({ ...order, attempt: { kind: 'first', hold } });
        },
        again: (outcome) => {
          run.isPaid = true;
          return documents.generate({ ...order, attempt: { kind: 'again', outcome } });
        },
      },
    );
    return answer;
  }

  async #caller({ organizationId, actor }: ClaimedJob, defaults: JobPins['defaults']): Promise<Caller> {
    const organization = await this.#needs.organizations.get(organizationId);
    if (organization === undefined) throw new Error('the organization of a job is gone');
    return { organization: { ...organization, defaults }, scopes: ['generate'], actor };
  }

  /** A map that was asked for stands behind its document, and is no part of the result's size. */
  async #keep({ document, request, name, mapAt }: FinishedDocument) {
    try {
      const hash = await sha256Of(document);
      const size = mapAt ?? document.size;
      await putDocument(this.#needs.blobs, hash, document);
      // PostgreSQL stores no NUL, and no file name has a use for its like.
      const filename = (request.filename ?? name).toWellFormed().replace(/\p{Cc}/gu, '_');
      return { hash, size, contentType: TYPES[request.output], filename };
    } finally {
      document.dispose();
    }
  }
}

/** As a batch's report has them. */
const warningLines = (finished: FinishedDocument): readonly ReportLine[] => {
  const notes = WarningNotes.ofChunk();
  notes.add(1, finished);
  return notes.lines();
};

const carriedBy = ({ pins }: ClaimedJob): JobPins['trace'] =>
  (JSON.parse(pins) as Pick<JobPins, 'trace'>).trace;
