import type { Migration } from './migration.ts';

/**
 * Receivers of events, what is sent to them, and how each attempt went. The callbacks of an organization's jobs are one receiver,
 * `callback`, whose deliveries have addresses of their own. A delivery that somebody sends now is due again when its lease ends:
 * where the server dies, another one sends it.
 */
export const webhooks: Migration = {
  version: 9,
  name: 'webhooks',
  statements: ({ text }) => [
    `create table webhooks (
      organization_id ${text} not null references organizations (id) on delete cascade,
      id ${text} not null,
      url ${text},
      events ${text} not null,
      secret ${text} not null,
      old_secret ${text},
      old_secret_until bigint,
      is_disabled bigint not null default 0,
      failing_since bigint,
      created_at bigint not null,
      primary key (organization_id, id)
    )`,
    `create table webhook_deliveries (
      id ${text} primary key,
      organization_id ${text} not null,
      webhook_id ${text} not null,
      event_id ${text} not null,
      event ${text} not null,
      facts ${text} not null,
      url ${text},
      state ${text} not null,
      tries bigint not null default 0,
      token ${text},
      next_at bigint not null,
      created_at bigint not null,
      finished_at bigint,
      foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
    )`,
    `create table webhook_attempts (
      delivery_id ${text} not null references webhook_deliveries (id) on delete cascade,
      number bigint not null,
      at bigint not null,
      milliseconds bigint not null,
      status bigint,
      answer ${text},
      problem ${text},
      primary key (delivery_id, number)
    )`,
    'create index webhook_deliveries_by_turn on webhook_deliveries (state, organization_id, next_at)',
    'create index webhook_deliveries_by_webhook on webhook_deliveries (organization_id, webhook_id, created_at, id)',
    'create index webhook_deliveries_by_age on webhook_deliveries (created_at)',
    `alter table jobs add column callback ${text}`,
    'alter table organizations add column low_credit bigint',
  ],
};
