import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HeldJob, MadeDocuments } from '../../../src/service/jobs/batch-ports.ts';
import type { ClaimedJob, NewJob } from '../../../src/service/jobs/job-ports.ts';
import type { Template } from '../../../src/service/model.ts';
import type { Store } from '../../../src/service/ports.ts';
import {
  ALL_TIME,
  actor,
  anOrganization,
  aTemplate,
  atOnce,
  chargeOf,
  type Fixture,
  sha256,
} from './fixture.ts';

const RECORDS = 10;

const claim = (store: Store, at = 2000): Promise<ClaimedJob | undefined> =>
  store.jobs.claim({ token: randomUUID(), at, leaseUntil: at + 100, after: '' });

const held = ({ organizationId, id, token }: ClaimedJob, at = 3000): HeldJob => ({
  organizationId,
  id,
  token,
  at,
});

const made = (template: Template, more: Partial<MadeDocuments> = {}): MadeDocuments => ({
  documents: RECORDS,
  part: { hash: sha256('part'), size: 4 },
  report: '[]',
  failures: new Map(),
  warned: [],
  templateId: template.id,
  roomBytes: 1e9,
  ...more,
});

const aJob = (organizationId: string, template: Template, more: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  organizationId,
  templateKey: template.key,
  version: 1,
  output: 'PDF',
  actor: 'a',
  requestId: 'r',
  createdAt: 1000,
  bodyHash: sha256('body'),
  fileHash: sha256('file'),
  programHash: sha256('program'),
  pins: '{"at":1}',
  within: 1000,
  keptBytes: 4,
  roomBytes: 1e9,
  ...more,
});

/** Split, and its chunks in the queue. */
const aBatch = async (
  store: Store,
  {
    chunks,
    credit,
    maxFailures = null,
    isCounted = false,
  }: { chunks: number; credit: number | null; maxFailures?: number | null; isCounted?: boolean },
) => {
  const { id: organizationId } = await anOrganization(store, credit);
  const template = await aTemplate(store, organizationId);
  const id = randomUUID();
  await store.jobs.create(
    aJob(organizationId, template, {
      id,
      batch: { bundle: 'zip', maxFailures, recordsHash: null, total: chunks * RECORDS },
    }),
  );
  const job = (await claim(store)) as ClaimedJob;
  expect(job).toMatchObject({ id, batch: { step: 'split', bundle: 'zip' } });
  const added = Array.from({ length: chunks }, (_one, part) => ({
    id: randomUUID(),
    part,
    first: part * RECORDS + 1,
    total: RECORDS,
    recordsHash: sha256('records'),
    size: 7,
  }));
  expect(await store.batches.addChunks(held(job), added)).toBe(true);
  expect(await claim(store)).toBeUndefined();
  const end = { total: chunks * RECORDS, bodyHash: sha256('shared'), pins: '{"at":2}', isCounted };
  expect(await store.batches.startChunks({ ...held(job), token: 'another' }, end)).toBe(false);
  expect(await store.batches.startChunks(held(job), end)).toBe(true);
  return { organizationId, template, id };
};

const claimAll = async (store: Store): Promise<ClaimedJob[]> => {
  const all: ClaimedJob[] = [];
  for (let one = await claim(store); one !== undefined; one = await claim(store)) all.push(one);
  return all;
};

