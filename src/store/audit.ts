import type { Actor, AuditStore } from '../service/ports.ts';
import type { Database, Db } from './database.ts';
import { complete } from './retries.ts';
import { toAuditEntry } from './rows.ts';

/** The audit entry of a change, written by whoever makes the change, in its transaction; and the end of its request. */
export const recordAudit = async (
  db: Db,
  actor: Actor,
  change: { organizationId: string | null; action: string; subject: Record<string, unknown> },
): Promise<void> => {
  await db
    .insertInto('audit')
    .values({
      organization_id: change.organizationId,
      actor: actor.name,
      action: change.action,
      subject: JSON.stringify(change.subject),
      at: actor.at,
    })
    .execute();
  if (actor.completes !== undefined) await complete(db, actor.completes);
};

export const auditStore = ({ db }: Database): AuditStore => ({
  async append({ organizationId, actor, action, subject, at }) {
    await db
      .insertInto('audit')
      .values({ organization_id: organizationId, actor, action, subject, at })
      .execute();
  },

  async list(organizationId, limit, before) {
    let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit);
    if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
    if (before !== undefined) query = query.where('id', '<', Number(before));
    const rows = await query.execute();
    return rows.map(toAuditEntry);
  },
});
