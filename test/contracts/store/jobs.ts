import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClaimedJob, NewJob } from '../../../src/service/jobs/job-ports.ts';
import type { Store } from '../../../src/service/ports.ts';
import { anOrganization, aTemplate, atOnce, chargeOf, type Fixture, sha256 } from './fixture.ts';

const HOUR_MS = 3_600_000;

const newJob = (organizationId: string, more: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  organizationId,
  templateKey: 'invoice',
  version: 3,
  output: 'PDF',
  actor: 'key:plt_ab12',
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

const claim = (store: Store, at = 2000, after = ''): Promise<ClaimedJob | undefined> =>
  store.jobs.claim({ token: randomUUID(), at, leaseUntil: at + 100, after });

const RESULT = { hash: sha256('result'), size: 6, contentType: 'application/pdf', filename: 'Invoice' };

export const jobsContract = (fixture: () => Fixture): void => {
  describe('jobs', () => {
    // The queue is everybody's: what another test has left would be claimed here.
    beforeEach(async () => {
      const { store } = fixture();
      for (let left = await claim(store, 1e12); left !== undefined; left = await claim(store, 1e12))
        await store.jobs.finish(
          { id: left.id, token: left.token, at: 1, expiresAt: 1 },
          { state: 'cancelled' },
        );
    });

    test('a job is claimed by one, and ends once', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const job = newJob(organizationId);
      expect(await store.jobs.create(job)).toMatchObject({
        id: job.id,
        state: 'queued',
        version: 3,
        records: { total: 1, done: 0, failed: 0 },
        startedAt: null,
        result: null,
        error: null,
      });
      expect(await other.jobs.waiting()).toEqual({ count: 1, oldest: 1000 });
      const claimed = (await atOnce(10, (n) => claim(n % 2 ? store : other))).filter(
        (one) => one !== undefined,
      );
      expect(claimed).toHaveLength(1);
      const [mine] = claimed;
      const { within: _within, keptBytes: _kept, roomBytes: _room, ...kept } = job;
      expect(mine).toMatchObject({ ...kept, attempts: 1 });
      expect(await other.jobs.get(organizationId, job.id)).toMatchObject({
        state: 'running',
        startedAt: 2000,
      });
      const end = { id: job.id, token: mine?.token ?? '', at: 3000, expiresAt: 9000 };
      expect(await store.jobs.finish({ ...end, token: 'another' }, { state: 'cancelled' })).toBe(false);
      expect(await store.jobs.finish(end, { state: 'completed', result: RESULT })).toBe(true);
      expect(await store.jobs.finish(end, { state: 'cancelled' })).toBe(false);
      expect(await other.jobs.get(organizationId, job.id)).toMatchObject({
        state: 'completed',
        finishedAt: 3000,
        expiresAt: 9000,
        records: { total: 1, done: 1, failed: 0 },
        result: RESULT,
      });
      expect(await other.jobs.get('another organization', job.id)).toBeUndefined();
    });

    test('organizations take turns, whatever one of them has piled up', async () => {
      const { store } = fixture();
      const ids = [(await anOrganization(store)).id, (await anOrganization(store)).id].sort();
      const [first = '', second = ''] = ids;
      for (let n = 0; n < 5; n++) await store.jobs.create(newJob(first, { createdAt: n }));
      await store.jobs.create(newJob(second, { createdAt: 100 }));
      const turns: string[] = [];
      for (let after = ''; turns.length < 6; ) {
        const job = await claim(store, 2000, after);
        if (job === undefined) break;
        after = job.organizationId;
        turns.push(after);
      }
      expect(turns).toEqual([first, second, first, first, first, first]);
    });

    test('the work of a server that does not renew its lease moves; the lease that is renewed holds', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const { id: jobId } = await store.jobs.create(newJob(id));
      const first = await claim(store, 2000);
      expect(await store.jobs.renew(jobId, first?.token ?? '', 5000)).toBe('go on');
      expect(await claim(other, 4999)).toBeUndefined();
      const second = await claim(other, 5000);
      expect(second).toMatchObject({ id: jobId, attempts: 2 });
      expect(await store.jobs.renew(jobId, first?.token ?? '', 9000)).toBe('lost');
      const late = { id: jobId, token: first?.token ?? '', at: 1, expiresAt: 1 };
      expect(await store.jobs.finish(late, { state: 'completed', result: RESULT })).toBe(false);
      await other.jobs.giveBack(jobId, second?.token ?? '');
      expect(await claim(store, 6000)).toMatchObject({ id: jobId, attempts: 2 });
    });

    test('what waits is called off at once, what runs is told, what has ended stays', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const waiting = await store.jobs.create(newJob(id));
      expect(await other.jobs.cancel('another', waiting.id, { name: 'a', at: 1500 })).toBeUndefined();
      expect(await other.jobs.cancel(id, waiting.id, { name: 'a', at: 1500 })).toMatchObject({
        state: 'cancelled',
        finishedAt: 1500,
      });
      expect(await claim(store)).toBeUndefined();
      const running = await store.jobs.create(newJob(id));
      const { token = '' } = (await claim(store)) ?? {};
      expect(await other.jobs.cancel(id, running.id, { name: 'a', at: 1500 })).toMatchObject({
        state: 'running',
      });
      expect(await store.jobs.renew(running.id, token, 9000)).toBe('stop');
      const error = { code: 'data_invalid', message: 'No.' } as const;
      const end = { id: running.id, token, at: 3000, expiresAt: 9000 };
      await store.jobs.finish(end, { state: 'failed', error });
      expect(await other.jobs.cancel(id, running.id, { name: 'a', at: 9999 })).toMatchObject({
        state: 'failed',
        error,
      });
    });

    test('what is paid for is not called off, and what is called off can not be paid for', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      const begun = async () => {
        const { id } = await store.jobs.create(newJob(organizationId));
        const { token: jobToken = '', key = '' } = (await claim(store)) ?? {};
        const hold = { organizationId, key, token: randomUUID() };
        await store.retries.take({ ...hold, fingerprint: 'f', at: 1, leaseUntil: 2, expiresAt: 1e12 });
        const pay = () =>
          store.credit.charge({ ...chargeOf(template), completes: { ...hold, at: 1, outcome: '{}' } });
        return { job: { id, token: jobToken, at: 3000, expiresAt: 9000 }, pay };
      };
      const { job: paid, pay } = await begun();
      expect(await pay()).toMatchObject({ charged: true });
      expect(await other.jobs.finish(paid, { state: 'cancelled' })).toBe(false);
      await store.jobs.giveBack(paid.id, paid.token);
      expect(await other.jobs.cancel(organizationId, paid.id, { name: 'a', at: 1 })).toMatchObject({
        state: 'queued',
      });
      const { token = '' } = (await claim(store)) ?? {};
      expect(await other.jobs.finish({ ...paid, token }, { state: 'completed', result: RESULT })).toBe(true);

      const running = await begun();
      expect(await other.jobs.finish(running.job, { state: 'cancelled' })).toBe(true);
      expect(await running.pay()).toMatchObject({ charged: false, lost: true });
      const waiting = await begun();
      await store.jobs.giveBack(waiting.job.id, waiting.job.token);
      expect(await other.jobs.cancel(organizationId, waiting.job.id, { name: 'a', at: 1 })).toMatchObject({
        state: 'cancelled',
      });
      expect(await waiting.pay()).toMatchObject({ charged: false, lost: true });
    });

    test('no more wait than may', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      for (let n = 0; n < 2; n++) await store.jobs.create(newJob(id, { within: 2 }));
      await expect(store.jobs.create(newJob(id, { within: 2 }))).rejects.toMatchObject({
        code: 'too_many_jobs',
      });
    });

    test('pages, newest first, of one state or one template', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const made = [];
      for (let n = 0; n < 5; n++)
        made.unshift(
          await store.jobs.create(newJob(id, { createdAt: n < 3 ? 7 : n, templateKey: n === 4 ? 'b' : 'a' })),
        );
      const all = await store.jobs.list(id, { limit: 10 });
      expect(new Set(all.map((job) => job.id))).toEqual(new Set(made.map((job) => job.id)));
      const pages = [];
      for (let before: { createdAt: number; id: string } | undefined; ; ) {
        const page = await store.jobs.list(id, { limit: 2, ...(before && { before }) });
        pages.push(...page);
        before = page.at(-1);
        if (page.length < 2) break;
      }
      expect(pages).toEqual(all);
      expect(await store.jobs.list(id, { limit: 10, templateKey: 'b' })).toHaveLength(1);
      expect(await store.jobs.list(id, { limit: 10, state: 'completed' })).toEqual([]);
    });

    test('blobs stay as long as a job needs them, results until their time, and the job for longer', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const texts = ['body', 'file', 'program', 'result'];
      for (const text of texts) await store.blobs.put(sha256(text), Buffer.from(text));
      const there = () =>
        Promise.all(texts.map(async (text) => (await store.blobs.get(sha256(text))) !== undefined));
      const sweep = () => store.blobs.sweep(Date.now() + HOUR_MS);
      const job = await store.jobs.create(newJob(id));
      await sweep();
      expect((await there()).slice(0, 3)).toEqual([true, true, true]);
      await store.blobs.put(sha256('result'), Buffer.from('result'));
      const { token = '' } = (await claim(store)) ?? {};
      await store.jobs.finish(
        { id: job.id, token, at: 3000, expiresAt: 9000 },
        { state: 'completed', result: RESULT },
      );
      await sweep();
      expect((await there())[3]).toBe(true);
      await store.jobs.sweep(8999, 3000);
      expect((await store.jobs.get(id, job.id))?.result).not.toBeNull();
      await store.jobs.sweep(9000, 3000);
      expect(await store.jobs.get(id, job.id)).toMatchObject({ state: 'completed', result: null });
      await sweep();
      expect((await there())[3]).toBe(false);
      await store.jobs.sweep(9000, 3001);
      expect(await store.jobs.get(id, job.id)).toBeUndefined();
    });
  });
};
