import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewVersion } from '../../../src/service/ports.ts';
import {
  actor,
  anOrganization,
  aTemplate,
  atOnce,
  auditOf,
  aVersion,
  type Fixture,
  sha256,
} from './fixture.ts';

/** Keys that have broken somebody's store before. All are NFC, as the service sends them. */
const HARD_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  "Robert'); drop table templates;--",
  '"quoted" and \'quoted\' and `quoted`',
  '%_\\',
  '../../etc/passwd',
  'C:\\con',
  '発票 🧾 Ä',
  '👩‍👩‍👧‍👦',
  'a\u200db',
  '$1 ? :name @name',
  'é'.repeat(200),
  '🧾'.repeat(200),
  ' ',
  '0',
];

/** What is found of a version again; what it takes of the organization's room is counted there. */
const shown = ({ storedBytes: _bytes, within: _within, ...version }: NewVersion) => ({
  includes: null,
  ...version,
});

export const templatesContract = (fixture: () => Fixture): void => {
  describe('templates', () => {
    test('those that include others are listed by their newest version; versions are found by their time', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const includes = JSON.stringify({ templates: [{ key: 'terms' }], isOpen: false });
      const version = { ...(await aVersion(store, 'user')), includes };
      const template = { id: randomUUID(), organizationId, key: 'user', name: 'User' };
      await store.templates.create(template, version, { name: 'cli', at: 100 });
      expect(await other.templates.including(organizationId)).toEqual([{ key: 'user', includes }]);
      expect((await other.templates.find(organizationId, 'user'))?.version.includes).toBe(includes);
      await store.templates.replace(organizationId, 'user', await aVersion(store, 'none'), {
        name: 'cli',
        at: 200,
      });
      expect(await other.templates.including(organizationId)).toEqual([]);
      const newestAt = (at: number) => other.templates.newestBefore(organizationId, 'user', at);
      expect([await newestAt(99), await newestAt(199), await newestAt(200)]).toEqual([undefined, 1, 2]);
    });

    test('one is created and found, with its first version', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const id = randomUUID();
      const version = await aVersion(store, 'first');
      const created = await store.templates.create(
        { id, organizationId, key: 'invoice', name: 'Invoice' },
        version,
        actor(100),
      );
      expect(created).toEqual({
        id,
        organizationId,
        key: 'invoice',
        name: 'Invoice',
        usage: 0,
        createdAt: 100,
        updatedAt: 100,
        lastUsed: null,
        version: 1,
      });
      expect(await other.templates.find(organizationId, 'invoice')).toEqual({
        template: created,
        version: { ...shown(version), templateId: id, number: 1, createdAt: 100, createdBy: 'cli' },
      });
      expect(await other.templates.list(organizationId)).toEqual([
        { ...created, delimiter: 'BRACES', draft: null },
      ]);
      expect((await auditOf(store, organizationId)).at(-1)).toEqual({
        name: 'cli',
        action: 'template.create',
        subject: { id, key: 'invoice', name: 'Invoice', fileHash: version.fileHash },
        at: 100,
      });
    });

    test('keys are case-sensitive and belong to their organization', async () => {
      const { store } = fixture();
      const [mine, theirs] = [await anOrganization(store), await anOrganization(store)];
      await aTemplate(store, mine.id, 'Invoice');
      expect(await store.templates.find(mine.id, 'invoice')).toBeUndefined();
      expect(await store.templates.find(theirs.id, 'Invoice')).toBeUndefined();
      expect(await store.templates.versions(theirs.id, 'Invoice', { limit: 100 })).toEqual([]);
      expect(await store.templates.list(theirs.id)).toEqual([]);
      expect(await store.templates.delete(theirs.id, 'Invoice', actor())).toBe(false);
      const version = await aVersion(store);
      expect(await store.templates.replace(theirs.id, 'Invoice', version, actor())).toBeUndefined();
      expect(await store.templates.rename(theirs.id, 'Invoice', 'x', actor())).toBeUndefined();
      await aTemplate(store, theirs.id, 'Invoice');
      expect((await store.templates.find(mine.id, 'Invoice'))?.template.organizationId).toBe(mine.id);
    });

    test('a key that is taken is not created again, and that leaves no trace', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const first = await aTemplate(store, organizationId);
      const before = await auditOf(store, organizationId);
      const again = { id: randomUUID(), organizationId, key: first.key, name: 'Again' };
      expect(await store.templates.create(again, await aVersion(store), actor())).toBeUndefined();
      expect((await store.templates.find(organizationId, first.key))?.template).toEqual(first);
      expect(await store.templates.versions(organizationId, first.key, { limit: 100 })).toHaveLength(1);
      expect(await auditOf(store, organizationId)).toEqual(before);
    });

    test('of many that create the same key at once, one does', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const version = await aVersion(store);
      const answers = await atOnce(20, (n) =>
        (n % 2 ? store : other).templates.create(
          { id: randomUUID(), organizationId, key: 'same', name: `number ${n}` },
          version,
          actor(),
        ),
      );
      const winners = answers.filter((answer) => answer !== undefined);
      expect(winners).toHaveLength(1);
      expect(await store.templates.list(organizationId)).toMatchObject(winners);
      expect(await store.templates.versions(organizationId, 'same', { limit: 100 })).toHaveLength(1);
      const created = (await auditOf(store, organizationId)).filter(
        ({ action }) => action === 'template.create',
      );
      expect(created).toHaveLength(1);
    });

    test('a version whose blobs are missing is refused whole', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const version = { ...(await aVersion(store)), programHash: sha256('never put') };
      const template = { id: randomUUID(), organizationId, key: 'half', name: 'Half' };
      await expect(store.templates.create(template, version, actor())).rejects.toThrow();
      expect(await store.templates.find(organizationId, 'half')).toBeUndefined();
      expect(await auditOf(store, organizationId)).toHaveLength(1);
    });

    test('replace keeps key, name, usage and createdAt, and adds a version', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const first = await aTemplate(store, organizationId, 'letter', 100);
      const second = { ...(await aVersion(store, 'second')), delimiter: 'TRIPLE_PLUS' as const };
      const replaced = await store.templates.replace(
        organizationId,
        'letter',
        second,
        actor(200, 'user:ada@example.com'),
      );
      expect(replaced).toEqual({ ...first, updatedAt: 200, version: 2 });
      const newest = await other.templates.find(organizationId, 'letter');
      expect(newest?.template).toEqual(replaced);
      expect(newest?.version).toEqual({
        ...shown(second),
        templateId: first.id,
        number: 2,
        createdAt: 200,
        createdBy: 'user:ada@example.com',
      });
      expect(await other.templates.list(organizationId)).toEqual([
        { ...replaced, delimiter: 'TRIPLE_PLUS', draft: null },
      ]);
      const oldest = await other.templates.find(organizationId, 'letter', 1);
      expect(oldest?.template).toEqual(replaced);
      expect(oldest?.version).toMatchObject({ number: 1, delimiter: 'BRACES', createdAt: 100 });
      expect(await other.templates.find(organizationId, 'letter', 3)).toBeUndefined();
      const versions = await other.templates.versions(organizationId, 'letter', { limit: 100 });
      const { fileHash, fileSize } = second;
      const summary = { fileHash, fileSize, createdAt: 200, createdBy: 'user:ada@example.com' };
      const published = { note: null, restores: null, publishedAt: 200, publishedBy: 'user:ada@example.com' };
      expect(versions).toEqual([
        { number: 2, delimiter: 'TRIPLE_PLUS', ...summary, ...published },
        {
          ...{ number: 1, delimiter: 'BRACES', createdAt: 100, createdBy: 'cli' },
          ...{ ...published, publishedAt: 100, publishedBy: 'cli' },
          ...{ fileHash: oldest?.version.fileHash, fileSize: 4 },
        },
      ]);
      expect((await auditOf(store, organizationId)).at(-1)).toEqual({
        name: 'user:ada@example.com',
        action: 'template.replace',
        subject: { id: first.id, key: 'letter', version: 2, fileHash: second.fileHash },
        at: 200,
      });
      expect(await store.templates.replace(organizationId, 'nothing', second, actor())).toBeUndefined();
    });

    test('replaces at once get versions without a gap or a duplicate', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      const version = await aVersion(store);
      const answers = await atOnce(30, (n) =>
        (n % 2 ? store : other).templates.replace(organizationId, template.key, version, actor()),
      );
      const numbers = answers.map((answer) => answer?.version ?? 0).toSorted((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => n + 2));
      const versions = await store.templates.versions(organizationId, template.key, { limit: 100 });
      expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, n) => 31 - n));
      expect((await store.templates.find(organizationId, template.key))?.version.number).toBe(31);
    });

    test('who expects another version than the newest changes nothing, and learns the number', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const first = await aTemplate(store, organizationId, 'letter', 100);
      const version = await aVersion(store, 'second');
      const replace = (expectedVersion: number, key = 'letter') =>
        store.templates.replace(organizationId, key, version, actor(200), { name: 'New', expectedVersion });
      const rename = (expectedVersion: number) =>
        other.templates.rename(organizationId, 'letter', 'Newer', actor(300), expectedVersion);
      const before = await auditOf(store, organizationId);
      for (const wrong of [() => replace(2), () => rename(2), () => rename(0)]) {
        await expect(wrong()).rejects.toMatchObject({
          code: 'version_conflict',
          message: expect.stringMatching(/at version 1, not at version [02]/),
        });
      }
      expect((await other.templates.find(organizationId, 'letter'))?.template).toEqual(first);
      expect(await auditOf(store, organizationId)).toEqual(before);
      expect(await replace(1, 'nothing')).toBeUndefined();
      expect(await replace(1)).toMatchObject({ version: 2, name: 'New' });
      expect(await rename(2)).toMatchObject({ version: 2, name: 'Newer' });
    });

    test('of many that replace the same version at once, one does', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      const version = await aVersion(store);
      const answers = await atOnce(20, (n) =>
        (n % 2 ? store : other).templates
          .replace(organizationId, template.key, version, actor(), { expectedVersion: 1 })
          .catch((error: { code: string }) => error.code),
      );
      const winners = answers.filter((answer) => typeof answer === 'object');
      expect(winners).toMatchObject([{ version: 2 }]);
      expect(answers.filter((answer) => answer === 'version_conflict')).toHaveLength(19);
      expect(await store.templates.versions(organizationId, template.key, { limit: 100 })).toHaveLength(2);
    });

    test('versions come in pages, newest first', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      const version = await aVersion(store);
      for (let n = 0; n < 4; n += 1)
        await store.templates.replace(organizationId, template.key, version, actor());
      const numbers = async (page: { limit: number; before?: number }) =>
        (await store.templates.versions(organizationId, template.key, page)).map(({ number }) => number);
      expect(await numbers({ limit: 2 })).toEqual([5, 4]);
      expect(await numbers({ limit: 2, before: 4 })).toEqual([3, 2]);
      expect(await numbers({ limit: 2, before: 2 })).toEqual([1]);
      expect(await numbers({ limit: 2, before: 1 })).toEqual([]);
    });

    test('a version that was brought back is audited as that', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      const version = await aVersion(store, 'second');
      await store.templates.replace(organizationId, template.key, version, actor());
      await store.templates.replace(organizationId, template.key, await aVersion(store), actor(7), {
        restores: 1,
      });
      expect((await auditOf(store, organizationId)).at(-1)).toMatchObject({
        action: 'template.rollback',
        subject: { id: template.id, version: 3, restores: 1 },
        at: 7,
      });
    });

    test('rename changes the name alone', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId, 'letter', 100);
      const renamed = await store.templates.rename(organizationId, 'letter', 'Nëw 🧾', actor(300));
      expect(renamed).toEqual({ ...template, name: 'Nëw 🧾', updatedAt: 300 });
      expect((await store.templates.find(organizationId, 'letter'))?.template).toEqual(renamed);
      expect((await auditOf(store, organizationId)).at(-1)).toMatchObject({
        action: 'template.rename',
        subject: { id: template.id, key: 'letter', name: 'Nëw 🧾' },
      });
    });

    test('delete removes every version, and the key is free again', async () => {
      const { store, other } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      await store.templates.replace(organizationId, template.key, await aVersion(store, 'b'), actor());
      const answers = await atOnce(6, (n) =>
        (n % 2 ? store : other).templates.delete(organizationId, template.key, actor(400)),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await other.templates.find(organizationId, template.key)).toBeUndefined();
      expect(await other.templates.find(organizationId, template.key, 1)).toBeUndefined();
      expect(await other.templates.versions(organizationId, template.key, { limit: 100 })).toEqual([]);
      expect((await auditOf(store, organizationId)).at(-1)).toEqual({
        name: 'cli',
        action: 'template.delete',
        subject: { id: template.id, key: template.key, versions: 2 },
        at: 400,
      });
      const again = await aTemplate(store, organizationId, template.key);
      expect(again).toMatchObject({ version: 1, usage: 0 });
    });

    test.each(HARD_KEYS.map((key) => [key]))('the key %j is a key like any other', async (key) => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId, key);
      expect(template.key).toBe(key);
      expect((await store.templates.find(organizationId, key))?.template).toEqual(template);
      expect((await store.templates.list(organizationId))[0]?.key).toBe(key);
      expect(
        await store.templates.replace(organizationId, key, await aVersion(store), actor()),
      ).toBeDefined();
      expect(await store.templates.delete(organizationId, key, actor())).toBe(true);
    });

    test('the list is newest first, then by the key’s code points, whatever the language', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      // By UTF-16 units the emoji would come before U+FF21; by language "a" would come before "B" and "ä" before "b".
      const ordered = ['B', 'a', 'b', 'ä', 'Ａ', '🧾'];
      for (const key of ordered.toReversed()) await aTemplate(store, organizationId, key, 500);
      await aTemplate(store, organizationId, 'zz newest', 600);
      await aTemplate(store, organizationId, 'aa oldest', 400);
      const all = ['zz newest', ...ordered, 'aa oldest'];
      expect((await store.templates.list(organizationId)).map(({ key }) => key)).toEqual(all);
    });

    test('pages meet without a gap or an overlap, also where createdAt is the same', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      for (let n = 0; n < 11; n += 1)
        await aTemplate(store, organizationId, `k${n}`, 1000 + Math.floor(n / 4));
      const all = await store.templates.list(organizationId);
      for (const limit of [1, 3, 11, 50]) {
        const walked = [];
        for (let page = await store.templates.list(organizationId, { limit }); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(limit);
          walked.push(...page);
          const last = page.at(-1);
          if (last === undefined) break;
          const after = { createdAt: last.createdAt, key: last.key };
          page = await store.templates.list(organizationId, { limit, after });
        }
        expect(walked).toEqual(all);
      }
    });

    test('a program compiled anew replaces the old one of its version alone', async () => {
      const { store } = fixture();
      const { id: organizationId } = await anOrganization(store);
      const template = await aTemplate(store, organizationId);
      await store.templates.replace(organizationId, template.key, await aVersion(store, 'second'), actor());
      const untouched = await store.templates.find(organizationId, template.key, 2);
      const program = Buffer.from('newer program');
      await store.blobs.put(sha256(program), program);
      const update = { programHash: sha256(program), programFormat: 9, inspection: '{"fields":[]}' };
      await store.templates.updateProgram(template.id, 1, { ...update, storedBytes: 7 });
      expect((await store.templates.find(organizationId, template.key, 1))?.version).toMatchObject({
        number: 1,
        ...update,
      });
      expect(await store.templates.find(organizationId, template.key, 2)).toEqual(untouched);
    });
  });
};
