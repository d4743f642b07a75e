/**
 * drawMarlett :: letters of Marlett → paths
 *
 * Windows draws the boxes of its controls with a font of their edges, and ActiveX controls keep them so in their pictures. No
 * other font has them: each is a part of a square of thirteen by thirteen dots.
 */

import { badImage } from '../images/decode/guard.ts';
import type { PathCommand } from '../layout/display-list.ts';
import type { GdiDevice } from './gdi-device.ts';
import { linesPath, rectanglePath } from './gdi-paths.ts';
import type { Point } from './gdi-state.ts';

const DOTS = 13;

/** An edge above and on the left, this many dots inside the square; or below and on the right. */
const upper = (inset: number): readonly Point[] => {
  const [near, far] = [inset, DOTS - inset];
  return [
    [near, near],
    [far, near],
    [far - 1, near + 1],
    [near + 1, near + 1],
    [near + 1, far - 1],
    [near, far],
  ];
};
const lower = (inset: number): readonly Point[] => upper(inset).map(([x, y]): Point => [DOTS - x, DOTS - y]);

const EDGES: Readonly<Record<string, readonly Point[]>> = {
  c: upper(0),
  d: lower(0),
  e: upper(1),
  f: lower(1),
};

export const isMarlett = (family: string): boolean => family.toLowerCase() === 'marlett';

/** From its upper left corner; `size` is that of the square, logical. */
export const drawMarlett = (device: GdiDevice, text: string, [x, y]: Point, size: number): void => {
  for (const [index, character] of [...text].entries()) {
    const code = String.fromCharCode((character.codePointAt(0) ?? 0) & 0xff);
    const path = pathOf(code);
    if (path === undefined) throw badImage('no font has one of its letters');
    const unit = size / DOTS;
    const [a, b, c, d, e, f] = device.matrix;
    const left = x + index * size;
    device.fill(
      device.map(path, [a * unit, b * unit, c * unit, d * unit, a * left + c * y + e, b * left + d * y + f]),
      device.state.textColor,
    );
  }
};

const pathOf = (code: string): readonly PathCommand[] | undefined => {
  if (code === 'g') return rectanglePath({ left: 2, top: 2, right: DOTS - 2, bottom: DOTS - 2 });
  const edge = EDGES[code];
  return edge && linesPath(edge, true);
};
