import { sql } from 'kysely';
import type { RetentionStore } from '../service/retention.ts';
import { recordAudit } from './audit.ts';
import { dropOldest, firstBeyond } from './calls/calls.ts';
import type { Database, Db } from './database.ts';
import { changeStored, NOTHING, negative, noteLeaving } from './storage.ts';
import { DRAFT } from './template-steps.ts';

/** Who did it, for the audit log. */
const ACTOR = 'retention';

/**
 * Entries of a ledger that are looked at for old ones: some milliseconds. Ids count up with time, so that the oldest come first; but a clock that was ahead for
 * an hour has dated thousands of them later than those that follow. These stay until their own date is old, and stand in nobody's way.
 */
const LOOKED_AT = 10_000;

interface OldVersion {
  readonly organization_id: string;
  readonly template_id: string;
  readonly number: number;
}

/** Jobs and remembered requests hold the bytes themselves; that the version is still named is for whoever looks. */
const oldVersions = async (
  db: Db,
  { keep, before, most }: { readonly keep: number; readonly before: number; readonly most: number },
): Promise<readonly OldVersion[]> => {
  const { rows } = await sql<OldVersion>`
    select t.organization_id, v.template_id, v.number
    from template_versions v join templates t on t.id = v.template_id
    where v.number <= t.version - ${keep} and v.number > ${DRAFT} and coalesce(v.published_at, v.created_at) < ${before}
      and not exists (select 1 from template_labels l where l.template_id = v.template_id and l.version = v.number)
      and not exists (select 1 from jobs j where j.organization_id = t.organization_id
        and j.template_key = t.key and j.version = v.number and j.state in ('queued', 'running'))
      and not exists (select 1 from retries r where r.organization_id = t.organization_id
        and r.file_hash = v.file_hash)
    limit ${sql.lit(most)}`.execute(db);
  return rows;
};

export const retentionStore = (database: Database): RetentionStore => {
  const { db } = database;

  /** The organization's row comes first, as with every change of what it keeps. */
  const dropOf = (organizationId: string, versions: readonly OldVersion[], at: number): Promise<void> =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, at);
      let count = 0;
      let bytes = 0;
      for (const { template_id: id, number } of versions) {
        const gone = await trx
          .deleteFrom('template_versions')
          .where('template_id', '=', id)
          .where('number', '=', number)
          .where(({ not, exists, selectFrom }) =>
            // Labelled since it was found.
            not(
              exists(
                selectFrom('template_labels')
                  .select('name')
                  .where('template_id', '=', id)
                  .where('version', '=', number),
              ),
            ),
          )
          .returning('stored_bytes')
          .executeTakeFirst();
        if (gone === undefined) continue;
        count += 1;
        bytes += gone.stored_bytes;
      }
      // Another server was quicker.
      if (count === 0) return;
      await changeStored(trx, organizationId, negative({ templates: 0, versions: count, bytes }), at);
      await noteLeaving(trx, organizationId, { bytes, at });
      const subject = { versions: count };
      await recordAudit(trx, { name: ACTOR, at }, { organizationId, action: 'template.expire', subject });
    });

  return {
    async organizations() {
      const rows = await db.selectFrom('organizations').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },

    async dropVersions({ at, keep, before }, most) {
      const found = await oldVersions(db, { keep: Math.max(1, keep), before, most });
      for (const [id, versions] of Map.groupBy(found, (one) => one.organization_id))
        await dropOf(id, versions, at);
      return found.length;
    },

    // Ids count up with time, so that the oldest come first, and one look says whether there is anything. An entry that a wrong
    // clock has dated later stands in nobody's way.
    async dropAudit(before, most) {
      const rows = await db.selectFrom('audit').select(['id', 'at']).orderBy('id').limit(most).execute();
      const last = rows.findLast(({ at }) => at < before);
      if (last === undefined) return 0;
      await db.deleteFrom('audit').where('id', '<=', last.id).where('at', '<', before).execute();
      return rows.length;
    },

    async dropUsage(organizationId, before, most) {
      const own = db
        .selectFrom('usage_hours')
        .where('organization_id', '=', organizationId)
        .where('hour', '<', before);
      const rows = await own.select('hour').orderBy('hour').limit(most).execute();
      const last = rows.at(-1);
      if (last === undefined) return 0;
      await db
        .deleteFrom('usage_hours')
        .where('organization_id', '=', organizationId)
        .where('hour', '<=', last.hour)
        .where('hour', '<', before)
        .execute();
      return rows.length;
    },

    async callRules() {
      const rows = await db
        .selectFrom('organizations')
        .select(['id', 'call_days', 'keeps_call_data'])
        .execute();
      return rows.map(({ id, call_days, keeps_call_data }) => ({
        organizationId: id,
        days: call_days,
        keepsData: keeps_call_data === 1,
      }));
    },

    async dropCalls(organizationId, before, most) {
      const data = await dropOldest(db, 'call_data', organizationId, { before, most });
      const calls = await dropOldest(db, 'calls', organizationId, { before, most });
      return Math.max(data, calls);
    },

    async dropCallData(organizationId, bytes, most) {
      const beyond = await firstBeyond(db, organizationId, bytes);
      if (beyond === undefined) return 0;
      return dropOldest(db, 'call_data', organizationId, { before: `${beyond}~`, most });
    },

    async foldLedger(organizationId, before, most) {
      const oldest = async (of: Db) => {
        const first = of
          .selectFrom('ledger')
          .select(['id', 'amount', 'at'])
          .where('organization_id', '=', organizationId)
          .orderBy('id')
          .limit(LOOKED_AT);
        const old = of.selectFrom(first.as('first')).selectAll().where('at', '<', before).orderBy('id');
        return old.limit(most + 1).execute();
      };
      // Mostly there is nothing, and then nothing is held.
      if ((await oldest(db)).length < 2) return 0;
      return database.transaction(async (trx) => {
        // One server after the other: two would fold the same entries.
        await changeStored(trx, organizationId, NOTHING);
        const old = await oldest(trx);
        const last = old.at(-1);
        if (last === undefined || old.length < 2) return 0;
        // The balance after it stays what it was.
        const amount = old.reduce((sum, one) => sum + one.amount, 0);
        await trx
          .updateTable('ledger')
          .set({ amount, reason: 'carried', note: '', request_id: null })
          .where('id', '=', last.id)
          .where('at', '=', last.at)
          .execute();
        await trx
          .deleteFrom('ledger')
          .where('organization_id', '=', organizationId)
          .where('id', '<', last.id)
          .where('at', '<', before)
          .execute();
        return old.length - 1;
      });
    },
  };
};
