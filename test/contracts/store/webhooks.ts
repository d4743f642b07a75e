import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports.ts';
import type { DeliveryAttempt, WebhookEvent } from '../../../src/service/webhooks/webhook-ports.ts';
import { anOrganization, atOnce, type Fixture, sha256 } from './fixture.ts';

const ACTOR = { name: 'test', at: 1000 };
const OK: DeliveryAttempt = { at: 5000, milliseconds: 7, status: 200, answer: 'ok', problem: null };
const REFUSED: DeliveryAttempt = { ...OK, status: null, answer: null, problem: 'no answer' };
const NEVER = { failingBefore: 0 };

const aWebhook = (store: Store, organizationId: string, events: readonly WebhookEvent[] = ['job.failed']) =>
  store.webhooks.create(
    { id: randomUUID(), organizationId, url: 'https://a.example', events, secret: 'whsec_1', within: 20 },
    ACTOR,
  );

const claim = (
  store: Store,
  at: number,
  more: { after?: string; except?: string[]; exceptReceivers?: string[] } = {},
) =>
  store.webhooks.claim({
    token: randomUUID(),
    at,
    leaseUntil: at + 100,
    after: '',
    except: [],
    exceptReceivers: [],
    ...more,
  });

const tell = (store: Store, organizationId: string, at = 2000) =>
  store.webhooks.tell({ organizationId, event: 'job.failed', at, facts: { n: 1 } });

