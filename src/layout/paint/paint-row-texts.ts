/** paintTexts :: texts of a row that is another but for them → text items, as painting its cells would make them */
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { RowTexts, TextCell } from '../pieces.ts';
import { textItem } from './text-runs.ts';

/** `x` is the table's left edge, `y` the row's top. */
export const paintTexts = (
  canvas: Canvas,
  { cells, texts, starts }: RowTexts,
  x: number,
  y: number,
  context: LayoutContext,
): void => {
  for (const cell of cells) {
    const left = x + cell.x + cell.margin;
    const baseline = y + cell.y + cell.shift + cell.baseline;
    for (const { format, from, to } of cell.stretches) {
      const text = to - from === 1 ? (texts[from] ?? '') : texts.slice(from, to).join('');
      // Blanks by themselves show nothing.
      if (text.trim() === '') continue;
      const place = { text, x: left + (starts[from] ?? 0), y: baseline - format.rise };
      canvas.add(textItem(place, format, format, cell.ground, 0));
    }
    if (context.namedStyles) noteStyle(canvas, cell, texts);
  }
};

/** For STYLEREF. */
const noteStyle = (canvas: Canvas, { styleId, from, to }: TextCell, texts: readonly string[]): void => {
  const text = texts.slice(from, to).join('').trim();
  if (styleId !== undefined && text !== '') canvas.styled.push({ styleId, text });
};
