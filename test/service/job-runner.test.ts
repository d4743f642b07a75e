/** Jobs at the moments in which something else happens: called off, the server stops, a disk is full, days go by. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { JobCalls } from '../../src/service/calls/job-calls.ts';
import { spoolOfBytes } from '../../src/service/documents/made-before.ts';
import type { FinishedDocument } from '../../src/service/documents/orders.ts';
import { Retries } from '../../src/service/documents/retries.ts';
import { JobRunner } from '../../src/service/jobs/job-runner.ts';
import { LeaseClock } from '../../src/service/lease-clock.ts';
import type { Store } from '../../src/service/ports.ts';
import { UNWATCHED } from '../../src/stages.ts';
import { anOrganization, aTemplate, chargeOf, sha256 } from '../contracts/store/fixture.ts';
import { sqliteStore } from '../support/sqlite-store.ts';

const DAY_MS = 24 * 3_600_000;

/** The port with a few methods of our own; a store's ports have no list of theirs. */
const withOwn = <Port extends object>(port: Port, own: Partial<Port>): Port =>
  new Proxy(port, { get: (target, name) => own[name as keyof Port] ?? target[name as keyof Port] });

type Documents = ConstructorParameters<typeof JobRunner>[0]['documents'];

const scene = async () => {
  const store = await sqliteStore();
  const { id: organizationId } = await anOrganization(store, 10);
  const template = await aTemplate(store, organizationId);
  const body = Buffer.from('{}');
  await store.blobs.put(sha256(body), body);
  let time = Date.now();
  const leaseClock = new LeaseClock(
    async () => undefined,
    () => time,
  );
  /** Made at once and paid for as the real one is, unless there is something in its way. */
  const documents = {
    made: 0,
    before: async (_signal: AbortSignal): Promise<void> => undefined,
    async generate({ attempt, signal }: Parameters<Documents['generate']>[0]): Promise<FinishedDocument> {
      documents.made += 1;
      await documents.before(signal);
      signal.throwIfAborted();
      if (attempt?.kind === 'first') {
        const charge = chargeOf(template);
        const completes = { ...attempt.hold, at: time, outcome: '{}' };
        const { charged } = await store.credit.charge({ ...charge, completes });
        if (!charged) throw new PlatenError('idempotency_running', 'Somebody else has the key.');
      }
      const document = spoolOfBytes(Buffer.from('document'));
      const request = { templateKey: template.key, output: 'DOCX' } as const;
      return { document, request, engine: 'none', missing: [], warnings: [], name: 'Letter' } as never;
    },
  };
  const runnerOf = (part: Partial<Pick<Store, 'jobs' | 'blobs'>> = {}): JobRunner => {
    const runner = new JobRunner({
      jobs: part.jobs ?? store.jobs,
      blobs: part.blobs ?? store.blobs,
      organizations: store.organizations,
      documents,
      retries: new Retries(store.retries, leaseClock),
      leaseClock: new LeaseClock(
        () => (part.jobs ?? store.jobs).clock(),
        () => time,
      ),
      batches: { run: () => Promise.resolve(true) },
      keptUntil: async () => time + 24 * 3_600_000,
      failedCalls: { add: () => undefined },
      calls: new JobCalls({
        callLog: { add: () => undefined, keep: () => undefined },
        statusOf: () => 500,
        now: () => time,
      }),
      watch: UNWATCHED,
      places: 1,
      now: () => time,
      onError: () => undefined,
    });
    onTestFinished(() => runner.stop());
    return runner;
  };
  const create = async (): Promise<string> => {
    const id = randomUUID();
    await store.jobs.create({
      id,
      organizationId,
      templateKey: template.key,
      version: 1,
      output: 'DOCX',
      actor: 'key:plt_ab12',
      requestId: 'r',
      createdAt: time,
      bodyHash: sha256(body),
      fileHash: sha256('file'),
      programHash: sha256('program'),
      pins: '{}',
      within: 1000,
      keptBytes: 0,
      roomBytes: 1e9,
    });
    return id;
  };
  const claim = () => store.jobs.claim({ token: randomUUID(), at: time, leaseUntil: time + 1000, after: '' });
  const ended = async (id: string) => {
    for (;;) {
      const job = await store.jobs.get(organizationId, id);
      if (job !== undefined && job.state !== 'queued' && job.state !== 'running') return job;
      await sleep(10);
    }
  };
  const credit = async () => (await store.organizations.get(organizationId))?.credit;
  const pass = (ms: number): void => {
    time += ms;
  };
  /** As a server leaves it that dies after the charge. */
  const payAndDie = async (key = ''): Promise<void> => {
    await new Retries(store.retries, leaseClock).once(
      { organizationId, key, fingerprint: sha256(body), isKept: true },
      {
        first: async (held) => {
          await store.credit.charge({
            ...chargeOf(template),
            completes: { ...held, at: time, outcome: '{}' },
          });
        },
        again: async () => undefined,
      },
    );
  };
  return { store, organizationId, documents, runnerOf, create, claim, ended, credit, pass, payAndDie };
};

