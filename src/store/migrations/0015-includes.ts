import type { Migration } from './migration.ts';

/** What a version includes, as JSON; null for those that include nothing, which is nearly all. */
export const includes: Migration = {
  version: 15,
  name: 'includes',
  statements: () => ['alter table template_versions add column includes text'],
};
