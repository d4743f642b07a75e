/**
 * paintBorder: one line of a border as filled rectangles, or as a wave (ECMA-376 §17.18.2)
 */
import type { Border } from '../../wml/properties/borders.ts';
import type { PathCommand } from '../display-list.ts';
import type { Canvas } from './canvas.ts';

/** Lines and the gaps between them, from above or from the left, in points (ECMA-376 §17.18.2). */
type Bands = (width: number) => readonly number[];

/** The thin line of pairs that do not grow with their width, and the smallest gap: three quarters of a point, as LibreOffice has it; not measured in Word. */
const HAIR = 0.75;

const BANDS: Readonly<Record<string, Bands>> = {
  double: (width) => [width, width, width],
  triple: (width) => [width, width, width, width, width],
  thinThickSmallGap: (width) => [HAIR, HAIR, width],
  thickThinSmallGap: (width) => [width, HAIR, HAIR],
  thinThickThinSmallGap: (width) => [HAIR, HAIR, width, HAIR, HAIR],
  thinThickMediumGap: (width) => [width / 2, width / 2, width],
  thickThinMediumGap: (width) => [width, width / 2, width / 2],
  thinThickThinMediumGap: (width) => [width / 2, width / 2, width, width / 2, width / 2],
  thinThickLargeGap: (width) => [HAIR, width, 2 * HAIR],
  thickThinLargeGap: (width) => [2 * HAIR, width, HAIR],
  thinThickThinLargeGap: (width) => [HAIR, width, 2 * HAIR, width, HAIR],
};

/** Points on the page that the line takes across: several strokes and their gaps. */
export const borderThickness = (border: Border): number => {
  if (border.style === 'single') return border.width;
  const bands = BANDS[border.style];
  return bands === undefined ? border.width : bands(border.width).reduce((sum, one) => sum + one, 0);
};

export const borderColor = (border: Border): number => (border.color === 'auto' ? 0 : border.color);

interface Stretch {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly vertical: boolean;
}

/** Dashes and gaps in widths of the line. */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dotted: [1, 1],
  dashed: [4, 2],
  dashSmallGap: [4, 1],
  dotDash: [4, 2, 1, 2],
  dotDotDash: [4, 2, 1, 2, 1, 2],
};

/** Most strokes of one line: a dotted border of hair's breadth around a large page has some thousand. */
const MOST_DASHES = 8000;

/** Waves go three points up and down, to and fro, whatever their width [M]; two of them stand so far apart. */
const WAVE = 3;
const WAVES: Readonly<Record<string, readonly number[]>> = { wave: [0], doubleWave: [-WAVE / 2, WAVE / 2] };

const paintWave = (canvas: Canvas, border: Border, { x, y, length, vertical }: Stretch, at: number): void => {
  const path: PathCommand[] = [];
  const count = Math.min(MOST_DASHES, Math.ceil(length / WAVE));
  for (let index = 0; index <= count; index++) {
    const along = Math.min(length, index * WAVE);
    const across = at + (index % 2 === 0 ? -WAVE : WAVE) / 2;
    const [px, py] = vertical ? [x + across, y + along] : [x + along, y + across];
    path.push(index === 0 ? ['M', px, py] : ['L', px, py]);
  }
  canvas.add({ kind: 'path', path, stroke: { color: borderColor(border), width: border.width } });
};

/** `x`, `y` is the middle of the line's beginning. */
export const paintBorder = (canvas: Canvas, border: Border, stretch: Stretch): void => {
  const waves = WAVES[border.style];
  if (waves !== undefined) {
    for (const at of waves) paintWave(canvas, border, stretch, at);
    return;
  }
  const bands = border.style === 'single' ? undefined : BANDS[border.style];
  if (bands === undefined) {
    paintStroke(canvas, border, stretch, 0, border.width);
    return;
  }
  let at = -borderThickness(border) / 2;
  for (const [index, thickness] of bands(border.width).entries()) {
    if (index % 2 === 0) paintStroke(canvas, border, stretch, at + thickness / 2, thickness);
    at += thickness;
  }
};

const paintStroke = (
  canvas: Canvas,
  border: Border,
  { x, y, length, vertical }: Stretch,
  offset: number,
  thickness: number,
): void => {
  const color = borderColor(border);
  const dash = DASHES[border.style];
  if (dash === undefined) {
    if (vertical) canvas.rect(x + offset - thickness / 2, y, thickness, length, color);
    else canvas.rect(x, y + offset - thickness / 2, length, thickness, color);
    return;
  }
  let from = 0;
  for (let count = 0; from < length && count < MOST_DASHES; count++) {
    const part = (dash[count % dash.length] ?? 1) * thickness;
    const piece = Math.min(part, length - from);
    if (count % 2 === 0) {
      if (vertical) canvas.rect(x + offset - thickness / 2, y + from, thickness, piece, color);
      else canvas.rect(x + from, y + offset - thickness / 2, piece, thickness, color);
    }
    from += part;
  }
};
