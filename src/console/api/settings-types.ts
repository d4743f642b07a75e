/** Answers that the settings and the usage read: the organization, its people and keys, what was used and who did what. */
import type { Role } from './types.ts';

const SCOPES = ['templates:read', 'templates:write', 'generate', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Window {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** What of something there is, and what there may be. */
export interface Kept {
  readonly used: number;
  readonly limit: number;
}

export interface Defaults {
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly currency: string | null;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** Documents that may still be generated; `null` is unlimited. */
  readonly credit: number | null;
  readonly limits: {
    readonly generate: Window;
    readonly request: Window;
    readonly templates: Kept;
    readonly versions: Kept;
    readonly bytes: Kept;
  };
  readonly defaults: Defaults;
  /** Webhooks are told when a document leaves so much credit. */
  readonly lowCredit: number | null;
  /** Of the log of calls; null: as long as nobody says. */
  readonly callDays: number | null;
  readonly callDaysKept: number;
  readonly callDaysLimit: number;
  readonly keepCallData: boolean;
  readonly callDataKeyIn: 'settings' | 'database';
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly lastUsed: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly status: 'active' | 'expired' | 'revoked';
  /** It makes documents of versions with this label alone. */
  readonly label: string | null;
}

export interface KeyPage {
  readonly keys: readonly ApiKey[];
  readonly next: string | null;
}

export interface NewApiKey extends ApiKey {
  /** The key itself: in this one answer and never again. */
  readonly key: string;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly you: boolean;
}

export interface PendingInvitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface NewInvitation extends PendingInvitation {
  readonly link: string;
}

export interface UsagePoint {
  readonly start: string;
  /** `null`: all but the most used templates, together. */
  readonly templateKey: string | null;
  readonly format: 'DOCX' | 'PDF' | null;
  /** `ok`, or the error code of a failed generation. */
  readonly outcome: string;
  readonly count: number;
}

export interface Usage {
  readonly points: readonly UsagePoint[];
  readonly totals: { readonly documents: number; readonly errors: number };
}

export interface LedgerEntry {
  readonly id: string;
  readonly amount: number;
  readonly balanceAfter: number | null;
  readonly reason: string;
  readonly note: string;
  readonly requestId: string | null;
  readonly at: string;
}

export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  readonly next: string | null;
}

export interface AuditEntry {
  readonly id: string;
  /** `user:ada@example.com`, `key:plt_ab12cd34`, `cli`, `first-start` */
  readonly actor: string;
  /** `template.replace` */
  readonly action: string;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly at: string;
}

export interface Audit {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

export interface Prelude {
  /** 0 where there is none yet. */
  readonly version: number;
  readonly definitions: string;
  readonly translations: object | null;
  /** What is defined, in order. */
  readonly names: readonly string[];
  readonly createdBy: string | null;
}
