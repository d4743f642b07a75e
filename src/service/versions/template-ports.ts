/** What the domain needs to have kept of templates: versions, the draft of the next one, labels and sample sets. */
import type {
  Actor,
  DelimiterName,
  DraftSummary,
  Label,
  ListedTemplate,
  Sample,
  SampleSummary,
  Storage,
  Template,
  TemplateVersion,
  VersionSummary,
} from '../model.ts';

/** A number, the draft, or the version that a label points at. */
export type VersionChoice = number | 'draft' | { readonly label: string };

export interface NewVersion {
  readonly delimiter: DelimiterName;
  readonly fileHash: string;
  readonly fileSize: number;
  readonly programHash: string;
  readonly programFormat: number;
  readonly inspection: string;
  /** As of TemplateVersion. */
  readonly includes?: string | null;
  /** What its author says of it. */
  readonly note?: string | null;
  /** Of file, program and inspection. */
  readonly storedBytes: number;
  /** What the organization may keep with it; past that `storage_limit`, and nothing happens. */
  readonly within: Storage;
}

/** Where a draft is to be the first of its template: that template. */
interface DraftChange {
  readonly create?: {
    readonly id: string;
    readonly name: string;
    /** One that is there already gets no draft. */
    readonly mustBeNew?: true;
  };
  /** As of a replacement. */
  readonly expectedVersion?: number;
  /** Which draft the caller believes to be there (0: none); another one is `version_conflict`. */
  readonly expectedDraft?: number;
}

interface Replacement {
  /** The template's new name. */
  readonly name?: string;
  /** Which version the caller believes to be the newest; another one is `version_conflict`, and nothing happens. */
  readonly expectedVersion?: number;
  /** The version whose file this is, where an earlier one is brought back. */
  readonly restores?: number;
}

export interface TemplateStore {
  /** `storage_limit` where the organization has no room for so much more by now. */
  checkRoom(organizationId: string, added: Storage, within: Storage): Promise<void>;
  /** Throws where another version is the newest; says nothing of a template that is not there. */
  checkVersion(organizationId: string, key: string, expected: number): Promise<void>;
  /** Undefined where the key is taken. The blobs that the version names must be there before. */
  create(
    template: { id: string; organizationId: string; key: string; name: string },
    version: NewVersion,
    actor: Actor,
  ): Promise<Template | undefined>;
  /** Adds a version and makes it the newest. Undefined where there is no such template. */
  replace(
    organizationId: string,
    key: string,
    version: NewVersion,
    actor: Actor,
    more?: Replacement,
  ): Promise<Template | undefined>;
  /** `expectedVersion` as in a replacement; the version stays. */
  rename(
    organizationId: string,
    key: string,
    name: string,
    actor: Actor,
    expectedVersion?: number,
  ): Promise<Template | undefined>;
  /** Adds or replaces the draft, and gives its number. Undefined where there is no such template, and `create` is left out. */
  saveDraft(
    organizationId: string,
    key: string,
    version: NewVersion,
    actor: Actor,
    more?: DraftChange,
  ): Promise<number | undefined>;
  /** Undefined where there is none. */
  draft(organizationId: string, key: string): Promise<DraftSummary | undefined>;
  /** Makes the draft of that number the newest version; `version_conflict` where it is another one by now. Undefined: no such template. */
  publish(
    organizationId: string,
    key: string,
    expected: { readonly draft: number; readonly version?: number | undefined },
    actor: Actor,
    note?: string,
  ): Promise<Template | undefined>;
  /** Removes the draft, and with it a template that has never been published. As `publish`; false: there is none. */
  discardDraft(organizationId: string, key: string, actor: Actor, expectedDraft?: number): Promise<boolean>;
  /** Removes the template with all its versions. False where there was none. */
  delete(organizationId: string, key: string, actor: Actor): Promise<boolean>;
  /** Without a choice: the newest version. A draft has the number 0. */
  find(
    organizationId: string,
    key: string,
    version?: VersionChoice,
  ): Promise<{ template: Template; version: TemplateVersion } | undefined>;
  /** Templates whose newest version includes others, by key. */
  including(organizationId: string): Promise<readonly { readonly key: string; readonly includes: string }[]>;
  /** The number of the version that was the newest at that time. */
  newestBefore(organizationId: string, key: string, at: number): Promise<number | undefined>;
  /** Newest `createdAt` first, then key by code point; `after` is the last row of the previous page. */
  list(
    organizationId: string,
    page?: { limit: number; after?: { createdAt: number; key: string } },
  ): Promise<readonly ListedTemplate[]>;
  /** Newest first; those with a lower number than `before`. */
  versions(
    organizationId: string,
    key: string,
    page: { limit: number; before?: number },
  ): Promise<readonly VersionSummary[]>;
  /** Stores a program that was compiled anew for a newer format; the version's number stays. */
  updateProgram(
    templateId: string,
    number: number,
    program: Pick<NewVersion, 'programHash' | 'programFormat' | 'inspection' | 'includes' | 'storedBytes'>,
  ): Promise<void>;
}

export interface LabelStore {
  /** By name. */
  list(organizationId: string, key: string): Promise<readonly Label[]>;
  /**
   * Points labels at versions, or removes them (null): all or nothing. `expected` are those that the caller believes to be
   * there; others are `version_conflict`. A version that is not there is `version_not_found`. Undefined: no such template.
   */
  set(
    organizationId: string,
    key: string,
    change: {
      readonly labels: Readonly<Record<string, number | null>>;
      readonly expected?: Readonly<Record<string, number | null>>;
      /** How many the template may have then. */
      readonly most: number;
    },
    actor: Actor,
  ): Promise<readonly Label[] | undefined>;
}

export interface SampleStore {
  /** By name, without their data. */
  list(organizationId: string, key: string): Promise<readonly SampleSummary[]>;
  get(organizationId: string, key: string, name: string): Promise<Sample | undefined>;
  /**
   * Adds or replaces one; `changedAt` is when the caller has seen it changed last (null: it was not there), another time is
   * `version_conflict`. Undefined: no such template.
   */
  put(
    organizationId: string,
    key: string,
    sample: Pick<Sample, 'name' | 'data' | 'options'> & {
      readonly isDefault?: boolean | undefined;
      readonly expected?: { readonly changedAt: number | null } | undefined;
      readonly most: number;
      readonly within: Storage;
    },
    actor: Actor,
  ): Promise<SampleSummary | undefined>;
  /** False where there is none. */
  delete(organizationId: string, key: string, name: string, actor: Actor): Promise<boolean>;
}
