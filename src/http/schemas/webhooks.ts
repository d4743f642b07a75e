/** The shapes of webhooks and their deliveries. */
import type { TSchema } from '@fastify/type-provider-typebox';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../service/webhooks/webhook-ports.ts';
import { Next } from './organization.ts';
import { OneOf, Timestamp } from './shared.ts';
import { Type } from './type.ts';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const Url = Type.String({
  examples: ['https://shop.example.com/hooks/platen'],
  description: 'http or https, without a user name; at most 2,000 characters.',
});
const Events = Type.Array(OneOf(WEBHOOK_EVENTS), {
  minItems: 1,
  examples: [['job.completed']],
  description: 'What it wants to hear of.',
});
const Disabled = Type.Boolean({
  description: 'Nothing is sent to it; also where it has failed for three days.',
});

const WEBHOOK = {
  id: Type.String({ description: '`callback` stands for the callbacks of all jobs.' }),
  url: orNull(Type.String({ description: 'Null for `callback`: each job has its own.' })),
  events: Type.Array(OneOf(WEBHOOK_EVENTS)),
  disabled: Disabled,
  failingSince: orNull(Timestamp('Since when every attempt has failed; null while they do not.')),
  oldSecretUntil: orNull(
    Timestamp('Until when messages are signed with the secret before this one as well.'),
  ),
  createdAt: Timestamp('When it was made.'),
};
const Secret = Type.String({
  description: 'What messages are signed with, shown this once.',
  examples: ['whsec_…'],
});

export const WebhookSchema = Type.Object({ ...WEBHOOK, secret: Type.Optional(Secret) }, { $id: 'Webhook' });

export const WebhooksAnswer = Type.Object({
  webhooks: Type.Array(Type.Ref('Webhook#')),
  callback: Type.Union([Type.Ref('Webhook#'), Type.Null()], {
    description:
      'What stands for the callbacks of all jobs; null until a job has had one, or their secret was made (`PATCH /organization/webhooks/callback`).',
  }),
});

export const WebhookBody = Type.Object({ url: Url, events: Events });

export const WebhookChangeBody = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  disabled: Type.Optional(Disabled),
  rotateSecret: Type.Optional(
    Type.Boolean({
      description: 'Makes a new secret, which the answer shows; for 24 hours messages are signed with both.',
    }),
  ),
});

const Id = Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$', description: 'As the list shows it.' });

export const WebhookParams = Type.Object({ id: Id });

export const DeliveryParams = Type.Object({ id: Id, delivery: Id });

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    eventId: Type.String({ description: 'The header `webhook-id`: the same at every attempt.' }),
    event: OneOf(WEBHOOK_EVENTS),
    url: Type.String(),
    state: OneOf(DELIVERY_STATES),
    createdAt: Timestamp('When it happened.'),
    nextAt: orNull(Timestamp('When it is sent next; null where it is not.')),
    finishedAt: orNull(Timestamp('When it was delivered, or given up.')),
    attempts: Type.Array(
      Type.Object({
        at: Timestamp('When it was sent.'),
        milliseconds: Type.Integer({ minimum: 0, description: 'Until the answer.' }),
        status: orNull(Type.Integer({ description: 'Null where there was no answer.' })),
        answer: orNull(Type.String({ description: 'Its first 4 KiB.' })),
        problem: orNull(Type.String({ description: 'Why there was none.' })),
      }),
      { description: 'Oldest first.' },
    ),
  },
  { $id: 'Delivery' },
);

export const DeliveriesAnswer = Type.Object({
  deliveries: Type.Array(Type.Ref('Delivery#')),
  next: Next,
});
