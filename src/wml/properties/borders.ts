/**
 * readBorder :: w:top and its kin → Border (ECMA-376 §17.3.4)
 */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import { BORDER_COLOR, readColor, type WordColor } from '../colors.ts';
import type { Theme } from '../theme.ts';
import { wholeNumber } from './word-values.ts';

export interface Border {
  /** ST_Border: single, double, dotted, dashed, thick, nil, none, … */
  readonly style: string;
  /** Points. */
  readonly width: number;
  /** Points between line and text. */
  readonly space: number;
  readonly color: WordColor;
}

export const isVisible = (border: Border | undefined): border is Border =>
  border !== undefined && border.style !== 'nil' && border.style !== 'none' && border.width > 0;

export const readBorder = (element: XmlElement | undefined, theme: Theme): Border | undefined => {
  if (element === undefined) return undefined;
  const style = element.attribute('w:val') ?? 'none';
  // §17.3.4: eighths of a point; art borders count whole points and are drawn as lines.
  const width = wholeNumber(element.attribute('w:sz')) ?? 4;
  return {
    style,
    width: style === 'nil' || style === 'none' ? 0 : Math.max(2, Math.min(96, width)) / 8,
    space: Math.max(0, Math.min(31, wholeNumber(element.attribute('w:space')) ?? 0)),
    color: readColor(element, theme, BORDER_COLOR) ?? 'auto',
  };
};

/** Lines of a paragraph, a table or a cell; logical names, left to right. */
export interface Borders {
  readonly top?: Border;
  readonly bottom?: Border;
  readonly left?: Border;
  readonly right?: Border;
  readonly insideH?: Border;
  readonly insideV?: Border;
  readonly between?: Border;
  readonly diagonalDown?: Border;
  readonly diagonalUp?: Border;
}

const SIDES: readonly (readonly [keyof Borders, readonly string[]])[] = [
  ['top', ['w:top']],
  ['bottom', ['w:bottom']],
  ['left', ['w:left', 'w:start']],
  ['right', ['w:right', 'w:end']],
  ['insideH', ['w:insideH']],
  ['insideV', ['w:insideV']],
  ['between', ['w:between']],
  ['diagonalDown', ['w:tl2br']],
  ['diagonalUp', ['w:tr2bl']],
];

export const readBorders = (element: XmlElement, theme: Theme): Borders => {
  const out: { -readonly [K in keyof Borders]: Borders[K] } = {};
  for (const [side, names] of SIDES) {
    for (const name of names) {
      const border = readBorder(childOf(element, name), theme);
      if (border !== undefined) out[side] = border;
    }
  }
  return out;
};
