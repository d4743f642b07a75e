/** paintMath :: a set formula, place → text and rules. Its letters stay letters: they are found, and copied. */

import type { Canvas } from '../draw/canvas.ts';
import type { MathAtom } from '../inline/atoms.ts';

export const paintMath = (canvas: Canvas, { box }: MathAtom, x: number, baseline: number): void => {
  for (const piece of box.pieces) {
    const color = piece.format.color ?? 0;
    if (piece.kind === 'rule') {
      canvas.rect(x + piece.x, baseline + piece.y, piece.width, piece.height, color);
      continue;
    }
    canvas.add({
      kind: 'text',
      font: piece.font.key,
      size: piece.size,
      x: x + piece.x,
      y: baseline + piece.y,
      text: piece.text,
      color,
      ...(piece.glyphs !== undefined && { glyphs: piece.glyphs }),
    });
  }
};
