/** What a shape, or a part of a chart, is drawn from: fills, outlines, shadows, geometry. Lengths are in points. */
import type { DrawnColor } from '../colors.ts';

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface ColorStop {
  readonly offset: number;
  readonly color: DrawnColor;
}

export type ShapeFill =
  | { readonly kind: 'solid'; readonly color: DrawnColor }
  | {
      readonly kind: 'gradient';
      /** Degrees clockwise, 0 is left to right. */
      readonly angle: number;
      /** The angle is that of a square, stretched as the shape is. */
      readonly scaled: boolean;
      readonly stops: readonly ColorStop[];
    }
  | {
      readonly kind: 'radial';
      /** Circles around the middle; else rectangles. */
      readonly round: boolean;
      /** Where it begins, in shares of the shape. */
      readonly x: number;
      readonly y: number;
      readonly stops: readonly ColorStop[];
    }
  | {
      readonly kind: 'picture';
      readonly part: string | undefined;
      readonly crop: Sides;
      /** From the shape's sides to the picture's, in shares. */
      readonly inset: Sides;
      readonly opacity: number;
      readonly recolor?: Recolor;
    };

/** What becomes of a picture's colours, after brightness and contrast. */
export type Recolor =
  | { readonly kind: 'gray' }
  /** White from this share of light on, black below. */
  | { readonly kind: 'bilevel'; readonly threshold: number }
  /** From one colour, for black, to another, for white. */
  | { readonly kind: 'duotone'; readonly dark: number; readonly light: number }
  /** All of this colour is left away. */
  | { readonly kind: 'hidden'; readonly color: number };

export interface ShapeLine {
  readonly color: DrawnColor;
  readonly width: number;
  /** ST_PresetLineDashVal. */
  readonly dash: string;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly head: LineEnd | undefined;
  readonly tail: LineEnd | undefined;
}

export interface LineEnd {
  /** ST_LineEndType: triangle, stealth, diamond, oval, arrow. */
  readonly type: string;
  /** In widths of the line. */
  readonly width: number;
  readonly length: number;
}

export interface Shadow {
  readonly color: DrawnColor;
  readonly distance: number;
  /** Degrees clockwise, 0 is to the right. */
  readonly angle: number;
  readonly blur: number;
}

/** The text of WordArt, which is drawn as a shape. */
export interface Letters {
  readonly text: string;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Formulas by name, paths over them (§20.1.9.8): how presets and drawn shapes are written. */
export interface Geometry {
  /** Values that an author may change, and what they are where the shape does not say. */
  readonly adjust: readonly (readonly [name: string, formula: string])[];
  /** Values that follow from those before them. */
  readonly guides: readonly (readonly [name: string, formula: string])[];
  readonly paths: readonly GeometryPath[];
  /** Where text stands: the names of the values for left, top, right and bottom. */
  readonly text: readonly string[] | undefined;
}

export interface GeometryPath {
  /** Width of the path's own coordinates; 0 where they are the shape's, in EMU. */
  readonly width: number;
  /** Height of the path's own coordinates; 0 where they are the shape's, in EMU. */
  readonly height: number;
  readonly fill: 'norm' | 'none' | 'darken' | 'darkenLess' | 'lighten' | 'lightenLess';
  readonly stroke: boolean;
  /** M, L, C, Q, A and Z, each with names of values or numbers. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}
