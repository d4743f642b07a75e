import { sql } from 'kysely';
import type { DelimiterName } from '../service/model.ts';
import type { TemplateStore } from '../service/ports.ts';
import { type Database, present } from './database.ts';
import { draftSteps } from './drafts.ts';
import { toTemplate, toVersion, toVersionSummary, VERSION_COLUMNS } from './rows.ts';
import {
  changeStored,
  KEPT_COLUMNS,
  keptAt,
  NOTHING,
  negative,
  noteLeaving,
  refuseBeyond,
  sum,
} from './storage.ts';
import { DRAFT, insertVersion, refuseOtherVersion, tell } from './template-steps.ts';

export const templateStore = (database: Database): TemplateStore => ({
  ...draftSteps(database),

  async checkRoom(organizationId, added, within) {
    const row = await database.db
      .selectFrom('organizations')
      .select(KEPT_COLUMNS)
      .where('id', '=', organizationId)
      .executeTakeFirst();
    if (row !== undefined) refuseBeyond(sum(keptAt(row, Date.now()), added), added, within);
  },

  checkVersion: (organizationId, key, expected) =>
    refuseOtherVersion(database.db, organizationId, key, expected),

  create: ({ id, organizationId, key, name }, version, actor) =>
    database.transaction(async (trx) => {
      const added = { templates: 1, versions: 1, bytes: version.storedBytes };
      const kept = await changeStored(trx, organizationId, added, actor.at);
      const row = await trx
        .insertInto('templates')
        .values({
          id,
          organization_id: organizationId,
          key,
          name,
          usage: 0,
          created_at: actor.at,
          updated_at: actor.at,
          last_used: null,
          version: 1,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) {
        await changeStored(trx, organizationId, negative(added), actor.at);
        return undefined;
      }
      refuseBeyond(kept, added, version.within);
      const template = toTemplate(row);
      await insertVersion(trx, template, version, actor);
      await tell(trx, actor, template, 'template.create', { name, fileHash: version.fileHash });
      return template;
    }),

  replace: (organizationId, key, version, actor, { name, expectedVersion, restores } = {}) =>
    database.transaction(async (trx) => {
      const added = { templates: 0, versions: 1, bytes: version.storedBytes };
      const kept = await changeStored(trx, organizationId, added, actor.at);
      // Counting up in the update takes the row's lock: two replaces at once get two numbers, without a gap.
      const row = await trx
        .updateTable('templates')
        .set(({ eb }) => ({
          version: eb('version', '+', 1),
          updated_at: actor.at,
          ...(name !== undefined && { name }),
        }))
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .$if(expectedVersion !== undefined, (query) => query.where('version', '=', expectedVersion ?? 0))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) {
        await changeStored(trx, organizationId, negative(added), actor.at);
        return refuseOtherVersion(trx, organizationId, key, expectedVersion);
      }
      refuseBeyond(kept, added, version.within);
      const template = toTemplate(row);
      await insertVersion(trx, template, version, actor, restores);
      await tell(trx, actor, template, restores === undefined ? 'template.replace' : 'template.rollback', {
        version: template.version,
        restores,
        fileHash: version.fileHash,
      });
      return template;
    }),

  rename: (organizationId, key, name, actor, expectedVersion) =>
    database.transaction(async (trx) => {
      const row = await trx
        .updateTable('templates')
        .set({ name, updated_at: actor.at })
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .$if(expectedVersion !== undefined, (query) => query.where('version', '=', expectedVersion ?? 0))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return refuseOtherVersion(trx, organizationId, key, expectedVersion);
      const template = toTemplate(row);
      await tell(trx, actor, template, 'template.rename', { name });
      return template;
    }),

  delete: (organizationId, key, actor) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const sums = await trx
        .selectFrom('template_versions')
        .innerJoin('templates', 'templates.id', 'template_versions.template_id')
        .select(({ fn }) => [
          fn.countAll<number | string>().as('versions'),
          fn.sum<number | string | null>('template_versions.stored_bytes').as('bytes'),
        ])
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .executeTakeFirst();
      const samples = await trx
        .selectFrom('template_samples')
        .innerJoin('templates', 'templates.id', 'template_samples.template_id')
        .select(({ fn }) => fn.sum<number | string | null>('template_samples.stored_bytes').as('bytes'))
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .executeTakeFirst();
      const row = await trx
        .deleteFrom('templates')
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return false;
      const { versions, bytes } = present(sums);
      const gone = {
        templates: 1,
        versions: Number(versions),
        bytes: Number(bytes) + Number(samples?.bytes ?? 0),
      };
      await changeStored(trx, organizationId, negative(gone), actor.at);
      await noteLeaving(trx, organizationId, { bytes: gone.bytes, at: actor.at });
      const template = toTemplate(row);
      await tell(trx, actor, template, 'template.delete', { versions: template.version });
      return true;
    }),

  async find(organizationId, key, choice) {
    const row = await database.db
      .selectFrom('templates')
      .innerJoin('template_versions', (join) => {
        const own = join.onRef('template_versions.template_id', '=', 'templates.id');
        if (choice === undefined)
          return own
            .onRef('template_versions.number', '=', 'templates.version')
            .on('template_versions.number', '>', DRAFT);
        if (choice === 'draft') return own.on('template_versions.number', '=', DRAFT);
        if (typeof choice === 'number')
          return own.on('template_versions.number', '=', choice).on('template_versions.number', '>', DRAFT);
        return own.on('template_versions.number', '=', ({ selectFrom }) =>
          selectFrom('template_labels')
            .select('template_labels.version')
            .whereRef('template_labels.template_id', '=', 'templates.id')
            .where('template_labels.name', '=', choice.label),
        );
      })
      .selectAll('templates')
      .select([
        'template_versions.number',
        'template_versions.delimiter',
        'template_versions.file_hash',
        'template_versions.file_size',
        'template_versions.program_hash',
        'template_versions.program_format',
        'template_versions.inspection',
        'template_versions.includes',
        'template_versions.stored_bytes',
        'template_versions.created_at as version_created_at',
        'template_versions.created_by',
      ])
      .where('templates.organization_id', '=', organizationId)
      .where('templates.key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      template: toTemplate(row),
      version: toVersion({ ...row, template_id: row.id, created_at: row.version_created_at }),
    };
  },

  async including(organizationId) {
    const rows = await database.db
      .selectFrom('templates')
      .innerJoin('template_versions', (join) =>
        join
          .onRef('template_versions.template_id', '=', 'templates.id')
          .onRef('template_versions.number', '=', 'templates.version'),
      )
      .select(['templates.key', 'template_versions.includes'])
      .where('templates.organization_id', '=', organizationId)
      .where('templates.version', '>', DRAFT)
      .where('template_versions.includes', 'is not', null)
      .orderBy('templates.key')
      .execute();
    return rows.flatMap(({ key, includes }) => (includes === null ? [] : [{ key, includes }]));
  },

  async newestBefore(organizationId, key, at) {
    const row = await database.db
      .selectFrom('templates')
      .innerJoin('template_versions', 'template_versions.template_id', 'templates.id')
      .select(({ fn }) => fn.max('template_versions.number').as('number'))
      .where('templates.organization_id', '=', organizationId)
      .where('templates.key', '=', key)
      .where('template_versions.number', '>', DRAFT)
      .where(sql`coalesce(template_versions.published_at, template_versions.created_at)`, '<=', at)
      .executeTakeFirst();
    return row?.number ?? undefined;
  },

  async list(organizationId, page) {
    let query = database.db
      .selectFrom('templates')
      .innerJoin('template_versions', (join) =>
        join
          .onRef('template_versions.template_id', '=', 'templates.id')
          .onRef('template_versions.number', '=', 'templates.version'),
      )
      .leftJoin('template_versions as draft', (join) =>
        join.onRef('draft.template_id', '=', 'templates.id').on('draft.number', '=', DRAFT),
      )
      .selectAll('templates')
      .select(['template_versions.delimiter', 'draft.number as draft_number'])
      .where('organization_id', '=', organizationId)
      .orderBy('templates.created_at', 'desc')
      .orderBy('key');
    if (page !== undefined) query = query.limit(page.limit);
    const after = page?.after;
    if (after !== undefined) {
      query = query.where(({ or, and, eb }) =>
        or([
          eb('templates.created_at', '<', after.createdAt),
          and([eb('templates.created_at', '=', after.createdAt), eb('key', '>', after.key)]),
        ]),
      );
    }
    return (await query.execute()).map((row) => ({
      ...toTemplate(row),
      delimiter: row.delimiter as DelimiterName,
      draft: row.draft_number === null ? null : row.drafts,
    }));
  },

  async versions(organizationId, key, { limit, before }) {
    let query = database.db
      .selectFrom('template_versions')
      .innerJoin('templates', 'templates.id', 'template_versions.template_id')
      .select(VERSION_COLUMNS)
      .where('templates.organization_id', '=', organizationId)
      .where('templates.key', '=', key)
      .where('template_versions.number', '>', DRAFT)
      .orderBy('template_versions.number', 'desc')
      .limit(limit);
    if (before !== undefined) query = query.where('template_versions.number', '<', before);
    return (await query.execute()).map(toVersionSummary);
  },

  updateProgram: (templateId, number, { programHash, programFormat, inspection, includes, storedBytes }) =>
    database.transaction(async (trx) => {
      const template = await trx
        .selectFrom('templates')
        .select('organization_id')
        .where('id', '=', templateId)
        .executeTakeFirst();
      if (template === undefined) return;
      const { organization_id: organizationId } = template;
      await changeStored(trx, organizationId, NOTHING);
      const before = await trx
        .selectFrom('template_versions')
        .select('stored_bytes')
        .where('template_id', '=', templateId)
        .where('number', '=', number)
        .executeTakeFirst();
      if (before === undefined) return;
      await trx
        .updateTable('template_versions')
        .set({
          program_hash: programHash,
          program_format: programFormat,
          inspection,
          ...(includes !== undefined && { includes }),
          stored_bytes: storedBytes,
        })
        .where('template_id', '=', templateId)
        .where('number', '=', number)
        .execute();
      await changeStored(trx, organizationId, { ...NOTHING, bytes: storedBytes - before.stored_bytes });
    }),
});
