/**
 * paintLetters: WordArt, letters that are stretched until they fill their box (VML's `v:textpath`, "fitshape")
 *
 * Watermarks such as DRAFT are made of it. From the line that the letters stand on, or the lowest tail below it, to the top of
 * the highest: what there is to see fills the box.
 */

import type { Letters } from '../../wml/drawing/shape-style.ts';
import type { Shape } from '../../wml/model.ts';
import type { Box } from '../boxes.ts';
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';

/** In em, of most faces: how far tails reach down, and how much higher b and d are than capitals. */
const TAIL = 0.21;
const STEM = 0.04;

export const paintLetters = (
  canvas: Canvas,
  letters: Letters,
  { fill, line }: Shape,
  box: Box,
  context: LayoutContext,
): void => {
  const lines = letters.text.split(/\r?\n/);
  const color =
    fill?.kind === 'solid'
      ? fill.color
      : fill !== undefined && 'stops' in fill
        ? fill.stops[0]?.color
        : undefined;
  const shown = color ?? line?.color;
  if (shown === undefined || box.width <= 0 || box.height <= 0) return;
  const height = box.height / lines.length;
  for (const [index, text] of lines.entries()) {
    let font = context.fonts.resolve(letters);
    for (const character of text) font = context.fonts.fontFor(character.codePointAt(0) ?? 0, font);
    const width = font.measure(text);
    if (!(width > 0)) continue;
    const bottom = /[gjpqyQ,;()]/.test(text) ? TAIL : 0;
    const top =
      /[^a-zäöü\s]/.test(text) || /[bdfhklt]/.test(text)
        ? font.capHeight + (/[bdfhkl]/.test(text) ? STEM : 0)
        : font.xHeight;
    const ink = Math.max(0.1, top + bottom);
    // A size in points that keeps the numbers of the file plain; the matrix does the rest.
    const size = height / ink;
    canvas.through([box.width / (width * size), 0, 0, 1, box.x, box.y + index * height], () =>
      canvas.add({
        kind: 'text',
        font: font.key,
        size,
        x: 0,
        y: top * size,
        text,
        color: shown.color,
        ...(color === undefined && line !== undefined && { outline: line.width }),
        ...(color !== undefined &&
          line !== undefined && { border: { color: line.color.color, width: line.width } }),
        ...(shown.opacity < 1 && { opacity: shown.opacity }),
      }),
    );
  }
};
