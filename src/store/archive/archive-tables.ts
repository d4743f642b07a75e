/**
 * What a backup holds, in an order in which every row finds those that it refers to; rows in the order of their key,
 * which is SQL. Left out are the
 * counters of the minute, and the version of the schema, which whoever restores writes. A test holds the list to the tables that there are.
 */
export const ARCHIVE_TABLES: readonly { readonly name: string; readonly key: readonly string[] }[] = [
  { name: 'organizations', key: ['id'] },
  { name: 'users', key: ['id'] },
  { name: 'blobs', key: ['hash'] },
  { name: 'blob_pieces', key: ['hash', 'number'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'ledger', key: ['id'] },
  { name: 'templates', key: ['id'] },
  { name: 'template_versions', key: ['template_id', 'number'] },
  { name: 'template_labels', key: ['template_id', 'name'] },
  { name: 'template_samples', key: ['template_id', 'name'] },
  { name: 'preludes', key: ['organization_id', 'version'] },
  { name: 'usage_hours', key: ['organization_id', 'hour', 'template_key', 'format', 'outcome'] },
  { name: 'calls', key: ['organization_id', 'id'] },
  { name: 'call_data', key: ['organization_id', 'call_id'] },
  { name: 'audit', key: ['id'] },
  { name: 'sessions', key: ['id'] },
  { name: 'accounts', key: ['id'] },
  { name: 'verifications', key: ['id'] },
  { name: 'members', key: ['organization_id', 'user_id'] },
  { name: 'links', key: ['id'] },
  { name: 'secrets', key: ['name'] },
  { name: 'retries', key: ['organization_id', 'key'] },
  // Parts after what they are part of.
  { name: 'jobs', key: ["coalesce(parent_id, '')", 'id'] },
  { name: 'webhooks', key: ['organization_id', 'id'] },
  { name: 'webhook_deliveries', key: ['id'] },
  { name: 'webhook_attempts', key: ['delivery_id', 'number'] },
];

/** Their numbers go on from the largest one. */
export const COUNTED_TABLES: readonly string[] = ['ledger', 'audit'];
