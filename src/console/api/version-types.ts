/** Answers about changing what is live: versions, drafts, sample sets, comparisons. */
import type { DataFinding, Delimiter, Problem } from './types.ts';

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

/** Something on a page that is hardly meant. */
export interface LintFinding {
  readonly rule: string;
  readonly message: string;
  readonly page: number;
  readonly box: Omit<MarkBox, 'page'>;
  /** The set that it shows with. */
  readonly data: string;
}

export interface LintedSet {
  readonly name: string;
  readonly pages: number | null;
  readonly error: string | null;
  readonly data?: object;
  readonly options?: object;
}

export interface LintAnswer {
  readonly findings: readonly LintFinding[];
  readonly sets: readonly LintedSet[];
  readonly left: readonly string[];
}
