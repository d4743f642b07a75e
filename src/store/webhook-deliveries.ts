import type { Selectable } from 'kysely';
import type {
  ClaimedDelivery,
  Delivery,
  DeliveryAttempt,
  DeliveryClaim,
  DeliveryState,
  WebhookEvent,
  WebhookStore,
} from '../service/webhooks/webhook-ports.ts';
import { recordAudit } from './audit.ts';
import type { Database, Db, Trx } from './database.ts';
import { CALLBACK } from './events.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from './tables.ts';

type Row = Selectable<WebhookDeliveriesTable>;

/** Others may be quicker; so many times in a row they leave nothing to claim. */
const ATTEMPTS = 10;

const toAttempt = (row: Selectable<WebhookAttemptsTable>): DeliveryAttempt => ({
  at: row.at,
  milliseconds: row.milliseconds,
  status: row.status,
  answer: row.answer,
  problem: row.problem,
});

const withAttempts = async (db: Db, rows: readonly Row[], url: string): Promise<readonly Delivery[]> => {
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('number')
    .execute();
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    event: row.event as WebhookEvent,
    url: row.url ?? url,
    state: row.state as DeliveryState,
    createdAt: row.created_at,
    nextAt: row.state === 'waiting' ? row.next_at : null,
    finishedAt: row.finished_at,
    attempts: (byDelivery.get(row.id) ?? []).map(toAttempt),
  }));
};

const urlOf = async (db: Db, organizationId: string, id: string): Promise<string> =>
  (
    await db
      .selectFrom('webhooks')
      .select('url')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.url ?? '';

/**
 * What is due, but for receivers that have their share. What nobody has had yet is due whatever its time says: that is of the
 * server where it happened, whose clock may be ahead of the one that leases go by.
 */
const dueFor = (db: Db, { at, exceptReceivers }: DeliveryClaim) => {
  const due = db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.state', '=', 'waiting')
    .where(({ or, and, eb }) =>
      or([eb('next_at', '<=', at), and([eb('tries', '=', 0), eb('token', 'is', null)])]),
    );
  return exceptReceivers.length === 0
    ? due
    : due.where(({ fn }) => fn.coalesce('webhook_deliveries.url', 'webhook_id'), 'not in', [
        ...exceptReceivers,
      ]);
};

/** The organization after this one that has something due; the first again after the last. */
const nextOrganization = async (db: Db, claim: DeliveryClaim): Promise<string | undefined> => {
  const { after, except } = claim;
  let due = dueFor(db, claim);
  if (except.length > 0) due = due.where('organization_id', 'not in', [...except]);
  const next = await due
    .where('organization_id', '>', after)
    .select(({ fn }) => fn.min<string | null>('organization_id').as('id'))
    .executeTakeFirst();
  if (next?.id != null) return next.id;
  const first = await due
    .select(({ fn }) => fn.min<string | null>('organization_id').as('id'))
    .executeTakeFirst();
  return first?.id ?? undefined;
};

const candidate = async (db: Db, claim: DeliveryClaim) => {
  const organizationId = await nextOrganization(db, claim);
  if (organizationId === undefined) return undefined;
  return dueFor(db, claim)
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.organization_id', '=', 'webhook_deliveries.organization_id')
        .onRef('webhooks.id', '=', 'webhook_deliveries.webhook_id'),
    )
    .selectAll('webhook_deliveries')
    .select([
      'webhooks.url as webhook_url',
      'webhooks.secret',
      'webhooks.old_secret',
      'webhooks.old_secret_until',
    ])
    .where('webhook_deliveries.organization_id', '=', organizationId)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
};

const toClaimed = (
  found: NonNullable<Awaited<ReturnType<typeof candidate>>>,
  { token, at }: DeliveryClaim,
): ClaimedDelivery => ({
  id: found.id,
  organizationId: found.organization_id,
  eventId: found.event_id,
  event: found.event as WebhookEvent,
  facts: found.facts,
  url: found.url ?? found.webhook_url ?? '',
  createdAt: found.created_at,
  secrets: [
    found.secret,
    ...(found.old_secret !== null && (found.old_secret_until ?? 0) > at ? [found.old_secret] : []),
  ],
  tries: found.tries,
  token,
  receiver: found.url ?? found.webhook_id,
  ...(found.trace !== null && { trace: JSON.parse(found.trace) }),
});

const noteAttempt = async (trx: Trx, deliveryId: string, attempt: DeliveryAttempt): Promise<void> => {
  const last = await trx
    .selectFrom('webhook_attempts')
    .where('delivery_id', '=', deliveryId)
    .select(({ fn }) => fn.max<number | string | null>('number').as('number'))
    .executeTakeFirst();
  await trx
    .insertInto('webhook_attempts')
    .values({ delivery_id: deliveryId, number: Number(last?.number ?? 0) + 1, ...attempt })
    .execute();
};

