/**
 * paragraphPieces :: measured paragraph, its neighbours → pieces: a line each, with borders, shading and keep rules
 */
import { type Border, type Borders, isVisible } from '../../wml/borders.ts';
import type { LayoutContext } from '../context.ts';
import { borderThickness, paintBorder } from '../draw/borders.ts';
import type { Canvas } from '../draw/canvas.ts';
import { paintOne } from '../floats/anchors.ts';
import { visualLine } from '../inline/bidi.ts';
import type { Line } from '../inline/lines.ts';
import type { MeasuredParagraph } from '../inline/paragraph.ts';
import { paintInlineObject } from '../paint/paint-drawing.ts';
import { paintLine } from '../paint/paint-line.ts';
import { grownHeight } from '../paint/paint-shape.ts';
import type { AnchoredDrawing, Piece } from '../pieces.ts';
import type { Region } from '../region.ts';

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
  const { properties, lines, paragraph, direction } = measured;
  const { borders, shading } = properties;
  const plain = borders === undefined && (shading === undefined || shading === null);
  const box = plain ? undefined : new ParagraphBox(measured, neighbours, region);
  const tags = context.structure?.tagsOf(paragraph);
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
    const anchored = anchoredOf(line, -top - line.skip, context);
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
      paintAnchored: anchored.length === 0 ? undefined : anchoredPainter(anchored, region, context),
      counted: numbering && !beside ? { numbering, baseline: above + line.baseline } : undefined,
      block: paragraph,
      paint: (canvas, x, y) => {
        if (!beside) box?.paintBehind(canvas, x, y, height, isFirst, isLast);
        if (isFirst) tags?.begin();
        paintLine(canvas, direction === undefined ? line : visualLine(line, direction), {
          x,
          y: y + above,
          tags,
          ground: shading ?? region.ground,
          paintObject: (placed, at, baseline) =>
            paintInlineObject(canvas, placed, at, baseline, context, region),
        });
        if (!beside) box?.paintBorders(canvas, x, y, height, isFirst, isLast);
        if (isFirst) noteHeading(canvas, measured, x, y);
        if (isFirst && context.namedStyles) noteStyle(canvas, measured);
      },
    };
    top += (beside ? 0 : height) + line.skip;
  }
  return pieces;
};

const anchoredPainter =
  (anchored: readonly AnchoredDrawing[], region: Region, context: LayoutContext): Piece['paintAnchored'] =>
  (canvas, x, y) => {
    for (const one of anchored) paintOne(context, canvas, one, { x, width: region.width }, y, region.inCell);
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

const anchoredOf = (line: Line, paragraphTop: number, context: LayoutContext): readonly AnchoredDrawing[] => {
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
      grown: grows ? (width) => grownHeight(content, width, context, 0) ?? 0 : undefined,
    });
  }
  return found ?? NO_DRAWINGS;
};

const noteHeading = (
  canvas: Canvas,
  { properties, lines }: MeasuredParagraph,
  x: number,
  y: number,
): void => {
  const level = properties.outlineLevel;
  if (level === undefined || level > 8) return;
  const title = lines
    .map((line) =>
      line.atoms
        .map(({ atom }) =>
          atom.kind === 'word' || atom.kind === 'space' ? atom.text : atom.kind === 'tab' ? ' ' : '',
        )
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (title !== '') canvas.headings.push({ level, title, x, y });
};

/** For STYLEREF: what the paragraph says, without its number. */
const noteStyle = (canvas: Canvas, { resolved: { styleId }, paragraph }: MeasuredParagraph): void => {
  const text = paragraph.inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'field' ? inline.cached : ''))
    .join('')
    .trim();
  if (styleId !== undefined && text !== '') canvas.styled.push({ styleId, text });
};

const sameBorder = (a: Border | undefined, b: Border | undefined): boolean =>
  (!isVisible(a) && !isVisible(b)) ||
  (a !== undefined &&
    b !== undefined &&
    a.style === b.style &&
    a.width === b.width &&
    a.space === b.space &&
    a.color === b.color);

