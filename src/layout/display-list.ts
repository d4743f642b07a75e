/**
 * Pages as plain data: what `layout/` hands to `pdf/`, and what layout tests look at.
 *
 * Everything is in points with the origin in the page's top left corner and y growing downwards. Items are painted in
 * their order. Nothing in here knows a font or a picture: both are named by keys that `FontLibrary` and the caller's
 * picture source resolve, so a display list can be compared, printed and sent between threads.
 */

import type { FontKey, ShapedGlyphs } from '../fonts/font.ts';
import type { Recolor } from '../wml/drawing/shape-style.ts';

export type { Recolor };

/** Names the bytes of one picture: a part name, or a hash. */
export type ImageId = string;
/** 0xRRGGBB, in sRGB. */
export type Color = number;

export interface DisplayList {
  readonly pages: readonly Page[];
  /** Headings, nested; empty where there are none. */
  readonly outline: readonly OutlineEntry[];
  /** Bookmarks by name; `LinkItem` and the outline refer to places, links by name. */
  readonly destinations: readonly Destination[];
  /** Elements for tagged PDF, parents before children; empty where layout was not asked for them. */
  readonly structure: readonly StructureElement[];
  readonly metadata: Metadata;
}

export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

export type Item = TextItem | RectItem | PathItem | ImageItem | PushItem | PopItem | LinkItem | MarkItem;

/**
 * Text on one baseline, in one font, size and colour. The plain form (no `glyphs`) is a glyph for each code point of
 * `text`, left to right, at the font's own advances: that is most of any document and costs neither layout nor the
 * writer an array.
 */
export interface TextItem {
  readonly kind: 'text';
  readonly font: FontKey;
  /** The em in points, as drawn: already reduced for small capitals and raised text. */
  readonly size: number;
  /** Where the baseline starts: the pen's position before the first glyph. A raised run has a smaller y. */
  readonly x: number;
  readonly y: number;
  /** What it says, in reading order: for copying and searching. */
  readonly text: string;
  readonly color: Color;
  /** Shaped glyphs in visual order; absent for the plain form. */
  readonly glyphs?: ShapedGlyphs;
  /** Points on the page added after each glyph (`w:spacing`). */
  readonly letterSpacing?: number;
  /** Points on the page added after each U+0020 (justified lines). */
  readonly wordSpacing?: number;
  /** Horizontal scale of glyphs and advances (`w:w`), 1 where absent. Spacing is not scaled by it. */
  readonly scale?: number;
  /** Draw the outline only (`w:outline`), with this stroke width in points. */
  readonly outline?: number;
  /** A gradient that fills the letters in place of `color`. */
  readonly shading?: LinearGradient;
  /** An outline around letters that are filled in `color`. */
  readonly border?: { readonly color: Color; readonly width: number };
  readonly opacity?: number;
}

/** A filled rectangle: shading, borders, underlines. */
export interface RectItem {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: Color;
  readonly opacity?: number;
}

export interface PathItem {
  readonly kind: 'path';
  readonly path: readonly PathCommand[];
  readonly fill?: Paint;
  readonly stroke?: Stroke;
  /** Fill by the even-odd rule instead of the non-zero one. */
  readonly evenOdd?: boolean;
  readonly opacity?: number;
}

export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  /** Cubic Bézier: two control points, then the end. */
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export type Paint = Color | LinearGradient | RadialGradient;

export interface LinearGradient {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Colours along the way, in order: the first at 0 and the last at 1. */
  readonly stops: readonly { readonly offset: number; readonly color: Color }[];
}

export interface RadialGradient {
  readonly center: readonly [x: number, y: number];
  readonly radius: number;
  readonly stops: LinearGradient['stops'];
}

export interface Stroke {
  readonly color: Color;
  readonly width: number;
  /** Lengths of dashes and gaps in points; a solid line where absent. */
  readonly dash?: readonly number[];
  /** How far into the dashes the line begins, in points. */
  readonly dashPhase?: number;
  readonly cap?: 'butt' | 'round' | 'square';
  readonly join?: 'miter' | 'round' | 'bevel';
}

