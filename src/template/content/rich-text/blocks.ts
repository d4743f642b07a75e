/** The rich text between HTML and Word: paragraphs and tables with resolved formats. Plain data. */
import type { ListFormat } from '../part-context.ts';
import type { Borders } from './css.ts';
import type { Format } from './format.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly format: Format }
  | { readonly kind: 'break'; readonly format: Format }
  | { readonly kind: 'image'; readonly image: ImageRequest; readonly format: Format };

export interface ImageRequest {
  readonly source: string;
  readonly alt: string;
  /** As written: attributes are pixels, styles have units. */
  readonly width: string | undefined;
  readonly height: string | undefined;
}

export type Role =
  | 'body'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'heading5'
  | 'heading6'
  | 'code'
  | 'caption'
  | 'rule';

/** One `ul` or `ol`. Its identity is what says which items count together. */
export interface List {
  /** The same for all that are inside one outermost list, and for nothing else in the text. */
  readonly number: number;
  readonly format: ListFormat | 'none';
  readonly start: number;
  /** From 0. */
  readonly level: number;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly role: Role;
  readonly inlines: readonly Inline[];
  readonly layout: Layout;
  /** `isItem` for the paragraph that carries the marker, false for those that follow it in the same item. */
  readonly item?: { readonly list: List; readonly isItem: boolean };
}

export type Alignment = 'left' | 'center' | 'right' | 'justify';

/** All lengths in twips. */
export interface Layout {
  readonly align?: Alignment;
  readonly indentLeft: number;
  readonly indentRight: number;
  readonly firstLine?: number;
  readonly spaceBefore?: number;
  readonly spaceAfter?: number;
  /** 240ths of a line, or twips where `exact`. */
  readonly line?: { readonly value: number; readonly exact: boolean };
  readonly background?: string;
  readonly borders?: Borders;
  /** How many block quotations are around. */
  readonly quotes: number;
  readonly keepNext?: boolean;
  readonly pageBreakBefore?: boolean;
  readonly rightToLeft?: boolean;
}

export interface Cell {
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
  readonly blocks: readonly Block[];
  readonly background?: string;
  readonly borders: Borders;
  readonly vertical?: 'top' | 'center' | 'bottom';
  /** As written. */
  readonly width: string | undefined;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Repeats at the top of each page. */
  readonly isHeader: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly Row[];
  /** `col` widths as written. */
  readonly columns: readonly (string | undefined)[];
  readonly width: string | undefined;
  readonly align?: Alignment;
  readonly indentLeft: number;
  /** 'grid' draws all lines, 'own' only what cells say themselves. */
  readonly lines: 'grid' | 'own';
  readonly borders: Borders;
  readonly background?: string;
  readonly rightToLeft?: boolean;
}

export type Block = Paragraph | Table;
