import type { Migration } from './migration.ts';

/**
 * What stays of an organization that was erased, its ledger, is under another id. `erased_as` names that id; the row that has
 * it as its own is no organization any more.
 */
export const erasure: Migration = {
  version: 14,
  name: 'erasure',
  statements: ({ text }) => [`alter table organizations add column erased_as ${text}`],
};
