import type { Migration } from './migration.ts';

/** Deliveries go on with the trace of what they tell about, whichever server sends them. */
export const traces: Migration = {
  version: 13,
  name: 'traces',
  statements: ({ text }) => [`alter table webhook_deliveries add column trace ${text}`],
};
