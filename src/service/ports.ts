/**
 * What the domain needs to have kept. `store/` implements it, and what it promises is a contract suite in
 * `test/contracts/`, which both stores pass. What it needs to have made is in `renderer-ports.ts`.
 *
 * A method is one atomic step: whatever it says happens, happens in one transaction or not at all. There is no
 * general transaction in the interface, so no caller can hold one open.
 */
import type { ErrorCode } from '../errors.ts';
import type { RegionalDefaults } from '../regional.ts';
import type { CallStore, ChargedCall } from './calls/call-ports.ts';
import type { Completion, RetryStore } from './documents/retry-ports.ts';
import type { BatchStore } from './jobs/batch-ports.ts';
import type { JobStore } from './jobs/job-ports.ts';
import type {
  Actor,
  ApiKey,
  AuditEntry,
  DelimiterName,
  LedgerEntry,
  Organization,
  OrganizationLimits,
  OutputFormat,
  Prelude,
  Scope,
  Template,
  UsagePoint,
} from './model.ts';
import type { AuthRecords, PeopleStore } from './people/people-ports.ts';
import type { RetentionStore } from './retention.ts';
import type { LabelStore, SampleStore, TemplateStore } from './versions/template-ports.ts';
import type { WebhookStore } from './webhooks/webhook-ports.ts';

export type { Actor } from './model.ts';
export type { NewVersion, TemplateStore } from './versions/template-ports.ts';

export interface OrganizationStore {
  create(
    organization: { id: string; name: string; credit: number | null },
    actor: Actor,
  ): Promise<Organization>;
  /** Creates the organization and its first key unless any organization exists; several nodes may race here. */
  createFirst(
    organization: { id: string; name: string; credit: number | null },
    key: NewApiKey,
    actor: Actor,
  ): Promise<'created' | 'exists'>;
  get(id: string): Promise<Organization | undefined>;
  /** Oldest first. */
  list(): Promise<readonly Organization[]>;
  /** What is left out stays as it is. */
  update(
    id: string,
    change: {
      name?: string;
      defaults?: Partial<RegionalDefaults>;
      lowCredit?: number | null;
      resultHours?: number | null;
      callDays?: number | null;
      keepsCallData?: boolean;
    },
    actor: Actor,
  ): Promise<Organization | undefined>;
  /** The newest; undefined where there never was one. */
  prelude(id: string): Promise<Prelude | undefined>;
  /** The next version of it; another one than `expectedVersion` (0: none) is `version_conflict`. Undefined: no such organization. */
  setPrelude(
    id: string,
    prelude: Pick<Prelude, 'definitions' | 'parsed' | 'translations'>,
    actor: Actor,
    expectedVersion?: number,
  ): Promise<Prelude | undefined>;
  /** A limit left out stays as it is; `null` returns it to the server's default. */
  setLimits(id: string, limits: Partial<OrganizationLimits>, actor: Actor): Promise<Organization | undefined>;
}

export interface NewApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the whole key, lower-case hex. The key itself is never stored. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  /** As of ApiKey. */
  readonly label?: string | null;
}

export interface ApiKeyStore {
  create(key: NewApiKey, actor: Actor): Promise<ApiKey>;
  /** The key with its organization in one look-up; also expired and revoked ones, so that the caller can say why. */
  findByHash(hash: string): Promise<{ key: ApiKey; organization: Organization } | undefined>;
  /** Newest first, revoked ones included; all, or a page after the key `before`. None follow one that is not there. */
  list(organizationId: string, page?: { limit?: number; before?: string }): Promise<readonly ApiKey[]>;
  /** Finds by id within the organization. False where there is no such key or it is already revoked. */
  revoke(organizationId: string, id: string, actor: Actor): Promise<boolean>;
  /** Remembers uses, newest per key; collected by the caller, so that a request does not wait for it. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

export interface Charge {
  readonly organizationId: string;
  /** What was made, as the ledger calls it. */
  readonly reason: 'generate' | 'render' | 'convert';
  /** Null where the file came with the request. */
  readonly templateId: string | null;
  /** Empty without a template of the organization's. */
  readonly templateKey: string;
  /**
   * What the template was when it was rendered, where its newest version, or that of a label, was asked for. Left out, the charge is made
   * whatever has become of the template meanwhile.
   */
  readonly rendered?: Pick<Template, 'version' | 'name'> & {
    /** Then it is the version that the label pointed at. */
    readonly label?: string;
  };
  /**
   * How many documents the organization may ask for in a minute: the charge is counted as one, and made only where it is
   * not one too many. Left out where the request has been counted already.
   */
  readonly generateLimit?: number;
  readonly format: OutputFormat;
  readonly requestId: string;
  readonly at: number;
  /** The charge ends a request that may be sent again; nothing is charged where the key is not its own any more. */
  readonly completes?: Completion;
  /** What the log of calls says of it. */
  readonly call?: ChargedCall;
}

