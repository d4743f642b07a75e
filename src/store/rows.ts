/** Row → record of the domain's model, one function a table. */
import type { Selectable } from 'kysely';
import type {
  ApiKey,
  AuditEntry,
  DelimiterName,
  Label,
  LedgerEntry,
  Member,
  Membership,
  OpenLink,
  Organization,
  Role,
  Scope,
  Storage,
  Template,
  TemplateVersion,
  VersionSummary,
} from '../service/model.ts';
import type {
  ApiKeysTable,
  AuditTable,
  LedgerTable,
  LinksTable,
  OrganizationsTable,
  TemplateLabelsTable,
  TemplatesTable,
  TemplateVersionsTable,
} from './tables.ts';

export const toStorage = (
  row: Pick<Selectable<OrganizationsTable>, 'template_count' | 'version_count' | 'stored_bytes'>,
): Storage => ({ templates: row.template_count, versions: row.version_count, bytes: row.stored_bytes });

export const toOrganization = (
  row: Omit<Selectable<OrganizationsTable>, `leaving_${string}` | 'erased_as'>,
): Organization => ({
  id: row.id,
  name: row.name,
  credit: row.credit,
  generateLimit: row.generate_limit,
  requestLimit: row.request_limit,
  templateLimit: row.template_limit,
  versionLimit: row.version_limit,
  storageLimit: row.storage_limit,
  stored: toStorage(row),
  defaults: { locale: row.locale, timezone: row.timezone, currency: row.currency },
  lowCredit: row.low_credit,
  resultHours: row.result_hours,
  callDays: row.call_days,
  keepsCallData: row.keeps_call_data === 1,
  createdAt: row.created_at,
});

export const toApiKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  prefix: row.prefix,
  scopes: JSON.parse(row.scopes) as Scope[],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
  label: row.label,
});

export const toLedgerEntry = (row: Selectable<LedgerTable>): LedgerEntry => ({
  id: String(row.id),
  organizationId: row.organization_id,
  amount: row.amount,
  balanceAfter: row.balance_after,
  reason: row.reason,
  note: row.note,
  requestId: row.request_id,
  at: row.at,
});

export const toTemplate = (row: Omit<Selectable<TemplatesTable>, 'drafts' | 'default_sample'>): Template => ({
  id: row.id,
  organizationId: row.organization_id,
  key: row.key,
  name: row.name,
  usage: row.usage,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastUsed: row.last_used,
  version: row.version,
});

export const toVersion = (
  row: Omit<Selectable<TemplateVersionsTable>, 'note' | 'restores' | 'published_at' | 'published_by'>,
): TemplateVersion => ({
  templateId: row.template_id,
  number: row.number,
  delimiter: row.delimiter as DelimiterName,
  fileHash: row.file_hash,
  fileSize: row.file_size,
  programHash: row.program_hash,
  programFormat: row.program_format,
  inspection: row.inspection,
  includes: row.includes,
  createdAt: row.created_at,
  createdBy: row.created_by,
});

export const VERSION_COLUMNS = [
  'template_versions.number',
  'template_versions.delimiter',
  'template_versions.file_hash',
  'template_versions.file_size',
  'template_versions.created_at',
  'template_versions.created_by',
  'template_versions.note',
  'template_versions.restores',
  'template_versions.published_at',
  'template_versions.published_by',
] as const;

export const toVersionSummary = (
  row: Omit<
    Selectable<TemplateVersionsTable>,
    'template_id' | 'program_hash' | 'program_format' | 'inspection' | 'includes' | 'stored_bytes'
  >,
): VersionSummary => ({
  number: row.number,
  delimiter: row.delimiter as DelimiterName,
  fileHash: row.file_hash,
  fileSize: row.file_size,
  createdAt: row.created_at,
  createdBy: row.created_by,
  note: row.note,
  restores: row.restores,
  publishedAt: row.published_at ?? row.created_at,
  publishedBy: row.published_at === null ? row.created_by : row.published_by,
});

export const toLabel = (row: Selectable<TemplateLabelsTable>): Label => ({
  name: row.name,
  version: row.version,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
});

export const toAuditEntry = (row: Selectable<AuditTable>): AuditEntry => ({
  id: String(row.id),
  organizationId: row.organization_id,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  at: row.at,
});

export const toMembership = (row: Selectable<OrganizationsTable> & { role: string }): Membership => ({
  organization: toOrganization(row),
  role: row.role as Role,
});

export const toMember = (row: {
  id: string;
  email: string;
  name: string;
  role: string;
  created_at: number;
}): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role as Role,
  createdAt: row.created_at,
});

export const toOpenLink = (row: Selectable<LinksTable> & { organization_name: string }): OpenLink => ({
  id: row.id,
  kind: row.kind as OpenLink['kind'],
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  role: row.role as Role,
  email: row.email,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
