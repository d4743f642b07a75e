import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../src/service/model.ts';
import { actor, anOrganization, aTemplate, atOnce, aVersion, type Fixture, PLENTY } from './fixture.ts';

export const storageContract = (fixture: () => Fixture): void => {
  const stored = async (id: string): Promise<Storage | undefined> =>
    (await fixture().other.organizations.get(id))?.stored;
  const create = async (id: string, key: string, within: Storage, text = key) =>
    fixture().store.templates.create(
      { id: randomUUID(), organizationId: id, key, name: key },
      await aVersion(fixture().store, text, within),
      actor(),
    );

  describe('what an organization keeps', () => {
    test('is counted with every change, and given back with a template', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      await create(id, 'ab', PLENTY);
      expect(await stored(id)).toEqual({ templates: 1, versions: 1, bytes: 20 });
      await store.templates.replace(id, 'ab', await aVersion(store, 'longer'), actor());
      expect(await stored(id)).toEqual({ templates: 1, versions: 2, bytes: 80 });
      const second = await aTemplate(store, id, 'other');
      expect(await stored(id)).toEqual({ templates: 2, versions: 3, bytes: 120 });
      const program = await aVersion(store, 'anew');
      await store.templates.updateProgram(second.id, 1, { ...program, storedBytes: 7 });
      expect(await stored(id)).toEqual({ templates: 2, versions: 3, bytes: 87 });
      await store.templates.updateProgram('nothing', 1, program);
      await store.templates.delete(id, 'ab', actor());
      expect(await stored(id)).toEqual({ templates: 1, versions: 1, bytes: 7 });
    });

    test('is not changed by what did not happen', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      await create(id, 'ab', PLENTY);
      expect(await create(id, 'ab', PLENTY, 'another')).toBeUndefined();
      expect(await store.templates.replace(id, 'nothing', await aVersion(store), actor())).toBeUndefined();
      const late = store.templates.replace(id, 'ab', await aVersion(store), actor(), { expectedVersion: 9 });
      await expect(late).rejects.toMatchObject({ code: 'version_conflict' });
      expect(await store.templates.delete(id, 'nothing', actor())).toBe(false);
      expect(await stored(id)).toEqual({ templates: 1, versions: 1, bytes: 20 });
    });

    test('has a limit for templates, for versions and for bytes, each of which says so', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const only = (limit: Partial<Storage>): Storage => ({ ...PLENTY, ...limit });
      const replace = async (within: Storage) =>
        store.templates.replace(id, 'ab', await aVersion(store, 'cd', within), actor());
      const refused = { code: 'storage_limit', hint: expect.stringContaining('platen admin limits') };
      await create(id, 'ab', only({ templates: 1, versions: 1, bytes: 20 }));
      const before = await stored(id);

      await expect(create(id, 'cd', only({ templates: 1 }))).rejects.toMatchObject({
        ...refused,
        message: 'The organization may keep 1 templates, and this would be more.',
      });
      await expect(replace(only({ versions: 1 }))).rejects.toMatchObject({
        ...refused,
        message: 'The organization may keep 1 versions of templates, and this would be more.',
      });
      await expect(replace(only({ bytes: 39 }))).rejects.toMatchObject(refused);
      expect(await stored(id)).toEqual(before);
      expect(await store.templates.list(id)).toHaveLength(1);
      const room = (limit: Partial<Storage>) =>
        store.templates.checkRoom(id, { templates: 0, versions: 1, bytes: 20 }, only(limit));
      await expect(room({ bytes: 39 })).rejects.toMatchObject(refused);
      // A new version takes no place for a template, also where a limit was lowered below what is there.
      await room({ templates: 0, bytes: 40 });
      await replace(only({ templates: 0, versions: 2, bytes: 40 }));
      expect(await stored(id)).toEqual({ templates: 1, versions: 2, bytes: 40 });
    });

    test('what was deleted counts until it has left the disk: twice the limit may lie there', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      const within = { ...PLENTY, bytes: 20 };
      const at = 1_800_000_000_000;
      const later = (minutes: number) => ({ ...actor(), at: at + minutes * 60_000 });
      const upload = async (minutes: number) =>
        store.templates.create(
          { id: randomUUID(), organizationId: id, key: 'ab', name: 'ab' },
          await aVersion(store, 'ab', within),
          later(minutes),
        );
      for (const minutes of [0, 1]) {
        await upload(minutes);
        await store.templates.delete(id, 'ab', later(minutes));
      }
      await expect(upload(2)).rejects.toMatchObject({
        code: 'storage_limit',
        hint: expect.stringContaining('25 minutes'),
      });
      await upload(26);
      expect(await stored(id)).toEqual({ templates: 1, versions: 1, bytes: 20 });
    });

    test('a key that is taken is told before a limit: an upload that overwrites needs no place', async () => {
      const { store } = fixture();
      const { id } = await anOrganization(store);
      await create(id, 'ab', PLENTY);
      expect(await create(id, 'ab', { ...PLENTY, templates: 1 })).toBeUndefined();
    });

    test('stays exact under many uploads, replaces and deletes at once, on several nodes', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const within: Storage = { templates: 5, versions: 8, bytes: 1000 };
      const versions = await atOnce(24, (n) => aVersion(store, `text ${n % 10}`, within));
      const outcome = (work: Promise<unknown>) =>
        work.then(
          (done) => (done ? 'done' : 'none'),
          (error: { code: string }) => error.code,
        );
      const node = (n: number) => (n % 2 ? store : other);
      const made = await atOnce(24, (n) => {
        const template = { id: randomUUID(), organizationId: id, key: `k${n}`, name: 'k' };
        return outcome(node(n).templates.create(template, versions[n] as never, actor()));
      });
      expect(made.filter((one) => one === 'done')).toHaveLength(5);
      expect(made.filter((one) => one === 'storage_limit')).toHaveLength(19);
      const keys = (await store.templates.list(id)).map(({ key }) => key);
      const replaced = await atOnce(20, (n) =>
        outcome(node(n).templates.replace(id, keys[n % 5] as string, versions[n] as never, actor())),
      );
      expect(replaced.filter((one) => one === 'done')).toHaveLength(3);
      await atOnce(20, (n) =>
        n % 4 === 0
          ? outcome(node(n).templates.delete(id, keys[n % 5] as string, actor()))
          : outcome(node(n).templates.replace(id, keys[n % 5] as string, versions[n] as never, actor())),
      );
      const kept = await store.templates.list(id);
      const sizes = await Promise.all(
        kept.map(({ key }) => store.templates.versions(id, key, { limit: 100 })),
      );
      expect(await stored(id)).toEqual({
        templates: kept.length,
        versions: sizes.flat().length,
        bytes: sizes.flat().reduce((sum, { fileSize }) => sum + 10 * fileSize, 0),
      });
    });
  });
};
