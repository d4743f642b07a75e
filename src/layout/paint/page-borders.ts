/**
 * paintPageBorders: lines around the page (ECMA-376 §17.6.10), measured from the paper's edges or from the text's.
 */
import { type Border, isVisible } from '../../wml/properties/borders.ts';
import type { Section } from '../../wml/properties/sections.ts';
import { borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';

export const paintPageBorders = (canvas: Canvas, section: Section, firstOfSection: boolean): void => {
  const { borders } = section;
  if (borders === undefined) return;
  if (borders.display === 'firstPage' && !firstOfSection) return;
  if (borders.display === 'notFirstPage' && firstOfSection) return;

  const { top, bottom, left, right } = borders.lines;
  const { frame } = canvas;
  // From the paper, `space` ends at the line's outer edge; from the text, at its inner one.
  const inset = (border: Border | undefined): number =>
    isVisible(border) ? border.space + borderThickness(border) / 2 : 0;
  const box = borders.fromText
    ? {
        left: frame.left - inset(left),
        right: frame.right + inset(right),
        top: frame.top - inset(top),
        bottom: frame.bottom + inset(bottom),
      }
    : {
        left: inset(left),
        right: frame.width - inset(right),
        top: inset(top),
        bottom: frame.height - inset(bottom),
      };

  // Lines across reach over those that stand, so that corners are closed.
  const from = box.left - (isVisible(left) ? borderThickness(left) / 2 : 0);
  const to = box.right + (isVisible(right) ? borderThickness(right) / 2 : 0);
  if (isVisible(top)) paintBorder(canvas, top, { x: from, y: box.top, length: to - from, vertical: false });
  if (isVisible(bottom))
    paintBorder(canvas, bottom, { x: from, y: box.bottom, length: to - from, vertical: false });
  const length = box.bottom - box.top;
  if (isVisible(left)) paintBorder(canvas, left, { x: box.left, y: box.top, length, vertical: true });
  if (isVisible(right)) paintBorder(canvas, right, { x: box.right, y: box.top, length, vertical: true });
};
