/** MathBox: a set formula, or a part of one: how large it is, and what is drawn where. Points; y grows downwards from the baseline. */
import type { Font, ShapedGlyphs } from '../../fonts/font.ts';
import type { TextFormat } from '../text/text-format.ts';

export interface MathLetters {
  readonly kind: 'letters';
  readonly x: number;
  readonly y: number;
  readonly font: Font;
  readonly size: number;
  readonly text: string;
  readonly glyphs: ShapedGlyphs | undefined;
  readonly format: TextFormat;
}

interface MathRule {
  readonly kind: 'rule';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly format: TextFormat;
}

export type MathPiece = MathLetters | MathRule;

export interface MathBox {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** How far the last letter leans out of the width. */
  readonly italic: number;
  /** What it ends with, where that is a letter of the math font. */
  readonly last?: { readonly glyph: number; readonly size: number };
  /** One letter, or several of a run: scripts stand at their usual height. */
  readonly letter: boolean;
  readonly pieces: readonly MathPiece[];
}

export const EMPTY: MathBox = { width: 0, ascent: 0, descent: 0, italic: 0, letter: false, pieces: [] };

export const moved = (pieces: readonly MathPiece[], x: number, y: number): readonly MathPiece[] =>
  x === 0 && y === 0 ? pieces : pieces.map((piece) => ({ ...piece, x: piece.x + x, y: piece.y + y }));

export interface Placed {
  readonly box: MathBox;
  readonly x: number;
  /** Of its baseline; positive is below. */
  readonly y: number;
}

/** Boxes at their places as one; `width` is theirs where nothing else is said. */
export const together = (placed: readonly Placed[], width?: number): MathBox => ({
  width: width ?? Math.max(0, ...placed.map(({ box, x }) => x + box.width)),
  ascent: Math.max(0, ...placed.map(({ box, y }) => box.ascent - y)),
  descent: Math.max(0, ...placed.map(({ box, y }) => box.descent + y)),
  italic: 0,
  letter: false,
  pieces: placed.flatMap(({ box, x, y }) => moved(box.pieces, x, y)),
});

export const ruleBox = (width: number, height: number, format: TextFormat): MathBox => ({
  width,
  ascent: height,
  descent: 0,
  italic: 0,
  letter: false,
  pieces: [{ kind: 'rule', x: 0, y: -height, width, height, format }],
});
