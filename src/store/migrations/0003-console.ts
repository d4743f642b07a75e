import type { Migration } from './migration.ts';

/** What people set for their organization in the console, and who made a version. */
export const consoleSettings: Migration = {
  version: 3,
  name: 'console',
  statements: ({ text }) => [
    `alter table organizations add column locale ${text}`,
    `alter table organizations add column timezone ${text}`,
    `alter table organizations add column currency ${text}`,
    `alter table template_versions add column created_by ${text}`,
  ],
};
