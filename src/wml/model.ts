/**
 * The Word model: what a document says, in its own order, as readonly data. Lengths are in points. Content controls,
 * custom XML and smart tags are taken off their content; tracked changes stand as accepted.
 */

import type { Chart } from './chart/model.ts';
import type { DrawnColor } from './colors.ts';
import type { Geometry, Letters, Recolor, Shadow, ShapeFill, ShapeLine } from './drawing/shape-style.ts';
import type { Finding } from './findings.ts';
import type { Lists } from './lists.ts';
import type { MathNode } from './math/model.ts';
import type { OriginSpan } from './origin-spans.ts';
import type { PageCondition } from './page-condition.ts';
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
  /** Colour of the paper, on every page. */
  readonly background?: Rgb;
  /** Footnotes by the id that a reference names. */
  readonly footnotes: ReadonlyMap<string, readonly Block[]>;
  /** Endnotes by the id that a reference names. */
  readonly endnotes: ReadonlyMap<string, readonly Block[]>;
  readonly separators: { readonly footnotes: NoteSeparators; readonly endnotes: NoteSeparators };
  readonly styles: StyleSheet;
  readonly lists: Lists;
  readonly settings: Settings;
  readonly theme: Theme;
  /** What the font table says of a family, by its name. */
  readonly fonts: ReadonlyMap<string, FontInfo>;
  readonly embeddedFonts: readonly EmbeddedFontPart[];
  /** Pictures that stand for bullets, by `w:numPicBulletId`. */
  readonly bullets: ReadonlyMap<string, Drawing>;
  readonly properties: DocumentProperties;
  /** Symbols are copied from the PDF as the codes that the document has for them, not as the characters they show. */
  readonly copiesSymbolCodes: boolean;
  /** What readers met and did not know: reasons for another engine. */
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
  /** Names of the headers' parts; those that the section inherits are filled in. */
  readonly headers: { readonly default?: string; readonly first?: string; readonly even?: string };
  /** Names of the footers' parts; those that the section inherits are filled in. */
  readonly footers: { readonly default?: string; readonly first?: string; readonly even?: string };
}

export type Block = Paragraph | Table;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly properties: ParagraphProperties;
  /** Properties of the paragraph's mark: they give an empty paragraph its height and a number its look. */
  readonly mark: RunProperties;
  readonly inlines: readonly Inline[];
}

export interface Table {
  readonly kind: 'table';
  readonly properties: TableProperties;
  /** Widths of the columns (`w:tblGrid`). A hint: other programs write anything here. */
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
  /** The text of each run of the row, in order. None is empty, or holds tabs. */
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
  /** What the run says itself; the cascade adds the rest. */
  readonly run: RunProperties;
  readonly link?: Link;
  /** Where the document is to be mapped: which of its text came from which tag. */
  readonly origins?: readonly OriginSpan[];
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
  /** `w:clear`: beside which floats the next line must not stand. */
  readonly clear?: string;
}

interface DrawingInline extends InlineBase {
  readonly kind: 'drawing';
  readonly drawing: Drawing;
}

export interface MathInline extends InlineBase {
  readonly kind: 'math';
  readonly math: MathNode;
  /** At which side of its lines an equation stands that has lines of its own; undefined in the middle of text. */
  readonly display: 'left' | 'center' | 'right' | 'group' | 'default' | undefined;
}

/** A reference to a note. */
export interface NoteInline extends InlineBase {
  readonly kind: 'note';
  readonly note: 'footnote' | 'endnote';
  readonly id: string;
  /** The reference shows a mark of the document's own, which follows as text, in place of a number. */
  readonly custom: boolean;
}

/** The number at a note's own beginning. */
interface NoteMarkInline extends InlineBase {
  readonly kind: 'note-mark';
}

/** A field whose result layout knows better than the file does. */
export interface FieldInline extends InlineBase {
  readonly kind: 'field';
  /** Upper case: PAGE, NUMPAGES, SECTIONPAGES, SECTION, PAGEREF, STYLEREF, IF. */
  readonly name: string;
  /** The bookmark or the style that the field names. */
  readonly argument: string;
  /** The `\*` switch, how a number is written: Roman, alphabetic, … */
  readonly format: string;
  /** The result that the file has. */
  readonly cached: string;
  /** Of an IF that asks for pages. */
  readonly condition?: PageCondition;
}

interface BookmarkInline extends InlineBase {
  readonly kind: 'bookmark';
  readonly name: string;
}

/** What the font table says of a font (§17.8). */
export interface FontInfo {
  /** `w:altName`: another name of the same font. */
  readonly alternateName?: string;
  /** `w:family`: which kind of letters it has. */
  readonly familyClass?: 'roman' | 'swiss' | 'modern' | 'script' | 'decorative' | 'auto';
  /** `w:pitch`: all letters are of one width. */
  readonly fixedPitch?: boolean;
  /** `w:panose1`: twenty hexadecimal digits. */
  readonly panose?: string;
  /** `w:sig`, what the author's version of the font covers: its usb0 and csb0. */
  readonly signature?: string;
  /** The document brings the font along. */
  readonly embedded?: boolean;
  /** Word, when it saved the document, knew nothing of the font: it was drawing another. */
  readonly absent?: boolean;
}

