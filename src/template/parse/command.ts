/** What one tag asks for, before any expression in it is read. Plain data. */
import type { MergeDirection } from '../looks/look-marks.ts';
import type { LookUnit } from '../looks/look-options.ts';
import type { ProblemCode } from '../problems.ts';

export type UnitName = 'run' | 'paragraph' | 'cell' | 'column' | 'row' | 'table';
export type DropUnit = 'paragraph' | 'row' | 'column' | 'table' | 'picture';
export type ContentKind = 'image' | 'link' | 'html' | 'markdown' | 'qr' | 'barcode';

export interface ContentOption {
  readonly name: string;
  /** A bare word or a quoted string as it is; an expression where it stood in parentheses. */
  readonly text?: string;
  readonly expression?: string;
}

export type BlockHead =
  | { readonly kind: 'for'; readonly variable: string; readonly source: string }
  | { readonly kind: 'each'; readonly source: string; readonly variable?: string; readonly index?: string }
  | { readonly kind: 'section'; readonly source: string }
  | { readonly kind: 'inverted'; readonly source: string }
  /** `strict` follows JavaScript's truth, otherwise an empty list is false. */
  | { readonly kind: 'if'; readonly source: string; readonly strict: boolean; readonly is?: IncludedAs }
  | { readonly kind: 'unless'; readonly source: string }
  | { readonly kind: 'with'; readonly source: string; readonly variable?: string }
  /** What stays on one page. */
  | { readonly kind: 'together'; readonly source: string };

export type BlockKind = BlockHead['kind'];

/** What an include was joined with, and how data name it: the key of a template, the hash of a document. */
export interface IncludedAs {
  readonly of: 'template' | 'docx';
  readonly id: string;
}

/** Another template of the organization, or a document from the data. */
export interface IncludeCommand {
  readonly type: 'include';
  readonly of: 'template' | 'docx';
  /** Where it is written out. */
  readonly key?: string;
  readonly version?: number;
  /** What gives the key or the document, where it comes from the data. */
  readonly source?: string;
  /** What its fields are looked up in. */
  readonly with?: string;
  /** Its styles as they are there, instead of those that this template has by the same names. */
  readonly keepsSource?: true;
  /** Those that it was joined with already, where data say which. */
  readonly joined?: readonly string[];
}

export type Command =
  | { readonly type: 'value'; readonly source: string; readonly statements: boolean }
  | { readonly type: 'run'; readonly source: string }
  /** `{comment text}` may be a field's name, `{COMMENT text}` is none. */
  | { readonly type: 'comment'; readonly looksLikeName?: true }
  | { readonly type: 'alias'; readonly name: string; readonly source: string }
  | { readonly type: 'use-alias'; readonly name: string }
  | { readonly type: 'open'; readonly head: BlockHead; readonly unit?: UnitName; readonly trim: Trim }
  | { readonly type: 'else'; readonly source?: string; readonly trim: Trim }
  | { readonly type: 'close'; readonly of: BlockKind | 'any'; readonly name: string; readonly trim: Trim }
  | { readonly type: 'drop'; readonly unit: DropUnit; readonly keep: boolean; readonly source: string }
  | { readonly type: 'page-break' }
  /** The document is made smaller until it has no more pages, but not below the percentage. */
  | { readonly type: 'fit'; readonly pages: number; readonly percent: number }
  /** A sum over the rows of a page, or over all before its end. */
  | { readonly type: 'page-sum'; readonly of: 'total' | 'carry'; readonly source: string }
  /** A value in a check-box control. */
  | { readonly type: 'check' }
  | {
      readonly type: 'content';
      readonly kind: ContentKind;
      /** Undefined: blocks where the tag stands alone in its paragraph, inline elsewhere. */
      readonly shape?: 'inline' | 'blocks';
      readonly centred?: boolean;
      readonly source: string;
      readonly options: readonly ContentOption[];
    }
  /** `STYLE cell fill=red IF late`: the condition is the option `if`. */
  | {
      readonly type: 'look';
      readonly unit: LookUnit;
      readonly options: readonly ContentOption[];
      /** It has an end, whatever it is about. */
      readonly paired?: true;
    }
  | { readonly type: 'chart'; readonly source: string; readonly options: readonly ContentOption[] }
  | { readonly type: 'look-end' }
  /** `MERGE down BY id`: the key is the option `by`. */
  | { readonly type: 'merge'; readonly direction: MergeDirection; readonly options: readonly ContentOption[] }
  | IncludeCommand
  /** Of the organization, as joining has written them. */
  | { readonly type: 'translations'; readonly texts: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'problem';
      readonly code: ProblemCode;
      readonly message: string;
      readonly hint?: string;
    };

/** Handlebars' `~`: which sides of the tag lose their white space. */
export interface Trim {
  readonly before: boolean;
  readonly after: boolean;
}

export const NO_TRIM: Trim = { before: false, after: false };
