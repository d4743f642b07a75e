/**
 * The Word model: what a document says, in its own order, as readonly data. Lengths are in points. Content controls,
 * custom XML and smart tags are taken off their content; tracked changes stand as accepted.
 */

import type { Chart } from './chart/model.ts';
import type { DrawnColor } from './colors.ts';
import type { Recolor, Shadow, ShapeFill, ShapeLine } from './drawing/shape-style.ts';
import type { Finding } from './findings.ts';
import type { Lists } from './lists.ts';
import type { MathNode } from './math/model.ts';
import type { ParagraphProperties } from './properties/paragraph-properties.ts';
import type { RunProperties } from './properties/run-properties.ts';
import type { Section } from './properties/sections.ts';
import type { Settings } from './properties/settings.ts';
import type { CellProperties, RowProperties, TableProperties } from './properties/table-properties.ts';
import type { StyleSheet } from './style-sheet.ts';
import type { Rgb, Theme } from './theme.ts';

export type { LineEnd, Shadow, ShapeFill, ShapeLine } from './drawing/shape-style.ts';

export interface WordDocument {
  readonly sections: readonly BodySection[];
  /** Headers and footers by part name. */
  readonly edges: ReadonlyMap<string, readonly Block[]>;
  /** Of every page. */
  readonly background?: Rgb;
  readonly footnotes: ReadonlyMap<string, readonly Block[]>;
  readonly endnotes: ReadonlyMap<string, readonly Block[]>;
  readonly separators: { readonly footnotes: NoteSeparators; readonly endnotes: NoteSeparators };
  readonly styles: StyleSheet;
  readonly lists: Lists;
  readonly settings: Settings;
  readonly theme: Theme;
  readonly fonts: ReadonlyMap<string, FontInfo>;
  readonly embeddedFonts: readonly EmbeddedFontPart[];
  /** Pictures that stand for bullets, by their ids. */
  readonly bullets: ReadonlyMap<string, Drawing>;
  readonly properties: DocumentProperties;
  /** Symbols are copied from the PDF as the codes that the document has for them, not as the characters they show. */
  readonly copiesSymbolCodes: boolean;
  readonly findings: readonly Finding[];
}

/** What stands between text and its notes (§17.11.23, §17.11.1, §17.11.2); the lines themselves are left out. */
export interface NoteSeparators {
  readonly separator?: readonly Block[];
  readonly continuationSeparator?: readonly Block[];
  readonly continuationNotice?: readonly Block[];
}

export interface BodySection {
  readonly section: Section;
  readonly blocks: readonly Block[];
  /** Part names; inherited ones are filled in. */
  readonly headers: { readonly default?: string; readonly first?: string; readonly even?: string };
  readonly footers: { readonly default?: string; readonly first?: string; readonly even?: string };
}

export type Block = Paragraph | Table;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly properties: ParagraphProperties;
  /** Of the paragraph's mark: the height of an empty one, the look of its number. */
  readonly mark: RunProperties;
  readonly inlines: readonly Inline[];
}

