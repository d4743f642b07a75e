import type { Migration } from './migration.ts';

/**
 * Documents that are made while nobody waits. A job that runs has a lease, which its server renews: where the server dies,
 * another one takes the job. Blobs that it names are not swept; its result is let go of when its time is over, its row later.
 */
export const jobs: Migration = {
  version: 7,
  name: 'jobs',
  statements: ({ text }) => [
    `create table jobs (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      state ${text} not null,
      template_key ${text} not null,
      version bigint not null,
      output ${text} not null,
      actor ${text} not null,
      request_id ${text} not null,
      pins ${text} not null,
      body_hash ${text},
      file_hash ${text},
      program_hash ${text},
      total bigint not null,
      done bigint not null default 0,
      failed bigint not null default 0,
      attempts bigint not null default 0,
      token ${text},
      lease_until bigint not null default 0,
      is_cancelled bigint not null default 0,
      created_at bigint not null,
      started_at bigint,
      finished_at bigint,
      expires_at bigint,
      result_hash ${text},
      result_size bigint,
      result_type ${text},
      result_name ${text},
      error ${text}
    )`,
    'create index jobs_by_turn on jobs (state, organization_id, created_at)',
    'create index jobs_by_lease on jobs (state, lease_until)',
    'create index jobs_by_organization on jobs (organization_id, created_at, id)',
    'create index jobs_by_expiry on jobs (expires_at) where result_hash is not null',
    'create index jobs_by_end on jobs (finished_at)',
    'create index jobs_by_body on jobs (body_hash)',
    'create index jobs_by_file on jobs (file_hash)',
    'create index jobs_by_program on jobs (program_hash)',
    'create index jobs_by_result on jobs (result_hash)',
  ],
};