/** What waits for a receiver that is switched off is not sent. */
export const giveUpWaiting = async (
  trx: Trx,
  { organizationId, id, at }: { organizationId: string; id: string; at: number },
): Promise<void> => {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', finished_at: at, token: null })
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Since when a receiver fails; and off, where that is too long. Callbacks are many receivers, which nobody can switch. */
const noteFailing = async (
  trx: Trx,
  { organization_id: organizationId, webhook_id: id }: Row,
  { at, isFine, failingBefore }: { at: number; isFine: boolean; failingBefore: number },
): Promise<void> => {
  if (id === CALLBACK) return;
  const webhook = trx
    .updateTable('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);
  if (isFine) {
    await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
    return;
  }
  await webhook.set({ failing_since: at }).where('failing_since', 'is', null).execute();
  const off = await webhook
    .set({ is_disabled: 1 })
    .where('is_disabled', '=', 0)
    .where('failing_since', '<', failingBefore)
    .returning(['url', 'failing_since'])
    .executeTakeFirst();
  if (off === undefined) return;
  await giveUpWaiting(trx, { organizationId, id, at });
  await recordAudit(
    trx,
    { name: 'platen', at },
    {
      organizationId,
      action: 'webhook.switch_off',
      subject: { id, url: off.url, failingSince: new Date(off.failing_since ?? at).toISOString() },
    },
  );
};

type DeliveryStore = Pick<
  WebhookStore,
  'deliveries' | 'redeliver' | 'claim' | 'finish' | 'giveBack' | 'waiting' | 'sweep'
>;

export const deliveryStore = (database: Database): DeliveryStore => {
  const { db } = database;
  return {
    async deliveries(organizationId, webhookId, { limit, before }) {
      const own = db
        .selectFrom('webhook_deliveries')
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', webhookId);
      let query = own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
      if (before !== undefined) {
        const last = await own.select(['created_at', 'id']).where('id', '=', before).executeTakeFirst();
        if (last === undefined) return [];
        query = query.where(({ or, and, eb }) =>
          or([
            eb('created_at', '<', last.created_at),
            and([eb('created_at', '=', last.created_at), eb('id', '<', last.id)]),
          ]),
        );
      }
      return withAttempts(db, await query.execute(), await urlOf(db, organizationId, webhookId));
    },

    async redeliver(organizationId, webhookId, id, at) {
      const row = await db
        .updateTable('webhook_deliveries')
        .set({ state: 'waiting', tries: 0, next_at: at, token: null, finished_at: null })
        .where('organization_id', '=', organizationId)
        .where('webhook_id', '=', webhookId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const [delivery] = await withAttempts(db, [row], await urlOf(db, organizationId, webhookId));
      return delivery;
    },

    async claim(claim) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await candidate(db, claim);
        if (found === undefined) return undefined;
        // As it was seen: whoever was quicker has moved the time, and has its own token there.
        const { numUpdatedRows } = await db
          .updateTable('webhook_deliveries')
          .set({ token: claim.token, next_at: claim.leaseUntil })
          .where('id', '=', found.id)
          .where('state', '=', 'waiting')
          .where('next_at', '=', found.next_at)
          .where('token', found.token === null ? 'is' : '=', found.token)
          .executeTakeFirstOrThrow();
        if (Number(numUpdatedRows) > 0) return toClaimed(found, claim);
      }
      return undefined;
    },

    finish: ({ id, token }, attempt, { state, nextAt, failingBefore }) =>
      database.transaction(async (trx) => {
        const ended = state === 'waiting' ? {} : { finished_at: attempt.at };
        const row = await trx
          .updateTable('webhook_deliveries')
          .set(({ eb }) => ({
            state,
            token: null,
            tries: eb('tries', '+', 1),
            ...(nextAt !== undefined && { next_at: nextAt }),
            ...ended,
          }))
          .where('id', '=', id)
          .where('token', '=', token)
          .where('state', '=', 'waiting')
          .returningAll()
          .executeTakeFirst();
        const there =
          row ??
          (await trx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst());
        // Its receiver was deleted meanwhile.
        if (there === undefined) return;
        await noteAttempt(trx, id, attempt);
        await noteFailing(trx, there, { at: attempt.at, isFine: state === 'delivered', failingBefore });
      }),

    async giveBack(id, token, at) {
      await db
        .updateTable('webhook_deliveries')
        .set({ token: null, next_at: at })
        .where('id', '=', id)
        .where('token', '=', token)
        .execute();
    },

    async waiting() {
      const row = await db
        .selectFrom('webhook_deliveries')
        .where('state', '=', 'waiting')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    async sweep(before) {
      await db
        .deleteFrom('webhook_deliveries')
        .where('created_at', '<', before)
        .where('state', '!=', 'waiting')
        .execute();
    },
  };
};
