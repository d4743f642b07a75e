import type { Migration } from './migration.ts';

/**
 * What an organization keeps and may keep. The sums are kept with the organization, so that whoever adds to them holds
 * its row: two uploads at once can't both take the last place.
 */
export const storage: Migration = {
  version: 5,
  name: 'storage',
  statements: () => [
    'alter table organizations add column template_limit bigint',
    'alter table organizations add column version_limit bigint',
    'alter table organizations add column storage_limit bigint',
    'alter table organizations add column template_count bigint not null default 0',
    'alter table organizations add column version_count bigint not null default 0',
    'alter table organizations add column stored_bytes bigint not null default 0',
    // The file, the program that was compiled from it, and what inspection found.
    'alter table template_versions add column stored_bytes bigint not null default 0',
    `update template_versions set stored_bytes = file_size + length(inspection)
      + (select length(bytes) from blobs where hash = program_hash)`,
    `update organizations set
      template_count = (select count(*) from templates where organization_id = organizations.id),
      version_count = (select count(*) from template_versions
        join templates on templates.id = template_versions.template_id where organization_id = organizations.id),
      stored_bytes = (select coalesce(sum(template_versions.stored_bytes), 0) from template_versions
        join templates on templates.id = template_versions.template_id where organization_id = organizations.id)`,
  ],
};
