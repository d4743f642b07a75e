/** Row → record of the domain's model, one function a table. */
import type { Selectable } from 'kysely';
import type {
  ApiKey,
  AuditEntry,
  DelimiterName,
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

export const toTemplate = (row: Selectable<TemplatesTable>): Template => ({
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

export const toVersion = (row: Selectable<TemplateVersionsTable>): TemplateVersion => ({
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

export const toVersionSummary = (
  row: Pick<
    Selectable<TemplateVersionsTable>,
    'number' | 'delimiter' | 'file_hash' | 'file_size' | 'created_at' | 'created_by'
  >,
): VersionSummary => ({
  number: row.number,
  delimiter: row.delimiter as DelimiterName,
  fileHash: row.file_hash,
  fileSize: row.file_size,
  createdAt: row.created_at,
  createdBy: row.created_by,
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
