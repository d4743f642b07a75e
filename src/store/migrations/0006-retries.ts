import type { Migration } from './migration.ts';

/**
 * Requests that may be sent again under an `Idempotency-Key`. A row without `done_at` is a request that runs, for as long as
 * its lease is renewed; with it, `outcome` says how the same answer is made again. Blobs that it names are not swept.
 */
export const retries: Migration = {
  version: 6,
  name: 'retries',
  statements: ({ text }) => [
    `create table retries (
      organization_id ${text} not null references organizations (id) on delete cascade,
      key ${text} not null,
      token ${text} not null,
      fingerprint ${text} not null,
      lease_until bigint not null,
      expires_at bigint not null,
      done_at bigint,
      outcome ${text},
      file_hash ${text},
      program_hash ${text},
      result_hash ${text},
      primary key (organization_id, key)
    )`,
    'create index retries_by_expiry on retries (expires_at)',
    'create index retries_by_file on retries (file_hash)',
    'create index retries_by_program on retries (program_hash)',
    'create index retries_by_result on retries (result_hash)',
  ],
};
