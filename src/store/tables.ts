/**
 * The tables as Kysely sees them, the same in both dialects. `migrations/` makes them.
 *
 * Times are epoch milliseconds and flags do not exist, so no type differs between SQLite and PostgreSQL but bytes
 * (`blob`, `bytea`) and the self-counting ids.
 */
import type { Generated, GeneratedAlways } from 'kysely';

export interface OrganizationsTable {
  id: string;
  name: string;
  credit: number | null;
  generate_limit: number | null;
  request_limit: number | null;
  template_limit: number | null;
  version_limit: number | null;
  storage_limit: number | null;
  template_count: number;
  version_count: number;
  stored_bytes: number;
  /** Of what was deleted lately; see storage.ts. */
  leaving_stretch: Generated<number>;
  leaving_bytes: Generated<number>;
  leaving_before: Generated<number>;
  locale: string | null;
  timezone: string | null;
  currency: string | null;
  /** The credit at which `credit.low` is told. */
  low_credit: number | null;
  /** How long results of jobs are kept; null: the default. */
  result_hours: number | null;
  /** How long the log of calls is kept; null: the default. */
  call_days: number | null;
  /** 1: what was sent as data is kept with it. */
  keeps_call_data: Generated<number>;
  created_at: number;
  /** The id under which its ledger stays where it is, or was, erased. */
  erased_as: string | null;
}

export interface ApiKeysTable {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  hash: string;
  /** JSON array. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
  label: string | null;
}

export interface LedgerTable {
  /** Counts up within an organization in the order of its balance: the row lock on the balance sees to that. */
  id: GeneratedAlways<number>;
  organization_id: string;
  amount: number;
  balance_after: number | null;
  reason: string;
  note: string;
  request_id: string | null;
  at: number;
}

export interface TemplatesTable {
  id: string;
  organization_id: string;
  key: string;
  name: string;
  usage: number;
  created_at: number;
  updated_at: number;
  last_used: number | null;
  /** 0 where there is only a draft. */
  version: number;
  /** How many drafts there were: the number of the one that is there. */
  drafts: Generated<number>;
  /** The name of a sample set. */
  default_sample: string | null;
}

export interface TemplateVersionsTable {
  template_id: string;
  /** 0: the draft. */
  number: number;
  delimiter: string;
  file_hash: string;
  file_size: number;
  program_hash: string;
  program_format: number;
  inspection: string;
  includes: string | null;
  stored_bytes: number;
  created_at: number;
  created_by: string | null;
  note: string | null;
  restores: number | null;
  /** Of one that was a draft; null: published when it was created. */
  published_at: number | null;
  published_by: string | null;
}

export interface TemplateLabelsTable {
  template_id: string;
  name: string;
  version: number;
  changed_at: number;
  changed_by: string;
}

interface TemplateSamplesTable {
  template_id: string;
  name: string;
  /** JSON, as `options`. */
  data: string;
  options: string;
  stored_bytes: number;
  changed_at: number;
  changed_by: string;
}

interface BlobsTable {
  hash: string;
  /** Empty where it is in pieces. */
  bytes: Uint8Array;
  /** The last `put`, which is what the sweep's grace time counts from. */
  stored_at: number;
  /** 0: it stands here; -1: it is not whole yet. */
  pieces: Generated<number>;
  /** Of one in pieces, or outside. */
  size: number | null;
  /** The object in a bucket that has its bytes; null where they are here. */
  object: string | null;
  /** Of one outside that is in pieces: how large each is but the last. */
  piece_bytes: number | null;
}

interface BlobPiecesTable {
  hash: string;
  number: number;
  bytes: Uint8Array;
}

interface RetriesTable {
  organization_id: string;
  key: string;
  token: string;
  fingerprint: string;
  lease_until: number;
  expires_at: number;
  done_at: number | null;
  outcome: string | null;
  file_hash: string | null;
  program_hash: string | null;
  result_hash: string | null;
}

export interface JobsTable {
  id: string;
  organization_id: string;
  state: string;
  template_key: string;
  version: number;
  output: string;
  actor: string;
  request_id: string;
  /** JSON. */
  pins: string;
  body_hash: string | null;
  file_hash: string | null;
  program_hash: string | null;
  total: number;
  done: number;
  failed: number;
  attempts: number;
  token: string | null;
  lease_until: number;
  /** 1: whoever runs it is to stop. */
  is_cancelled: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  /** Of the result. */
  expires_at: number | null;
  result_hash: string | null;
  result_size: number | null;
  result_type: string | null;
  result_name: string | null;
  /** JSON. */
  error: string | null;
  /** Where its end is told. */
  callback: string | null;
  /** Of a chunk of records: the job that it is a part of, its place in it, and the number of its first record. */
  parent_id: string | null;
  part: number | null;
  first_record: number | null;
  /** Of a job of many records: what is to be done next. Of a chunk: `chunk`. */
  step: string | null;
  bundle: string | null;
  /** Documents that were charged for. */
  paid: Generated<number>;
  max_failures: number | null;
  /** The code of what has stopped it before its end. */
  stopped_by: string | null;
  records_hash: string | null;
  /** JSON. Of a chunk: what is to be said about its records. Of a whole job: how many records have warnings, and of one document which. */
  report: string | null;
  /** Of a job of many records that has ended. */
  report_hash: string | null;
  /** What it takes of the room for jobs. */
  kept_bytes: Generated<number>;
}

