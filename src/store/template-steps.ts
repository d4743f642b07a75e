/** Steps that changes of templates have in common, each inside their transaction. */
import { PlatenError } from '../errors.ts';
import type { Template } from '../service/model.ts';
import type { Actor, NewVersion } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import type { Db, Trx } from './database.ts';
import { writeEvent } from './events.ts';

/** The number under which a draft is kept among the versions, which count from 1. */
export const DRAFT = 0;

export const insertVersion = async (
  trx: Trx,
  template: Pick<Template, 'id' | 'version'>,
  version: NewVersion,
  actor: Actor,
  restores?: number,
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
      note: version.note ?? null,
      restores: restores ?? null,
      published_at: null,
      published_by: null,
    })
    .execute();
};

/** In the audit log, and to whoever wants to hear of it. */
export const tell = async (
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
export const refuseOtherVersion = async (
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
