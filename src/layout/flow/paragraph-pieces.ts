/**
 * paragraphPieces :: measured paragraph, its neighbours → pieces: a line each, with borders, shading and keep rules
 */
import type { Borders } from '../../wml/borders.ts';
import type { LayoutContext } from '../context.ts';
import type { Line } from '../inline/lines.ts';
import type { MeasuredParagraph } from '../inline/measured-paragraph.ts';
import { grownHeight } from '../paint/paint-shape.ts';
import type { AnchoredDrawing, ParagraphContent, Piece } from '../pieces.ts';
import type { Region } from '../region.ts';
import { paragraphBox } from './paragraph-box.ts';

export interface Neighbours {
  /** What stands directly above and below in the same story, where it is a paragraph. */
  readonly above: MeasuredParagraph | undefined;
  readonly belowBorders: Borders | undefined;
  readonly gap: number;
  readonly gapAtTop: number;
  readonly gapAfterBreak: number;
}

export const paragraphPieces = (
  measured: MeasuredParagraph,
  neighbours: Neighbours,
  region: Region,
  context: LayoutContext,
  /** Lines before this one have been placed. */
  from = 0,
): Piece[] => {
  const { properties, lines, paragraph } = measured;
  const { borders, shading } = properties;
  const plain = borders === undefined && (shading === undefined || shading === null);
  const box = plain ? undefined : paragraphBox(measured, neighbours, region);
  const of: ParagraphContent = { measured, box, region };
  const numbering = region.inCell || properties.suppressLineNumbers === true ? undefined : region.lineNumbers;
  const pieces: Piece[] = new Array(lines.length - from);
  const count = lines.length;
  let top = 0;
  /** The line stands at the top of the paragraph, or beside one that does. */
  let atTop = from === 0;
  for (let index = from; index < count; index++) {
    const line = lines[index] as Line;
    const isFirst = index === 0;
    const isLast = index === count - 1;
    const above = atTop && box !== undefined ? box.topSpace : 0;
    const beside = line.beside === true;
    const below = isLast && box !== undefined ? box.bottomSpace : 0;
    const height = above + line.height + below;
    if (!beside) atTop = false;
    const anchored = anchoredOf(line, -top - line.skip, context, region);
    pieces[index - from] = {
      // What stands beside the next part takes no room of its own.
      height: beside ? 0 : height,
      leading: below > 0 || beside ? 0 : line.leading,
      gap: isFirst ? neighbours.gap + line.skip : line.skip,
      gapAtTop: isFirst ? neighbours.gapAtTop + line.skip : 0,
      gapAfterBreak: isFirst ? neighbours.gapAfterBreak + line.skip : 0,
      after: beside ? 'keep' : afterLine(measured, index),
      breakBefore: isFirst && properties.pageBreakBefore === true,
      notes: notesOf(line),
      anchored,
      counted: numbering && !beside ? { numbering, baseline: above + line.baseline } : undefined,
      block: paragraph,
      content: { kind: 'line', line, isFirst, isLast, above, of },
    };
    top += (beside ? 0 : height) + line.skip;
  }
  return pieces;
};

/** Two lines at least on either side of a page break (`w:widowControl`, on by default). */
const afterLine = ({ properties, lines }: MeasuredParagraph, index: number): Piece['after'] => {
  const line = lines[index];
  if (line?.ends === 'page' || line?.ends === 'column') return line.ends;
  const last = lines.length - 1;
  if (index === last) return properties.keepNext === true ? 'keep' : 'free';
  if (properties.keepLines === true) return 'keep';
  const controlled = properties.widowControl !== false;
  return controlled && (index === 0 || index === last - 1) ? 'keep' : 'free';
};

/** Most lines have neither notes nor drawings. */
const NO_NOTES: readonly string[] = [];
const NO_DRAWINGS: readonly AnchoredDrawing[] = [];

const notesOf = (line: Line): readonly string[] => {
  let notes: string[] | undefined;
  for (const { atom } of line.atoms) {
    if (atom.kind !== 'word' || atom.note === undefined) continue;
    notes ??= [];
    notes.push(atom.note);
  }
  return notes ?? NO_NOTES;
};

const anchoredOf = (
  line: Line,
  paragraphTop: number,
  context: LayoutContext,
  region: Region,
): readonly AnchoredDrawing[] => {
  let found: AnchoredDrawing[] | undefined;
  for (const { atom } of line.atoms) {
    if (atom.kind !== 'mark' || atom.anchored === undefined) continue;
    found ??= [];
    const { content } = atom.anchored;
    const grows = content.kind === 'shape' && content.text?.grows === true && content.rotation === 0;
    found.push({
      drawing: atom.anchored,
      paragraphTop,
      lineHeight: line.height,
      column: region.width,
      inCell: region.inCell,
      grown: grows ? (width) => grownHeight(content, width, context, 0) ?? 0 : undefined,
    });
  }
  return found ?? NO_DRAWINGS;
};
