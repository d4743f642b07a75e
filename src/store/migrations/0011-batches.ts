import type { Migration } from './migration.ts';

/**
 * A job of many records has parts, which are rows of the same queue: each a chunk of its records. Parts are gone when their job
 * ends. How long results are kept is for the organization to say.
 */
export const batches: Migration = {
  version: 11,
  name: 'batches',
  statements: ({ text }) => [
    `alter table jobs add column parent_id ${text} references jobs (id) on delete cascade`,
    'alter table jobs add column part bigint',
    'alter table jobs add column first_record bigint',
    `alter table jobs add column step ${text}`,
    `alter table jobs add column bundle ${text}`,
    'alter table jobs add column paid bigint not null default 0',
    'alter table jobs add column max_failures bigint',
    `alter table jobs add column stopped_by ${text}`,
    `alter table jobs add column records_hash ${text}`,
    `alter table jobs add column report ${text}`,
    `alter table jobs add column report_hash ${text}`,
    'alter table jobs add column kept_bytes bigint not null default 0',
    "update jobs set paid = 1 where state = 'completed'",
    'create index jobs_by_parent on jobs (parent_id, part) where parent_id is not null',
    'create index jobs_by_records on jobs (records_hash) where records_hash is not null',
    'create index jobs_by_report on jobs (report_hash) where report_hash is not null',
    'alter table organizations add column result_hours bigint',
  ],
};
