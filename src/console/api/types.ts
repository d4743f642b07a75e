/** What the server's answers look like: the console's copy of the shapes in /openapi.json. Times are ISO strings. */

const DELIMITERS = ['BRACES', 'DOUBLE_BRACES', 'DOUBLE_SQUARE_BRACKETS', 'TRIPLE_PLUS'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SCOPES = ['templates:read', 'templates:write', 'generate', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** One thing that is wrong with a template or a request, and where. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly part?: string;
  readonly paragraph?: { readonly number: number; readonly text: string };
  readonly cell?: { readonly row: number; readonly column: number };
  readonly tag?: string;
  readonly path?: string;
}

export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly requestId: string;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Session {
  readonly person: Person | null;
  readonly organization: Membership | null;
  readonly organizations: readonly Membership[];
  /** No owner exists yet: the one-time link of the first start is still to be used. */
  readonly setup: boolean;
  readonly signInWith: readonly { readonly id: string; readonly name: string; readonly url: string }[];
}

export interface Invitation {
  readonly organization: { readonly name: string };
  readonly role: Role;
  readonly email: string | null;
  readonly expiresAt: string | null;
}

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
}

/** An entry of the log of calls. */
export interface Call {
  readonly id: string;
  readonly at: string;
  readonly kind: 'generate' | 'render' | 'convert' | 'job' | 'webhook' | 'dropped';
  readonly status: number;
  readonly code: string | null;
  readonly error: string | null;
  readonly hint?: string;
  readonly details?: readonly Problem[];
  readonly templateKey: string | null;
  readonly version: number | null;
  readonly output: string | null;
  readonly caller: string | null;
  readonly key: { readonly id: string; readonly name: string } | null;
  readonly requestId: string | null;
  readonly milliseconds: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly engine: string | null;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  readonly cut?: boolean;
  readonly jobId?: string;
  readonly records?: { readonly total: number; readonly made: number; readonly failed: number };
  readonly replayed?: boolean;
  readonly webhook?: { readonly event: string; readonly attempt?: number };
  readonly count?: number;
  readonly hasData: boolean;
}

export interface CallPage {
  readonly entries: readonly Call[];
  readonly next: string | null;
}

