import { describe, expect, test } from 'vitest';
import { callId, firstCallId } from '../../../src/service/calls/call-id.ts';
import type { ChargedCall, NewCall } from '../../../src/service/calls/call-ports.ts';
import { actor, aKey, anOrganization, aTemplate, chargeOf, type Fixture } from './fixture.ts';

const aCall = (organizationId: string, at: number, more: Partial<NewCall> = {}): NewCall => ({
  ...{ organizationId, id: callId(at), at, kind: 'generate', caller: 'key:plt_ab12', templateKey: 'letter' },
  ...{
    version: 1,
    format: 'PDF',
    status: 200,
    code: null,
    requestId: `r-${at}`,
    milliseconds: 1.5,
    facts: '{}',
  },
  ...more,
});

export const callsContract = (fixture: () => Fixture): void => {
  describe('calls', () => {
    test('a charge writes its call with it; one that is not made writes none', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 1);
      const template = await aTemplate(store, id);
      const key = await store.apiKeys.create(aKey(id), actor());
      const charge = chargeOf(template, { at: 5_000 });
      const call: ChargedCall = {
        ...{ id: callId(5_000), kind: 'generate', caller: 'key:plt_ab12', version: 3, milliseconds: 2.5 },
        facts: '{"pages":2}',
      };
      const results = await Promise.all([
        store.credit.charge({ ...charge, call }),
        store.credit.charge({ ...charge, call: { ...call, id: callId(5_000) } }),
      ]);
      expect(results.map(({ charged }) => charged).sort()).toEqual([false, true]);
      const { calls } = await other.calls.list(id, { limit: 10 });
      expect(calls).toEqual([
        {
          ...call,
          ...{ organizationId: id, id: expect.any(String), at: 5_000, templateKey: template.key },
          ...{ format: charge.format, status: 200, code: null, requestId: charge.requestId },
          key: { id: key.id, name: key.name },
          hasData: false,
        },
      ]);
    });

    test('pages by either direction, filters, and data beside it; nothing of an organization that is gone', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const calls = Array.from({ length: 7 }, (_, index) =>
        aCall(id, 1_000 + index, index % 3 === 0 ? { code: 'data_invalid', status: 400 } : {}),
      );
      const data = { organizationId: id, callId: calls[6]?.id ?? '', bytes: new Uint8Array([1, 2]) };
      await store.calls.write([...calls, aCall('gone', 1_000)], [data]);
      await store.calls.write(calls.slice(0, 2), []);
      const times = async (query: Partial<Parameters<typeof store.calls.list>[1]>) =>
        (await other.calls.list(id, { limit: 10, ...query })).calls.map(({ at }) => at - 1_000);
      expect(await times({})).toEqual([6, 5, 4, 3, 2, 1, 0]);
      expect(await times({ status: 'failed' })).toEqual([6, 3, 0]);
      expect(await times({ code: 'data_invalid', before: calls[6]?.id ?? '' })).toEqual([3, 0]);
      expect(await times({ after: calls[4]?.id ?? '' })).toEqual([5, 6]);
      expect(await times({ since: firstCallId(1_002), until: firstCallId(1_004) })).toEqual([3, 2]);
      expect(await times({ search: 'R-1005' })).toEqual([5]);
      expect(await times({ search: '100_' })).toEqual([]);
      expect(await other.calls.list(id, { limit: 2, status: 'ok' })).toMatchObject({ next: calls[4]?.id });
      expect(await store.calls.list('gone', { limit: 10 })).toEqual({ calls: [] });
      expect(await other.calls.get(id, calls[6]?.id ?? '')).toMatchObject({ hasData: true });
      expect([...((await other.calls.readData(id, calls[6]?.id ?? '', actor())) ?? [])]).toEqual([1, 2]);
      expect(await store.calls.dropData(id, 10)).toBe(1);
      expect(await other.calls.readData(id, calls[6]?.id ?? '', actor())).toBeUndefined();
    });

    test('retention: the oldest go in pieces, with their data, and data beyond its room', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const calls = Array.from({ length: 5 }, (_, index) => aCall(id, 1_000 + index));
      const bytes = new Uint8Array(100);
      await store.calls.write(
        calls,
        calls.map((call) => ({ organizationId: id, callId: call.id, bytes })),
      );
      expect(await store.retention.dropCallData(id, 250, 10)).toBe(3);
      expect(await store.retention.dropCallData(id, 250, 10)).toBe(0);
      const left = async () =>
        (await store.calls.list(id, { limit: 10 })).calls.map(({ at, hasData }) => [at - 1_000, hasData]);
      expect(await store.retention.dropCalls(id, firstCallId(1_004), 3)).toBe(3);
      expect(await left()).toEqual([
        [4, true],
        [3, false],
      ]);
      expect(await store.retention.dropCalls(id, firstCallId(1_004), 3)).toBe(1);
      expect(await left()).toEqual([[4, true]]);
      const rules = await store.retention.callRules();
      expect(rules.find((rule) => rule.organizationId === id)).toEqual({
        organizationId: id,
        days: null,
        keepsData: false,
      });
    });
  });
};
