import type { Updateable } from 'kysely';
import type { Organization } from '../service/model.ts';
import type { Actor, OrganizationStore } from '../service/ports.ts';
import { insertApiKey } from './api-keys.ts';
import { recordAudit } from './audit.ts';
import { type Database, type Db, present, type Trx } from './database.ts';
import { writeLedger } from './ledger.ts';
import { toOrganization } from './rows.ts';
import type { Tables } from './tables.ts';

export const insertOrganization = async (
  trx: Trx,
  { id, name, credit }: { id: string; name: string; credit: number | null },
  actor: Actor,
): Promise<Organization> => {
  const row = await trx
    .insertInto('organizations')
    .values({
      id,
      name,
      credit,
      generate_limit: null,
      request_limit: null,
      template_limit: null,
      version_limit: null,
      storage_limit: null,
      template_count: 0,
      version_count: 0,
      stored_bytes: 0,
      locale: null,
      timezone: null,
      currency: null,
      low_credit: null,
      result_hours: null,
      created_at: actor.at,
    })
    .returningAll()
    .executeTakeFirst();
  await writeLedger(trx, {
    organizationId: id,
    amount: credit ?? 0,
    balanceAfter: credit,
    reason: credit === null ? 'set_unlimited' : 'grant',
    note: 'opening balance',
    at: actor.at,
  });
  await recordAudit(trx, actor, {
    organizationId: id,
    action: 'organization.create',
    subject: { id, name, credit },
  });
  return toOrganization(present(row));
};

/** Without what is left of erased ones. */
const living = (db: Db) =>
  db
    .selectFrom('organizations')
    .where(({ or, eb }) => or([eb('erased_as', 'is', null), eb('erased_as', '!=', eb.ref('id'))]));

export const organizationStore = (database: Database): OrganizationStore => ({
  create: (organization, actor) =>
    database.transaction((trx) => insertOrganization(trx, organization, actor)),

  createFirst: (organization, key, actor) =>
    database.transaction(async (trx) => {
      await database.exclusive(trx);
      const any = await living(trx).select('id').limit(1).executeTakeFirst();
      if (any !== undefined) return 'exists';
      await insertOrganization(trx, organization, actor);
      await insertApiKey(trx, key, actor);
      return 'created';
    }),

  async get(id) {
    const row = await database.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toOrganization(row);
  },

  async list() {
    const rows = await living(database.db).selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(toOrganization);
  },

  update: (id, { name, defaults, lowCredit, resultHours }, actor) =>
    change(
      database,
      id,
      {
        ...(name !== undefined && { name }),
        ...defaults,
        ...(lowCredit !== undefined && { low_credit: lowCredit }),
        ...(resultHours !== undefined && { result_hours: resultHours }),
      },
      { actor, action: 'organization.update', subject: { name, defaults, lowCredit, resultHours } },
    ),

  setLimits: (id, limits, actor) =>
    change(
      database,
      id,
      {
        ...(limits.generateLimit !== undefined && { generate_limit: limits.generateLimit }),
        ...(limits.requestLimit !== undefined && { request_limit: limits.requestLimit }),
        ...(limits.templateLimit !== undefined && { template_limit: limits.templateLimit }),
        ...(limits.versionLimit !== undefined && { version_limit: limits.versionLimit }),
        ...(limits.storageLimit !== undefined && { storage_limit: limits.storageLimit }),
      },
      { actor, action: 'organization.set_limits', subject: limits },
    ),
});

/** Sets columns of one organization, with an entry in the audit log; undefined where there is no such organization. */
const change = (
  database: Database,
  id: string,
  columns: Updateable<Tables['organizations']>,
  told: { readonly actor: Actor; readonly action: string; readonly subject: object },
): Promise<Organization | undefined> =>
  database.transaction(async (trx) => {
    const row = await trx
      .updateTable('organizations')
      // An update has to set something, also where everything stays.
      .set({ id, ...columns })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await recordAudit(trx, told.actor, {
      organizationId: id,
      action: told.action,
      subject: { id, ...told.subject },
    });
    return toOrganization(row);
  });