export interface CallWithData {
  readonly call: Call;
  /** The body of the request, as it came. */
  readonly data: string | null;
  readonly dataProblem: string | null;
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

export interface Example {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly delimiter: Delimiter;
  readonly data: unknown;
  /** What its documents are made with. */
  readonly options: object;
}

export interface AddedExamples {
  readonly added: readonly string[];
  readonly existing: readonly string[];
}

export interface Template {
  readonly key: string;
  readonly name: string;
  /** Documents generated from it. */
  readonly usage: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsed: string | null;
  /** 0 where there is only a draft. */
  readonly version?: number;
  readonly delimiter?: Delimiter;
  /** The number of its draft. */
  readonly draft?: number | null;
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

export interface TemplateVersion {
  readonly version: number;
  readonly delimiter: Delimiter;
  readonly fileSize: number;
  /** The same for the same file. */
  readonly sha256: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly note: string | null;
  readonly publishedAt: string;
  readonly publishedBy: string | null;
  /** The version whose file it has, where it was brought back. */
  readonly equals: number | null;
  readonly labels: readonly string[];
  readonly current: boolean;
}

/** What is to be the next version. */
export interface TemplateDraft {
  readonly draft: number;
  readonly delimiter: Delimiter;
  readonly fileSize: number;
  readonly sha256: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly note: string | null;
}

export interface TemplateVersions {
  readonly versions: readonly TemplateVersion[];
  readonly draft: TemplateDraft | null;
  readonly next: number | null;
}

export interface SampleSet {
  readonly name: string;
  readonly bytes: number;
  /** Previews begin with it. */
  readonly default: boolean;
  readonly changedAt: string;
  readonly changedBy: string;
}

interface SampleProblems {
  readonly missing: readonly DataFinding[];
  readonly mistyped: readonly DataFinding[];
  readonly unused: readonly DataFinding[];
}

export interface CheckedSampleSet extends SampleSet {
  readonly fits?: boolean;
  readonly problems?: SampleProblems;
}

export interface OpenedSampleSet extends SampleSet {
  readonly data: object;
  readonly options: object;
}

interface FieldFacts {
  readonly kind: string;
  readonly optional: boolean;
}

interface MarkBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WordMark {
  readonly kind: 'moved' | 'changed' | 'new' | 'lost';
  readonly text: string;
  readonly was?: string;
  readonly from?: readonly MarkBox[];
  readonly to?: readonly MarkBox[];
}

/** What differs between two versions. */
export interface Compared {
  readonly sameFile: boolean;
  readonly fields: {
    readonly added: readonly (FieldFacts & { readonly path: string })[];
    readonly removed: readonly (FieldFacts & { readonly path: string })[];
    readonly changed: readonly {
      readonly path: string;
      readonly from: FieldFacts;
      readonly to: FieldFacts;
    }[];
  };
  readonly samples: readonly {
    readonly name: string;
    readonly fits: boolean;
    readonly fitsFrom: boolean;
    readonly problems: SampleProblems;
  }[];
  readonly words: {
    readonly sample: string | null;
    readonly changes: {
      readonly pages: { readonly from: number; readonly to: number };
      readonly counts: Readonly<Record<WordMark['kind'], number>>;
      readonly marks: readonly WordMark[];
      readonly truncated: boolean;
    } | null;
    readonly problem: Problem | null;
  } | null;
}

export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'list'
  | 'object'
  | 'image'
  | 'html'
  | 'markdown'
  | 'link';

/** A place in the template that reads the field. */
export interface FieldUse {
  readonly part: string;
  readonly paragraph?: number;
  readonly tag: string;
}

export interface Field {
  readonly path: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  readonly usedIn: readonly FieldUse[];
}

export interface Inspection {
  readonly fields: readonly Field[];
  /** JSON Schema 2020-12 for the data. */
  readonly schema: Record<string, unknown>;
  readonly sample: Record<string, unknown>;
  /** What it will do that its author would hardly expect. */
  readonly warnings: readonly Problem[];
  /** Templates that it includes; `null` is the newest version. */
  readonly includes?: readonly { readonly key: string; readonly version: number | null }[];
  /** Keys of the templates that include it. */
  readonly includedBy?: readonly string[];
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean;
}

export interface TemplateCheck {
  /** The delimiter that fits best; `null` where no tag was found with any. */
  readonly proposed: Delimiter | null;
  readonly delimiters: readonly {
    readonly delimiter: Delimiter;
    readonly tags: number;
    readonly problems: number;
  }[];
  /** The one that `problems` and `inspection` are about. */
  readonly delimiter: Delimiter;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly inspection: Inspection | null;
}

interface DataFinding {
  readonly path: string;
  readonly first: string;
  readonly count: number;
  readonly expected?: string;
  readonly found?: string;
  readonly suggestion?: string;
}

export interface DataReport {
  readonly valid: boolean;
  readonly missing: readonly DataFinding[];
  readonly mistyped: readonly DataFinding[];
  readonly unused: readonly DataFinding[];
  readonly truncated: boolean;
}

const JOB_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Bundle = 'zip' | 'pdf' | 'docx';

export interface Job {
  readonly id: string;
  readonly state: JobState;
  readonly templateKey: string;
  readonly version: number;
  readonly output: 'DOCX' | 'PDF';
  /** Null where it is about one document. */
  readonly bundle?: Bundle | null;
  readonly records: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Of those that are done. */
    readonly warned: number;
  };
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Until when its result is kept. */
  readonly expiresAt: string | null;
  readonly result: { readonly size: number; readonly contentType: string; readonly filename: string } | null;
  readonly error: (Omit<ErrorBody, 'error' | 'requestId'> & { readonly message: string }) | null;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly next: string | null;
}

export interface NewJob {
  readonly id: string;
  readonly state: JobState;
  readonly warnings?: readonly string[];
}

/** What is to be said about a record. */
export interface ReportLine {
  readonly record: number;
  readonly path?: string;
  readonly code: string;
  readonly message: string;
  readonly level: 'error' | 'warning';
}

const WEBHOOK_EVENTS = [
  'job.completed',
  'job.failed',
  'document.failed',
  'credit.low',
  'template.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Webhook {
  /** `callback` stands for the callbacks of all jobs. */
  readonly id: string;
  readonly url: string | null;
  readonly events: readonly WebhookEvent[];
  readonly disabled: boolean;
  readonly failingSince: string | null;
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  /** In the answer that makes it, and never again. */
  readonly secret?: string;
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly createdAt: string;
  readonly nextAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly next: string | null;
}