export interface Table {
  readonly kind: 'table';
  readonly properties: TableProperties;
  /** A hint, as other programs write anything here. */
  readonly grid: readonly number[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly properties: RowProperties;
  readonly cells: readonly TableCell[];
  /** Where other rows are the same but for their texts: whoever knows one of them knows nearly all of this one. */
  readonly textOnly?: TextOnlyRow | undefined;
}

export interface TextOnlyRow {
  readonly pattern: RowPattern;
  /** Of its runs, in order. None is empty, or holds tabs. */
  readonly texts: readonly string[];
}

/** Rows whose cells hold paragraphs of nothing but text, without the texts. The same object for rows that are alike. */
export interface RowPattern {
  readonly cells: readonly {
    readonly properties: CellProperties;
    readonly paragraphs: readonly {
      readonly properties: ParagraphProperties;
      readonly mark: RunProperties;
      readonly runs: readonly RunProperties[];
    }[];
  }[];
}

export interface TableCell {
  readonly properties: CellProperties;
  readonly blocks: readonly Block[];
}

export type Link = { readonly uri: string } | { readonly destination: string };

interface InlineBase {
  readonly run: RunProperties;
  readonly link?: Link;
}

export type Inline =
  | TextInline
  | SymbolInline
  | TabInline
  | PositionTabInline
  | BreakInline
  | DrawingInline
  | MathInline
  | NoteInline
  | NoteMarkInline
  | FieldInline
  | BookmarkInline;

interface TextInline extends InlineBase {
  readonly kind: 'text';
  /** U+00AD where a word may break, U+2011 where it may not. */
  readonly text: string;
}

interface SymbolInline extends InlineBase {
  readonly kind: 'symbol';
  readonly font: string;
  readonly codePoint: number;
}

interface TabInline extends InlineBase {
  readonly kind: 'tab';
}

interface PositionTabInline extends InlineBase {
  readonly kind: 'position-tab';
  readonly alignment: 'left' | 'center' | 'right';
  readonly leader: 'none' | 'dot' | 'hyphen' | 'underscore' | 'middleDot';
}

interface BreakInline extends InlineBase {
  readonly kind: 'break';
  readonly type: 'line' | 'page' | 'column';
  /** `w:clear="all"` and its kin. */
  readonly clear?: string;
}

interface DrawingInline extends InlineBase {
  readonly kind: 'drawing';
  readonly drawing: Drawing;
}

export interface MathInline extends InlineBase {
  readonly kind: 'math';
  readonly math: MathNode;
  /** On lines of its own, and at which side of them. */
  readonly display: 'left' | 'center' | 'right' | 'group' | 'default' | undefined;
}

/** A reference to a note. */
export interface NoteInline extends InlineBase {
  readonly kind: 'note';
  readonly note: 'footnote' | 'endnote';
  readonly id: string;
  /** The document gives a mark of its own, which follows as text. */
  readonly custom: boolean;
}

/** The number at a note's own beginning. */
interface NoteMarkInline extends InlineBase {
  readonly kind: 'note-mark';
}

/** One whose result layout knows better than the file does. */
export interface FieldInline extends InlineBase {
  readonly kind: 'field';
  /** Upper case: PAGE, NUMPAGES, SECTIONPAGES, SECTION, PAGEREF, STYLEREF. */
  readonly name: string;
  /** Bookmark or style. */
  readonly argument: string;
  /** `\*` switch: Roman, alphabetic, … */
  readonly format: string;
  readonly cached: string;
}

interface BookmarkInline extends InlineBase {
  readonly kind: 'bookmark';
  readonly name: string;
}

export interface FontInfo {
  readonly alternateName?: string;
  readonly familyClass?: 'roman' | 'swiss' | 'modern' | 'script' | 'decorative' | 'auto';
  readonly fixedPitch?: boolean;
  readonly panose?: string;
  /** `w:sig`, what the author's version of the font covers: its usb0 and csb0. */
  readonly signature?: string;
  /** The document brings it along. */
  readonly embedded?: boolean;
  /** Word, when it saved the document, knew nothing of the font: it was drawing another. */
  readonly absent?: boolean;
}

/** A face that the document brings along (§17.8.3.3 to 6). */
export interface EmbeddedFontPart {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly part: string;
  /** What its first bytes are hidden with. */
  readonly key: string;
}

export interface DocumentProperties {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly created?: string;
  readonly modified?: string;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What shadows, rotation and lines need around it. */
  readonly extent: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly anchor: Anchor | undefined;
  readonly content: DrawingContent;
  readonly description: string;
  /** Its author says that it means nothing (`adec:decorative`). */
  readonly decorative?: boolean;
  readonly link: Link | undefined;
}

export type DrawingContent =
  | Picture
  | Shape
  | Group
  | Chart
  | { readonly kind: 'unsupported'; readonly what: string };

export interface Picture {
  readonly kind: 'picture';
  /** The part with its bytes; undefined where it is linked or missing. */
  readonly part: string | undefined;
  readonly crop: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly opacity: number;
  readonly line: ShapeLine | undefined;
  readonly shadow?: Shadow;
  /** Brightness and contrast: what becomes of a sample between 0 and 1. */
  readonly light?: { readonly gain: number; readonly offset: number };
  readonly recolor?: Recolor;
  /** What it is cut to, where that is not its rectangle. */
  readonly shape?: { readonly geometry: string; readonly adjust: ReadonlyMap<string, number> };
}

export interface Group {
  readonly kind: 'group';
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** In the group's own coordinates, which `frame` maps onto the drawing's rectangle. */
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly children: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly content: DrawingContent;
  }[];
}

