import type { ApiKey } from '../service/model.ts';
import type { Actor, ApiKeyStore, NewApiKey } from '../service/ports.ts';
import { recordAudit } from './audit.ts';
import { type Database, noOrganization, present, type Trx } from './database.ts';
import { toApiKey, toOrganization } from './rows.ts';

export const insertApiKey = async (trx: Trx, key: NewApiKey, actor: Actor): Promise<ApiKey> => {
  const row = await trx
    .insertInto('api_keys')
    .values({
      id: key.id,
      organization_id: key.organizationId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: JSON.stringify(key.scopes),
      created_at: actor.at,
      expires_at: key.expiresAt,
      last_used_at: null,
      revoked_at: null,
      label: key.label ?? null,
    })
    .returningAll()
    .executeTakeFirst();
  await recordAudit(trx, actor, {
    organizationId: key.organizationId,
    action: 'api_key.create',
    subject: {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      expiresAt: key.expiresAt,
      ...(key.label && { label: key.label }),
    },
  });
  return toApiKey(present(row));
};

export const apiKeyStore = (database: Database): ApiKeyStore => ({
  create: (key, actor) =>
    database.transaction(async (trx) => {
      const organization = await trx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', key.organizationId)
        .executeTakeFirst();
      if (organization === undefined) throw noOrganization(key.organizationId);
      return insertApiKey(trx, key, actor);
    }),

  async findByHash(hash) {
    const row = await database.db
      .selectFrom('api_keys')
      .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
      .selectAll('api_keys')
      .select([
        'organizations.name as organization_name',
        'organizations.credit',
        'organizations.generate_limit',
        'organizations.request_limit',
        'organizations.template_limit',
        'organizations.version_limit',
        'organizations.storage_limit',
        'organizations.template_count',
        'organizations.version_count',
        'organizations.stored_bytes',
        'organizations.locale',
        'organizations.timezone',
        'organizations.currency',
        'organizations.low_credit',
        'organizations.result_hours',
        'organizations.call_days',
        'organizations.keeps_call_data',
        'organizations.created_at as organization_created_at',
      ])
      .where('api_keys.hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      key: toApiKey(row),
      organization: toOrganization({
        ...row,
        id: row.organization_id,
        name: row.organization_name,
        created_at: row.organization_created_at,
      }),
    };
  },

  async list(organizationId, { limit, before } = {}) {
    let query = database.db
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id');
    if (before !== undefined) {
      const last = await database.db
        .selectFrom('api_keys')
        .select('created_at')
        .where('organization_id', '=', organizationId)
        .where('id', '=', before)
        .executeTakeFirst();
      if (last === undefined) return [];
      query = query.where(({ or, and, eb }) =>
        or([
          eb('created_at', '<', last.created_at),
          and([eb('created_at', '=', last.created_at), eb('id', '>', before)]),
        ]),
      );
    }
    const rows = await (limit === undefined ? query : query.limit(limit)).execute();
    return rows.map(toApiKey);
  },

  revoke: (organizationId, id, actor) =>
    database.transaction(async (trx) => {
      const row = await trx
        .updateTable('api_keys')
        .set({ revoked_at: actor.at })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning(['name', 'prefix'])
        .executeTakeFirst();
      if (row === undefined) return false;
      await recordAudit(trx, actor, {
        organizationId,
        action: 'api_key.revoke',
        subject: { id, name: row.name, prefix: row.prefix },
      });
      return true;
    }),

  async touch(uses) {
    if (uses.size === 0) return;
    // Sorted, so that two nodes that touch the same keys lock them in the same order.
    const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
    await database.transaction(async (trx) => {
      for (const [id, at] of sorted) {
        await trx
          .updateTable('api_keys')
          .set({ last_used_at: at })
          .where('id', '=', id)
          .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
          .execute();
      }
    });
  },
});