test('called off while its server was dying, it is not run by the next', async () => {
  const { store, organizationId, documents, runnerOf, create, claim, ended, credit, pass } = await scene();
  const id = await create();
  await claim();
  await store.jobs.cancel(organizationId, id, { name: 'a', at: 1 });
  pass(2000);
  runnerOf().start();
  expect(await ended(id)).toMatchObject({ state: 'cancelled' });
  expect(documents.made).toBe(0);
  expect(await credit()).toBe(10);
});

test('called off after it was paid for, it ends with its document', async () => {
  const { store, organizationId, runnerOf, create, claim, ended, credit, pass, payAndDie } = await scene();
  const id = await create();
  const { token = '', key } = (await claim()) ?? {};
  await payAndDie(key);
  await store.jobs.giveBack(id, token);
  expect(await store.jobs.cancel(organizationId, id, { name: 'a', at: 1 })).toMatchObject({
    state: 'queued',
  });
  pass(2000);
  runnerOf().start();
  expect(await ended(id)).toMatchObject({ state: 'completed' });
  expect(await credit()).toBe(9);
});

test('paid for once, though no server runs for days', async () => {
  const { store, runnerOf, create, claim, ended, credit, pass, payAndDie } = await scene();
  const id = await create();
  const { key } = (await claim()) ?? {};
  await payAndDie(key);
  pass(3 * DAY_MS);
  await store.retries.sweep(Date.now() + 3 * DAY_MS);
  runnerOf().start();
  expect(await ended(id)).toMatchObject({ state: 'completed' });
  expect(await credit()).toBe(9);
  // What is remembered for it does not stay for ever.
  expect(await store.retries.sweep(Date.now() + 5 * DAY_MS)).toBe(1);
});

test('a document that is paid for and can not be kept is made again until it can', async () => {
  const { store, runnerOf, create, ended, credit } = await scene();
  const id = await create();
  let left = 1;
  const put: Store['blobs']['put'] = async (hash, bytes) => {
    if (left-- > 0) throw new Error('no space');
    return store.blobs.put(hash, bytes);
  };
  runnerOf({ blobs: withOwn(store.blobs, { put }) }).start();
  expect(await ended(id)).toMatchObject({ state: 'completed' });
  expect(await credit()).toBe(9);
});

test('what is not installed is said, and keeps nobody waiting', async () => {
  const { documents, runnerOf, create, ended, credit } = await scene();
  const first = await create();
  const second = await create();
  let calls = 0;
  documents.before = async () => {
    if (calls++ === 0) throw new PlatenError('pdf_unavailable', 'LibreOffice is not here.');
  };
  runnerOf().start();
  expect(await ended(first)).toMatchObject({ state: 'failed', error: { code: 'pdf_unavailable' } });
  expect(await ended(second)).toMatchObject({ state: 'completed' });
  expect(await credit()).toBe(9);
});

test('a server that stops waits for the job that is on its way to it, and gives it back', async () => {
  const { store, organizationId, documents, runnerOf, create } = await scene();
  const id = await create();
  documents.before = (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const slow = withOwn(store.jobs, {
    claim: async (claim) => {
      const job = await store.jobs.claim(claim);
      await sleep(50);
      return job;
    },
  });
  const runner = runnerOf({ jobs: slow });
  runner.start();
  await sleep(20);
  await runner.stop();
  expect(await store.jobs.get(organizationId, id)).toMatchObject({ state: 'queued' });
});

test('a server that was stopped since it took a job charges nothing for one that has ended', async () => {
  const { store, organizationId, runnerOf, create, claim, pass, credit } = await scene();
  const id = await create();
  // The first server claims, and is stopped before it begins.
  let goOn = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const blobs = withOwn(store.blobs, {
    get: async (hash) => {
      await stopped;
      return store.blobs.get(hash);
    },
  });
  const first = runnerOf({ blobs });
  first.start();
  while ((await store.jobs.get(organizationId, id))?.state !== 'running') await sleep(5);
  pass(60_000);
  const { token = '' } = (await claim()) ?? {};
  await store.jobs.finish({ id, token, at: 1, expiresAt: 2 }, { state: 'cancelled' });
  goOn();
  await sleep(300);
  expect(await store.jobs.get(organizationId, id)).toMatchObject({ state: 'cancelled' });
  expect(await credit()).toBe(10);
});

test('leases are reckoned by the clock of the database, whatever that of the server says', async () => {
  const { store, create, ended, runnerOf } = await scene();
  const HOUR_MS = 3_600_000;
  const claims: { at: number; leaseUntil: number }[] = [];
  const clock = async () => Date.now() + HOUR_MS;
  const claim: Store['jobs']['claim'] = (asked) => {
    claims.push(asked);
    return store.jobs.claim(asked);
  };
  const id = await create();
  runnerOf({ jobs: withOwn(store.jobs, { clock, claim }) }).start();
  expect(await ended(id)).toMatchObject({ state: 'completed' });
  const [{ at = 0, leaseUntil = 0 } = {}] = claims;
  expect(Math.abs(at - Date.now() - HOUR_MS)).toBeLessThan(HOUR_MS / 2);
  expect(leaseUntil - at).toBe(20_000);
});
