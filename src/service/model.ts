/** What the service knows about: plain readonly records, the same whatever store holds them. Times are epoch ms. */

import type { RegionalDefaults } from '../regional.ts';
import type { Trace } from '../stages.ts';
import type { Completion } from './documents/retry-ports.ts';

export const DELIMITERS = ['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'] as const;
export type DelimiterName = (typeof DELIMITERS)[number];

export const SCOPES = ['templates:read', 'templates:write', 'generate', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a person may do in an organization; each role may do what the ones before it may. */
export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export type OutputFormat = 'DOCX' | 'PDF';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Documents that may still be generated; `null` is unlimited. */
  readonly credit: number | null;
  /** Documents a minute; `null` means the server's default. */
  readonly generateLimit: number | null;
  /** Other requests a minute; `null` means the server's default. */
  readonly requestLimit: number | null;
  /** Templates that it may keep; `null` means the server's default. */
  readonly templateLimit: number | null;
  /** Versions of all templates together that it may keep; `null` means the server's default. */
  readonly versionLimit: number | null;
  /** Bytes that it may keep; `null` means the server's default. */
  readonly storageLimit: number | null;
  /** What it keeps now. */
  readonly stored: Storage;
  /** Locale, time zone and currency of documents whose request does not say. */
  readonly defaults: RegionalDefaults;
  /** The credit at which `credit.low` is told; `null`: at none. */
  readonly lowCredit: number | null;
  /** How long results of jobs are kept; `null`: a day. */
  readonly resultHours: number | null;
  /** How long the log of calls is kept; `null`: 30 days. */
  readonly callDays: number | null;
  /** Whether the log keeps what was sent as data. */
  readonly keepsCallData: boolean;
  readonly createdAt: number;
}

/** What an organization defines for all its templates. Versions count from 1. */
export interface Prelude {
  readonly version: number;
  /** `{SET …}` tags, as they were sent. */
  readonly definitions: string;
  readonly parsed: readonly PreludeDefinition[];
  readonly translations: Readonly<Record<string, unknown>> | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface PreludeDefinition {
  readonly name: string;
  /** As SET has it. */
  readonly source: string;
  /** Definitions above it that it needs. */
  readonly uses: readonly string[];
}

/** Templates with all their versions: what an organization keeps, or may keep. */
export interface Storage {
  readonly templates: number;
  readonly versions: number;
  /** Bytes of files, and of what was compiled from them. */
  readonly bytes: number;
}

/** The limits of one organization; `null` means the server's default. */
export type OrganizationLimits = Pick<
  Organization,
  'generateLimit' | 'requestLimit' | 'templateLimit' | 'versionLimit' | 'storageLimit'
>;

export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The first characters of the key: enough for a person to tell keys apart, useless for guessing the rest. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** `null`: never. */
  readonly expiresAt: number | null;
  /** `null`: never. */
  readonly lastUsedAt: number | null;
  /** `null` while it works. */
  readonly revokedAt: number | null;
  /** Documents that are made with it are of the versions that this label points at; `null`: of any. */
  readonly label: string | null;
}

export interface Template {
  readonly id: string;
  readonly organizationId: string;
  readonly key: string;
  readonly name: string;
  /** Documents that were made from it. */
  readonly usage: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When a document was last made from it; `null`: never. */
  readonly lastUsed: number | null;
  /** The newest version's number; 0 where none has been published yet. */
  readonly version: number;
}

/** A template as a list shows it: with the delimiter of its newest version, or of the draft that is to be the first. */
export interface ListedTemplate extends Template {
  readonly delimiter: DelimiterName;
  /** The number of its draft; null where it has none. */
  readonly draft: number | null;
}

/** One upload of a template's file. Versions count from 1 and are never reused. */
export interface TemplateVersion {
  readonly templateId: string;
  readonly number: number;
  readonly delimiter: DelimiterName;
  /** SHA-256 of the original file, lower-case hex: its address among the blobs. */
  readonly fileHash: string;
  readonly fileSize: number;
  /** Address of the compiled program among the blobs. */
  readonly programHash: string;
  /** The format that the compiled program was written in. */
  readonly programFormat: number;
  /** What was derived from the template at upload: fields, JSON Schema, sample data. JSON text. */
  readonly inspection: string;
  /** What it includes, as JSON; null: nothing. */
  readonly includes: string | null;
  readonly createdAt: number;
  /** Who uploaded it, as the audit log names them; null for versions from before that was kept. */
  readonly createdBy: string | null;
}