export interface ChargeResult {
  /** False where the balance or the minute's limit is used up, or the template is not what was rendered any more. */
  readonly charged: boolean;
  /** What is left; null where it is unlimited, or was not looked at. */
  readonly balance: number | null;
  /** Nothing was charged: the template has been replaced, renamed or deleted since. */
  readonly outdated?: true;
  /** Nothing was charged: somebody else has taken the key of the request over. */
  readonly lost?: true;
  /** Where it was counted. Nothing was charged where it says that it was one too many. */
  readonly verdict?: RateVerdict;
}

export interface CreditStore {
  /** Adds (or, negative, takes) credit; a balance never goes below zero. Undefined: no such organization. */
  grant(
    organizationId: string,
    amount: number,
    note: string,
    actor: Actor,
  ): Promise<Organization | undefined>;
  /** `null` makes it unlimited; a number ends that. */
  setBalance(
    organizationId: string,
    credit: number | null,
    note: string,
    actor: Actor,
  ): Promise<Organization | undefined>;
  /**
   * Takes one credit, writes the ledger, counts the template's usage and last use and the hour's series: all or
   * nothing, exact under any concurrency and across nodes.
   */
  charge(charge: Charge): Promise<ChargeResult>;
  /** Newest first; `before` is the id of the last entry of the previous page. */
  ledger(organizationId: string, limit: number, before?: string): Promise<readonly LedgerEntry[]>;
}

/** Content-addressed bytes. `put` of a hash that is there already is a no-op that keeps it from being swept. */
export interface BlobStore {
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Whole, however it was put. */
  get(hash: string): Promise<Uint8Array | undefined>;
  /** What stands in a file of this machine, from its first byte on; it stays open meanwhile. */
  putFile(hash: string, file: { readonly fd: number; readonly size: number }): Promise<void>;
  /** Writes it to a file of this machine, from its first byte on. Its size; undefined where it is not there. */
  copyToFile(hash: string, fd: number): Promise<number | undefined>;
  /** For what may be larger than memory or a value of the database: begun, pieces from 0 on, ended. True: it is there already. */
  beginPieces(hash: string): Promise<boolean>;
  putPiece(hash: string, number: number, bytes: Uint8Array): Promise<void>;
  /** From here on it is there. */
  endPieces(hash: string, whole: { readonly pieces: number; readonly size: number }): Promise<void>;
  /** How large it is, and in how many pieces: 0 where it was put whole. */
  head(hash: string): Promise<{ readonly size: number; readonly pieces: number } | undefined>;
  piece(hash: string, number: number): Promise<Uint8Array | undefined>;
  /** An address from which anybody may fetch it until then; undefined where there is none but this server's. */
  link(hash: string, file: LinkedFile): Promise<string | undefined>;
  /** Removes blobs that no template version, no remembered request and no job names and that were last put before `olderThan`. Returns how many. */
  sweep(olderThan: number): Promise<number>;
}

export interface LinkedFile {
  readonly contentType: string;
  /** A header's value. */
  readonly contentDisposition: string;
  readonly expiresAt: number;
}

interface RegisteredBlob {
  /** The object that has its bytes; null where the database has them. */
  readonly object: string | null;
  readonly size: number;
  readonly pieces: number;
  /** How large each piece is but the last one; 0 where it has none. */
  readonly pieceBytes: number;
}