export const webhooksContract = (fixture: () => Fixture): void => {
  describe('webhooks', () => {
    // The queue is everybody's: what another test has left would be claimed here.
    beforeEach(async () => {
      const { store } = fixture();
      for (let left = await claim(store, 1e14); left !== undefined; left = await claim(store, 1e14))
        await store.webhooks.finish(left, OK, { state: 'delivered', ...NEVER });
    });

    test('made, changed, listed, deleted, each with a line in the audit log that holds no secret', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const made = await aWebhook(store, organizationId);
      expect(made).toEqual({
        id: made.id,
        url: 'https://a.example',
        events: ['job.failed'],
        isDisabled: false,
        failingSince: null,
        oldSecretUntil: null,
        createdAt: 1000,
      });
      const { id } = made;
      const change = { url: 'https://b.example', isDisabled: true };
      expect(await other.webhooks.update(organizationId, id, change, ACTOR)).toMatchObject(change);
      expect(await other.webhooks.update('another', id, change, ACTOR)).toBeUndefined();
      const secret = { fresh: 'whsec_2', oldUntil: 9000 };
      expect(await other.webhooks.update(organizationId, id, { secret }, ACTOR)).toMatchObject({
        oldSecretUntil: 9000,
      });
      await store.webhooks.keepCallback(organizationId, 'whsec_c', 1);
      expect(await other.webhooks.list(organizationId)).toHaveLength(1);
      await expect(
        store.webhooks.create(
          { id: 'x', organizationId, url: 'u', events: [], secret: 's', within: 1 },
          ACTOR,
        ),
      ).rejects.toMatchObject({ code: 'too_many_webhooks' });
      expect(await store.webhooks.delete('another', id, ACTOR)).toBe(false);
      expect(await store.webhooks.delete(organizationId, id, ACTOR)).toBe(true);
      expect(await other.webhooks.get(organizationId, id)).toBeUndefined();
      const audit = await store.audit.list(organizationId, 10);
      expect(audit.map(({ action }) => action)).toEqual([
        ...['webhook.delete', 'webhook.update', 'webhook.update', 'webhook.create', 'organization.create'],
      ]);
      expect(JSON.stringify(audit)).not.toContain('whsec_');
    });

    test('an event becomes a delivery for each that wants it and is on; one server alone sends it', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const wants = await aWebhook(store, organizationId);
      const off = await aWebhook(store, organizationId);
      await store.webhooks.update(organizationId, off.id, { isDisabled: true }, ACTOR);
      await aWebhook(store, organizationId, ['template.changed']);
      await tell(store, organizationId);
      const claimed = (await atOnce(8, (n) => claim(n % 2 ? store : other, 2000))).filter(
        (one) => one !== undefined,
      );
      expect(claimed).toHaveLength(1);
      const [mine] = claimed;
      if (mine === undefined) throw new Error('nothing was claimed');
      expect(mine).toMatchObject({
        organizationId,
        event: 'job.failed',
        facts: '{"n":1}',
        url: 'https://a.example',
        secrets: ['whsec_1'],
        tries: 0,
      });
      // Its server has died: after its lease another one has it.
      expect(await claim(other, 2099)).toBeUndefined();
      const again = await claim(other, 2100);
      expect(again).toMatchObject({ id: mine.id, eventId: mine.eventId });
      await store.webhooks.finish(mine, REFUSED, { state: 'failed', ...NEVER });
      const [still] = await store.webhooks.deliveries(organizationId, wants.id, { limit: 5 });
      expect(still).toMatchObject({ state: 'waiting', attempts: [REFUSED] });
      if (again) await store.webhooks.finish(again, OK, { state: 'delivered', ...NEVER });
      const [delivered] = await store.webhooks.deliveries(organizationId, wants.id, { limit: 5 });
      expect(delivered).toMatchObject({
        state: 'delivered',
        nextAt: null,
        finishedAt: 5000,
        attempts: [REFUSED, OK],
      });
    });

    test('what happened where the clock is hours ahead, or behind, is sent at once by whoever comes, and by one alone', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId);
      const HOUR = 3_600_000;
      for (const [index, wrong] of [HOUR, -HOUR].entries()) {
        const now = 10 * HOUR + index;
        // Those of the servers, which tell; leases go by the one clock that all of them reckon.
        await tell(store, organizationId, now + wrong);
        const claimed = await atOnce(8, (n) => claim(n % 2 ? store : other, now));
        const [mine, ...more] = claimed.filter((one) => one !== undefined);
        if (mine === undefined) throw new Error('nothing was claimed');
        expect(more).toEqual([]);
        expect(await claim(other, now + 99)).toBeUndefined();
        const again = await claim(other, now + 100);
        expect(again?.id).toBe(mine.id);
        // By hand, from a server whose clock is wrong as well: due at once.
        if (again) await other.webhooks.finish(again, OK, { state: 'delivered', ...NEVER });
        await store.webhooks.redeliver(organizationId, id, mine.id, now + wrong);
        const byHand = await claim(other, now + 200);
        expect(byHand?.id).toBe(mine.id);
        if (byHand) await other.webhooks.finish(byHand, OK, { state: 'delivered', ...NEVER });
      }
    });

    test('tried again when it is due, by hand at once, signed by both secrets while they change', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId);
      await tell(store, organizationId);
      const first = await claim(store, 2000);
      if (first === undefined) throw new Error('nothing was claimed');
      await store.webhooks.finish(first, REFUSED, { state: 'waiting', nextAt: 8000, ...NEVER });
      expect((await store.webhooks.get(organizationId, id))?.failingSince).toBe(5000);
      expect(await claim(other, 7999)).toBeUndefined();
      const secret = { fresh: 'whsec_2', oldUntil: 8500 };
      await store.webhooks.update(organizationId, id, { secret }, ACTOR);
      const second = await claim(other, 8000);
      expect(second).toMatchObject({ tries: 1, secrets: ['whsec_2', 'whsec_1'] });
      if (second) await other.webhooks.finish(second, OK, { state: 'delivered', ...NEVER });
      expect((await store.webhooks.get(organizationId, id))?.failingSince).toBeNull();
      expect(await store.webhooks.redeliver('another', id, first.id, 9000)).toBeUndefined();
      expect(await store.webhooks.redeliver(organizationId, id, first.id, 9000)).toMatchObject({
        state: 'waiting',
        nextAt: 9000,
      });
      const third = await claim(other, 9000);
      expect(third).toMatchObject({ eventId: first.eventId, tries: 0, secrets: ['whsec_2'] });
      await other.webhooks.giveBack(first.id, third?.token ?? '', 9000);
      expect(await claim(store, 9000)).toMatchObject({ id: first.id, tries: 0 });
    });

    test('organizations take turns, and those that have their share are left out', async () => {
      const { store } = fixture();
      const ids = [(await anOrganization(store)).id, (await anOrganization(store)).id].sort();
      const [first = '', second = ''] = ids;
      for (const id of ids) await aWebhook(store, id);
      for (let n = 0; n < 3; n++) await tell(store, first, n);
      await tell(store, second);
      expect((await claim(store, 2000))?.organizationId).toBe(first);
      expect((await claim(store, 2000, { after: first, except: [second] }))?.organizationId).toBe(first);
      expect((await claim(store, 2000, { after: first }))?.organizationId).toBe(second);
      expect((await claim(store, 2000, { after: second }))?.organizationId).toBe(first);
    });

    test('receivers that have their share are left out: an endpoint by its id, a callback by its address', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const hangs = await aWebhook(store, organizationId);
      await tell(store, organizationId, 1);
      const waits = await aWebhook(store, organizationId);
      await tell(store, organizationId, 2);
      expect(await claim(store, 2000, { exceptReceivers: [hangs.id, waits.id] })).toBeUndefined();
      const claimed = await claim(store, 2000, { exceptReceivers: [hangs.id] });
      expect(claimed).toMatchObject({ receiver: waits.id });
      expect(await claim(store, 2000)).toMatchObject({ receiver: hangs.id });
    });

    test('what waits for one that is switched off by hand is not sent', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId);
      await tell(store, organizationId);
      await other.webhooks.update(organizationId, id, { isDisabled: true }, { ...ACTOR, at: 7000 });
      expect(await claim(store, 9000)).toBeUndefined();
      expect(await store.webhooks.deliveries(organizationId, id, { limit: 9 })).toMatchObject([
        { state: 'failed', finishedAt: 7000, attempts: [] },
      ]);
    });

    test('one that has failed for too long is switched off, and the audit log says so', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId);
      for (const at of [1, 2, 3]) await tell(store, organizationId, at);
      const fail = async (at: number, failingBefore: number) => {
        const one = await claim(store, at);
        if (one === undefined) throw new Error('nothing was claimed');
        await store.webhooks.finish(
          one,
          { ...REFUSED, at },
          { state: 'waiting', nextAt: at + 1, failingBefore },
        );
      };
      await fail(10_000, 0);
      await fail(20_000, 10_000);
      expect(await store.webhooks.get(organizationId, id)).toMatchObject({ isDisabled: false });
      await fail(20_001, 10_001);
      expect(await store.webhooks.get(organizationId, id)).toMatchObject({
        isDisabled: true,
        failingSince: 10_000,
      });
      expect(await claim(store, 1e14)).toBeUndefined();
      const [notice] = await store.audit.list(organizationId, 1);
      expect(notice).toMatchObject({ actor: 'platen', action: 'webhook.switch_off' });
      await store.webhooks.update(organizationId, id, { isDisabled: false }, ACTOR);
      expect(await store.webhooks.get(organizationId, id)).toMatchObject({ failingSince: null });
    });

    test('the end of a job is told with it, to its callback as well; being called off is not', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId, ['job.completed']);
      const run = async (state: 'completed' | 'cancelled') => {
        await store.jobs.create({
          id: randomUUID(),
          organizationId,
          templateKey: 'invoice',
          version: 1,
          output: 'PDF',
          actor: 'a',
          requestId: 'r',
          createdAt: 1,
          bodyHash: sha256('body'),
          fileHash: sha256('file'),
          programHash: sha256('program'),
          pins: '{}',
          within: 10,
          keptBytes: 0,
          roomBytes: 1e9,
          callback: { url: 'https://c.example', secret: `whsec_${state}` },
        });
        const job = await store.jobs.claim({ token: 't', at: 2, leaseUntil: 3, after: '' });
        const end = { id: job?.id ?? '', token: 't', at: 50, expiresAt: 60 };
        const result = { hash: sha256('result'), size: 1, contentType: 'a/b', filename: 'f' };
        expect(await store.jobs.finish(end, state === 'completed' ? { state, result } : { state })).toBe(
          true,
        );
        expect(await store.jobs.finish(end, { state: 'cancelled' })).toBe(false);
      };
      await run('completed');
      await run('cancelled');
      const list = (webhookId: string) => other.webhooks.deliveries(organizationId, webhookId, { limit: 5 });
      expect(await list(id)).toMatchObject([{ event: 'job.completed', url: 'https://a.example' }]);
      expect(await list('callback')).toMatchObject([{ event: 'job.completed', url: 'https://c.example' }]);
      const sent = [await claim(store, 60), await claim(store, 60)];
      expect(sent.map((one) => one?.secrets).sort()).toEqual([['whsec_1'], ['whsec_completed']]);
      expect(JSON.parse(sent[0]?.facts ?? '')).toMatchObject({ state: 'completed', finishedAt: 50 });
    });

    test('pages, newest first; what has ended is forgotten in time, what waits is not', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const { id } = await aWebhook(store, organizationId);
      for (const at of [1, 2, 2, 3]) await tell(store, organizationId, at);
      const all = await store.webhooks.deliveries(organizationId, id, { limit: 10 });
      expect(all.map(({ createdAt }) => createdAt)).toEqual([3, 2, 2, 1]);
      const pages = [];
      for (let before: string | undefined; ; ) {
        const page = await store.webhooks.deliveries(organizationId, id, {
          limit: 3,
          ...(before !== undefined && { before }),
        });
        pages.push(...page);
        before = page.at(-1)?.id;
        if (page.length < 3) break;
      }
      expect(pages).toEqual(all);
      const oldest = await claim(store, 10);
      if (oldest) await store.webhooks.finish(oldest, OK, { state: 'delivered', ...NEVER });
      await store.webhooks.sweep(3);
      expect(await store.webhooks.deliveries(organizationId, id, { limit: 10 })).toHaveLength(3);
    });
  });
};
