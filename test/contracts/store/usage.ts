import { describe, expect, test } from 'vitest';
import { ALL_TIME, anOrganization, aTemplate, atOnce, chargeOf, type Fixture } from './fixture.ts';

const HOUR_MS = 3_600_000;

export const usageContract = (fixture: () => Fixture): void => {
  describe('usage', () => {
    test('successes and failures are counted by hour, template, format and outcome', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id, 'k');
      const start = 100 * HOUR_MS;
      const fail = (at: number, format: 'DOCX' | 'PDF' = 'PDF') =>
        store.usage.recordFailure({ organizationId: id, templateKey: 'k', format, code: 'pdf_failed', at });
      await store.credit.charge(chargeOf(template, { at: start }));
      await other.credit.charge(chargeOf(template, { at: start + HOUR_MS - 1 }));
      await store.credit.charge({ ...chargeOf(template, { at: start + 1 }), format: 'PDF' });
      await store.credit.charge(chargeOf(template, { at: start + HOUR_MS }));
      await fail(start + 5);
      await fail(start + 6);
      await fail(start + 7, 'DOCX');
      const row = (at: number, format: string, outcome: string, count: number) => ({
        start: at,
        templateKey: 'k',
        format,
        outcome,
        count,
      });
      const all = [
        row(start, 'DOCX', 'ok', 2),
        row(start, 'DOCX', 'pdf_failed', 1),
        row(start, 'PDF', 'ok', 1),
        row(start, 'PDF', 'pdf_failed', 2),
        row(start + HOUR_MS, 'DOCX', 'ok', 1),
      ];
      const hours = (from: number, to: number, organizationId = id) =>
        other.usage.series(organizationId, [{ from, to, step: HOUR_MS }], 10);
      expect(await hours(start, start + 2 * HOUR_MS)).toEqual(all);
      expect(await hours(start, start + HOUR_MS)).toEqual(all.slice(0, 4));
      expect(await hours(start + HOUR_MS, start + 2 * HOUR_MS)).toEqual(all.slice(4));
      expect(await hours(0, start * 2, 'nobody')).toEqual([]);
      expect((await store.organizations.get(id))?.credit).toBe(996);
    });

    test('failures are counted together, and of no template or format that is known', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const failure = { organizationId, templateKey: '', format: null, code: 'bad_json', at: 0 } as const;
      await store.usage.recordFailure({ ...failure, count: 3 });
      await other.usage.recordFailure({ ...failure, count: 4 });
      expect(await other.usage.series(organizationId, ALL_TIME, 10)).toMatchObject([
        { templateKey: '', format: null, outcome: 'bad_json', count: 7 },
      ]);
    });

    test('failures at once are all counted', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      await atOnce(40, (n) =>
        (n % 2 ? store : other).usage.recordFailure({
          organizationId: id,
          templateKey: 'k',
          format: 'DOCX',
          code: 'render_budget',
          at: 5,
        }),
      );
      expect(await store.usage.series(id, ALL_TIME, 10)).toMatchObject([{ count: 40 }]);
    });

    test('hours are added up into buckets of any length, span after span', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id, 'k');
      // A day of 24 hours twice, then one of 25, as in a week when clocks change; it begins at half past an hour.
      const start = 1000 * HOUR_MS + HOUR_MS / 2;
      const day = 24 * HOUR_MS;
      for (const at of [start - 1, start, start + day, start + 2 * day - 1, start + 3 * day, start + 4 * day])
        await store.credit.charge(chargeOf(template, { at }));
      const spans = [
        { from: start, to: start + 2 * day, step: day },
        { from: start + 2 * day, to: start + 3 * day + HOUR_MS, step: day + HOUR_MS },
      ];
      const series = await other.usage.series(id, spans, 10);
      // The hour in which the first day begins is the day's before, and so is the one that the second begins in.
      expect(series.map((point) => [(point.start - start) / day, point.count])).toEqual([
        [0, 1],
        [1, 1],
        [2, 1],
      ]);
    });

    test('the templates that were used most keep their names, the rest is one', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const fail = (templateKey: string, at = 5) =>
        store.usage.recordFailure({ organizationId: id, templateKey, format: 'PDF', code: 'pdf_failed', at });
      for (const [key, times] of [
        ['c', 1],
        ['a', 3],
        ['d', 1],
        ["b'%", 2],
      ] as const)
        for (let n = 0; n < times; n += 1) await fail(key, n * HOUR_MS);
      const byKey = async (templates: number) =>
        Object.fromEntries(
          (await store.usage.series(id, ALL_TIME, templates)).map(({ templateKey, count }) => [
            String(templateKey),
            count,
          ]),
        );
      expect(await byKey(4)).toEqual({ a: 3, "b'%": 2, c: 1, d: 1 });
      expect(await byKey(2)).toEqual({ a: 3, "b'%": 2, null: 2 });
      expect(await byKey(3)).toEqual({ a: 3, "b'%": 2, c: 1, null: 1 });
    });
  });

  describe('audit log', () => {
    test('an entry of a caller is kept as it is, newest first', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const entry = {
        organizationId: id,
        actor: 'user:ann',
        action: 'console.sign_in',
        subject: '{"a":1}',
        at: 9,
      };
      await store.audit.append(entry);
      await store.audit.append({ ...entry, action: 'console.sign_out' });
      const [newest, older] = await other.audit.list(id, 2);
      expect((await other.audit.list(id, 1, newest?.id))[0]).toEqual(older);
      expect((await other.audit.list(id, 10, older?.id)).map(({ action }) => action)).toEqual([
        'organization.create',
      ]);
      expect(older).toEqual({ ...entry, id: older?.id });
      expect(newest?.action).toBe('console.sign_out');
      expect(newest?.id).not.toBe(older?.id);
    });

    test('entries without an organization are in the list of everything', async () => {
      const { store } = fixture();
      await anOrganization(store);
      await store.audit.append({
        organizationId: null,
        actor: 'cli',
        action: 'server.drain',
        subject: '{}',
        at: 9,
      });
      expect((await store.audit.list(undefined, 1))[0]).toMatchObject({
        organizationId: null,
        action: 'server.drain',
      });
      expect((await store.audit.list(undefined, 2)).map(({ action }) => action)).toEqual([
        'server.drain',
        'organization.create',
      ]);
    });
  });
};