/** A face that the document brings along (§17.8.3.3 to 6). */
export interface EmbeddedFontPart {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Name of the part with the font file. */
  readonly part: string;
  /** `w:fontKey`: what the first bytes of the file are hidden with. */
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
  /** How far shadows, rotation and lines reach beyond the drawing. */
  readonly extent: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** Where the drawing floats; undefined where it stands in a line of text. */
  readonly anchor: Anchor | undefined;
  readonly content: DrawingContent;
  /** Alternative text. */
  readonly description: string;
  /** The author says that the drawing means nothing (`adec:decorative`). */
  readonly decorative?: boolean;
  readonly link: Link | undefined;
  /** Of the tag that made it. */
  readonly origin?: number;
}

export type DrawingContent =
  | Picture
  | Shape
  | Group
  | Chart
  | { readonly kind: 'unsupported'; readonly what: string };

export interface Picture {
  readonly kind: 'picture';
  /** The part with the picture's bytes; undefined where it is linked or missing. */
  readonly part: string | undefined;
  /** Shares of the picture that are cut off at each side. */
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
  /** A glow, a reflection or soft edges, which are not drawn. */
  readonly lostEffect?: boolean;
  /** Brightness and contrast: what becomes of a sample between 0 and 1. */
  readonly light?: { readonly gain: number; readonly offset: number };
  readonly recolor?: Recolor;
  /** The shape that the picture is cut to, where that is not its rectangle. */
  readonly shape?: { readonly geometry: string; readonly adjust: ReadonlyMap<string, number> };
}

export interface Group {
  readonly kind: 'group';
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** The rectangle of the group's own coordinates that is mapped onto the drawing's. */
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** What is in the group, at places in its own coordinates. */
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
  /** The outline that text follows where it wraps tight or through: corners in shares of the drawing's width and height. */
  readonly outline?: readonly Corner[];
  /** Painted behind the text. */
  readonly behind: boolean;
  /** How far text stays away at each side. */
  readonly distance: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** In a table, placed against its cell rather than the page (`wp:anchor/@layoutInCell`). */
  readonly layoutInCell: boolean;
  /** Moved up where it would reach below the page's text: a floating table. */
  readonly staysInText?: boolean;
  /** `relativeHeight`: what is higher is painted over what is lower. */
  readonly order: number;
  /** `wp14:sizeRelH`: the width as a share of the page's or a margin's, in place of the drawing's own. */
  readonly relativeWidth: { readonly from: string; readonly share: number } | undefined;
  /** `wp14:sizeRelV`: the height as a share of the page's or a margin's, in place of the drawing's own. */
  readonly relativeHeight: { readonly from: string; readonly share: number } | undefined;
}

export interface Corner {
  readonly x: number;
  readonly y: number;
}

export interface AxisPlace {
  /** What the place is counted from: page, margin, column, character, paragraph, line, leftMargin, … */
  readonly from: string;
  readonly offset: number;
  /** left, center, right, inside, outside, top, bottom: in place of the offset. */
  readonly align: string | undefined;
  /** A share of the length that `from` names, in place of the offset. */
  readonly share?: number;
}

export interface Shape {
  readonly kind: 'shape';
  /** The name of the preset, ST_ShapeType: rect, roundRect, ellipse, line, … */
  readonly geometry: string;
  /** Adjust values by name, as written (100,000ths). */
  readonly adjust: ReadonlyMap<string, number>;
  /** The outline of a shape that is no preset. */
  readonly custom: Geometry | undefined;
  readonly fill: ShapeFill | undefined;
  readonly line: ShapeLine | undefined;
  readonly shadow?: Shadow;
  /** A glow, a reflection or soft edges, which are not drawn. */
  readonly lostEffect?: boolean;
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly text: ShapeText | undefined;
  /** WordArt: letters that are drawn in place of the shape, as large as its rectangle. */
  readonly letters?: Letters | undefined;
}

export interface ShapeText {
  readonly blocks: readonly Block[];
  readonly insets: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** At which end of the shape the text stands. */
  readonly vertical: 'top' | 'center' | 'bottom';
  /** Text that runs upwards or downwards. */
  readonly direction?: 'up' | 'down' | 'upright';
  /** The lines as one block, as wide as the longest of them, stand in the middle (`anchorCtr`). */
  readonly centred?: boolean;
  /** The shape grows with its text (`a:spAutoFit`). */
  readonly grows: boolean;
  /** Lines end at the sides of the shape; else only where the text says so. */
  readonly wraps: boolean;
  /** For text without a colour of its own: what the font reference of `wps:style` says. */
  readonly color: DrawnColor | undefined;
}
