/**
 * Documents that are made while nobody waits: asked for, looked at, called off, fetched.
 *
 * What a job needs is put away before it is acknowledged: its body among the blobs, and with it the version of the template,
 * the time and the defaults that held when it was asked for. Whichever server runs it makes the same document.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PlatenError } from '../../errors.ts';
import type { RegionalDefaults } from '../../regional.ts';
import type { Caller } from '../authenticator.ts';
import { blobStream } from '../blob-streams.ts';
import type { Documents, Pinned } from '../documents/documents.ts';
import { pinnedVersion } from '../documents/made-before.ts';
import type { Hold } from '../documents/retry-ports.ts';
import type { BlobStore, LinkedFile } from '../ports.ts';
import type { Renderer } from '../renderer-ports.ts';
import { hashOfBytes } from '../template-programs.ts';
import { templateKeyOf } from '../template-rules.ts';
import type { Templates } from '../templates.ts';
import { makeWebhookSecret } from '../webhooks/webhook-messages.ts';
import type { AddressProblem } from '../webhooks/webhooks.ts';
import type { Job, JobPage, JobResult, JobStore } from './job-ports.ts';

/** What holds for a job whatever changes meanwhile. */
export interface JobPins extends Pinned {
  readonly defaults: RegionalDefaults;
}

interface JobOrder {
  readonly caller: Caller;
  readonly requestId: string;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  readonly hold?: Hold | undefined;
}

interface Needs {
  readonly jobs: JobStore;
  readonly blobs: BlobStore;
  readonly renderer: Pick<Renderer, 'read'>;
  readonly templates: Templates;
  readonly documents: Pick<Documents, 'refuseWithoutCredit'>;
  /** What is wrong with the address of a callback. */
  readonly addressProblem: AddressProblem;
  /** Told of a new one. */
  readonly wake: () => void;
  readonly now: () => number;
}

const RETRY_SECONDS = 1;
/** Each may have a body of many megabytes. */
const MOST_WAITING = 1_000;

export class Jobs {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async create({ caller, requestId, body, signal, hold }: JobOrder): Promise<Job> {
    const { jobs, blobs, renderer, templates, documents, now, wake } = this.#needs;
    const { organization } = caller;
    await documents.refuseWithoutCredit(caller);
    const organizationId = organization.id;
    const request = await renderer.read({ organizationId, body, signal });
    const callback = this.#callbackOf(request.callback);
    const found = await templates.find(organizationId, templateKeyOf(request.templateKey), request.version);
    const createdAt = now();
    const pins: JobPins = {
      template: found.template,
      version: pinnedVersion(found.version),
      at: createdAt,
      defaults: organization.defaults,
    };
    // What is refused leaves nothing behind.
    const bodyHash = hashOfBytes(body);
    await blobs.put(bodyHash, body);
    const id = randomUUID();
    const job = await jobs.create({
      id,
      organizationId,
      templateKey: found.template.key,
      version: found.version.number,
      output: request.output,
      actor: caller.actor,
      requestId,
      createdAt,
      bodyHash,
      fileHash: found.version.fileHash,
      programHash: found.version.programHash,
      pins: JSON.stringify(pins),
      within: MOST_WAITING,
      ...(callback && { callback }),
      ...(hold && { completes: { ...hold, at: createdAt, outcome: JSON.stringify({ id }) } }),
    });
    wake();
    return job;
  }

  #callbackOf(url: string | undefined): { readonly url: string; readonly secret: string } | undefined {
    if (url === undefined) return undefined;
    const problem = this.#needs.addressProblem(url);
    if (problem !== undefined)
      throw new PlatenError('bad_option', `\`callback\` can't be used: ${problem}.`, {
        details: [{ code: 'value', message: `\`callback\` can't be used: ${problem}.`, path: 'callback' }],
      });
    return { url, secret: makeWebhookSecret() };
  }

  async get(organizationId: string, id: string): Promise<Job> {
    const job = await this.#needs.jobs.get(organizationId, id);
    if (job === undefined) throw notFound();
    return job;
  }

  list(organizationId: string, page: JobPage): Promise<readonly Job[]> {
    return this.#needs.jobs.list(organizationId, page);
  }

  async cancel(organizationId: string, id: string): Promise<Job> {
    const job = await this.#needs.jobs.cancel(organizationId, id, this.#needs.now());
    if (job === undefined) throw notFound();
    return job;
  }

  /** Of a job that has ended well, within its time. */
  async result(organizationId: string, id: string): Promise<JobResult & { readonly expiresAt: number }> {
    const { state, result, expiresAt } = await this.get(organizationId, id);
    if (state === 'queued' || state === 'running')
      throw new PlatenError('job_unfinished', `The job is ${state}; it has no result yet.`, {
        retryAfter: RETRY_SECONDS,
      });
    if (state !== 'completed')
      throw new PlatenError(
        'job_without_result',
        `The job has ${state === 'failed' ? 'failed' : 'been cancelled'}.`,
        {
          hint: 'GET /jobs/{id} says why.',
        },
      );
    if (result === null || expiresAt === null || expiresAt <= this.#needs.now()) throw expired();
    return { ...result, expiresAt };
  }

  /** All of it, or from `start` to before `end`. */
  async stream(
    { hash }: JobResult,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Readable> {
    const stream = await blobStream(this.#needs.blobs, hash, range);
    if (stream === undefined) throw expired();
    return stream;
  }

  /** From where the file itself lies; undefined where that is here. */
  linkTo({ hash }: JobResult, file: LinkedFile): Promise<string | undefined> {
    return this.#needs.blobs.link(hash, file);
  }
}

const notFound = (): PlatenError => new PlatenError('job_not_found', 'There is no job with this id.');

const expired = (): PlatenError =>
  new PlatenError('result_expired', 'The result of this job is not kept any more.', {
    hint: 'Send the job again.',
  });
