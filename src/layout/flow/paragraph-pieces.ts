/**
 * paragraphPieces :: measured paragraph, its neighbours → pieces: a line each, with borders, shading and keep rules
 */

import type { Drawing } from '../../wml/model.ts';
import type { Borders } from '../../wml/properties/borders.ts';
import type { LayoutContext } from '../context.ts';
import { anchoredSize } from '../floats/anchors.ts';
import type { Line } from '../inline/lines.ts';
import type { MeasuredParagraph } from '../inline/measured-paragraph.ts';
import {
  type AnchoredDrawing,
  type DrawingTexts,
  NO_TEXTS,
  type ParagraphContent,
  type Piece,
} from '../pieces.ts';
import type { Region } from '../region.ts';
import { measureDrawing } from './measure-drawing.ts';
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
  const controlled = isControlled(measured, region, context);
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
    const { notes, anchored, texts } = inLine(line, -top - line.skip, context, region);
    pieces[index - from] = {
      // What stands beside the next part takes no room of its own.
      height: beside ? 0 : height,
      leading: below > 0 || beside ? 0 : line.leading,
      gap: isFirst ? neighbours.gap + line.skip : line.skip,
      gapAtTop: isFirst ? neighbours.gapAtTop + line.skip : 0,
      gapAfterBreak: isFirst ? neighbours.gapAfterBreak + line.skip : 0,
      after: beside ? 'keep' : afterLine(measured, index, controlled),
      clings: line.ends === 'page' && !isLast && isBreakAlone(line),
      breakBefore: isFirst && properties.pageBreakBefore === true,
      notes,
      anchored,
      counted: numbering && !beside ? { numbering, baseline: above + line.baseline } : undefined,
      block: paragraph,
      content: { kind: 'line', line, isFirst, isLast, above, texts, of },
    };
    top += (beside ? 0 : height) + line.skip;
  }
  return pieces;
};

/**
 * A page break with nothing before it in its line. Where text follows in the paragraph, no page is too full for it [M]; with the
 * paragraph's mark beside it, it is a line as any other.
 */
const isBreakAlone = ({ atoms }: Line): boolean =>
  atoms.every(({ atom }) => atom.kind === 'break' || atom.kind === 'mark');

/** In rows that a page break divides, single lines are left alone before Word 2013 [M]. */
const CONTROLS_CELLS = 15;

/** Two lines at least on either side of a page break (`w:widowControl`, on by default). */
const isControlled = (
  { properties }: MeasuredParagraph,
  { inCell }: Region,
  { document }: LayoutContext,
): boolean =>
  properties.widowControl !== false && (!inCell || document.settings.compatibilityMode >= CONTROLS_CELLS);

const afterLine = (
  { properties, lines }: MeasuredParagraph,
  index: number,
  controlled: boolean,
): Piece['after'] => {
  const line = lines[index];
  if (line?.ends === 'page' || line?.ends === 'column') return line.ends;
  const last = lines.length - 1;
  if (index === last) return properties.keepNext === true ? 'keep' : 'free';
  if (properties.keepLines === true) return 'keep';
  return controlled && (index === 0 || index === last - 1) ? 'keep' : 'free';
};

/** What stands in a line beside its text. */
interface InLine {
  readonly notes: readonly string[];
  readonly anchored: readonly AnchoredDrawing[];
  readonly texts: DrawingTexts;
}

/** Most lines have neither notes nor drawings. */
const NOTHING: InLine = { notes: [], anchored: [], texts: NO_TEXTS };

const inLine = (line: Line, paragraphTop: number, context: LayoutContext, region: Region): InLine => {
  let found: { notes: string[]; anchored: AnchoredDrawing[]; texts: DrawingTexts } | undefined;
  for (const { atom } of line.atoms) {
    if (atom.kind === 'word' && atom.note !== undefined) {
      found ??= { notes: [], anchored: [], texts: NO_TEXTS };
      found.notes.push(atom.note);
    } else if (atom.kind === 'mark' && atom.anchored !== undefined) {
      found ??= { notes: [], anchored: [], texts: NO_TEXTS };
      const drawing = measureAnchored(atom.anchored, context, region);
      found.anchored.push({ ...drawing, paragraphTop, lineHeight: line.height });
    } else if (atom.kind === 'object') {
      const texts = measureDrawing(atom.drawing, objectSize(atom.drawing, region), context, region);
      if (texts.size === 0) continue;
      found ??= { notes: [], anchored: [], texts: NO_TEXTS };
      found.texts = found.texts.size === 0 ? texts : new Map([...found.texts, ...texts]);
    }
  }
  return found ?? NOTHING;
};

/** A rule across the text is as wide as its column where it says nothing else. */
const objectSize = (
  { content, width, height }: Drawing,
  region: Region,
): { readonly width: number; readonly height: number } =>
  content.kind === 'shape' && content.geometry === 'horizontalRule' && !(width > 0)
    ? { width: region.width, height }
    : { width, height };

/** As large as it will be, wherever it stands. What is anchored counts as not being inside of anything. */
const measureAnchored = (
  drawing: Drawing,
  context: LayoutContext,
  region: Region,
): Omit<AnchoredDrawing, 'paragraphTop' | 'lineHeight'> => {
  const { content } = drawing;
  const size = anchoredSize(drawing, region);
  const texts = measureDrawing(drawing, size, context, { depth: 0, page: region.page, grid: region.grid });
  const grown = content.kind === 'shape' && content.rotation === 0 ? texts.get(content)?.grown : undefined;
  return {
    drawing,
    width: grown?.width ?? size.width,
    height: grown?.height ?? size.height,
    texts,
    column: region.width,
    inCell: region.inCell,
  };
};
