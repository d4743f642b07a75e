import type { Selectable, Updateable } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { Organization, Prelude } from '../service/model.ts';
import type { Actor, OrganizationStore } from '../service/ports.ts';
import { insertApiKey } from './api-keys.ts';
import { recordAudit } from './audit.ts';
import { type Database, type Db, present, type Trx } from './database.ts';
import { writeLedger } from './ledger.ts';
import { toOrganization } from './rows.ts';
import type { PreludesTable, Tables } from './tables.ts';

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
      call_days: null,
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

/** Of an organization; documents that were asked for earlier have theirs in their templates. */
const KEPT_PRELUDES = 50;

const newestPrelude = (db: Database['db'] | Trx, id: string) =>
  db
    .selectFrom('preludes')
    .selectAll()
    .where('organization_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

const toPrelude = (row: Selectable<PreludesTable>): Prelude => ({
  version: row.version,
  definitions: row.definitions,
  parsed: JSON.parse(row.parsed),
  translations: row.translations === null ? null : JSON.parse(row.translations),
  createdAt: row.created_at,
  createdBy: row.created_by,
});

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

  update: (id, { name, defaults, lowCredit, resultHours, callDays, keepsCallData }, actor) =>
    change(
      database,
      id,
      {
        ...(name !== undefined && { name }),
        ...defaults,
        ...(lowCredit !== undefined && { low_credit: lowCredit }),
        ...(resultHours !== undefined && { result_hours: resultHours }),
        ...(callDays !== undefined && { call_days: callDays }),
        ...(keepsCallData !== undefined && { keeps_call_data: keepsCallData ? 1 : 0 }),
      },
      {
        actor,
        action: 'organization.update',
        subject: { name, defaults, lowCredit, resultHours, callDays, keepsCallData },
      },
    ),

  async prelude(id) {
    const row = await newestPrelude(database.db, id);
    return row && toPrelude(row);
  },

  setPrelude: (id, prelude, actor, expectedVersion) =>
    database.transaction(async (trx) => {
      // Takes the organization's lock: two at once get two numbers.
      const { numUpdatedRows } = await trx
        .updateTable('organizations')
        .set(({ ref }) => ({ name: ref('name') }))
        .where('id', '=', id)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) return undefined;
      const before = (await newestPrelude(trx, id))?.version ?? 0;
      if (expectedVersion !== undefined && expectedVersion !== before)
        throw new PlatenError(
          'version_conflict',
          `The prelude is at version ${before}, not at version ${expectedVersion}: somebody has changed it.`,
          { hint: 'Look at the newest version, then send the change again with its number.' },
        );
      const row = {
        organization_id: id,
        version: before + 1,
        definitions: prelude.definitions,
        parsed: JSON.stringify(prelude.parsed),
        translations: prelude.translations === null ? null : JSON.stringify(prelude.translations),
        created_at: actor.at,
        created_by: actor.name,
      };
      await trx.insertInto('preludes').values(row).execute();
      await trx
        .deleteFrom('preludes')
        .where('organization_id', '=', id)
        .where('version', '<=', row.version - KEPT_PRELUDES)
        .execute();
      await recordAudit(trx, actor, {
        organizationId: id,
        action: 'organization.prelude',
        subject: { version: row.version, names: prelude.parsed.map(({ name }) => name) },
      });
      return toPrelude(row);
    }),

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
