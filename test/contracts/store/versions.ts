/** Drafts, labels and sample sets. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
  PLENTY,
} from './fixture.ts';

const storedOf = async (store: Store, id: string) => (await store.organizations.get(id))?.stored;
const conflict = { code: 'version_conflict' };

export const versionsContract = (fixture: () => Fixture): void => {
  describe('drafts', () => {
    test('one waits beside what is live, is replaced, and becomes the next version with its author and note', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const before = await aTemplate(store, id, 'invoice', 100);
      const kept = await storedOf(store, id);
      const first = { ...(await aVersion(store, 'first')), note: 'a first try' };
      expect(await store.templates.saveDraft(id, 'invoice', first, actor(200, 'ada'))).toBe(1);
      const second = { ...(await aVersion(store, 'second one')), note: 'better' };
      expect(await other.templates.saveDraft(id, 'invoice', second, actor(300, 'bob'))).toBe(2);
      // Nothing that is live has changed.
      expect((await other.templates.find(id, 'invoice'))?.template).toEqual(before);
      expect(await other.templates.versions(id, 'invoice', { limit: 9 })).toHaveLength(1);
      expect(await other.templates.newestBefore(id, 'invoice', 400)).toBe(1);
      expect(await other.templates.find(id, 'invoice', 0)).toBeUndefined();
      expect(await other.templates.list(id)).toMatchObject([{ key: 'invoice', version: 1, draft: 2 }]);
      expect(await other.templates.draft(id, 'invoice')).toEqual({
        draft: 2,
        delimiter: 'BRACES',
        fileHash: second.fileHash,
        fileSize: second.fileSize,
        createdAt: 300,
        createdBy: 'bob',
        note: 'better',
        restores: null,
      });
      expect((await other.templates.find(id, 'invoice', 'draft'))?.version).toMatchObject({
        number: 0,
        fileHash: second.fileHash,
      });
      expect(await storedOf(store, id)).toEqual({
        templates: 1,
        versions: 2,
        bytes: (kept?.bytes ?? 0) + second.storedBytes,
      });
      await expect(store.templates.publish(id, 'invoice', { draft: 1 }, actor())).rejects.toMatchObject({
        ...conflict,
        message: expect.stringContaining('draft 2 of bob'),
      });
      await expect(
        store.templates.publish(id, 'invoice', { draft: 2, version: 7 }, actor()),
      ).rejects.toMatchObject(conflict);
      expect(
        await store.templates.publish(id, 'invoice', { draft: 2, version: 1 }, actor(500, 'eve')),
      ).toMatchObject({ version: 2, updatedAt: 500 });
      expect(await other.templates.versions(id, 'invoice', { limit: 1 })).toEqual([
        {
          number: 2,
          delimiter: 'BRACES',
          fileHash: second.fileHash,
          fileSize: second.fileSize,
          createdAt: 300,
          createdBy: 'bob',
          note: 'better',
          restores: null,
          publishedAt: 500,
          publishedBy: 'eve',
        },
      ]);
      expect(await other.templates.draft(id, 'invoice')).toBeUndefined();
      // What was published later counts from then.
      expect(await other.templates.newestBefore(id, 'invoice', 499)).toBe(1);
      expect(await other.templates.newestBefore(id, 'invoice', 500)).toBe(2);
      await expect(store.templates.publish(id, 'invoice', { draft: 2 }, actor())).rejects.toMatchObject(
        conflict,
      );
      // Numbers of drafts are never given twice.
      expect(await store.templates.saveDraft(id, 'invoice', first, actor())).toBe(3);
      expect((await auditOf(store, id)).map(({ action }) => action).slice(-4)).toEqual([
        'template.draft',
        'template.draft',
        'template.publish',
        'template.draft',
      ]);
    });

    test('one that is the first of its template is no version, and goes with it', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const version = await aVersion(store, 'new');
      const create = { id: randomUUID(), name: 'New', mustBeNew: true as const };
      expect(await store.templates.saveDraft(id, 'new', version, actor())).toBeUndefined();
      expect(await store.templates.saveDraft(id, 'new', version, actor(), { create })).toBe(1);
      expect(await store.templates.saveDraft(id, 'new', version, actor(), { create })).toBeUndefined();
      expect(await other.templates.find(id, 'new')).toBeUndefined();
      expect(await other.templates.including(id)).toEqual([]);
      expect(await other.templates.list(id)).toMatchObject([{ key: 'new', version: 0, draft: 1 }]);
      await expect(store.templates.discardDraft(id, 'new', actor(), 4)).rejects.toMatchObject(conflict);
      expect(await store.templates.discardDraft(id, 'new', actor(), 1)).toBe(true);
      expect(await store.templates.discardDraft(id, 'new', actor())).toBe(false);
      expect(await storedOf(other, id)).toEqual({ templates: 0, versions: 0, bytes: 0 });
      expect(await store.templates.saveDraft(id, 'new', version, actor(), { create })).toBe(1);
      expect(await store.templates.publish(id, 'new', { draft: 1 }, actor())).toMatchObject({ version: 1 });
      expect((await other.templates.find(id, 'new'))?.version.number).toBe(1);
    });

    test('of many that publish the same at once, one does; a full house refuses one', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      await aTemplate(store, id);
      await store.templates.saveDraft(id, 'invoice', await aVersion(store, 'next'), actor());
      const all = await atOnce(10, (n) =>
        (n % 2 ? store : other).templates
          .publish(id, 'invoice', { draft: 1 }, actor())
          .catch((error: { code: string }) => error.code),
      );
      expect(all.filter((one) => one === 'version_conflict')).toHaveLength(9);
      expect((await store.templates.find(id, 'invoice'))?.template.version).toBe(2);
      const full = await aVersion(store, 'more', { ...PLENTY, versions: 2 });
      await expect(store.templates.saveDraft(id, 'invoice', full, actor())).rejects.toMatchObject({
        code: 'storage_limit',
      });
      expect(await other.templates.draft(id, 'invoice')).toBeUndefined();
    });
  });

  describe('labels', () => {
    test('they point at versions, all or nothing, and are found through', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id);
      await store.templates.replace(id, 'invoice', await aVersion(store, 'two'), actor());
      const most = 3;
      const set = (labels: Record<string, number | null>, expected = {}, at = 100) =>
        store.labels.set(id, 'invoice', { labels, expected, most }, actor(at, 'ada'));
      expect(await set({ production: 1, staging: 2 })).toEqual([
        { name: 'production', version: 1, changedAt: 100, changedBy: 'ada' },
        { name: 'staging', version: 2, changedAt: 100, changedBy: 'ada' },
      ]);
      expect((await other.templates.find(id, 'invoice', { label: 'production' }))?.version.number).toBe(1);
      expect(await other.templates.find(id, 'invoice', { label: 'none' })).toBeUndefined();
      await expect(set({ staging: 1, production: 9 })).rejects.toMatchObject({ code: 'version_not_found' });
      await expect(set({ staging: 1 }, { staging: 1 })).rejects.toMatchObject(conflict);
      await expect(set({ a: 1, b: 1 })).rejects.toMatchObject({ code: 'bad_request' });
      // What stays where it is keeps the time of its move.
      expect(await set({ production: 1, staging: null }, { staging: 2 }, 200)).toEqual([
        { name: 'production', version: 1, changedAt: 100, changedBy: 'ada' },
      ]);
      expect(await other.labels.list(id, 'invoice')).toHaveLength(1);
      expect(await store.labels.set(id, 'none', { labels: {}, most }, actor())).toBeUndefined();
      // No label survives its template.
      expect(await store.templates.delete(id, 'invoice', actor())).toBe(true);
      expect(await other.labels.list(id, 'invoice')).toEqual([]);
      expect(template.version).toBe(1);
    });

    test('a charge for what a label points at is made only while it points there', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 10);
      const template = await aTemplate(store, id);
      const { name } = template;
      await store.templates.replace(id, 'invoice', await aVersion(store, 'two'), actor());
      const change = (version: number) => ({ labels: { production: version }, most: 9 });
      await store.labels.set(id, 'invoice', change(1), actor());
      const pay = (version: number, label?: string) =>
        other.credit.charge({
          ...chargeOf(template),
          rendered: { version, name, ...(label !== undefined && { label }) },
        });
      expect(await pay(1, 'production')).toMatchObject({ charged: true, balance: 9 });
      expect(await pay(2)).toMatchObject({ charged: true });
      expect(await pay(2, 'production')).toMatchObject({ charged: false, outdated: true });
      expect(await pay(1, 'none')).toMatchObject({ charged: false, outdated: true });
      await store.labels.set(id, 'invoice', change(2), actor());
      expect(await pay(1, 'production')).toMatchObject({ charged: false, outdated: true });
      const both = await Promise.all([pay(2, 'production'), pay(1, 'production'), pay(2)]);
      expect(both.map(({ charged }) => charged)).toEqual([true, false, true]);
    });

    test('no version that a label points at is dropped, and no draft', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      await aTemplate(store, id, 'invoice', 100);
      for (const text of ['two', 'three', 'four'])
        await store.templates.replace(id, 'invoice', await aVersion(store, text), actor(100));
      await store.templates.saveDraft(id, 'invoice', await aVersion(store, 'draft'), actor(100));
      await store.labels.set(id, 'invoice', { labels: { production: 2 }, most: 9 }, actor());
      await store.retention.dropVersions({ keep: 1, before: 1_000, at: Date.now() }, 500);
      const left = await other.templates.versions(id, 'invoice', { limit: 9 });
      expect(left.map(({ number }) => number)).toEqual([4, 2]);
      expect(await other.templates.draft(id, 'invoice')).toMatchObject({ draft: 1 });
    });
  });

  describe('sample sets', () => {
    test('they are kept with the template, one of them is where previews begin, and their bytes are counted', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      await aTemplate(store, id);
      const bytes = (await storedOf(store, id))?.bytes ?? 0;
      const terms = { options: '{}', most: 2, within: PLENTY };
      const put = (name: string, data: string, more: object = {}, at = 100) =>
        store.samples.put(id, 'invoice', { name, data, ...terms, ...more }, actor(at, 'ada'));
      expect(await put('short', '{"a":1}', { isDefault: true })).toEqual({
        name: 'short',
        bytes: 14,
        isDefault: true,
        changedAt: 100,
        changedBy: 'ada',
      });
      await put('long', '{"a":"ä"}');
      expect(await other.samples.list(id, 'invoice')).toMatchObject([
        { name: 'long', isDefault: false },
        { name: 'short', isDefault: true },
      ]);
      expect(await other.samples.get(id, 'invoice', 'long')).toMatchObject({
        data: '{"a":"ä"}',
        options: '{}',
      });
      expect((await storedOf(other, id))?.bytes).toBe(bytes + 14 + 16);
      await expect(put('third', '{}')).rejects.toMatchObject({ code: 'storage_limit' });
      await expect(put('short', '{}', { expected: { changedAt: 99 } })).rejects.toMatchObject(conflict);
      await expect(put('short', '{}', { expected: { changedAt: null } })).rejects.toMatchObject(conflict);
      expect(await put('short', '{}', { expected: { changedAt: 100 } })).toMatchObject({
        isDefault: true,
        changedAt: 101,
      });
      await expect(
        put('long', `{"a":"${'x'.repeat(99)}"}`, { within: { ...PLENTY, bytes: bytes + 50 } }),
      ).rejects.toMatchObject({ code: 'storage_limit' });
      expect(await put('long', '{}', { isDefault: true })).toMatchObject({ isDefault: true });
      expect(await other.samples.get(id, 'invoice', 'short')).toMatchObject({ isDefault: false });
      expect(await store.samples.delete(id, 'invoice', 'long', actor())).toBe(true);
      expect(await store.samples.delete(id, 'invoice', 'long', actor())).toBe(false);
      expect(await other.samples.list(id, 'invoice')).toMatchObject([{ name: 'short', isDefault: false }]);
      expect(await store.samples.put(id, 'none', { name: 'a', data: '{}', ...terms }, actor())).toBe(
        undefined,
      );
      await store.templates.delete(id, 'invoice', actor());
      expect(await storedOf(other, id)).toEqual({ templates: 0, versions: 0, bytes: 0 });
    });
  });
};
