/**
 * What belongs to an organization, table by table, and what of it nobody is shown: one list for whoever exports and whoever
 * erases. A test holds it to the tables that there are.
 */
import { type RawBuilder, sql } from 'kysely';

interface OwnedTable {
  readonly name: string;
  /** Pages are read in its order; what has none is read at once. */
  readonly cursor?: string;
  /** Secrets, and what only servers have a use for. */
  readonly hidden?: readonly string[];
  /** Which rows are the organization's, where they don't name it themselves. */
  readonly through?: { readonly column: string; readonly table: string; readonly key: string };
}

/** In an order in which each can be deleted: what refers to others comes first. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  {
    name: 'webhook_attempts',
    through: { column: 'delivery_id', table: 'webhook_deliveries', key: 'id' },
  },
  { name: 'webhook_deliveries', cursor: 'id', hidden: ['token', 'trace'] },
  { name: 'webhooks', hidden: ['secret', 'old_secret'] },
  { name: 'jobs', cursor: 'id', hidden: ['token'] },
  { name: 'retries', cursor: 'key', hidden: ['token', 'fingerprint'] },
  { name: 'template_labels', through: { column: 'template_id', table: 'templates', key: 'id' } },
  { name: 'template_samples', through: { column: 'template_id', table: 'templates', key: 'id' } },
  { name: 'template_versions', through: { column: 'template_id', table: 'templates', key: 'id' } },
  { name: 'templates', cursor: 'id' },
  { name: 'preludes' },
  { name: 'api_keys', hidden: ['hash'] },
  { name: 'links', hidden: ['hash'] },
  { name: 'members' },
  { name: 'call_data', cursor: 'call_id', hidden: ['bytes'] },
  { name: 'calls', cursor: 'id' },
  { name: 'usage_hours' },
  { name: 'audit', cursor: 'id' },
  { name: 'ledger', cursor: 'id' },
];

export const ofOrganization = ({ through }: OwnedTable, id: string): RawBuilder<boolean> =>
  through === undefined
    ? sql`organization_id = ${id}`
    : sql`${sql.ref(through.column)} in (select ${sql.ref(through.key)} from ${sql.table(through.table)} where organization_id = ${id})`;
