import type { Migration } from './migration.ts';

/**
 * Drafts, labels and sample sets. A draft is the version of number 0, so whatever holds for the files of versions holds for it;
 * it gets its number when it is published. A label holds its version by foreign key: what is labelled can't be removed.
 */
export const versions: Migration = {
  version: 17,
  name: 'versions',
  statements: ({ text }) => [
    'alter table templates add column drafts bigint not null default 0',
    `alter table templates add column default_sample ${text}`,
    `alter table template_versions add column note ${text}`,
    'alter table template_versions add column restores bigint',
    'alter table template_versions add column published_at bigint',
    `alter table template_versions add column published_by ${text}`,
    `alter table api_keys add column label ${text}`,
    `create table template_labels (
      template_id ${text} not null references templates (id) on delete cascade,
      name ${text} not null,
      version bigint not null,
      changed_at bigint not null,
      changed_by ${text} not null,
      primary key (template_id, name),
      foreign key (template_id, version) references template_versions (template_id, number)
    )`,
    'create index template_labels_by_version on template_labels (template_id, version)',
    `create table template_samples (
      template_id ${text} not null references templates (id) on delete cascade,
      name ${text} not null,
      data ${text} not null,
      options ${text} not null,
      stored_bytes bigint not null,
      changed_at bigint not null,
      changed_by ${text} not null,
      primary key (template_id, name)
    )`,
  ],
};
