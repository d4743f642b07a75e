/**
 * Documents that are made while nobody waits: asked for, looked at, called off, fetched.
 *
 * What a job needs is put away before it is acknowledged: its body among the blobs, and with it the version of the template,
 * the time and the defaults that held when it was asked for. Whichever server runs it makes the same document.
 */

import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PlatenError } from '../../errors.ts';
import { unknownFields } from '../../records/file-names.ts';
import type { ReportLine } from '../../records/report.ts';
import { checkSource, kindOf } from '../../records/source.ts';
import type { RegionalDefaults } from '../../regional.ts';
import type { Trace } from '../../stages.ts';
import type { Caller } from '../authenticator.ts';
import { blobStream } from '../blob-streams.ts';
import type { Documents } from '../documents/documents.ts';
import { pinnedVersion } from '../documents/made-before.ts';
import type { Pinned } from '../documents/orders.ts';
import type { Hold } from '../documents/retry-ports.ts';
import type { Organization } from '../model.ts';
import type { BlobStore, LinkedFile, OrganizationStore } from '../ports.ts';
import type { JobRequest, Renderer, Spool } from '../renderer-ports.ts';
import { hashOfBytes } from '../template-programs.ts';
import { templateKeyOf } from '../template-rules.ts';
import type { Templates } from '../templates.ts';
import { choiceFor } from '../versions/version-choice.ts';
import { makeWebhookSecret } from '../webhooks/webhook-messages.ts';
import type { AddressProblem } from '../webhooks/webhooks.ts';
import type { BatchRequest } from './batch-model.ts';
import type { BatchRenderer, CountedRecords, RecordsFile } from './batch-renderer-ports.ts';
import type { Job, JobPage, JobResult, JobStore } from './job-ports.ts';

/** What holds for a job whatever changes meanwhile. */
export interface JobPins extends Pinned {
  readonly defaults: RegionalDefaults;
  /** Of a batch whose records are in a file, until it is split. */
  readonly file?: RecordsFile;
  readonly pageNumbers?: BatchRequest['pageNumbers'];
  /** Which trace it goes on with, whatever server runs it. */
  readonly trace?: Trace['headers'];
}

/** Records that came in a file. */
export interface SentRecords extends Required<Pick<Spool, 'size' | 'withFile'>> {
  readonly path: string;
  readonly sha256: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

interface JobOrder {
  readonly caller: Caller;
  readonly requestId: string;
  readonly body: Uint8Array;
  readonly records?: SentRecords | undefined;
  readonly signal: AbortSignal;
  readonly hold?: Hold | undefined;
  readonly trace?: Trace | undefined;
}

/** What a new job is answered with. */
interface MadeJob extends Pick<Job, 'id' | 'state'> {
  readonly warnings: readonly string[];
}

interface Needs {
  readonly jobs: JobStore;
  readonly blobs: BlobStore;
  readonly renderer: Pick<Renderer, 'read'>;
  readonly batchRenderer: Pick<BatchRenderer, 'countRecords'>;
  readonly templates: Templates;
  readonly documents: Pick<Documents, 'refuseWithoutCredit'>;
  readonly organizations: Pick<OrganizationStore, 'get'>;
  /** What all that is kept for an organization's jobs may take. */
  readonly roomBytes: number;
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

