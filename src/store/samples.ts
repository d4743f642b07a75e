import { PlatenError } from '../errors.ts';
import type { Sample, SampleSummary } from '../service/model.ts';
import type { SampleStore } from '../service/versions/template-ports.ts';
import { recordAudit } from './audit.ts';
import type { Database, Db, Trx } from './database.ts';
import { changeStored, NOTHING, negative, refuseBeyond } from './storage.ts';

const SUMMARY = [
  'template_samples.name',
  'template_samples.stored_bytes',
  'template_samples.changed_at',
  'template_samples.changed_by',
  'templates.default_sample',
] as const;

interface SummaryRow {
  readonly name: string;
  readonly stored_bytes: number;
  readonly changed_at: number;
  readonly changed_by: string;
  readonly default_sample: string | null;
}

const toSummary = (row: SummaryRow): SampleSummary => ({
  name: row.name,
  bytes: row.stored_bytes,
  isDefault: row.name === row.default_sample,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
});

const samplesOf = (db: Db, organizationId: string, key: string) =>
  db
    .selectFrom('template_samples')
    .innerJoin('templates', 'templates.id', 'template_samples.template_id')
    .where('templates.organization_id', '=', organizationId)
    .where('templates.key', '=', key);

/** The organization's row is held by whoever asks. */
const findTemplate = (trx: Trx, organizationId: string, key: string) =>
  trx
    .selectFrom('templates')
    .select(['id', 'default_sample'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();

const refuseChanged = (
  name: string,
  before: Pick<SummaryRow, 'changed_at' | 'changed_by'> | undefined,
  expected: number | null,
): void => {
  if ((before?.changed_at ?? null) === expected) return;
  throw new PlatenError(
    'version_conflict',
    before === undefined
      ? `The sample set "${name}" is not there any more.`
      : `The sample set "${name}" was changed by ${before.changed_by} meanwhile.`,
    { hint: 'Read it again with GET /template/samples, then send the change again.' },
  );
};

export const sampleStore = (database: Database): SampleStore => ({
  async list(organizationId, key) {
    const rows = await samplesOf(database.db, organizationId, key)
      .select(SUMMARY)
      .orderBy('template_samples.name')
      .execute();
    return rows.map(toSummary);
  },

  async get(organizationId, key, name): Promise<Sample | undefined> {
    const row = await samplesOf(database.db, organizationId, key)
      .select([...SUMMARY, 'template_samples.data', 'template_samples.options'])
      .where('template_samples.name', '=', name)
      .executeTakeFirst();
    return row && { ...toSummary(row), data: row.data, options: row.options };
  },

  put: (organizationId, key, sample, actor) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const template = await findTemplate(trx, organizationId, key);
      if (template === undefined) return undefined;
      const { name, data, options, isDefault, expected, most, within } = sample;
      const own = await trx
        .selectFrom('template_samples')
        .select(['name', 'stored_bytes', 'changed_at', 'changed_by'])
        .where('template_id', '=', template.id)
        .execute();
      const before = own.find((one) => one.name === name);
      if (expected !== undefined) refuseChanged(name, before, expected.changedAt);
      if (before === undefined && own.length >= most)
        throw new PlatenError(
          'storage_limit',
          `A template may have ${most} sample sets, and this would be one more.`,
          { hint: 'Delete one that is not needed any more.' },
        );
      const bytes = Buffer.byteLength(data) + Buffer.byteLength(options) + Buffer.byteLength(name);
      const added = { ...NOTHING, bytes: bytes - (before?.stored_bytes ?? 0) };
      refuseBeyond(await changeStored(trx, organizationId, added, actor.at), added, within);
      const facts = {
        data,
        options,
        stored_bytes: bytes,
        // Two changes in one millisecond are two.
        changed_at: Math.max(actor.at, (before?.changed_at ?? 0) + 1),
        changed_by: actor.name,
      };
      await trx
        .insertInto('template_samples')
        .values({ template_id: template.id, name, ...facts })
        .onConflict((conflict) => conflict.columns(['template_id', 'name']).doUpdateSet(facts))
        .execute();
      const wasDefault = template.default_sample === name;
      const chosen = isDefault ?? wasDefault;
      if (chosen !== wasDefault)
        await trx
          .updateTable('templates')
          .set({ default_sample: chosen ? name : null })
          .where('id', '=', template.id)
          .execute();
      await recordAudit(trx, actor, {
        organizationId,
        action: 'template.sample',
        subject: { id: template.id, key, name, bytes },
      });
      return toSummary({ name, default_sample: chosen ? name : null, ...facts });
    }),

  delete: (organizationId, key, name, actor) =>
    database.transaction(async (trx) => {
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const template = await findTemplate(trx, organizationId, key);
      if (template === undefined) return false;
      const gone = await trx
        .deleteFrom('template_samples')
        .where('template_id', '=', template.id)
        .where('name', '=', name)
        .returning('stored_bytes')
        .executeTakeFirst();
      if (gone === undefined) return false;
      if (template.default_sample === name)
        await trx
          .updateTable('templates')
          .set({ default_sample: null })
          .where('id', '=', template.id)
          .execute();
      await changeStored(
        trx,
        organizationId,
        negative({ templates: 0, versions: 0, bytes: gone.stored_bytes }),
        actor.at,
      );
      await recordAudit(trx, actor, {
        organizationId,
        action: 'template.sample_delete',
        subject: { id: template.id, key, name },
      });
      return true;
    }),
});
