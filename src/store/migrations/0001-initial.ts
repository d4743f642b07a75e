import type { Migration } from './migration.ts';

export const initial: Migration = {
  version: 1,
  name: 'initial',
  statements: ({ dialect, text, bytes, serial }) => [
    `create table organizations (
      id ${text} primary key,
      name ${text} not null,
      credit bigint check (credit >= 0),
      generate_limit bigint,
      request_limit bigint,
      created_at bigint not null
    )`,

    `create table api_keys (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      name ${text} not null,
      prefix ${text} not null,
      hash ${text} not null unique,
      scopes ${text} not null,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint,
      revoked_at bigint
    )`,
    'create index api_keys_by_organization on api_keys (organization_id)',

    `create table ledger (
      id ${serial},
      organization_id ${text} not null references organizations (id),
      amount bigint not null,
      balance_after bigint check (balance_after >= 0),
      reason ${text} not null,
      note ${text} not null,
      request_id ${text},
      at bigint not null
    )`,
    'create index ledger_by_organization on ledger (organization_id, id)',

    // The foreign keys from versions to blobs are what makes it impossible to sweep a blob in use, or to store a
    // version whose bytes are missing.
    `create table blobs (
      hash ${text} primary key,
      bytes ${bytes} not null,
      stored_at bigint not null
    )`,
    'create index blobs_by_age on blobs (stored_at)',

    `create table templates (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      key ${text} not null,
      name ${text} not null,
      usage bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      last_used bigint,
      version bigint not null,
      unique (organization_id, key)
    )`,
    'create index templates_in_list_order on templates (organization_id, created_at desc, key)',

    `create table template_versions (
      template_id ${text} not null references templates (id) on delete cascade,
      number bigint not null,
      delimiter ${text} not null,
      file_hash ${text} not null references blobs (hash),
      file_size bigint not null,
      program_hash ${text} not null references blobs (hash),
      program_format bigint not null,
      inspection ${text} not null,
      created_at bigint not null,
      primary key (template_id, number)
    )`,
    'create index template_versions_by_file on template_versions (file_hash)',
    'create index template_versions_by_program on template_versions (program_hash)',

    // Keyed by the template's key, not its id: the series outlives the template.
    `create table usage_hours (
      organization_id ${text} not null references organizations (id),
      hour bigint not null,
      template_key ${text} not null,
      format ${text} not null,
      outcome ${text} not null,
      count bigint not null,
      primary key (organization_id, hour, template_key, format, outcome)
    )`,

    `create table audit (
      id ${serial},
      organization_id ${text} references organizations (id),
      actor ${text} not null,
      action ${text} not null,
      subject ${text} not null,
      at bigint not null
    )`,
    'create index audit_by_organization on audit (organization_id, id)',

    // Unlogged: a counter of the running minute is not worth a write-ahead record; after a crash of the database
    // server the windows start anew.
    ...(dialect === 'postgres'
      ? [
          `create unlogged table rate_windows (
            bucket ${text} not null,
            subject ${text} not null,
            used bigint not null,
            ends_at bigint not null,
            primary key (bucket, subject)
          )`,
        ]
      : []),
  ],
};