  async create(order: JobOrder): Promise<MadeJob> {
    const { jobs, blobs, renderer, templates, documents, roomBytes, now, wake } = this.#needs;
    const { caller, requestId, body, records, signal, hold, trace } = order;
    const { organization } = caller;
    await documents.refuseWithoutCredit(caller);
    const organizationId = organization.id;
    const request = await renderer.read({
      organizationId,
      body,
      hasFile: records !== undefined,
      signal,
    });
    const callback = this.#callbackOf(request.callback);
    const found = await templates.find(
      organizationId,
      templateKeyOf(request.templateKey),
      choiceFor(caller, request),
    );
    const version = await templates.pinned(organizationId, found.version);
    const createdAt = now();
    const { batch } = request;
    const schemaOf = () => templates.inspection(organizationId, found.template.key, found.version);
    const file =
      batch &&
      records &&
      recordsFile(records, { batch, request, organization, inspection: await schemaOf() });
    const counted = batch && (await this.#counted(order, { batch, file }));
    // Whatever the records lack is in the report; what nobody knows of is a mistake that is said at once.
    const unknown = counted?.lacking.length ? unknownFields(counted.lacking, schemaIn(await schemaOf())) : [];
    const warnings = [...request.warnings, ...(counted?.warnings ?? []), ...unknown.map(unknownField)];
    const pins: JobPins = {
      template: found.template,
      version: pinnedVersion(version),
      at: createdAt,
      defaults: organization.defaults,
      ...(batch && { pageNumbers: batch.pageNumbers }),
      ...(file && { file }),
      ...(trace && { trace: trace.headers }),
    };
    // What is refused leaves nothing behind.
    const bodyHash = hashOfBytes(body);
    await blobs.put(bodyHash, body);
    if (records !== undefined) {
      const { sha256, size } = records;
      await records.withFile((fd) => blobs.putFile(sha256, { fd, size }));
    }
    const id = randomUUID();
    const { state } = await jobs.create({
      id,
      organizationId,
      templateKey: found.template.key,
      version: found.version.number,
      output: request.output,
      actor: caller.actor,
      requestId,
      createdAt,
      bodyHash,
      fileHash: version.fileHash,
      programHash: version.programHash,
      pins: JSON.stringify(pins),
      within: MOST_WAITING,
      keptBytes: body.byteLength + (records?.size ?? 0),
      roomBytes,
      ...(batch && {
        batch: {
          bundle: batch.bundle,
          maxFailures: batch.maxFailures ?? null,
          recordsHash: records?.sha256 ?? null,
          total: batch.records ?? 0,
        },
      }),
      ...(callback && { callback }),
      ...(hold && { completes: { ...hold, at: createdAt, outcome: JSON.stringify({ id, warnings }) } }),
    });
    wake();
    return { id, state, warnings };
  }

  /** One that was made under the same key before. */
  async again(organizationId: string, outcome: string): Promise<MadeJob> {
    const { id, warnings = [] } = JSON.parse(outcome) as { id: string; warnings?: readonly string[] };
    const { state } = await this.get(organizationId, id);
    return { id, state, warnings };
  }

  /** What can be told of the records before they are split: whether the credit will do, and what their names go without. */
  async #counted(
    { caller: { organization }, records, signal }: JobOrder,
    { batch, file }: { readonly batch: BatchRequest; readonly file: RecordsFile | undefined },
  ): Promise<Pick<CountedRecords, 'lacking'> & { readonly warnings: readonly string[] }> {
    const { organizations, batchRenderer } = this.#needs;
    const credit = (await organizations.get(organization.id))?.credit ?? null;
    const isLimited = credit !== null;
    // The first record is looked at whatever the credit is: a file that can't be read is refused at once.
    const most = isLimited ? Math.min(credit + 1, MOST_COUNTED) : 1;
    const { count, lacking } =
      file === undefined || records === undefined
        ? { count: batch.records ?? 0, lacking: batch.unnamed }
        : await batchRenderer.countRecords({
            organizationId: organization.id,
            signal,
            file: { ...file, path: records.path },
            most,
            fields: batch.unnamed,
          });
    if (!isLimited || count <= credit) return { lacking, warnings: [] };
    const than = file === undefined ? `${count}` : `more than ${credit}`;
    const warning = `The organization has credit for ${credit} documents, and the batch has ${than} records: it stops where the credit ends.`;
    return { lacking, warnings: [warning] };
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

  async cancel({ organization, actor: name }: Caller, id: string): Promise<Job> {
    const job = await this.#needs.jobs.cancel(organization.id, id, { name, at: this.#needs.now() });
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
    const isKept = result !== null && expiresAt !== null && expiresAt > this.#needs.now();
    // A batch that was stopped, or called off, hands out what was paid for.
    if (isKept) return { ...result, expiresAt };
    if (state !== 'completed')
      throw new PlatenError(
        'job_without_result',
        `The job has ${state === 'failed' ? 'failed' : 'been cancelled'}.`,
        {
          hint: 'GET /jobs/{id} says why.',
        },
      );
    throw expired();
  }

  /** What is to be said about records, of a job that has ended. */
  async report(organizationId: string, id: string): Promise<AsyncIterable<ReportLine>> {
    const job = await this.get(organizationId, id);
    const { state, expiresAt, reportHash, bundle } = job;
    if (state === 'queued' || state === 'running')
      throw new PlatenError('job_unfinished', `The job is ${state}; it has no report yet.`, {
        retryAfter: RETRY_SECONDS,
      });
    if (expiresAt !== null && expiresAt <= this.#needs.now() && bundle !== null) throw expired();
    if (reportHash !== null) return reportLines((await blobStream(this.#needs.blobs, reportHash)) ?? gone());
    // Of one document: what is to be said about it.
    return linesOfOne(job);
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

  /** Of a job that was asked for a map of its document. */
  async map(
    organizationId: string,
    id: string,
  ): Promise<{ readonly stream: Readable; readonly size: number }> {
    const result = await this.result(organizationId, id);
    const range = await this.#mapOf(result);
    if (range === undefined)
      throw new PlatenError('job_without_result', 'The job was not asked for a map of its document.', {
        hint: 'Send it with `options.map: true`.',
      });
    return { stream: await this.stream(result, range), size: range.end - range.start };
  }

  /** It stands behind the document. */
  async #mapOf({
    hash,
    size,
  }: JobResult): Promise<{ readonly start: number; readonly end: number } | undefined> {
    const whole = await this.#needs.blobs.head(hash);
    return whole === undefined || whole.size <= size ? undefined : { start: size, end: whole.size };
  }

  /** From where the file itself lies; undefined where that is here. */
  async linkTo(result: JobResult, file: LinkedFile): Promise<string | undefined> {
    // Who follows it gets all that is there.
    if ((await this.#mapOf(result)) !== undefined) return undefined;
    return this.#needs.blobs.link(result.hash, file);
  }
}

/** Counting goes on while somebody waits for the answer. */
const MOST_COUNTED = 100_000;

const recordsFile = (
  { fileName, contentType }: SentRecords,
  {
    batch,
    request,
    organization,
    inspection,
  }: {
    readonly batch: BatchRequest;
    readonly request: JobRequest;
    readonly organization: Organization;
    readonly inspection: string;
  },
): RecordsFile => {
  const kind = kindOf(fileName, contentType);
  if (kind === undefined)
    throw new PlatenError(
      'bad_request',
      "What kind of file `records` is can't be told from its name or type.",
      {
        hint: 'Name it .json, .ndjson, .csv or .xlsx.',
        details: [
          {
            code: 'value',
            message: '`records` must be a .json, .ndjson, .csv or .xlsx file.',
            path: 'records',
          },
        ],
      },
    );
  checkSource({ ...batch.source, kind });
  return {
    kind,
    source: batch.source,
    schema: schemaIn(inspection),
    locale: request.locale ?? organization.defaults.locale ?? 'en-US',
  };
};

const schemaIn = (inspection: string): unknown =>
  (JSON.parse(inspection) as { schema?: unknown }).schema ?? null;

const unknownField = (field: string): string =>
  `\`options.filename\` has {${field}}, which neither the template nor the first record has: names go without it.`;

async function* reportLines(stream: Readable): AsyncGenerator<ReportLine> {
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield JSON.parse(line) as ReportLine;
}

async function* linesOfOne({ error, warnings }: Job): AsyncGenerator<ReportLine> {
  yield* warnings;
  if (error !== null) yield { record: 1, code: error.code, message: error.message };
}

const gone = (): never => {
  throw expired();
};

const notFound = (): PlatenError => new PlatenError('job_not_found', 'There is no job with this id.');

const expired = (): PlatenError =>
  new PlatenError('result_expired', 'The result of this job is not kept any more.', {
    hint: 'Send the job again.',
  });
