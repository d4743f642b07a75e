/**
 * TextOnlyRows :: rows that are an earlier one but for their texts → measured rows, by measuring the texts alone
 *
 * Lines of one format are as high whatever they say. Where each cell's text fits into one line, the first row of a kind has
 * the heights, places and lines of all; what is left of the others is where their texts begin. Rows where something does
 * not fit are measured as any other row is: so nothing here may decide what `measure-rows` and `paint-line` would not.
 */
import { beginsDecimal } from '../inline/decimal-stop.ts';
import { endsWithin, firstLineEdges, type LineEdges } from '../inline/fit.ts';
import { measureParagraph } from '../inline/paragraph.ts';
import { shapeOf } from '../inline/paragraph-shape.ts';
import { hasWideBlanks, leavesBlanksOpen } from '../inline/wide-blanks.ts';
import type { MeasuredRow, TextCell } from '../pieces.ts';
import type { Region } from '../region.ts';
import type { Extent } from '../text/plain-letters.ts';
import { isAdorned, type TextFormat } from '../text/text-format.ts';
import type { Lines } from './cell-borders.ts';
import type { GridCell, GridRow, RowKind } from './grid.ts';
import type { RowsRequest } from './rows-request.ts';
import { type TextOnlyCell, textOnlyCells } from './text-only-cells.ts';
import { turnOf } from './turned-cell.ts';

/** What the rows of a kind have in common below rows of one kind. */
interface MeasuredLike {
  readonly row: MeasuredRow;
  readonly cells: readonly TextCell[];
}

/** What the rows of a kind have in common wherever they stand. */
interface RowKindMetrics {
  readonly cells: readonly KindCell[];
  readonly texts: number;
  readonly measured: Map<Lines, MeasuredLike>;
}

interface KindCell extends TextOnlyCell, LineEdges {
  readonly region: Region;
  /** How much of what is left over stands before the text. */
  readonly share: number;
}

const SHARES: Readonly<Record<string, number>> = { left: 0, both: 0, center: 0.5, right: 1 };

interface WholeRows {
  /** Any row, measured with all that is in its cells. */
  measure(index: number): MeasuredRow | undefined;
  regionOf(cell: GridCell): Region;
}

export class TextOnlyRows {
  readonly #request: RowsRequest;
  readonly #whole: WholeRows;
  readonly #metrics = new Map<RowKind, RowKindMetrics | undefined>();

  constructor(request: RowsRequest, whole: WholeRows) {
    this.#request = request;
    this.#whole = whole;
  }

  /** Undefined for a row that has to be measured whole. */
  measure(row: GridRow, index: number): MeasuredRow | undefined {
    const { kind } = row;
    const { context, lines } = this.#request;
    if (kind === undefined || row.row.textOnly === undefined || !this.#isInside(row, index)) return undefined;
    const metrics = this.#metricsOf(kind);
    if (metrics === undefined) return undefined;
    context.budget.step();
    const { texts } = row.row.textOnly;
    if (hasWideBlanks(context) && texts.some(leavesBlanksOpen)) return undefined;
    const starts = startsOf(metrics, texts);
    if (starts === undefined) return undefined;
    const like = this.#measuredLike(metrics, lines.across(index), index);
    if (like === undefined) return undefined;
    for (const { formats, from } of metrics.cells)
      for (let at = 0; at < formats.length; at++) formats[at]?.notePlain(texts[from + at]?.length ?? 0);
    return { ...like.row, index, texts: { cells: like.cells, texts, starts } };
  }

  /** The last row has the table's last lines, header rows come again, and rows of an exact height may cut their text. */
  #isInside({ header, row }: GridRow, index: number): boolean {
    const { grid, context } = this.#request;
    if (header || row.properties.heightRule === 'exact' || grid.spacing > 0) return false;
    // Who looks at lines wants to see them.
    return index < grid.rows.length - 1 && context.structure === undefined && !context.isWatched;
  }

  #metricsOf(kind: RowKind): RowKindMetrics | undefined {
    if (this.#metrics.has(kind)) return this.#metrics.get(kind);
    const metrics = this.#findMetrics(kind);
    this.#metrics.set(kind, metrics);
    return metrics;
  }