/** Paragraphs with the same lines around them share one box (§17.3.1.24). */
export const sameBorders = (a: Borders | undefined, b: Borders | undefined): boolean => {
  if (a === undefined || b === undefined) return false;
  return (['top', 'bottom', 'left', 'right', 'between'] as const).every((side) =>
    sameBorder(a[side], b[side]),
  );
};

class ParagraphBox {
  readonly #measured: MeasuredParagraph;
  readonly #region: Region;
  readonly #gap: number;
  readonly #joinsAbove: boolean;
  readonly #joinsBelow: boolean;
  readonly topSpace: number;
  readonly bottomSpace: number;

  constructor(measured: MeasuredParagraph, neighbours: Neighbours, region: Region) {
    this.#measured = measured;
    this.#region = region;
    this.#gap = neighbours.gap;
    const { borders } = measured.properties;
    const above = neighbours.above?.properties;
    this.#joinsAbove = sameBorders(above?.borders, borders) && sameIndents(above, measured.properties);
    this.#joinsBelow = sameBorders(neighbours.belowBorders, borders);
    this.topSpace = outside(this.#joinsAbove ? borders?.between : borders?.top);
    this.bottomSpace = this.#joinsBelow ? 0 : outside(borders?.bottom);
  }

  #sides(): { readonly left: number; readonly right: number } {
    const {
      borders,
      indentLeft = 0,
      indentRight = 0,
      indentFirst = 0,
      rightToLeft,
    } = this.#measured.properties;
    const begin = indentLeft + Math.min(0, indentFirst);
    const [left, right] = rightToLeft === true ? [indentRight, begin] : [begin, indentRight];
    return {
      left: left - outside(borders?.left),
      right: this.#region.width - right + outside(borders?.right),
    };
  }

  paintBehind(
    canvas: Canvas,
    x: number,
    y: number,
    height: number,
    isFirst: boolean,
    _isLast: boolean,
  ): void {
    const { shading } = this.#measured.properties;
    if (shading === undefined || shading === null) return;
    const { left, right } = this.#sides();
    const above = isFirst && this.#joinsAbove ? this.#gap : 0;
    canvas.rect(x + left, y - above, right - left, height + above, shading);
  }

  paintBorders(
    canvas: Canvas,
    x: number,
    y: number,
    height: number,
    isFirst: boolean,
    isLast: boolean,
  ): void {
    const { borders } = this.#measured.properties;
    if (borders === undefined) return;
    const { left, right } = this.#sides();
    const above = isFirst && this.#joinsAbove ? this.#gap : 0;
    const top = isFirst ? (this.#joinsAbove ? borders.between : borders.top) : undefined;
    const bottom = isLast && !this.#joinsBelow ? borders.bottom : undefined;
    const horizontal = (border: Border, at: number): void =>
      paintBorder(canvas, border, { x: x + left, y: at, length: right - left, vertical: false });
    if (isVisible(top)) horizontal(top, y + borderThickness(top) / 2);
    if (isVisible(bottom)) horizontal(bottom, y + height - borderThickness(bottom) / 2);
    const vertical = (border: Border, at: number): void =>
      paintBorder(canvas, border, { x: at, y: y - above, length: height + above, vertical: true });
    if (isVisible(borders.left)) vertical(borders.left, x + left + borderThickness(borders.left) / 2);
    if (isVisible(borders.right)) vertical(borders.right, x + right - borderThickness(borders.right) / 2);
  }
}

/** What a line and the space inside it take outside the text. */
const outside = (border: Border | undefined): number =>
  isVisible(border) ? border.space + borderThickness(border) : 0;

const sameIndents = (
  above: MeasuredParagraph['properties'] | undefined,
  own: MeasuredParagraph['properties'],
): boolean =>
  (above?.indentLeft ?? 0) === (own.indentLeft ?? 0) && (above?.indentRight ?? 0) === (own.indentRight ?? 0);
