/** Batches on a machine that is short of something: nothing is lost, nothing is charged for twice, and the log says why nothing moves. */
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { JobEnded, processKilled } from '../../src/processes/process-pool.ts';
import { JobCalls } from '../../src/service/calls/job-calls.ts';
import { spoolOfBytes } from '../../src/service/documents/made-before.ts';
import { Retries } from '../../src/service/documents/retries.ts';
import type { BatchRenderer, BundleFile } from '../../src/service/jobs/batch-renderer-ports.ts';
import { BatchRunner } from '../../src/service/jobs/batch-runner.ts';
import type { JobStore } from '../../src/service/jobs/job-ports.ts';
import { JobRunner } from '../../src/service/jobs/job-runner.ts';
import { LeaseClock } from '../../src/service/lease-clock.ts';
import type { BlobStore } from '../../src/service/ports.ts';
import { UNWATCHED } from '../../src/stages.ts';
import { anOrganization, aTemplate, sha256 } from '../contracts/store/fixture.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

const fileOf = (text: string): BundleFile => ({ ...spoolOfBytes(Buffer.from(text)), sha256: sha256(text) });

const copied = async (copyTo: (fd: number) => Promise<number>): Promise<string> => {
  const path = join(tmpdir(), `platen-test-${randomUUID()}`);
  const file = await open(path, 'wx+');
  try {
    const size = await copyTo(file.fd);
    const text = (await file.readFile()).toString();
    expect(text).toHaveLength(size);
    return text;
  } finally {
    await file.close();
    await rm(path);
  }
};

/** Two chunks of three records; a document is a word. */
const renderer: BatchRenderer = {
  countRecords: async () => ({ count: 6, lacking: [] }),
  async split({ onChunk }) {
    for (const first of [1, 4]) await onChunk({ first, total: 3, bytes: Buffer.from(`records ${first}`) });
    return { total: 6, body: Buffer.from('{}') };
  },
  async chunk({ records }) {
    const part = fileOf(`made of ${Buffer.from(records)}; `);
    return { documents: 3, part, failures: [], warnings: [], warned: [], pages: [1, 1, 1] };
  },
  async bundle({ parts }) {
    let text = '';
    for await (const { copyTo } of parts) text += await copied(copyTo);
    return fileOf(text);
  },
  spool: async (text) => fileOf((await buffer(Readable.from(text))).toString()),
};

const full = (): never => {
  throw new PlatenError('not_ready', 'The database cannot be written at the moment.', { retryAfter: 10 });
};

/** A port of the store, but for some of it. */
const withOwn = <Port extends object>(port: Port, own: Partial<Port>): Port =>
  new Proxy(port, { get: (target, name) => own[name as keyof Port] ?? target[name as keyof Port] });

interface Shortages {
  /** For each hash that is to be put, whether there is no room for it. */
  readonly isFull?: (hash: string) => boolean;
  readonly chunk?: BatchRenderer['chunk'];
}

const scene = async ({ isFull = () => false, chunk = renderer.chunk }: Shortages) => {
  const store = await sqliteStore();
  const { id: organizationId } = await anOrganization(store, 10);
  const template = await aTemplate(store, organizationId);
  const body = Buffer.from('{}');
  await store.blobs.put(sha256(body), body);
  const now = () => Date.now();
  const leaseClock = new LeaseClock(async () => undefined, now);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const keptUntil = async () => now() + 3_600_000;
  const { batches, organizations } = store;
  /** Milliseconds that each renewal asks for. */
  const leases: number[] = [];
  const jobs = withOwn<JobStore>(store.jobs, {
    renew: (job, token, until, made) => {
      leases.push(until - now());
      return store.jobs.renew(job, token, until, made);
    },
  });
  const blobs = withOwn<BlobStore>(store.blobs, {
    put: async (hash, bytes) => (isFull(hash) ? full() : store.blobs.put(hash, bytes)),
  });
  const callLog = { add: () => undefined, keep: () => undefined };
  const calls = new JobCalls({ callLog, statusOf: () => 500, now });
  const shared = { jobs, blobs, calls, keptUntil, now, onError };
  const runner = new JobRunner({
    ...shared,
    organizations,
    documents: { generate: full },
    retries: new Retries(store.retries, leaseClock),
    leaseClock,
    batches: new BatchRunner({
      ...{ ...shared, batches, renderer: { ...renderer, chunk }, roomBytes: 1e9 },
      programs: { load: full },
    }),
    failedCalls: { add: () => undefined },
    watch: UNWATCHED,
    places: 1,
  });
  onTestFinished(() => runner.stop());
  const id = randomUUID();
  await jobs.create({
    ...{ id, organizationId, templateKey: template.key, version: 1, output: 'DOCX', actor: 'test' },
    ...{ requestId: 'r', createdAt: now(), bodyHash: sha256(body), fileHash: sha256('file') },
    ...{ programHash: sha256('program'), within: 1000, keptBytes: 0, roomBytes: 1e9 },
    pins: JSON.stringify({ template: { id: template.id, name: 'Letter', key: template.key }, at: now() }),
    batch: { bundle: 'zip', maxFailures: null, recordsHash: null, total: 6 },
  });
  runner.start();
  const job = async () => {
    const found = await jobs.get(organizationId, id);
    if (found === undefined) throw new Error('the job is gone');
    return found;
  };
  const until = async (isIt: () => Promise<boolean>): Promise<void> => {
    while (!(await isIt())) await sleep(20);
  };
  const credit = async () => (await organizations.get(organizationId))?.credit;
  return { store, errors, leases, job, until, credit };
};

test('a disk that fills during a batch holds it up, at its parts and at its result; then it goes on, and is paid for once', async () => {
  const parts = [1, 4].map((first) => `made of records ${first}; `);
  const result = parts.join('');
  let room = 1;
  const isFull = (hash: string): boolean =>
    (hash === sha256(parts[1] as string) && room < 2) || (hash === sha256(result) && room < 3);
  const { store, errors, job, until, credit } = await scene({ isFull });
  await until(async () => errors.length > 0);
  expect(errors[0]).toMatchObject({ code: 'not_ready', message: expect.stringContaining('written') });
  // The second chunk was made and could not be kept: nobody pays for it.
  expect(await job()).toMatchObject({ state: 'running', charged: 3 });
  expect(await credit()).toBe(7);
  room = 2;
  await until(async () => (await job()).charged === 6);
  const before = errors.length;
  await until(async () => errors.length > before);
  expect(await job()).toMatchObject({ state: 'running', records: { done: 6 } });
  room = 3;
  await until(async () => (await job()).state !== 'running');
  expect(await job()).toMatchObject({
    state: 'completed',
    charged: 6,
    records: { total: 6, done: 6, failed: 0 },
  });
  expect(await credit()).toBe(4);
  expect(Buffer.from((await store.blobs.get(sha256(result))) ?? []).toString()).toBe(result);
});

test('a chunk whose processes were killed is taken up before its lease has run out, and paid for once', async () => {
  let kills = 1;
  const { errors, leases, job, until, credit } = await scene({
    chunk: async (chunk) => {
      if (kills-- > 0) throw processKilled(new JobEnded('killed'));
      return renderer.chunk(chunk);
    },
  });
  await until(async () => (await job()).state === 'completed');
  expect(errors).toMatchObject([{ code: 'process_killed' }]);
  expect(Math.min(...leases)).toBeLessThan(5_000);
  expect(await job()).toMatchObject({ charged: 6, records: { total: 6, done: 6, failed: 0 } });
  expect(await credit()).toBe(4);
});