export interface WebhooksTable {
  organization_id: string;
  /** `callback` stands for the callbacks of jobs. */
  id: string;
  /** Null for the callbacks. */
  url: string | null;
  /** JSON array. */
  events: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
  is_disabled: number;
  failing_since: number | null;
  created_at: number;
}

export interface WebhookDeliveriesTable {
  id: string;
  organization_id: string;
  webhook_id: string;
  event_id: string;
  event: string;
  /** JSON. */
  facts: string;
  /** Of a callback; otherwise its receiver's, as it is when it is sent. */
  url: string | null;
  state: string;
  tries: number;
  token: string | null;
  /** When it is due, also where somebody sends it now and does not come to an end. */
  next_at: number;
  created_at: number;
  finished_at: number | null;
  /** JSON: the trace that it goes on with. */
  trace: string | null;
}

export interface WebhookAttemptsTable {
  delivery_id: string;
  number: number;
  at: number;
  milliseconds: number;
  status: number | null;
  answer: string | null;
  problem: string | null;
}

export interface CallsTable {
  organization_id: string;
  /** Begins with the time: their order is that of the log. */
  id: string;
  at: number;
  kind: string;
  /** As the audit log names them. */
  caller: string;
  template_key: string;
  version: number | null;
  format: string | null;
  status: number;
  /** Null: it succeeded. */
  code: string | null;
  request_id: string;
  milliseconds: number;
  /** JSON. */
  facts: string;
  /** Its id, where it failed. */
  failed_id: string | null;
}

interface CallDataTable {
  organization_id: string;
  call_id: string;
  size: number;
  /** Sealed. */
  bytes: Uint8Array;
}

interface UsageHoursTable {
  organization_id: string;
  hour: number;
  template_key: string;
  format: string;
  outcome: string;
  count: number;
}

export interface AuditTable {
  id: GeneratedAlways<number>;
  organization_id: string | null;
  actor: string;
  action: string;
  subject: string;
  at: number;
}

/** PostgreSQL alone uses it; SQLite counts in memory. */
interface RateWindowsTable {
  bucket: string;
  subject: string;
  used: number;
  ends_at: number;
}

/** The next four belong to the sign-in library: their columns are its fields in our spelling. */
interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: number;
  image: string | null;
  created_at: number;
  updated_at: number;
}

interface SessionsTable {
  id: string;
  /** SHA-256 of the token, lower-case hex. */
  token: string;
  user_id: string;
  /** The one that the person looks at; null until one is chosen. */
  organization_id: string | null;
  expires_at: number;
  ip_address: string | null;
  user_agent: string | null;
  created_at: number;
  updated_at: number;
}

/** A way to sign in: a password (`provider_id` is `credential`), or an identity elsewhere. */
interface AccountsTable {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
  scope: string | null;
  password: string | null;
  created_at: number;
  updated_at: number;
}

interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

interface MembersTable {
  organization_id: string;
  user_id: string;
  role: string;
  created_at: number;
}

export interface LinksTable {
  id: string;
  hash: string;
  kind: string;
  organization_id: string;
  role: string;
  email: string | null;
  created_by: string | null;
  created_at: number;
  expires_at: number | null;
}

interface SecretsTable {
  name: string;
  value: string;
}

interface MovedTable {
  /** Where to, as an operator would say it. */
  target: string;
  at: number;
}

interface SchemaVersionTable {
  version: number;
  name: string;
  applied_at: number;
}

export interface PreludesTable {
  organization_id: string;
  version: number;
  definitions: string;
  parsed: string;
  translations: string | null;
  created_at: number;
  created_by: string;
}

export interface Tables {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  ledger: LedgerTable;
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  template_labels: TemplateLabelsTable;
  template_samples: TemplateSamplesTable;
  preludes: PreludesTable;
  blobs: BlobsTable;
  blob_pieces: BlobPiecesTable;
  retries: RetriesTable;
  jobs: JobsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  calls: CallsTable;
  call_data: CallDataTable;
  usage_hours: UsageHoursTable;
  audit: AuditTable;
  rate_windows: RateWindowsTable;
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  members: MembersTable;
  links: LinksTable;
  secrets: SecretsTable;
  moved: MovedTable;
  schema_version: SchemaVersionTable;
}
