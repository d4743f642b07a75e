import type { Migration } from './migration.ts';

/**
 * The log of calls. A row a call, written with its charge, so it has one index and no more: its key, which begins with the time.
 * Failed calls are few and looked for most, and have one of their own that successful ones don't pay for; by a column of its own,
 * so that no planner can take the key for it. No foreign key: the
 * charge has the organization's row in its hand already.
 *
 * What was sent as data lies beside it, sealed, and only of organizations that want it.
 */
export const calls: Migration = {
  version: 18,
  name: 'calls',
  statements: ({ dialect, text, bytes }) => [
    `create table calls (
      organization_id ${text} not null,
      id ${text} not null,
      at bigint not null,
      kind ${text} not null,
      caller ${text} not null,
      template_key ${text} not null,
      version bigint,
      format ${text},
      status bigint not null,
      code ${text},
      request_id ${text} not null,
      milliseconds double precision not null,
      facts ${text} not null,
      failed_id ${text},
      primary key (organization_id, id)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    'create index calls_that_failed on calls (organization_id, failed_id) where failed_id is not null',

    `create table call_data (
      organization_id ${text} not null,
      call_id ${text} not null,
      size bigint not null,
      bytes ${bytes} not null,
      primary key (organization_id, call_id)
    )`,

    'alter table organizations add column call_days bigint',
    'alter table organizations add column keeps_call_data bigint not null default 0',
  ],
};