  #findMetrics(kind: RowKind): RowKindMetrics | undefined {
    const { context } = this.#request;
    const textOnly = textOnlyCells(kind, context);
    if (textOnly === undefined || !textOnly.every(isPlain)) return undefined;
    const cells: KindCell[] = [];
    for (const cell of textOnly) {
      const region = this.#whole.regionOf(cell.grid);
      const shape = shapeOf(cell.resolved, cell.mark, context, region);
      const share = SHARES[shape.alignment];
      if (share === undefined) return undefined;
      cells.push({ ...cell, region, ...firstLineEdges(shape), share });
    }
    const texts = cells.reduce((sum, { formats }) => sum + formats.length, 0);
    return { cells, texts, measured: new Map() };
  }

  /** From the first row that has these lines above it. */
  #measuredLike(metrics: RowKindMetrics, above: Lines, index: number): MeasuredLike | undefined {
    const known = metrics.measured.get(above);
    if (known !== undefined) return known;
    const { context } = this.#request;
    const row = this.#whole.measure(index);
    if (row === undefined || row.cells.length !== metrics.cells.length) return undefined;
    const cells: TextCell[] = [];
    for (const [at, { grid, items, shift, x }] of row.cells.entries()) {
      const [item, ...more] = items;
      const [block] = grid.cell.blocks;
      const cell = metrics.cells[at];
      if (cell === undefined || item === undefined || more.length > 0 || block?.kind !== 'paragraph')
        return undefined;
      const [line] = measureParagraph(block, context, cell.region).lines;
      if (line === undefined) return undefined;
      const place = { x, margin: grid.margins.left, y: item.y, shift, baseline: line.baseline };
      cells.push({ ...textCell(cell), ...place });
    }
    const like = { row, cells };
    metrics.measured.set(above, like);
    return like;
  }
}

/** Nothing is drawn but letters, in a line that stands by itself. */
const isPlain = ({ grid, resolved: { properties }, formats }: TextOnlyCell): boolean =>
  grid.rowSpan === 1 &&
  turnOf(grid) === undefined &&
  grid.cell.properties.borders?.diagonalDown === undefined &&
  grid.cell.properties.borders?.diagonalUp === undefined &&
  properties.borders === undefined &&
  (properties.shading ?? undefined) === undefined &&
  properties.pageBreakBefore !== true &&
  properties.rightToLeft !== true &&
  (properties.outlineLevel ?? 9) > 8 &&
  (properties.tabs === undefined || !beginsDecimal(properties.tabs)) &&
  !formats.some(isAdorned);

/** Of each text; undefined where one needs more than a line. */
const startsOf = (
  { cells, texts: count }: RowKindMetrics,
  texts: readonly string[],
): readonly number[] | undefined => {
  const starts: number[] = new Array(count);
  const extent: Extent = { line: 0, ink: 0, longest: 0, token: 0 };
  for (const { formats, from, left, right, share } of cells) {
    extent.line = left;
    extent.ink = left;
    for (let at = 0; at < formats.length; at++) {
      starts[from + at] = extent.line;
      if (formats[at]?.extend(extent, texts[from + at] ?? '') !== true) return undefined;
    }
    if (!endsWithin(extent.ink, right)) return undefined;
    const shift = Math.max(0, right - extent.ink) * share;
    if (shift > 0)
      for (let at = 0; at < formats.length; at++) starts[from + at] = (starts[from + at] ?? 0) + shift;
  }
  return starts;
};

const textCell = (cell: KindCell): Pick<TextCell, 'ground' | 'stretches' | 'from' | 'to' | 'styleId'> => ({
  ground: cell.region.ground,
  stretches: stretchesOf(cell),
  from: cell.from,
  to: cell.from + cell.formats.length,
  styleId: cell.resolved.styleId,
});

/** Neighbours of one format are drawn as one. */
const stretchesOf = ({ formats, from }: TextOnlyCell): TextCell['stretches'] => {
  const stretches: { format: TextFormat; from: number; to: number }[] = [];
  for (const [index, format] of formats.entries()) {
    const last = stretches.at(-1);
    if (last?.format === format) last.to += 1;
    else stretches.push({ format, from: from + index, to: from + index + 1 });
  }
  return stretches;
};
