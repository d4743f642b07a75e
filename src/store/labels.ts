import { PlatenError } from '../errors.ts';
import type { Label } from '../service/model.ts';
import type { LabelStore } from '../service/versions/template-ports.ts';
import { recordAudit } from './audit.ts';
import type { Database, Db, Trx } from './database.ts';
import { toLabel } from './rows.ts';
import { changeStored, NOTHING } from './storage.ts';
import { DRAFT } from './template-steps.ts';

const labelsOf = async (db: Db, organizationId: string, key: string): Promise<readonly Label[]> => {
  const rows = await db
    .selectFrom('template_labels')
    .innerJoin('templates', 'templates.id', 'template_labels.template_id')
    .selectAll('template_labels')
    .where('templates.organization_id', '=', organizationId)
    .where('templates.key', '=', key)
    .orderBy('template_labels.name')
    .execute();
  return rows.map(toLabel);
};

const refuseOthers = (
  key: string,
  labels: readonly Label[],
  expected: Readonly<Record<string, number | null>>,
): void => {
  for (const [name, version] of Object.entries(expected)) {
    const now = labels.find((label) => label.name === name)?.version ?? null;
    if (now === version) continue;
    const shown = (number: number | null): string => (number === null ? 'no version' : `version ${number}`);
    throw new PlatenError(
      'version_conflict',
      `The label "${name}" of the template "${key}" points at ${shown(now)}, not at ${shown(version)}: somebody has moved it.`,
      { hint: 'GET /template/labels shows where labels point now.' },
    );
  }
};

/** Those of the numbers that the template has no version of. */
const missing = async (trx: Trx, id: string, numbers: readonly number[]): Promise<readonly number[]> => {
  if (numbers.length === 0) return [];
  const rows = await trx
    .selectFrom('template_versions')
    .select('number')
    .where('template_id', '=', id)
    .where('number', 'in', numbers)
    .where('number', '>', DRAFT)
    .execute();
  return numbers.filter((number) => !rows.some((row) => row.number === number));
};

export const labelStore = (database: Database): LabelStore => ({
  list: (organizationId, key) => labelsOf(database.db, organizationId, key),

  set: (organizationId, key, { labels, expected = {}, most }, actor) =>
    database.transaction(async (trx) => {
      // Held, so that no version is dropped, and no label moved, meanwhile.
      await changeStored(trx, organizationId, NOTHING, actor.at);
      const template = await trx
        .selectFrom('templates')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (template === undefined) return undefined;
      const { id } = template;
      const before = await labelsOf(trx, organizationId, key);
      refuseOthers(key, before, expected);
      const wanted = Object.entries(labels);
      const gone = await missing(trx, id, [
        ...new Set(wanted.flatMap(([, version]) => (version === null ? [] : [version]))),
      ]);
      if (gone.length > 0)
        throw new PlatenError(
          'version_not_found',
          `The template "${key}" has no version ${gone.join(', ')} that a label could point at.`,
          {
            hint: 'GET /template/versions shows the versions that there are; a draft has to be published first.',
            details: wanted
              .filter(([, version]) => version !== null && gone.includes(version))
              .map(([name, version]) => ({
                code: 'version_not_found',
                message: `There is no version ${version}.`,
                path: `labels.${name}`,
              })),
          },
        );
      for (const [name, version] of wanted) {
        if (before.find((label) => label.name === name)?.version === version) continue;
        if (version === null) {
          await trx
            .deleteFrom('template_labels')
            .where('template_id', '=', id)
            .where('name', '=', name)
            .execute();
          continue;
        }
        const facts = { version, changed_at: actor.at, changed_by: actor.name };
        await trx
          .insertInto('template_labels')
          .values({ template_id: id, name, ...facts })
          .onConflict((conflict) => conflict.columns(['template_id', 'name']).doUpdateSet(facts))
          .execute();
      }
      const after = await labelsOf(trx, organizationId, key);
      if (after.length > most && after.length > before.length)
        throw new PlatenError('bad_request', `A template may have ${most} labels, and this would be more.`);
      await recordAudit(trx, actor, {
        organizationId,
        action: 'template.label',
        subject: { id, key, labels },
      });
      return after;
    }),
});