export const batchesContract = (fixture: () => Fixture): void => {
  describe('batches', () => {
    // The queue is everybody's: what another test has left would be claimed here, and what is left here elsewhere.
    const empty = async (): Promise<void> => {
      const { store } = fixture();
      for (let left = await claim(store, 1e15); left !== undefined; left = await claim(store, 1e15))
        await store.jobs.finish(
          { id: left.id, token: left.token, at: 1, expiresAt: 1 },
          { state: 'cancelled' },
        );
    };
    beforeEach(empty);
    afterEach(empty);

    test('pages are counted first where they go through: after the last count each chunk knows its own', async () => {
      const { store, other } = fixture();
      await aBatch(store, { chunks: 2, credit: 100, isCounted: true });
      const [one, two, ...none] = await claimAll(other);
      if (one === undefined || two === undefined) throw new Error('two chunks were to be counted');
      expect([one.batch, two.batch, none]).toMatchObject([
        { step: 'count' },
        { step: 'count', first: 11 },
        [],
      ]);
      expect(await store.batches.commitCount(held(two), [1, 0, 2])).toBe(true);
      expect(await store.batches.commitCount(held(two), [1, 0, 2])).toBe(false);
      expect(await claim(store)).toBeUndefined();
      expect(await other.batches.commitCount(held(one), [3, 1])).toBe(true);
      expect((await claimAll(store)).map(({ batch }) => batch)).toMatchObject([
        { step: 'chunk', first: 1, pages: { first: [1, 4], total: 7 } },
        { step: 'chunk', first: 11, pages: { first: [5, 6, 6], total: 7 } },
      ]);
    });

    test('a batch that is called off while its pages are counted ends, and costs nothing', async () => {
      const { store } = fixture();
      const { organizationId, id } = await aBatch(store, { chunks: 2, credit: 100, isCounted: true });
      const one = (await claim(store)) as ClaimedJob;
      await store.batches.commitCount(held(one), [1]);
      const two = (await claim(store)) as ClaimedJob;
      await store.jobs.cancel(organizationId, id, { name: 'test', at: 4000 });
      expect(await store.batches.commitCount(held(two), [1])).toBe(true);
      expect(await claim(store)).toMatchObject({
        id,
        batch: { step: 'bundle', stoppedBy: 'batch_cancelled' },
      });
      expect(await store.jobs.get(organizationId, id)).toMatchObject({
        records: { total: 20, done: 0, failed: 20 },
        charged: 0,
      });
    });

    test('a job of one document does not wait for the chunks of a batch of its own organization', async () => {
      const { store, other } = fixture();
      const { organizationId, template } = await aBatch(store, { chunks: 2, credit: 100 });
      expect(await claim(store)).toMatchObject({ batch: { step: 'chunk', first: 1 } });
      const id = randomUUID();
      await store.jobs.create(aJob(organizationId, template, { id, createdAt: 9000 }));
      expect(await claim(other)).toMatchObject({ id });
      expect(await claim(other)).toMatchObject({ batch: { step: 'chunk', first: 11 } });
    });

    test('chunks are claimed in their order, seen by nobody, charged for once, and the batch ends once', async () => {
      const { store, other } = fixture();
      const { organizationId, template, id } = await aBatch(store, { chunks: 3, credit: 100 });
      const chunks = await claimAll(other);
      expect(chunks.map(({ batch }) => batch)).toMatchObject([
        { step: 'chunk', first: 1 },
        { step: 'chunk', first: 11 },
        { step: 'chunk', first: 21 },
      ]);
      expect(chunks[0]).toMatchObject({ bodyHash: sha256('shared'), pins: '{"at":2}' });
      expect(await store.jobs.list(organizationId, { limit: 10 })).toHaveLength(1);
      expect(await store.jobs.get(organizationId, chunks[0]?.id ?? '')).toBeUndefined();
      for (const [index, chunk] of chunks.entries()) {
        const failures = index === 1 ? new Map([['data_missing', 2]]) : new Map<string, number>();
        const what = made(template, { failures, documents: index === 1 ? 8 : RECORDS });
        const twice = await Promise.all([
          store.batches.commitChunk(held(chunk), what),
          other.batches.commitChunk(held(chunk), what),
        ]);
        expect(twice.sort()).toEqual([false, true]);
      }
      expect(await other.jobs.get(organizationId, id)).toMatchObject({
        state: 'running',
        records: { total: 30, done: 28, failed: 2 },
        charged: 28,
      });
      expect(await other.organizations.get(organizationId)).toMatchObject({ credit: 72 });
      expect(await other.templates.find(organizationId, template.key)).toMatchObject({
        template: { usage: 28, lastUsed: 3000 },
      });
      const usage = await store.usage.series(organizationId, ALL_TIME, 10);
      expect(usage.map(({ outcome, count }) => [outcome, count]).sort()).toEqual([
        ['data_missing', 2],
        ['ok', 28],
      ]);
      const ledger = await store.credit.ledger(organizationId, 3);
      expect(ledger.map(({ amount, balanceAfter, reason }) => [amount, balanceAfter, reason])).toEqual([
        [-10, 72, 'batch'],
        [-8, 82, 'batch'],
        [-10, 90, 'batch'],
      ]);
      const whole = (await claim(store)) as ClaimedJob;
      expect(whole).toMatchObject({ id, batch: { step: 'bundle', stoppedBy: null }, attempts: 1 });
      expect(await store.batches.chunks(id, { after: 0, limit: 10 })).toMatchObject([
        { part: 1, first: 11, total: 10, documents: 8, paid: 8, result: { hash: sha256('part') } },
        { part: 2 },
      ]);
      const result = { hash: sha256('zip'), size: 3, contentType: 'application/zip', filename: 'Z' };
      const end = { state: 'completed', result, reportHash: sha256('report') } as const;
      const last = { ...held(whole), expiresAt: 9000 };
      expect(await store.batches.finish({ ...last, token: 'another' }, end)).toBe(false);
      expect(await store.batches.finish(last, end)).toBe(true);
      expect(await other.batches.finish(last, end)).toBe(false);
      expect(await other.jobs.get(organizationId, id)).toMatchObject({
        state: 'completed',
        result,
        reportHash: sha256('report'),
        expiresAt: 9000,
      });
      expect(await store.batches.chunks(id, { after: -1, limit: 10 })).toEqual([]);
      await store.jobs.sweep(9000, 0);
      expect(await other.jobs.get(organizationId, id)).toMatchObject({ result: null, reportHash: null });
    });

    test('chunks at once on two nodes, beside single charges: exactly what the credit allows', async () => {
      const { store, other } = fixture();
      const { organizationId, template, id } = await aBatch(store, { chunks: 12, credit: 75 });
      const chunks = await claimAll(store);
      const [, singles] = await Promise.all([
        Promise.all(
          chunks.map((chunk, n) => (n % 2 ? store : other).batches.commitChunk(held(chunk), made(template))),
        ),
        atOnce(40, (n) => (n % 2 ? store : other).credit.charge(chargeOf(template))),
      ]);
      const charged = singles.filter((one) => one.charged).length;
      const job = await store.jobs.get(organizationId, id);
      expect((job?.charged ?? 0) + charged).toBe(75);
      expect(job?.records).toEqual({
        total: 120,
        done: job?.charged,
        failed: 120 - (job?.charged ?? 0),
        warned: 0,
      });
      expect(await store.organizations.get(organizationId)).toMatchObject({ credit: 0 });
      const ledger = await store.credit.ledger(organizationId, 1000);
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(await claim(store)).toMatchObject({ id, batch: { stoppedBy: 'insufficient_credit' } });
    });

    test('a chunk whose server was too slow is another’s, and charged for by that one alone', async () => {
      const { store, other } = fixture();
      const { organizationId, template } = await aBatch(store, { chunks: 1, credit: 100 });
      const slow = (await claim(store)) as ClaimedJob;
      const quick = (await claim(other, 2101)) as ClaimedJob;
      expect(quick).toMatchObject({ id: slow.id, attempts: 2 });
      expect(await store.batches.commitChunk(held(slow), made(template))).toBe(false);
      expect(await store.organizations.get(organizationId)).toMatchObject({ credit: 100 });
      expect(await other.batches.commitChunk(held(quick), made(template))).toBe(true);
      expect(await store.organizations.get(organizationId)).toMatchObject({ credit: 90 });
    });

    test('whoever has a chunk tells how far it is; another who gets it begins anew, and what is paid for counts once', async () => {
      const { store, other } = fixture();
      const { organizationId, template, id } = await aBatch(store, { chunks: 2, credit: 100 });
      const [one, two] = [await claim(store), await claim(other)] as [ClaimedJob, ClaimedJob];
      const recordsOf = async () => (await other.jobs.get(organizationId, id))?.records;
      await store.jobs.renew(one.id, one.token, 2100, { done: 3, failed: 1 });
      await other.jobs.renew(two.id, two.token, 9000, { done: 5, failed: 0 });
      expect(await recordsOf()).toMatchObject({ total: 20, done: 8, failed: 1 });
      expect((await store.jobs.list(organizationId, { limit: 1 }))[0]?.records).toEqual(await recordsOf());
      expect((await store.jobs.get(organizationId, id))?.charged).toBe(0);
      await other.batches.commitChunk(held(two), made(template, { warned: [0, 9] }));
      expect(await recordsOf()).toEqual({ total: 20, done: 13, failed: 1, warned: 2 });
      const again = (await claim(other, 2200)) as ClaimedJob;
      expect(again.id).toBe(one.id);
      expect(await recordsOf()).toMatchObject({ done: 10, failed: 0 });
      // Whoever has lost it has nothing to tell any more.
      expect(await store.jobs.renew(one.id, one.token, 9999, { done: 9, failed: 0 })).toBe('lost');
      expect(await recordsOf()).toMatchObject({ done: 10, failed: 0 });
      await other.batches.commitChunk(held(again), made(template));
      expect(await recordsOf()).toEqual({ total: 20, done: 20, failed: 0, warned: 2 });
    });

    test('called off: nothing more is begun, what runs is told, and is not charged for', async () => {
      const { store, other } = fixture();
      const { organizationId, template, id } = await aBatch(store, { chunks: 4, credit: 100 });
      const first = (await claim(store)) as ClaimedJob;
      await store.batches.commitChunk(held(first), made(template));
      const [second, third] = [await claim(store), await claim(other)] as ClaimedJob[];
      await other.jobs.cancel(organizationId, id, actor(2500));
      expect(await store.jobs.renew(second?.id ?? '', second?.token ?? '', 2600)).toBe('stop');
      expect(await store.jobs.get(organizationId, id)).toMatchObject({ state: 'running' });
      expect(await store.batches.commitChunk(held(second as ClaimedJob), made(template))).toBe(true);
      expect(await store.batches.dropChunk(held(third as ClaimedJob))).toBe(true);
      expect(await store.batches.dropChunk(held(third as ClaimedJob))).toBe(false);
      expect(await store.organizations.get(organizationId)).toMatchObject({ credit: 90 });
      expect(await store.jobs.get(organizationId, id)).toMatchObject({
        records: { total: 40, done: 10, failed: 30 },
      });
      expect(await claim(store)).toMatchObject({ id, batch: { stoppedBy: 'batch_cancelled' } });
    });

    test('stopped by failures, and by what is kept', async () => {
      const { store } = fixture();
      const failing = await aBatch(store, { chunks: 3, credit: 100, maxFailures: 3 });
      const first = (await claim(store)) as ClaimedJob;
      const failures = new Map([['data_missing', 4]]);
      await store.batches.commitChunk(held(first), made(failing.template, { documents: 6, failures }));
      expect(await claim(store)).toMatchObject({ batch: { stoppedBy: 'too_many_failed_records' } });
      const large = await aBatch(store, { chunks: 3, credit: 100 });
      const chunk = (await claim(store)) as ClaimedJob;
      // Two chunks of 7 bytes wait, and a part of 4 is there.
      await store.batches.commitChunk(held(chunk), made(large.template, { roomBytes: 17 }));
      expect(await claim(store)).toMatchObject({ batch: { stoppedBy: 'storage_limit' } });
      expect(await store.organizations.get(large.organizationId)).toMatchObject({ credit: 90 });
    });

    test('credit that falls past its threshold is told once', async () => {
      const { store } = fixture();
      const { organizationId, template } = await aBatch(store, { chunks: 3, credit: 100 });
      await store.organizations.update(organizationId, { lowCredit: 85 }, actor());
      const webhook = { id: randomUUID(), organizationId, url: 'https://x.example', secret: 's', within: 9 };
      await store.webhooks.create({ ...webhook, events: ['credit.low'] }, actor());
      for (const chunk of await claimAll(store)) await store.batches.commitChunk(held(chunk), made(template));
      const page = { limit: 10 };
      expect(await store.webhooks.deliveries(organizationId, webhook.id, page)).toHaveLength(1);
      await store.credit.grant(organizationId, 100, '', actor());
      await store.credit.grant(organizationId, -100, '', actor());
      expect(await store.webhooks.deliveries(organizationId, webhook.id, page)).toHaveLength(2);
    });
  });
};