/** What the database knows of blobs whose bytes lie outside of it. */
export interface BlobRegister {
  find(hash: string): Promise<RegisteredBlob | undefined>;
  /** It is wanted again: the sweep's grace counts from now. False where it is not there. */
  refresh(hash: string): Promise<boolean>;
  /** From here on it is there. Answers which object has it: another one's, who was quicker. */
  add(hash: string, blob: RegisteredBlob & { readonly object: string }): Promise<string>;
  /** As `sweep` of the blobs; with the objects that nobody needs any more. */
  sweep(olderThan: number): Promise<{ readonly count: number; readonly objects: readonly string[] }>;
  /** Those of them that have a blob. */
  inUse(objects: readonly string[]): Promise<readonly string[]>;
  /** Whether any blob lies outside. */
  hasObjects(): Promise<boolean>;
}

/** [from, to) in buckets of `step` ms. An hour belongs to the bucket that it begins in. */
export interface UsageSpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface UsageStore {
  /** Failed generations, alike and of one hour; one where no count is given. Successes are counted by `charge`. */
  recordFailure(failure: {
    organizationId: string;
    /** Empty where it was of no template that exists. */
    templateKey: string;
    /** Null where nobody knows it. */
    format: OutputFormat | null;
    code: ErrorCode;
    at: number;
    count?: number;
  }): Promise<void>;
  /**
   * Sums by bucket, template, format and outcome; oldest first. Buckets of nothing are left out. Spans follow each
   * other; of the templates, so many that were used most are named, and the rest is one.
   */
  series(
    organizationId: string,
    spans: readonly UsageSpan[],
    templates: number,
  ): Promise<readonly UsagePoint[]>;
}

export interface AuditStore {
  /** For changes that no other port records. */
  append(entry: Omit<AuditEntry, 'id'>): Promise<void>;
  /** Newest first; without an organization, everything. `before` is the id of the last entry of the previous page. */
  list(organizationId: string | undefined, limit: number, before?: string): Promise<readonly AuditEntry[]>;
}

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window starts anew. */
  readonly resetMs: number;
}

export interface RateLimiter {
  /** Counts one use of `bucket` for `subject` in the running minute, or a window of a bucket's own; exact across every node of one database. */
  consume(bucket: string, subject: string, limit: number, windowMs?: number): Promise<RateVerdict>;
  /**
   * Whether one more is known to be too many, without asking anybody. The bucket `generate` is also counted by charges
   * (`Charge.generateLimit`), in their own transaction.
   */
  refused(bucket: string, subject: string, limit: number): RateVerdict | undefined;
  /** Looks without counting. */
  peek(bucket: string, subject: string, limit: number): Promise<RateVerdict>;
}

export interface ReplicaState {
  readonly ok: boolean;
  /** Why it is not asked, or ok. */
  readonly message: string;
  /** Lists that came from it, and that the primary had to give instead. */
  readonly answered: number;
  readonly passedOn: number;
}

export interface Store {
  readonly organizations: OrganizationStore;
  readonly apiKeys: ApiKeyStore;
  readonly credit: CreditStore;
  readonly templates: TemplateStore;
  readonly labels: LabelStore;
  readonly samples: SampleStore;
  readonly blobs: BlobStore;
  readonly blobRegister: BlobRegister;
  readonly retries: RetryStore;
  readonly jobs: JobStore;
  readonly batches: BatchStore;
  readonly webhooks: WebhookStore;
  readonly calls: CallStore;
  readonly usage: UsageStore;
  readonly audit: AuditStore;
  readonly people: PeopleStore;
  readonly authRecords: AuthRecords;
  readonly retention: RetentionStore;
  readonly limiter: RateLimiter;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  /** Of the standby that lists are read from, where there is one: as it is now. Rejects where the primary does not answer. */
  replica?(): Promise<ReplicaState>;
  close(): Promise<void>;
}

/** A template that comes with Platen, for whoever has none yet. */
export interface Example {
  readonly key: string;
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly delimiter: DelimiterName;
  readonly data: Readonly<Record<string, unknown>>;
  /** For generate. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ExampleSource {
  list(): Promise<readonly Example[]>;
  file(key: string): Promise<Uint8Array>;
}
