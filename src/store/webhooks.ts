import type { Selectable } from 'kysely';
import { PlatenError } from '../errors.ts';
import type { Webhook, WebhookEvent, WebhookStore } from '../service/webhooks/webhook-ports.ts';
import { recordAudit } from './audit.ts';
import { type Database, present, type Trx } from './database.ts';
import { CALLBACK, insertCallback, writeEvent } from './events.ts';
import type { WebhooksTable } from './tables.ts';
import { deliveryStore, giveUpWaiting } from './webhook-deliveries.ts';

type Row = Selectable<WebhooksTable>;

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as WebhookEvent[],
  isDisabled: row.is_disabled === 1,
  failingSince: row.failing_since,
  oldSecretUntil: row.old_secret_until,
  createdAt: row.created_at,
});

/** Two that come at once may both be the last. */
const refuseBeyond = async (trx: Trx, organizationId: string, within: number): Promise<void> => {
  const row = await trx
    .selectFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', CALLBACK)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirst();
  if (Number(row?.count ?? 0) < within) return;
  throw new PlatenError('too_many_webhooks', `The organization has ${within} webhooks, as many as it may.`, {
    hint: 'Delete one that nobody needs.',
  });
};

export const webhookStore = (database: Database): WebhookStore => ({
  ...deliveryStore(database),

  create: ({ id, organizationId, url, events, secret, within }, actor) =>
    database.transaction(async (trx) => {
      await refuseBeyond(trx, organizationId, within);
      const row = await trx
        .insertInto('webhooks')
        .values({
          organization_id: organizationId,
          id,
          url,
          events: JSON.stringify(events),
          secret,
          is_disabled: 0,
          created_at: actor.at,
        })
        .returningAll()
        .executeTakeFirst();
      await recordAudit(trx, actor, {
        organizationId,
        action: 'webhook.create',
        subject: { id, url, events },
      });
      return toWebhook(present(row));
    }),

  async list(organizationId) {
    const rows = await database.db
      .selectFrom('webhooks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '!=', CALLBACK)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toWebhook);
  },

  async get(organizationId, id) {
    const row = await database.db
      .selectFrom('webhooks')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toWebhook(row);
  },

  update: (organizationId, id, { url, events, isDisabled, secret }, actor) =>
    database.transaction(async (trx) => {
      const row = await trx
        .updateTable('webhooks')
        .set(({ ref }) => ({
          // An update has to set something, also where everything stays.
          id,
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(isDisabled !== undefined && { is_disabled: isDisabled ? 1 : 0 }),
          // Switched on again, it has days again.
          ...(isDisabled === false && { failing_since: null }),
          ...(secret && {
            secret: secret.fresh,
            old_secret: ref('secret'),
            old_secret_until: secret.oldUntil,
          }),
        }))
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (isDisabled === true) await giveUpWaiting(trx, { organizationId, id, at: actor.at });
      await recordAudit(trx, actor, {
        organizationId,
        action: 'webhook.update',
        subject: { id, url: row.url, events, isDisabled, ...(secret && { secret: 'rotated' }) },
      });
      return toWebhook(row);
    }),

  delete: (organizationId, id, actor) =>
    database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('webhooks')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning('url')
        .executeTakeFirst();
      if (row === undefined) return false;
      await recordAudit(trx, actor, {
        organizationId,
        action: 'webhook.delete',
        subject: { id, url: row.url },
      });
      return true;
    }),

  keepCallback: (organizationId, secret, at) => insertCallback(database.db, organizationId, secret, at),

  tell: (event) => writeEvent(database.db, event),
});
