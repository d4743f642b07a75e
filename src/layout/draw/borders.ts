/**
 * paintBorder: one line of a border as filled rectangles (ECMA-376 §17.18.2)
 */
import type { Border } from '../../wml/borders.ts';
import type { Canvas } from './canvas.ts';

/** Points on the page that the line takes across: several strokes and their gaps. */
export const borderThickness = (border: Border): number => {
  switch (border.style) {
    case 'double':
      return border.width * 3;
    case 'triple':
      return border.width * 5;
    default:
      return border.width;
  }
};

export const borderColor = (border: Border): number => (border.color === 'auto' ? 0 : border.color);

interface Stretch {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly vertical: boolean;
}

const DASHES: Readonly<Record<string, readonly [dash: number, gap: number]>> = {
  dotted: [1, 1],
  dashed: [4, 2],
  dashSmallGap: [4, 1],
  dotDash: [4, 2],
  dotDotDash: [4, 2],
};

/** Most strokes of one line: a dotted border of hair's breadth around a large page has some thousand. */
const MOST_DASHES = 4000;

/** `x`, `y` is the middle of the line's beginning. */
export const paintBorder = (canvas: Canvas, border: Border, stretch: Stretch): void => {
  const color = borderColor(border);
  const { width } = border;
  const stroke = (offset: number, thickness: number): void => {
    const { x, y, length, vertical } = stretch;
    const dash = DASHES[border.style];
    if (dash === undefined) {
      if (vertical) canvas.rect(x + offset - thickness / 2, y, thickness, length, color);
      else canvas.rect(x, y + offset - thickness / 2, length, thickness, color);
      return;
    }
    const period = (dash[0] + dash[1]) * thickness;
    const count = Math.min(MOST_DASHES, Math.ceil(length / period));
    for (let index = 0; index < count; index++) {
      const from = index * period;
      const piece = Math.min(dash[0] * thickness, length - from);
      if (vertical) canvas.rect(x + offset - thickness / 2, y + from, thickness, piece, color);
      else canvas.rect(x + from, y + offset - thickness / 2, piece, thickness, color);
    }
  };
  if (border.style === 'double') {
    stroke(-width, width);
    stroke(width, width);
  } else if (border.style === 'triple') {
    stroke(-width * 2, width);
    stroke(0, width);
    stroke(width * 2, width);
  } else stroke(0, width);
};