export interface Anchor {
  readonly horizontal: AxisPlace;
  readonly vertical: AxisPlace;
  readonly wrap: 'none' | 'square' | 'tight' | 'through' | 'topAndBottom';
  /** Which sides text may run along: bothSides, left, right, largest. */
  readonly wrapSide: string;
  /** What text follows around a tight or through one: corners in shares of its width and height. */
  readonly outline?: readonly Corner[];
  readonly behind: boolean;
  readonly distance: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly layoutInCell: boolean;
  /** Moved up where it would reach below the page's text: a floating table. */
  readonly staysInText?: boolean;
  readonly order: number;
  /** `wp14:sizeRelH`: a share of a width, over the extent. */
  readonly relativeWidth: { readonly from: string; readonly share: number } | undefined;
  readonly relativeHeight: { readonly from: string; readonly share: number } | undefined;
}

export interface Corner {
  readonly x: number;
  readonly y: number;
}

export interface AxisPlace {
  /** page, margin, column, character, paragraph, line, leftMargin, … */
  readonly from: string;
  readonly offset: number;
  readonly align: string | undefined;
  /** Of what `from` names, in place of the offset. */
  readonly share?: number;
}

export interface Shape {
  readonly kind: 'shape';
  /** ST_ShapeType: rect, roundRect, ellipse, line, …; `custom` has a path. */
  readonly geometry: string;
  /** Adjust values by name, as written (100,000ths). */
  readonly adjust: ReadonlyMap<string, number>;
  readonly custom: Geometry | undefined;
  readonly fill: ShapeFill | undefined;
  readonly line: ShapeLine | undefined;
  readonly shadow?: Shadow;
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly text: ShapeText | undefined;
  /** WordArt: letters that fill the shape's rectangle instead of it. */
  readonly letters?: Letters | undefined;
}

export interface Letters {
  readonly text: string;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Formulas by name, paths over them (§20.1.9.8): how presets and drawn shapes are written. */
export interface Geometry {
  readonly adjust: readonly (readonly [name: string, formula: string])[];
  readonly guides: readonly (readonly [name: string, formula: string])[];
  readonly paths: readonly GeometryPath[];
  /** Left, top, right and bottom of where text stands, by name. */
  readonly text: readonly string[] | undefined;
}

export interface GeometryPath {
  /** Of its own coordinate space; 0 where it is the shape's, in EMU. */
  readonly width: number;
  readonly height: number;
  readonly fill: 'norm' | 'none' | 'darken' | 'darkenLess' | 'lighten' | 'lightenLess';
  readonly stroke: boolean;
  /** M, L, C, Q, A and Z with names or numbers. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

export interface ShapeText {
  readonly blocks: readonly Block[];
  readonly insets: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly vertical: 'top' | 'center' | 'bottom';
  /** Text that runs upwards or downwards. */
  readonly direction?: 'up' | 'down' | 'upright';
  /** The lines as one block, as wide as the longest of them, stand in the middle (`anchorCtr`). */
  readonly centred?: boolean;
  /** The shape grows with its text (`a:spAutoFit`). */
  readonly grows: boolean;
  readonly wraps: boolean;
  /** Of `wps:style`'s font reference, for text without a colour of its own. */
  readonly color: DrawnColor | undefined;
}
