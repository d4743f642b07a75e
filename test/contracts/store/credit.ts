import { describe, expect, test } from 'vitest';
import type { Template } from '../../../src/service/model.ts';
import type { Charge, Store } from '../../../src/service/ports.ts';
import {
  ALL_TIME,
  actor,
  aKey,
  anOrganization,
  aTemplate,
  atOnce,
  auditOf,
  aVersion,
  chargeOf,
  type Fixture,
  type StoreFactory,
} from './fixture.ts';

/** What must hold whatever happened: the ledger explains the balance, entry by entry. */
const expectLedgerToExplainBalance = async (store: Store, organizationId: string): Promise<void> => {
  const ledger = (await store.credit.ledger(organizationId, 10_000)).toReversed();
  const organization = await store.organizations.get(organizationId);
  let balance = 0;
  for (const entry of ledger) {
    balance += entry.amount;
    expect(entry.balanceAfter ?? 0).toBe(balance);
  }
  expect(organization?.credit ?? 0).toBe(balance);
  expect(ledger.at(-1)?.balanceAfter).toBe(organization?.credit);
};

export const creditContract = (fixture: () => Fixture, { sharedLimits }: StoreFactory): void => {
  describe('credit', () => {
    test('grants add, take, never go below zero, and leave entries', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 10);
      expect(await store.credit.grant(id, 5, 'bought', actor(1))).toMatchObject({ id, credit: 15 });
      expect(await store.credit.grant(id, -3, 'refund', actor(2))).toMatchObject({ credit: 12 });
      expect(await store.credit.grant(id, -100, 'closing', actor(3))).toMatchObject({ credit: 0 });
      const ledger = await other.credit.ledger(id, 3);
      expect(
        ledger.map(({ amount, balanceAfter, reason, note, requestId, at }) => [
          amount,
          balanceAfter,
          reason,
          note,
          requestId,
          at,
        ]),
      ).toEqual([
        [-12, 0, 'grant', 'closing', null, 3],
        [-3, 12, 'grant', 'refund', null, 2],
        [5, 15, 'grant', 'bought', null, 1],
      ]);
      expect(new Set(ledger.map((entry) => entry.id)).size).toBe(3);
      await expectLedgerToExplainBalance(store, id);
      expect((await auditOf(store, id)).slice(1).map(({ action, subject }) => [action, subject])).toEqual([
        ['credit.grant', { id, amount: 5, balance: 15, note: 'bought' }],
        ['credit.grant', { id, amount: -3, balance: 12, note: 'refund' }],
        ['credit.grant', { id, amount: -12, balance: 0, note: 'closing' }],
      ]);
      expect(await store.credit.grant('nobody', 5, '', actor())).toBeUndefined();
    });

    test('a balance is set, made unlimited and limited again', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 10);
      const template = await aTemplate(store, id);
      expect(await store.credit.setBalance(id, 40, 'plan', actor())).toMatchObject({ credit: 40 });
      expect(await store.credit.setBalance(id, null, 'partner', actor())).toMatchObject({ credit: null });
      expect(await store.credit.grant(id, 5, 'no need', actor())).toMatchObject({ credit: null });
      expect(await store.credit.charge(chargeOf(template))).toEqual({ charged: true, balance: null });
      expect(await store.credit.setBalance(id, 3, 'partner no more', actor())).toMatchObject({ credit: 3 });
      const ledger = (await store.credit.ledger(id, 10)).toReversed();
      expect(ledger.map(({ reason, amount, balanceAfter }) => [reason, amount, balanceAfter])).toEqual([
        ['grant', 10, 10],
        ['set_balance', 30, 40],
        ['set_unlimited', -40, null],
        ['grant', 0, null],
        ['generate', 0, null],
        ['set_limited', 3, 3],
      ]);
      await expectLedgerToExplainBalance(store, id);
      expect((await auditOf(store, id)).filter(({ action }) => action === 'credit.set_balance')).toHaveLength(
        3,
      );
      expect(await store.credit.setBalance('nobody', 5, '', actor())).toBeUndefined();
    });

    test('a new organization that is unlimited starts its ledger with that', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, null);
      expect(await store.credit.ledger(id, 10)).toMatchObject([
        { reason: 'set_unlimited', balanceAfter: null },
      ]);
    });

    test('a balance beyond what a number can hold is refused and changes nothing', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 10);
      await expect(store.credit.grant(id, Number.MAX_SAFE_INTEGER, '', actor())).rejects.toMatchObject({
        code: 'bad_admin_request',
      });
      await expect(store.credit.setBalance(id, 1.5, '', actor())).rejects.toMatchObject({
        code: 'bad_admin_request',
      });
      expect((await store.organizations.get(id))?.credit).toBe(10);
      expect(await auditOf(store, id)).toHaveLength(1);
    });

    test('a charge without a template takes one, says what for, and counts under no template', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 3);
      const template = await aTemplate(store, id);
      const at = Date.UTC(2030, 0, 2, 3);
      const sent = { ...chargeOf(template, { at }), templateId: null, templateKey: '' };
      await atOnce(2, (n) => store.credit.charge({ ...sent, reason: n === 0 ? 'render' : 'convert' }));
      const ledger = await other.credit.ledger(id, 2);
      expect(ledger.map(({ reason, note }) => `${reason}${note}`).sort()).toEqual(['convert', 'render']);
      expect((await other.organizations.get(id))?.credit).toBe(1);
      expect((await other.templates.find(id, template.key))?.template.usage).toBe(0);
      expect(await other.usage.series(id, [{ from: 0, to: at + 1, step: 3_600_000 }], 10)).toMatchObject([
        { templateKey: '', format: 'DOCX', outcome: 'ok', count: 2 },
      ]);
      await expectLedgerToExplainBalance(store, id);
    });

    test('a charge takes one, counts the template, its last use and the hour', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 2);
      const template = await aTemplate(store, id, 'näme "__proto__" 🧾');
      const at = Date.UTC(2030, 0, 2, 3, 4, 5);
      expect(await store.credit.charge(chargeOf(template, { requestId: 'req-1', at }))).toEqual({
        charged: true,
        balance: 1,
      });
      expect((await other.credit.ledger(id, 1))[0]).toMatchObject({
        organizationId: id,
        amount: -1,
        balanceAfter: 1,
        reason: 'generate',
        note: template.key,
        requestId: 'req-1',
        at,
      });
      expect((await other.templates.find(id, template.key))?.template).toEqual({
        ...template,
        usage: 1,
        lastUsed: at,
      });
      expect(await other.usage.series(id, [{ from: 0, to: at + 1, step: 3_600_000 }], 10)).toEqual([
        {
          start: Date.UTC(2030, 0, 2, 3),
          templateKey: template.key,
          format: 'DOCX',
          outcome: 'ok',
          count: 1,
        },
      ]);
    });

    test('a last use never goes back', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id);
      await store.credit.charge(chargeOf(template, { at: 5000 }));
      await store.credit.charge(chargeOf(template, { at: 4000 }));
      expect((await store.templates.find(id, template.key))?.template.lastUsed).toBe(5000);
    });

    test('an empty balance is not charged and nothing is counted', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 0);
      const template = await aTemplate(store, id);
      expect(await store.credit.charge(chargeOf(template))).toEqual({ charged: false, balance: 0 });
      expect(await store.credit.ledger(id, 10)).toHaveLength(1);
      expect((await store.templates.find(id, template.key))?.template).toEqual(template);
      expect(await store.usage.series(id, ALL_TIME, 10)).toEqual([]);
    });

    test('what was rendered from the newest version is charged only while it is the newest', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 5);
      const [first, second] = [await aTemplate(store, id, 'first'), await aTemplate(store, id, 'second')];
      const charge = (template: Template, rendered: { version: number; name: string }) =>
        store.credit.charge({ ...chargeOf(template), rendered });
      const outdated = { charged: false, balance: null, outdated: true };
      expect(await charge(first, first)).toEqual({ charged: true, balance: 4 });
      await other.templates.replace(id, 'first', await aVersion(store), actor());
      // A group in which some are outdated charges the others, and counts them alone.
      const answers = await Promise.all([
        charge(first, first),
        charge(second, second),
        charge(first, { ...first, version: 2 }),
        charge(first, first),
      ]);
      expect(answers).toEqual([
        outdated,
        { charged: true, balance: 3 },
        { charged: true, balance: 2 },
        outdated,
      ]);
      await other.templates.rename(id, 'second', 'Another name', actor());
      expect(await charge(second, second)).toEqual(outdated);
      expect(await charge(second, { version: 1, name: 'Another name' })).toEqual({
        charged: true,
        balance: 1,
      });
      await other.templates.delete(id, 'first', actor());
      expect(await charge(first, { ...first, version: 2 })).toEqual(outdated);
      await expectLedgerToExplainBalance(store, id);
      expect((await store.templates.find(id, 'second'))?.template.usage).toBe(2);
      expect((await store.usage.series(id, ALL_TIME, 10)).map(({ count }) => count)).toEqual([2, 2]);
    });

    test('a charge that counts the minute is made only within its limit, and counts whatever becomes of it', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 2);
      const template = await aTemplate(store, id);
      const charge = (generateLimit: number, more: Partial<Charge> = {}) =>
        store.credit.charge({ ...chargeOf(template), generateLimit, ...more });
      const left = (remaining: number) => ({
        allowed: true,
        remaining,
        resetMs: expect.any(Number),
      });
      expect(store.limiter.refused('generate', id, 5)).toBeUndefined();
      const outdated = { rendered: { version: 7, name: template.name } };
      const answers = await Promise.all([
        charge(5),
        charge(5, outdated),
        store.credit.charge(chargeOf(template)),
      ]);
      expect(answers).toEqual([
        { charged: true, balance: 1, verdict: { limit: 5, ...left(4) } },
        { charged: false, balance: null, outdated: true, verdict: { limit: 5, ...left(3) } },
        { charged: true, balance: 0 },
      ]);
      expect(await charge(4)).toMatchObject({
        charged: false,
        balance: 0,
        verdict: { limit: 4, ...left(1) },
      });
      await store.credit.grant(id, 10, '', actor());
      expect(await store.limiter.consume('generate', id, 5)).toMatchObject(left(1));
      expect(await charge(5)).toMatchObject({ charged: true, verdict: left(0) });
      expect(await charge(5)).toMatchObject({ charged: false, balance: null, verdict: { allowed: false } });
      expect(store.limiter.refused('generate', id, 5)).toMatchObject({ allowed: false, remaining: 0 });
      expect(await charge(8)).toMatchObject({ charged: true, balance: 8, verdict: { allowed: true } });
      expect((await other.organizations.get(id))?.credit).toBe(8);
      await expectLedgerToExplainBalance(store, id);
    });

    test('of many charges at once exactly the limit is made', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 100);
      const template = await aTemplate(store, id);
      const nodes = sharedLimits ? [store, other] : [store];
      const answers = await atOnce(120, (n) =>
        (nodes[n % nodes.length] ?? store).credit.charge({ ...chargeOf(template), generateLimit: 37 }),
      );
      const charged = answers.filter((answer) => answer.charged);
      expect(charged.map(({ verdict }) => verdict?.remaining ?? -1).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 37 }, (_, remaining) => remaining),
      );
      expect(answers.filter(({ verdict }) => verdict?.allowed === false)).toHaveLength(83);
      expect((await store.organizations.get(id))?.credit).toBe(63);
      await expectLedgerToExplainBalance(other, id);
    });

    test('a document whose template was deleted meanwhile is still charged', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 5);
      const template = await aTemplate(store, id);
      await store.templates.delete(id, template.key, actor());
      expect(await store.credit.charge(chargeOf(template))).toEqual({ charged: true, balance: 4 });
      expect(await store.usage.series(id, ALL_TIME, 10)).toHaveLength(1);
    });

    test('a charge of an organization that does not exist fails alone', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 5);
      const template = await aTemplate(store, id);
      const [first, stranger, second] = await Promise.allSettled([
        store.credit.charge(chargeOf(template)),
        store.credit.charge({ ...chargeOf(template), organizationId: 'nobody' }),
        store.credit.charge(chargeOf(template)),
      ]);
      expect(first.status).toBe('fulfilled');
      expect(second.status).toBe('fulfilled');
      expect(stranger).toMatchObject({ status: 'rejected', reason: { code: 'organization_not_found' } });
      expect((await store.organizations.get(id))?.credit).toBe(3);
    });

    test('200 charges at once on two nodes against a credit of 50: exactly 50 are charged', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 50);
      const templates = [await aTemplate(store, id, 'a'), await aTemplate(store, id, 'b')] as const;
      const answers = await atOnce(200, (n) =>
        (n % 2 ? store : other).credit.charge(chargeOf(templates[n % 4 < 2 ? 0 : 1], { requestId: `r${n}` })),
      );
      const charged = answers.filter((answer) => answer.charged);
      expect(charged).toHaveLength(50);
      expect(charged.map(({ balance }) => balance).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
        Array.from({ length: 50 }, (_, balance) => balance),
      );
      expect((await store.organizations.get(id))?.credit).toBe(0);
      await expectLedgerToExplainBalance(other, id);
      const ledger = await store.credit.ledger(id, 1000);
      const requests = ledger.flatMap(({ requestId }) => requestId ?? []);
      expect(new Set(requests).size).toBe(50);
      const usage = (await store.templates.list(id)).reduce((sum, template) => sum + template.usage, 0);
      expect(usage).toBe(50);
      const series = await store.usage.series(id, ALL_TIME, 10);
      expect(series.reduce((sum, hour) => sum + hour.count, 0)).toBe(50);
    });

    test('charges of an unlimited organization are all counted', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, null);
      const template = await aTemplate(store, id);
      await atOnce(60, (n) => (n % 2 ? store : other).credit.charge(chargeOf(template)));
      expect((await store.templates.find(id, template.key))?.template.usage).toBe(60);
      expect(await store.credit.ledger(id, 1000)).toHaveLength(61);
    });

    test('charges, grants and settings at once leave a ledger that adds up', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 20);
      const template = await aTemplate(store, id);
      await atOnce<unknown>(90, (n) => {
        const node = n % 2 ? store : other;
        if (n % 9 === 0) return node.credit.grant(id, 3, 'more', actor());
        if (n % 30 === 1) return node.credit.setBalance(id, n === 31 ? null : 10, 'set', actor());
        return node.credit.charge(chargeOf(template));
      });
      await expectLedgerToExplainBalance(store, id);
      const entries = await store.credit.ledger(id, 1000);
      const generated = entries.filter(({ reason }) => reason === 'generate').length;
      expect((await store.templates.find(id, template.key))?.template.usage).toBe(generated);
    });

    test('charges, renames, replaces and keys at once do not get into each other’s way', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 1000);
      const templates: Template[] = [];
      for (const key of ['a', 'b', 'c']) templates.push(await aTemplate(store, id, key));
      const version = await aVersion(store);
      await atOnce<unknown>(150, (n) => {
        const node = n % 2 ? store : other;
        const template = templates[n % 3];
        if (template === undefined) throw new Error('There are three.');
        if (n % 10 === 0) return node.templates.rename(id, template.key, `name ${n}`, actor());
        if (n % 10 === 1) return node.templates.replace(id, template.key, version, actor());
        if (n % 10 === 2) return node.apiKeys.create(aKey(id), actor());
        return node.credit.charge(chargeOf(template));
      });
      expect((await store.organizations.get(id))?.credit).toBe(1000 - 105);
      const now = await store.templates.list(id);
      expect(now.reduce((sum, { usage }) => sum + usage, 0)).toBe(105);
      expect(now.reduce((sum, template) => sum + template.version, 0)).toBe(3 + 15);
      await expectLedgerToExplainBalance(store, id);
    });

    test('the ledger is newest first and as long as asked for', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store, 1);
      for (const note of ['one', 'two', 'three']) await store.credit.grant(id, 1, note, actor(5));
      expect((await store.credit.ledger(id, 2)).map(({ note }) => note)).toEqual(['three', 'two']);
      expect(await store.credit.ledger('nobody', 10)).toEqual([]);
    });
  });
};
