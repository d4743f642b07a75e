import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Retries } from '../../../src/service/documents/retries.ts';
import type { HoldRequest } from '../../../src/service/documents/retry-ports.ts';
import { LeaseClock } from '../../../src/service/lease-clock.ts';
import type { Store } from '../../../src/service/ports.ts';
import {
  actor,
  anOrganization,
  aTemplate,
  atOnce,
  auditOf,
  aVersion,
  chargeOf,
  type Fixture,
  sha256,
} from './fixture.ts';

const HOUR_MS = 3_600_000;

const aRequest = (organizationId: string, more: Partial<HoldRequest> = {}): HoldRequest => ({
  organizationId,
  key: 'k',
  token: randomUUID(),
  fingerprint: 'f',
  at: 1000,
  leaseUntil: 2000,
  expiresAt: 100_000,
  ...more,
});

const done = ({ organizationId, key, token }: HoldRequest, more: object = {}) => ({
  organizationId,
  key,
  token,
  at: 1500,
  outcome: '{"a":1}',
  ...more,
});

const creditOf = async (store: Store, id: string): Promise<number | null | undefined> =>
  (await store.organizations.get(id))?.credit;

export const retriesContract = (fixture: () => Fixture): void => {
  describe('requests that may be sent again', () => {
    test('one of many has the key; the others learn that it runs, and of what', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const taken = await atOnce(20, (n) => (n % 2 ? store : other).retries.take(aRequest(id)));
      expect(taken.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
      expect(taken.filter(({ kind }) => kind !== 'taken')).toEqual(
        Array.from({ length: 19 }, () => ({ kind: 'running', fingerprint: 'f' })),
      );
    });

    test('a key belongs to its organization', async () => {
      const { store } = fixture();
      const [one, two] = [await anOrganization(store), await anOrganization(store)];
      expect(await store.retries.take(aRequest(one.id))).toEqual({ kind: 'taken' });
      expect(await store.retries.take(aRequest(two.id))).toEqual({ kind: 'taken' });
    });

    test('what was given back, or was not renewed in time, can be taken; what was renewed cannot', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const first = aRequest(id);
      await store.retries.take(first);
      await other.retries.release({ ...first, token: 'somebody else' });
      expect(await other.retries.take(aRequest(id))).toMatchObject({ kind: 'running' });
      await store.retries.release(first);
      const second = aRequest(id);
      expect(await other.retries.take(second)).toEqual({ kind: 'taken' });
      expect(await store.retries.renew(second, 5000)).toBe(true);
      expect(await store.retries.take(aRequest(id, { at: 4999 }))).toMatchObject({ kind: 'running' });
      expect(await store.retries.take(aRequest(id, { at: 5000, fingerprint: 'other' }))).toEqual({
        kind: 'taken',
      });
      expect(await store.retries.renew(second, 9000)).toBe(false);
    });

    test('servers whose clocks differ by an hour agree on who has a key, and until when', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      // What each machine's own clock says is another thing than what the database's does, where it has one.
      const serverOf = (one: Store, wrong: number) => {
        const now = (): number => Date.now() + wrong;
        return new Retries(
          one.retries,
          new LeaseClock(async () => (await one.jobs.clock()) ?? Date.now(), now),
        );
      };
      const servers = [serverOf(store, 0), serverOf(other, HOUR_MS), serverOf(other, -HOUR_MS)];
      const request = { organizationId: id, key: 'clocks', fingerprint: 'f' };
      const goOn = Promise.withResolvers<void>();
      const made: number[] = [];
      const attempts = servers.map((server, index) => async () => {
        const { isReplayed } = await server.once(request, {
          first: async () => {
            made.push(index);
            await goOn.promise;
            throw new Error('given up');
          },
          again: async () => undefined,
        });
        return isReplayed;
      });
      const [first, ahead, behind] = attempts as [() => Promise<boolean>, ...(() => Promise<boolean>)[]];
      const running = first();
      await expect.poll(() => made).toEqual([0]);
      for (const late of [ahead, behind])
        await expect(late?.()).rejects.toMatchObject({ code: 'idempotency_running' });
      goOn.resolve();
      await expect(running).rejects.toThrow('given up');
      // One that a server took that is an hour behind, and left: after its lease it is anybody's.
      const at = Math.round((await store.jobs.clock()) ?? Date.now());
      await expect(behind?.()).rejects.toThrow('given up');
      expect(await store.retries.take(aRequest(id, { key: 'clocks', at, leaseUntil: at + 1 }))).toEqual({
        kind: 'taken',
      });
      await expect(ahead?.()).rejects.toThrow('given up');
      expect(made).toEqual([0, 2, 1]);
    });

    test('the charge ends it; whoever comes next gets the outcome, until it expires', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 5);
      const template = await aTemplate(store, id);
      const request = aRequest(id);
      await store.retries.take(request);
      const charge = { ...chargeOf(template), completes: done(request) };
      expect(await store.credit.charge(charge)).toMatchObject({ charged: true, balance: 4 });
      await store.retries.release(request);
      expect(await other.retries.take(aRequest(id, { at: 50_000 }))).toEqual({
        kind: 'done',
        fingerprint: 'f',
        outcome: '{"a":1}',
      });
      expect(await other.credit.charge(charge)).toMatchObject({ charged: false, lost: true });
      expect(await creditOf(store, id)).toBe(4);
      expect(await other.retries.take(aRequest(id, { at: 100_000 }))).toEqual({ kind: 'taken' });
    });

    test('a charge whose key was taken over takes nothing, and leaves its neighbours alone', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 50);
      const template = await aTemplate(store, id);
      const [late, next] = [aRequest(id), aRequest(id, { at: 3000, leaseUntil: 4000 })];
      await store.retries.take(late);
      await other.retries.take(next);
      const results = await atOnce(6, (n) =>
        store.credit.charge({ ...chargeOf(template), ...(n === 3 && { completes: done(late) }) }),
      );
      expect(results.map(({ charged }) => charged)).toEqual([true, true, true, false, true, true]);
      expect(results[3]).toMatchObject({ lost: true });
      expect(await creditOf(store, id)).toBe(45);
      expect(await other.credit.charge({ ...chargeOf(template), completes: done(next) })).toMatchObject({
        charged: true,
      });
    });

    test('without credit, or with a template that has changed, it is not ended', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 1);
      const template = await aTemplate(store, id);
      const request = aRequest(id);
      await store.retries.take(request);
      const completes = done(request);
      const rendered = { version: 9, name: template.name };
      expect(await store.credit.charge({ ...chargeOf(template), rendered, completes })).toMatchObject({
        outdated: true,
      });
      await store.credit.charge(chargeOf(template));
      expect(await store.credit.charge({ ...chargeOf(template), completes })).toMatchObject({
        charged: false,
        balance: 0,
      });
      expect(await store.retries.take(aRequest(id))).toMatchObject({ kind: 'running' });
    });

    test('a change of a template ends it with the change, or neither happens', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      await aTemplate(store, id);
      const request = aRequest(id);
      await store.retries.take(request);
      const version = await aVersion(store, 'next');
      const ending = (completes: ReturnType<typeof done>) => ({ ...actor(), completes });
      await store.templates.replace(id, 'invoice', version, ending(done(request)));
      expect(await other.retries.take(aRequest(id))).toMatchObject({ kind: 'done' });
      await expect(
        store.templates.replace(id, 'invoice', version, ending(done(request))),
      ).rejects.toMatchObject({ code: 'idempotency_running' });
      await expect(store.templates.delete(id, 'invoice', ending(done(request)))).rejects.toMatchObject({
        code: 'idempotency_running',
      });
      expect((await store.templates.find(id, 'invoice'))?.template.version).toBe(2);
      expect((await auditOf(store, id)).map(({ action }) => action)).not.toContain('template.delete');
    });

    test('blobs that it names stay as long as it does; then both are swept', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 5);
      const template = await aTemplate(store, id);
      const names = ['fileHash', 'programHash', 'resultHash'] as const;
      for (const name of names) {
        const request = aRequest(id, { key: name });
        await store.retries.take(request);
        await store.blobs.put(sha256(name), Buffer.from(name));
        await store.credit.charge({
          ...chargeOf(template),
          completes: done(request, { [name]: sha256(name) }),
        });
      }
      const there = () =>
        Promise.all(names.map(async (name) => (await store.blobs.get(sha256(name))) !== undefined));
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect(await there()).toEqual([true, true, true]);
      await store.retries.sweep(99_999);
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect(await there()).toEqual([true, true, true]);
      expect(await store.retries.sweep(100_000)).toBeGreaterThanOrEqual(3);
      await store.blobs.sweep(Date.now() + HOUR_MS);
      expect(await there()).toEqual([false, false, false]);
    });
  });
};
