import { PlatenError } from '../errors.ts';
import type { DelimiterName, Template } from '../service/model.ts';
import type { Actor, NewVersion, TemplateStore } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import { type Database, type Db, present, type Trx } from './database.ts';
import { writeEvent } from './events.ts';
import { toTemplate, toVersion, toVersionSummary } from './rows.ts';
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

const insertVersion = async (
  trx: Trx,
  template: Template,
  version: NewVersion,
  actor: Actor,
): Promise<void> => {
  await trx
    .insertInto('template_versions')
    .values({
      template_id: template.id,
      number: template.version,
      delimiter: version.delimiter,
      file_hash: version.fileHash,
      file_size: version.fileSize,
      program_hash: version.programHash,
      program_format: version.programFormat,
      inspection: version.inspection,
      includes: version.includes ?? null,
      stored_bytes: version.storedBytes,
      created_at: actor.at,
      created_by: actor.name,
    })
    .execute();
};

/** In the audit log, and to whoever wants to hear of it. */
const tell = async (
  trx: Trx,
  actor: Actor,
  template: Template,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> => {
  const { id, organizationId, key, name, version } = template;
  await writeEvent(trx, {
    organizationId,
    event: 'template.changed',
    at: actor.at,
    facts: { action: action.replace('template.', ''), templateKey: key, name, version },
    trace: actor.trace,
  });
  await recordAudit(trx, actor, { organizationId, action, subject: { id, key, ...detail } });
};

/** Throws where another version is the newest; says nothing where there is no such template. */
const refuseOtherVersion = async (
  db: Db,
  organizationId: string,
  key: string,
  expected: number | undefined,
): Promise<undefined> => {
  if (expected === undefined) return undefined;
  const current = await db
    .selectFrom('templates')
    .select('version')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (current === undefined || current.version === expected) return undefined;
  throw new PlatenError(
    'version_conflict',
    `The template "${key}" is at version ${current.version}, not at version ${expected}: somebody has changed it.`,
    { hint: 'Look at the newest version, then send the change again with its number.' },
  );
};

export const templateStore = (database: Database): TemplateStore => ({
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
      await insertVersion(trx, template, version, actor);
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
      const row = await trx
        .deleteFrom('templates')
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return false;
      const { versions, bytes } = present(sums);
      const gone = { templates: 1, versions: Number(versions), bytes: Number(bytes) };
      await changeStored(trx, organizationId, negative(gone), actor.at);
      await noteLeaving(trx, organizationId, { bytes: gone.bytes, at: actor.at });
      const template = toTemplate(row);
      await tell(trx, actor, template, 'template.delete', { versions: template.version });
      return true;
    }),

  async find(organizationId, key, version) {
    const row = await database.db
      .selectFrom('templates')
      .innerJoin('template_versions', (join) =>
        version === undefined
          ? join
              .onRef('template_versions.template_id', '=', 'templates.id')
              .onRef('template_versions.number', '=', 'templates.version')
          : join
              .onRef('template_versions.template_id', '=', 'templates.id')
              .on('template_versions.number', '=', version),
      )
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
      .where('template_versions.created_at', '<=', at)
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
      .selectAll('templates')
      .select('template_versions.delimiter')
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
    }));
  },

  async versions(organizationId, key, { limit, before }) {
    let query = database.db
      .selectFrom('template_versions')
      .innerJoin('templates', 'templates.id', 'template_versions.template_id')
      .select([
        'template_versions.number',
        'template_versions.delimiter',
        'template_versions.file_hash',
        'template_versions.file_size',
        'template_versions.created_at',
        'template_versions.created_by',
      ])
      .where('templates.organization_id', '=', organizationId)
      .where('templates.key', '=', key)
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
