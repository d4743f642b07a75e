import type { Migration } from './migration.ts';

/** Who signs in, what they are member of, and the links that make members. */
export const people: Migration = {
  version: 2,
  name: 'people',
  statements: ({ text }) => [
    `create table users (
      id ${text} primary key,
      name ${text} not null,
      email ${text} not null unique,
      email_verified bigint not null,
      image ${text},
      created_at bigint not null,
      updated_at bigint not null
    )`,

    `create table sessions (
      id ${text} primary key,
      token ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      organization_id ${text} references organizations (id),
      expires_at bigint not null,
      ip_address ${text},
      user_agent ${text},
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create index sessions_by_user on sessions (user_id)',
    'create index sessions_by_end on sessions (expires_at)',

    `create table accounts (
      id ${text} primary key,
      account_id ${text} not null,
      provider_id ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      access_token ${text},
      refresh_token ${text},
      id_token ${text},
      access_token_expires_at bigint,
      refresh_token_expires_at bigint,
      scope ${text},
      password ${text},
      created_at bigint not null,
      updated_at bigint not null,
      unique (provider_id, account_id)
    )`,
    'create index accounts_by_user on accounts (user_id)',

    `create table verifications (
      id ${text} primary key,
      identifier ${text} not null,
      value ${text} not null,
      expires_at bigint not null,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create index verifications_by_identifier on verifications (identifier)',

    `create table members (
      organization_id ${text} not null references organizations (id),
      user_id ${text} not null references users (id) on delete cascade,
      role ${text} not null check (role in ('member', 'admin', 'owner')),
      created_at bigint not null,
      primary key (organization_id, user_id)
    )`,
    'create index members_by_user on members (user_id)',

    `create table links (
      id ${text} primary key,
      hash ${text} not null unique,
      kind ${text} not null check (kind in ('owner', 'invitation')),
      organization_id ${text} not null references organizations (id),
      role ${text} not null check (role in ('member', 'admin', 'owner')),
      email ${text},
      created_at bigint not null,
      expires_at bigint
    )`,
    'create index links_by_organization on links (organization_id)',

    `create table secrets (
      name ${text} primary key,
      value ${text} not null
    )`,
  ],
};
