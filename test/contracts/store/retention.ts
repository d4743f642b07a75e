import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ALL_TIME,
  actor,
  anOrganization,
  aTemplate,
  aVersion,
  chargeOf,
  type Fixture,
  type StoreFactory,
  sha256,
} from './fixture.ts';

/** Before anything else in the database: before 1970. */
const THEN = -1_000_000;

export const retentionContract = (fixture: () => Fixture, factory: StoreFactory): void => {
  describe('retention', () => {
    test('versions: the newest so many stay, and those that somebody needs; what is kept is counted', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const template = await aTemplate(store, id, 'letter', THEN);
      for (const text of ['two', 'three', 'four', 'five', 'six'])
        await store.templates.replace(id, 'letter', await aVersion(store, text), actor(THEN));
      const before = await store.organizations.get(id);
      const body = Buffer.from('{}');
      await store.blobs.put(sha256(body), body);
      const second = await store.templates.find(id, 'letter', 2);
      const third = await store.templates.find(id, 'letter', 3);
      const job = {
        ...{
          id: randomUUID(),
          organizationId: id,
          templateKey: 'letter',
          version: 2,
          output: 'DOCX' as const,
        },
        ...{ actor: 'cli', requestId: 'r', createdAt: THEN, bodyHash: sha256(body), pins: '{}' },
        ...{ within: 10, keptBytes: 2, roomBytes: 1e9 },
        fileHash: second?.version.fileHash ?? '',
        programHash: second?.version.programHash ?? '',
      };
      await store.jobs.create(job);
      const hold = { organizationId: id, key: randomUUID(), token: randomUUID() };
      const long = { leaseUntil: 9e12, expiresAt: 9e12, fingerprint: 'f' };
      await store.retries.take({ ...hold, ...long, at: THEN });
      await store.credit.charge({
        ...chargeOf(template),
        completes: { ...hold, at: THEN, outcome: '{}', fileHash: third?.version.fileHash ?? '' },
      });

      const numbers = async () =>
        (await other.templates.versions(id, 'letter', { limit: 10 })).map(({ number }) => number);
      expect(await store.retention.dropVersions({ keep: 2, before: THEN, at: THEN }, 500)).toBe(0);
      // One at a time, as a piece of one row.
      expect(await store.retention.dropVersions({ keep: 2, before: THEN + 1, at: THEN }, 1)).toBe(1);
      expect(await store.retention.dropVersions({ keep: 2, before: THEN + 1, at: THEN }, 500)).toBe(1);
      expect(await numbers()).toEqual([6, 5, 3, 2]);
      expect(await store.retention.dropVersions({ keep: 0, before: THEN + 1, at: THEN }, 500)).toBe(1);
      expect(await numbers()).toEqual([6, 3, 2]);
      const after = await store.organizations.get(id);
      expect(after?.stored.versions).toBe(3);
      const gone = 10 * ('file'.length + 'four'.length + 'five'.length);
      expect(after?.stored.bytes).toBe((before?.stored.bytes ?? 0) - gone);
      expect(await store.audit.list(id, 1)).toMatchObject([
        { actor: 'retention', action: 'template.expire' },
      ]);
      await store.jobs.cancel(id, job.id, actor());
    });

    test('the ledger: old entries become one, and it still adds up to the balance', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, 100);
      for (const at of [THEN, THEN + 1, THEN + 2]) {
        const template = await aTemplate(store, id, `t${at}`, at);
        await store.credit.charge({ ...chargeOf(template), at });
      }
      await store.credit.grant(id, 7, 'a gift', actor());
      const sum = async () =>
        (await other.credit.ledger(id, 100)).reduce((all, { amount }) => all + amount, 0);
      expect(await sum()).toBe(104);
      const rows = (await store.credit.ledger(id, 100)).length;
      const [folded, again] = await Promise.all([
        store.retention.foldLedger(id, Date.now() + 1, 2),
        other.retention.foldLedger(id, Date.now() + 1, 2),
      ]);
      expect(folded + again).toBe(rows - 1);
      const left = await store.credit.ledger(id, 100);
      expect(left).toMatchObject([{ amount: 104, balanceAfter: 104, reason: 'carried', requestId: null }]);
      expect(await store.retention.foldLedger(id, Date.now() + 1, 2)).toBe(0);
      await store.credit.grant(id, 1, '', actor());
      expect(await sum()).toBe(105);
      expect((await store.organizations.get(id))?.credit).toBe(105);
      expect(await store.retention.organizations()).toContain(id);
    });

    test('the ledger, past entries of a clock that was ahead: they stay, and it still adds up', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store, null);
      const template = await aTemplate(store, id, 'stepped', THEN);
      await store.credit.setBalance(id, 100, '', actor(THEN));
      // More in a row than a piece has.
      const ahead = Date.now() + 1_000_000;
      for (const at of [THEN, ahead, ahead, ahead, THEN + 1, THEN + 2, ahead, THEN + 3, Date.now()])
        await store.credit.charge({ ...chargeOf(template), at });
      const before = THEN + 10;
      let folded = 0;
      for (let piece = 2; piece === 2; folded += piece)
        piece = await store.retention.foldLedger(id, before, 2);
      // But for the one that it was made with, which is young.
      const left = (await other.credit.ledger(id, 100)).slice(0, -1);
      expect(folded).toBe(4);
      expect(left.map(({ reason, amount }) => [reason, amount])).toEqual([
        ['generate', -1],
        ['carried', 96],
        ['generate', -1],
        ['generate', -1],
        ['generate', -1],
        ['generate', -1],
      ]);
      expect(left.reduce((all, { amount }) => all + amount, 0)).toBe(91);
      expect((await store.organizations.get(id))?.credit).toBe(91);
    });

    test('usage: what is older goes, what is younger stays', async () => {
      const { store, other } = fixture();
      const { id } = await anOrganization(store);
      const failure = { organizationId: id, templateKey: '', format: null, code: 'bad_json' } as const;
      for (const hours of [1, 2, 3, 9])
        await store.usage.recordFailure({ ...failure, at: hours * 3_600_000 });
      expect(await store.retention.dropUsage(id, 4 * 3_600_000, 2)).toBe(2);
      expect(await store.retention.dropUsage(id, 4 * 3_600_000, 2)).toBe(1);
      expect(await other.usage.series(id, ALL_TIME, 10)).toMatchObject([{ count: 1 }]);
    });

    test('the audit log, piece by piece, past an entry of a wrong clock', async () => {
      const house = await factory.build();
      try {
        const store = await house.open();
        const entry = { organizationId: null, actor: 'cli', action: 'tried', subject: '{}' };
        for (const at of [1, 9_000, 2, 3, 4, 5, 100, 101]) await store.audit.append({ ...entry, at });
        let runs = 0;
        while ((await store.retention.dropAudit(100, 3)) === 3) runs += 1;
        expect(runs).toBe(3);
        expect((await store.audit.list(undefined, 10)).map(({ at }) => at)).toEqual([101, 100, 9_000]);
      } finally {
        await house.remove();
      }
    });
  });
};
