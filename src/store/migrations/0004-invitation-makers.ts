import type { Migration } from './migration.ts';

/** Who made an invitation: it ends with the right to make it. Those from before have nobody, and last their week. */
export const invitationMakers: Migration = {
  version: 4,
  name: 'invitation makers',
  statements: ({ text }) => [`alter table links add column created_by ${text}`],
};
