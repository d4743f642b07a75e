/** seeLine :: a line that is painted → what is to be noted of it, for whoever looks whether the page is well made */
import type { Canvas } from '../draw/canvas.ts';
import type { Line } from '../inline/lines.ts';
import type { LineContent } from '../pieces.ts';

/** Points: sums of widths differ in their last digits, and a blank may hang. */
const SLACK = 1;

/** `x` is the left edge of the column, `y` the top of the line. */
export const seeLine = (canvas: Canvas, { line, of }: LineContent, x: number, y: number): void => {
  const { measured, region } = of;
  const text = textOf(line);
  const box = { x: x + line.left, y, width: Math.max(0, line.right - line.left), height: line.height };
  const isHeading = (measured.properties.outlineLevel ?? 9) <= 8;
  if (!canvas.isEdge) canvas.see({ kind: 'line', box, text, isHeading });
  // As it is drawn: blanks of a justified line have given room by then.
  const inks = line.atoms.filter(({ atom }) => atom.kind === 'word' || atom.kind === 'object');
  const right = Math.max(0, ...inks.map((one) => one.x + one.width));
  if (right > region.width + SLACK)
    canvas.see({
      kind: 'overflow',
      box: { ...box, width: Math.max(box.width, right - line.left) },
      of: region.isCell === true ? 'cell' : region.inCell ? 'box' : 'column',
    });
  const last = line.atoms.at(-1)?.atom;
  const isCut = line.ends === 'wrap' && last?.kind === 'word' && !last.breakAfter;
  if (isCut && last.divided !== true && !last.softHyphen) canvas.see({ kind: 'cut-word', box, text });
};

const textOf = (line: Line): string =>
  line.atoms
    .map(({ atom }) =>
      atom.kind === 'word' || atom.kind === 'space' ? atom.text : atom.kind === 'tab' ? '\t' : '',
    )
    .join('');
