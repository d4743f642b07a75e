/** The file that is to be a template's next version: kept, replaced, published, thrown away. */
import { PlatenError } from '../errors.ts';
import type { Actor, TemplateStore } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import { type Database, present, type Trx } from './database.ts';
import { toTemplate, toVersionSummary, VERSION_COLUMNS } from './rows.ts';
import { changeStored, NOTHING, negative, noteLeaving, refuseBeyond } from './storage.ts';
import { DRAFT, insertVersion, refuseOtherVersion, tell } from './template-steps.ts';

type DraftSteps = Pick<TemplateStore, 'saveDraft' | 'draft' | 'publish' | 'discardDraft'>;

/** The template's row, with what is known of its draft. The organization's row is held, and so nothing of it changes. */
const findTemplate = async (trx: Trx, organizationId: string, key: string) => {
  const row = await trx
    .selectFrom('templates')
    .leftJoin('template_versions as draft', (join) =>
      join.onRef('draft.template_id', '=', 'templates.id').on('draft.number', '=', DRAFT),
    )
    .selectAll('templates')
    .select(['draft.stored_bytes as draft_bytes', 'draft.created_by as draft_by'])
    .where('templates.organization_id', '=', organizationId)
    .where('templates.key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { draft_bytes: bytes, draft_by: by, ...template } = row;
  return {
    template,
    draft: bytes === null ? undefined : { number: template.drafts, bytes, by },
  };
};

type FoundTemplate = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

const refuseOtherDraft = ({ template, draft }: FoundTemplate, expected: number | undefined): void => {
  if (expected === undefined || expected === (draft?.number ?? 0)) return;
  const key = template.key;
  const hint = 'Look at the draft that is there now, then send the change again with its number.';
  if (draft === undefined)
    throw new PlatenError(
      'version_conflict',
      `The template "${key}" has no draft ${expected} any more: somebody has published it or thrown it away.`,
      { hint: 'GET /template/versions shows what is there.' },
    );
  throw new PlatenError(
    'version_conflict',
    `The draft of the template "${key}" is draft ${draft.number} of ${draft.by ?? 'somebody'}, not ${expected === 0 ? 'absent' : `draft ${expected}`}: somebody has changed it.`,
    { hint },
  );
};

/** Whoever sends the request again is told the same number. */
const remembering = (actor: Actor, draft: number): Actor =>
  actor.completes === undefined
    ? actor
    : {
        ...actor,
        completes: {
          ...actor.completes,
          outcome: JSON.stringify({ ...JSON.parse(actor.completes.outcome), draft }),
        },
      };

const dropDraft = async (trx: Trx, templateId: string): Promise<void> => {
  await trx
    .deleteFrom('template_versions')
    .where('template_id', '=', templateId)
    .where('number', '=', DRAFT)
    .execute();
};

export const draftSteps = (database: Database): DraftSteps => ({
  saveDraft: (organizationId, key, version, actor, { create, expectedVersion, expectedDraft } = {}) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const found = await findTemplate(trx, organizationId, key);
      if (found === undefined && create === undefined) return undefined;
      if (found !== undefined) {
        if (create?.mustBeNew) return undefined;
        await refuseOtherVersion(trx, organizationId, key, expectedVersion);
        refuseOtherDraft(found, expectedDraft);
      }
      const before = found?.draft;
      const added = {
        templates: found === undefined ? 1 : 0,
        versions: before === undefined ? 1 : 0,
        bytes: version.storedBytes - (before?.bytes ?? 0),
      };
      refuseBeyond(await changeStored(trx, organizationId, added, actor.at), added, version.within);
      if (before !== undefined && found !== undefined) {
        await dropDraft(trx, found.template.id);
        await noteLeaving(trx, organizationId, { bytes: before.bytes, at: actor.at });
      }
      const row =
        found === undefined
          ? await trx
              .insertInto('templates')
              .values({
                id: create?.id ?? '',
                organization_id: organizationId,
                key,
                name: create?.name ?? key,
                usage: 0,
                created_at: actor.at,
                updated_at: actor.at,
                last_used: null,
                version: DRAFT,
                drafts: 1,
              })
              .returningAll()
              .executeTakeFirst()
          : await trx
              .updateTable('templates')
              .set(({ eb }) => ({ drafts: eb('drafts', '+', 1) }))
              .where('id', '=', found.template.id)
              .returningAll()
              .executeTakeFirst();
      const { drafts, ...template } = present(row);
      await insertVersion(trx, { id: template.id, version: DRAFT }, version, actor);
      // Nothing that documents are made from has changed: nobody but the audit log is told.
      await recordAudit(trx, remembering(actor, drafts), {
        organizationId,
        action: 'template.draft',
        subject: { id: template.id, key, draft: drafts, fileHash: version.fileHash },
      });
      return drafts;
    }),

  async draft(organizationId, key) {
    const row = await database.db
      .selectFrom('template_versions')
      .innerJoin('templates', 'templates.id', 'template_versions.template_id')
      .select([...VERSION_COLUMNS, 'templates.drafts'])
      .where('templates.organization_id', '=', organizationId)
      .where('templates.key', '=', key)
      .where('template_versions.number', '=', DRAFT)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { number: _number, publishedAt: _at, publishedBy: _by, ...summary } = toVersionSummary(row);
    return { ...summary, draft: row.drafts };
  },

  publish: (organizationId, key, expected, actor, note) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const found = await findTemplate(trx, organizationId, key);
      if (found === undefined) return undefined;
      refuseOtherDraft(found, expected.draft);
      await refuseOtherVersion(trx, organizationId, key, expected.version);
      const row = await trx
        .updateTable('templates')
        .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: actor.at }))
        .where('id', '=', found.template.id)
        .returningAll()
        .executeTakeFirst();
      const template = toTemplate(present(row));
      await trx
        .updateTable('template_versions')
        .set({
          number: template.version,
          published_at: actor.at,
          published_by: actor.name,
          ...(note !== undefined && { note }),
        })
        .where('template_id', '=', template.id)
        .where('number', '=', DRAFT)
        .execute();
      await tell(trx, actor, template, 'template.publish', {
        version: template.version,
        draft: expected.draft,
      });
      return template;
    }),

  discardDraft: (organizationId, key, actor, expectedDraft) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const found = await findTemplate(trx, organizationId, key);
      if (found === undefined) return false;
      refuseOtherDraft(found, expectedDraft);
      const { template, draft } = found;
      if (draft === undefined) return false;
      // What was never published is nothing without its draft; its sample sets go with it.
      const isAll = template.version === DRAFT;
      const samples = await trx
        .selectFrom('template_samples')
        .select(({ fn }) => fn.sum<number | string | null>('stored_bytes').as('bytes'))
        .where('template_id', '=', template.id)
        .executeTakeFirst();
      await dropDraft(trx, template.id);
      if (isAll) await trx.deleteFrom('templates').where('id', '=', template.id).execute();
      const bytes = draft.bytes + (isAll ? Number(samples?.bytes ?? 0) : 0);
      const gone = { templates: isAll ? 1 : 0, versions: 1, bytes };
      await changeStored(trx, organizationId, negative(gone), actor.at);
      await noteLeaving(trx, organizationId, { bytes, at: actor.at });
      await recordAudit(trx, actor, {
        organizationId,
        action: 'template.discard',
        subject: { id: template.id, key, draft: draft.number },
      });
      return true;
    }),
});