/** What a list of versions shows; an inspection may be as large as its template. */
export interface VersionSummary
  extends Pick<
    TemplateVersion,
    'number' | 'delimiter' | 'fileHash' | 'fileSize' | 'createdAt' | 'createdBy'
  > {
  /** What its author says of it. */
  readonly note: string | null;
  /** The earlier version whose file this is, where it was brought back. */
  readonly restores: number | null;
  /** When documents began to be made from it: with its upload, unless it was a draft first. */
  readonly publishedAt: number;
  readonly publishedBy: string | null;
}

/** A file that is to be the next version. */
export interface DraftSummary extends Omit<VersionSummary, 'number' | 'publishedAt' | 'publishedBy'> {
  /** Drafts of a template count from 1, and no number is given twice. */
  readonly draft: number;
}

/** A name of the template's for one of its versions. */
export interface Label {
  readonly name: string;
  readonly version: number;
  readonly changedAt: number;
  readonly changedBy: string;
}

/** A set of data that a template is tried with. */
export interface SampleSummary {
  readonly name: string;
  /** What it takes of the organization's storage. */
  readonly bytes: number;
  /** The one that previews begin with. */
  readonly isDefault: boolean;
  readonly changedAt: number;
  readonly changedBy: string;
}

export interface Sample extends SampleSummary {
  /** JSON text. */
  readonly data: string;
  /** Of generate; JSON text. */
  readonly options: string;
}

export interface LedgerEntry {
  readonly id: string;
  readonly organizationId: string;
  /** Positive for a grant, negative for a charge. */
  readonly amount: number;
  /** Credit that was left then; `null` is unlimited. */
  readonly balanceAfter: number | null;
  /** `grant`, `generate`, `render`, `convert`, `set_unlimited`, `set_limited`, … */
  readonly reason: string;
  /** Free text of an administrator, or the template key of a charge. */
  readonly note: string;
  /** The request that was charged for; `null` for what an administrator did. */
  readonly requestId: string | null;
  readonly at: number;
}

export interface UsagePoint {
  /** Start of the bucket: an hour, or a day of some time zone. */
  readonly start: number;
  /** `null` stands for all the templates together that were used less than those that are named. */
  readonly templateKey: string | null;
  /** `null` where a call failed before it said which. */
  readonly format: OutputFormat | null;
  /** `ok`, or the error code of a failed generation. */
  readonly outcome: string;
  readonly count: number;
}

export interface AuditEntry {
  readonly id: string;
  readonly organizationId: string | null;
  /** Who did it: `cli`, `first-start`, `key:plt_ab12…`, `user:ada@example.com`. */
  readonly actor: string;
  /** `organization.create`, `api_key.revoke`, `template.replace`, … */
  readonly action: string;
  /** What it was done to, and how, as JSON. Never a secret, never document data. */
  readonly subject: string;
  readonly at: number;
}

/** Somebody who can sign in. */
export interface PersonRecord {
  readonly id: string;
  /** The address, lower-case, NFC: who signs in is found by it. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: number;
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}

export interface Membership {
  readonly organization: Organization;
  readonly role: Role;
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
}

/** A link that makes whoever opens it a member: it works once. */
export interface OpenLink {
  readonly id: string;
  readonly kind: 'owner' | 'invitation';
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: Role;
  /** Whom it is for; `null`: for whoever has it. */
  readonly email: string | null;
  readonly createdAt: number;
  /** `null`: never. */
  readonly expiresAt: number | null;
}

/** Who makes a change, for the audit entry that is written in the same transaction. */
export interface Actor {
  /** As the audit log shows it: `cli`, `key:plt_ab12…`. */
  readonly name: string;
  readonly at: number;
  /** The change ends a request that may be sent again. */
  readonly completes?: Completion;
  /** The trace that it is part of. */
  readonly trace?: Trace['headers'];
}
