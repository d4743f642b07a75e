/** What a Windows device context holds while a metafile is played ([MS-EMF] 3.1.1, [MS-WMF] 3.1.5). */
import type { Color, Matrix, PathCommand } from '../layout/display-list.ts';

export type Point = readonly [x: number, y: number];

interface Pen {
  readonly kind: 'pen';
  /** Undefined draws nothing. */
  readonly color: Color | undefined;
  /** Logical; 0 is the thinnest that the device has. */
  readonly width: number;
  /** Lengths in widths of the line; none for a solid one. */
  readonly dash: readonly number[];
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
}

interface Brush {
  readonly kind: 'brush';
  /** Undefined fills nothing. */
  readonly color: Color | undefined;
}

export interface GdiFont {
  readonly kind: 'font';
  /** Logical: positive counts the whole line, negative the em, 0 is the device's choice. */
  readonly height: number;
  /** Average width of a letter; 0 is the font's own. */
  readonly width: number;
  /** Tenths of a degree, counterclockwise. */
  readonly escapement: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
  readonly charset: number;
  /** FF_ROMAN, FF_SWISS, …, and the pitch. */
  readonly pitchAndFamily: number;
  readonly family: string;
}

/** What occupies a place of the object table and changes nothing: palettes, colour spaces. */
interface OtherObject {
  readonly kind: 'other';
}

export type GdiObject = Pen | Brush | GdiFont | OtherObject;

export interface GdiState {
  readonly mapMode: number;
  readonly windowOrigin: Point;
  readonly windowExtent: Point;
  readonly viewportOrigin: Point;
  readonly viewportExtent: Point;
  readonly world: Matrix;
  readonly pen: Pen;
  readonly brush: Brush;
  readonly font: GdiFont;
  readonly textColor: Color;
  readonly background: Color;
  readonly opaque: boolean;
  readonly textAlign: number;
  readonly evenOdd: boolean;
  readonly rop: number;
  readonly clockwise: boolean;
  /** Logical. */
  readonly position: Point;
  /** Everything is drawn where all of these are; in the picture's coordinates. */
  readonly clips: readonly (readonly PathCommand[])[];
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const BLACK_PEN: Pen = { kind: 'pen', color: 0, width: 0, dash: [], cap: 'round', join: 'round' };
export const OTHER: OtherObject = { kind: 'other' };

const SYSTEM_FONT: GdiFont = {
  kind: 'font',
  height: -13,
  width: 0,
  escapement: 0,
  bold: false,
  italic: false,
  underline: false,
  strikeout: false,
  charset: 0,
  pitchAndFamily: 0x20,
  family: 'Arial',
};

export const initialState = (extent: Point): GdiState => ({
  mapMode: 1,
  windowOrigin: [0, 0],
  windowExtent: extent,
  viewportOrigin: [0, 0],
  viewportExtent: extent,
  world: IDENTITY,
  pen: BLACK_PEN,
  brush: { kind: 'brush', color: 0xffffff },
  font: SYSTEM_FONT,
  textColor: 0,
  background: 0xffffff,
  opaque: true,
  textAlign: 0,
  evenOdd: true,
  rop: 13,
  clockwise: false,
  position: [0, 0],
  clips: [],
});

/** [MS-EMF] 2.1.31: objects that need no creation. */
export const stockObject = (index: number): GdiObject => {
  const brush = [0xffffff, 0xc0c0c0, 0x808080, 0x404040, 0x000000, undefined];
  if (index < brush.length) return { kind: 'brush', color: brush[index] };
  switch (index) {
    case 6:
      return { ...BLACK_PEN, color: 0xffffff };
    case 7:
      return BLACK_PEN;
    case 8:
      return { ...BLACK_PEN, color: undefined };
    case 18:
    case 19:
      return index === 18 ? { kind: 'brush', color: 0xffffff } : BLACK_PEN;
    default:
      return index >= 10 && index <= 17 && index !== 15 ? SYSTEM_FONT : OTHER;
  }
};

const DASHES: Readonly<Record<number, readonly number[]>> = {
  1: [3, 1],
  2: [1, 1],
  3: [3, 1, 1, 1],
  4: [3, 1, 1, 1, 1, 1],
};
const NO_LINE = 5;
const CAPS = ['round', 'square', 'butt'] as const;
const JOINS = ['round', 'bevel', 'miter'] as const;

/** [MS-WMF] 2.1.1.23: the lowest four bits say how it is dashed, the next ones its ends and corners. */
export const penOf = (style: number, width: number, color: Color, entries: readonly number[] = []): Pen => ({
  kind: 'pen',
  color: (style & 0xf) === NO_LINE ? undefined : color,
  width: Math.abs(width),
  // A style of its own (7) has its lengths in logical units.
  dash:
    (style & 0xf) === 7 && width !== 0
      ? entries.map((entry) => entry / Math.abs(width))
      : (DASHES[style & 0xf] ?? []),
  cap: CAPS[(style >> 8) & 0xf] ?? 'round',
  join: JOINS[(style >> 12) & 0xf] ?? 'round',
});

/** [MS-WMF] 2.1.1.4. Hatches are drawn as their average, as patterns are everywhere in this engine. */
export const brushOf = (style: number, color: Color, background: Color): Brush => {
  if (style === 1) return { kind: 'brush', color: undefined };
  if (style !== 2) return { kind: 'brush', color };
  const part = (shift: number): number =>
    Math.round((((color >> shift) & 0xff) * 2 + ((background >> shift) & 0xff) * 6) / 8) << shift;
  return { kind: 'brush', color: part(16) | part(8) | part(0) };
};

/** 0x00BBGGRR; the highest byte says that it is an index, which needs a palette that nobody has any more. */
export const colorRef = (value: number): Color =>
  ((value & 0xff) << 16) | (value & 0xff00) | ((value >> 16) & 0xff);
