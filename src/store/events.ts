/** What happened, written as deliveries by whoever makes it happen, in its transaction. */
import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../service/webhooks/webhook-ports.ts';
import type { Db } from './database.ts';

/** The receiver that stands for the callbacks of jobs. */
export const CALLBACK = 'callback';

const insertDeliveries = async (
  db: Db,
  { organizationId, event, at, facts, trace }: NewEvent,
  receivers: readonly { readonly id: string; readonly url: string | null }[],
): Promise<void> => {
  if (receivers.length === 0) return;
  const eventId = `msg_${randomUUID()}`;
  await db
    .insertInto('webhook_deliveries')
    .values(
      receivers.map(({ id, url }) => ({
        id: randomUUID(),
        organization_id: organizationId,
        webhook_id: id,
        event_id: eventId,
        event,
        facts: JSON.stringify(facts),
        trace: trace === undefined ? null : JSON.stringify(trace),
        url,
        state: 'waiting',
        tries: 0,
        next_at: at,
        created_at: at,
      })),
    )
    .execute();
};

/** `callback`: an address that hears of it whatever receivers there are. */
export const writeEvent = async (db: Db, event: NewEvent, callback: string | null = null): Promise<void> => {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('organization_id', '=', event.organizationId)
    .where('is_disabled', '=', 0)
    .where('id', '!=', CALLBACK)
    .execute();
  const receivers = rows
    .filter(({ events }) => (JSON.parse(events) as string[]).includes(event.event))
    .map(({ id }) => ({ id, url: null as string | null }));
  await insertDeliveries(
    db,
    event,
    callback === null ? receivers : [...receivers, { id: CALLBACK, url: callback }],
  );
};

export const insertCallback = async (
  db: Db,
  organizationId: string,
  secret: string,
  at: number,
): Promise<void> => {
  await db
    .insertInto('webhooks')
    .values({
      organization_id: organizationId,
      id: CALLBACK,
      events: '[]',
      secret,
      is_disabled: 0,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute();
};