/** [a b c d e f]: (x, y) → (a·x + c·y + e, b·x + d·y + f), in the page's own y-down space. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface ImageItem {
  readonly kind: 'image';
  readonly image: ImageId;
  /**
   * Takes the unit square, (0, 0) being the top left of what is left after cropping, to the page: an upright picture
   * is [width 0 0 height x y]; rotation and mirroring are in here.
   */
  readonly matrix: Matrix;
  /** Shares of the picture cut off at each side (`a:srcRect`); negative adds an empty margin. */
  readonly crop?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** Brightness and contrast: what becomes of a sample between 0 and 1. */
  readonly light?: { readonly gain: number; readonly offset: number };
  readonly recolor?: Recolor;
  readonly opacity?: number;
}

/** Begins a group that the matching `PopItem` of the same page ends. */
export interface PushItem {
  readonly kind: 'push';
  /** Takes the group's own coordinates to those around it. */
  readonly matrix?: Matrix;
  /** An outline outside of which nothing of the group shows; in the group's own coordinates (after `matrix`). */
  readonly clip?: readonly PathCommand[];
  readonly opacity?: number;
}

interface PopItem {
  readonly kind: 'pop';
}

/** A place to click; drawn by nothing. Coordinates of the page, whatever group it stands in. */
export interface LinkItem {
  readonly kind: 'link';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly target: { readonly uri: string } | { readonly destination: string };
  /** Alternative text (`w:tooltip`). */
  readonly description?: string;
}

/**
 * What follows, up to the next mark or the end of the page, is content of this element (an index into
 * `DisplayList.structure`), or decoration (`null`: headers and footers, repeated header rows, borders, shading). An element may be
 * marked on several pages and in several pieces; a page starts with decoration.
 */
interface MarkItem {
  readonly kind: 'mark';
  readonly element: number | null;
}

/** The standard types of ISO 32000-1 §14.8.4 that Word documents have. */
export type StructureRole =
  | 'Document'
  | 'Sect'
  | 'P'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'TOC'
  | 'TOCI'
  | 'Caption'
  | 'Figure'
  | 'Formula'
  | 'Link'
  | 'Note'
  | 'Reference'
  | 'Span';

export interface StructureElement {
  readonly role: StructureRole;
  /** Index of the parent, smaller than the element's own; absent for what stands at the root. */
  readonly parent?: number;
  /** What a figure shows, in words. */
  readonly alt?: string;
  /** What is read in place of what is drawn. */
  readonly actualText?: string;
  /** BCP 47, where the element's language is not the document's. */
  readonly language?: string;
  /** How many columns a table cell covers. */
  readonly columnSpan?: number;
  /** How many rows a table cell covers. */
  readonly rowSpan?: number;
  /** What a header cell is the head of. */
  readonly scope?: 'Row' | 'Column' | 'Both';
  /** How the items of a list are numbered. */
  readonly listNumbering?: ListNumbering;
  /** Where a figure stands. */
  readonly box?: Place & { readonly width: number; readonly height: number };
}

/** ISO 32000-1, table 347. */
export type ListNumbering = 'Disc' | 'Decimal' | 'UpperRoman' | 'LowerRoman' | 'UpperAlpha' | 'LowerAlpha';

export interface Place {
  /** The page, counted from 0. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Where something stands that a tag has made: a piece of a line, a drawing. */
export interface OriginBox extends Place {
  readonly origin: number;
  readonly width: number;
  readonly height: number;
}

export interface Destination extends Place {
  readonly name: string;
}

export interface OutlineEntry {
  readonly title: string;
  readonly place: Place;
  readonly children: readonly OutlineEntry[];
}

export interface Metadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  /** The program that made the document. */
  readonly creator?: string;
  /** ISO 8601. An absent date is not invented: the same input gives the same bytes. */
  readonly created?: string;
  /** ISO 8601. An absent date is not invented. */
  readonly modified?: string;
  /** BCP 47, for the whole document. */
  readonly language?: string;
}
