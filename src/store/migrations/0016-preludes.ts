import type { Migration } from './migration.ts';

/** What an organization defines for all its templates; the newest version counts. */
export const preludes: Migration = {
  version: 16,
  name: 'preludes',
  statements: ({ text }) => [
    `create table preludes (
      organization_id ${text} not null references organizations (id) on delete cascade,
      version bigint not null,
      definitions ${text} not null,
      parsed ${text} not null,
      translations ${text},
      created_at bigint not null,
      created_by ${text} not null,
      primary key (organization_id, version)
    )`,
  ],
};
