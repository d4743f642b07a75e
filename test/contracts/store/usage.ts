import { describe, expect, test } from 'vitest';
import { anOrganization, aTemplate, atOnce, chargeOf, type Fixture } from './fixture.ts';

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
      const row = (hour: number, format: string, outcome: string, count: number) => ({
        hour,
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
      expect(await other.usage.series(id, start, start + 2 * HOUR_MS)).toEqual(all);
      expect(await other.usage.series(id, start, start + HOUR_MS)).toEqual(all.slice(0, 4));
      expect(await other.usage.series(id, start + 1, start + 2 * HOUR_MS)).toEqual(all.slice(4));
      expect(await other.usage.series('nobody', 0, start * 2)).toEqual([]);
      expect((await store.organizations.get(id))?.credit).toBe(996);
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
      expect(await store.usage.series(id, 0, HOUR_MS)).toMatchObject([{ count: 40 }]);
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
