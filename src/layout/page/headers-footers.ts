/**
 * Headers and footers: which one a page has (ECMA-376 §17.10), how high it is, and painting it once all is known
 */
import type { Block, BodySection } from '../../wml/model.ts';
import type { PageBox } from '../boxes.ts';
import type { FieldUse, LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import { floatPiece } from '../floats/float-pieces.ts';
import type { Floats } from '../floats/floats.ts';
import { PagePainter } from '../paint/paint-piece.ts';
import { type Measured, type Piece, stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';

export interface PageEdges {
  readonly header: readonly Block[] | undefined;
  readonly footer: readonly Block[] | undefined;
}

export const edgesOf = (
  context: LayoutContext,
  body: BodySection,
  page: { readonly firstOfSection: boolean; readonly number: number },
): PageEdges => {
  const { document } = context;
  const kind =
    page.firstOfSection && body.section.titlePage
      ? 'first'
      : document.settings.evenAndOddHeaders && page.number % 2 === 0
        ? 'even'
        : 'default';
  const blocks = (part: string | undefined): readonly Block[] | undefined =>
    part === undefined ? undefined : document.edges.get(part);
  return { header: blocks(body.headers[kind]), footer: blocks(body.footers[kind]) };
};

const edgeRegion = (body: BodySection): Region => {
  const { width, height, margins } = body.section;
  return {
    width: Math.max(12, width - margins.left - margins.right - margins.gutter),
    grid: 0,
    table: undefined,
    ground: undefined,
    depth: 0,
    inCell: false,
    page: {
      width,
      height,
      left: margins.left + margins.gutter,
      right: width - margins.right,
      top: Math.abs(margins.top),
      bottom: height - Math.abs(margins.bottom),
    },
  };
};

interface MeasuredEdge extends Measured {
  readonly height: number;
  /** What its fields say: nothing that changes, what a page knows of itself, or what only the result knows. */
  readonly depends: FieldUse;
}

export interface MeasuredEdges {
  readonly header: MeasuredEdge | undefined;
  readonly footer: MeasuredEdge | undefined;
}

/** With the fields of the context's page. */
export const measureEdges = (
  context: LayoutContext,
  body: BodySection,
  { header, footer }: PageEdges,
): MeasuredEdges => {
  const region = edgeRegion(body);
  const top = body.section.margins.header;
  return {
    header: measureEdge(context, header, { ...region, top }),
    footer: measureEdge(context, footer, region),
  };
};

type KnownEdges = Map<readonly Block[], { readonly region: Region; readonly edge: MeasuredEdge }>;

/** Headers and footers that say the same on every page. */
const knownEdges = (): KnownEdges => new Map();

const sameRegion = (a: Region, b: Region): boolean =>
  a.width === b.width && a.top === b.top && a.page?.width === b.page?.width && a.page?.left === b.page?.left;

const measureEdge = (
  context: LayoutContext,
  blocks: readonly Block[] | undefined,
  region: Region,
): MeasuredEdge | undefined => {
  if (blocks === undefined || blocks.length === 0) return undefined;
  const known = context.kept.of(knownEdges);
  const same = known.get(blocks);
  if (same !== undefined && sameRegion(same.region, region)) return same.edge;
  const { value: measured, depends } = context.watchFields(() => context.measure(blocks, region));
  const edge = { ...measured, height: stackHeight(measured.pieces, measured.after), depends };
  // The same on every page.
  if (depends === 'nothing') known.set(blocks, { region, edge });
  return edge;
};

/** Now that the result is known: what a page was made with, where that holds. */
export const settleEdges = (
  context: LayoutContext,
  body: BodySection,
  edges: PageEdges,
  { header, footer }: MeasuredEdges,
): MeasuredEdges =>
  header?.depends === 'result' || footer?.depends === 'result'
    ? measureEdges(context, body, edges)
    : { header, footer };

/** Whether nothing that is still to come can change them. */
export const areSettled = ({ header, footer }: MeasuredEdges): boolean =>
  header?.depends !== 'result' && footer?.depends !== 'result';

/** Whether pages around the one come out as around the other. */
export const sameExtent = (a: MeasuredEdges, b: MeasuredEdges): boolean =>
  a === b || (samePieces(a.header, b.header) && samePieces(a.footer, b.footer));

const samePieces = (a: MeasuredEdge | undefined, b: MeasuredEdge | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.height === b.height &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every((piece, index) => piece.height === b.pieces[index]?.height));

export const paintEdges = (
  canvas: Canvas,
  { section: { margins, height } }: BodySection,
  { header, footer }: MeasuredEdges,
  context: LayoutContext,
): void => {
  const x = canvas.frame.left;
  const painter = new PagePainter(canvas, context);
  const paint = (measured: Measured, top: number): void =>
    canvas.on('edge', () => painter.stack(measured.pieces, x, top));
  if (header !== undefined) paint(header, margins.header);
  if (footer !== undefined) paint(footer, height - margins.footer - footer.height);
};

/** Text keeps away from what stands in headers and footers as well. */
export const floatEdges = (
  floats: Floats,
  { header, footer }: MeasuredEdges,
  body: BodySection,
  page: PageBox,
): void => {
  const { margins, height } = body.section;
  const place = { page, column: { x: page.left, width: edgeRegion(body).width } };
  const add = (pieces: readonly Piece[], top: number): void => {
    let y = top;
    for (const [index, piece] of pieces.entries()) {
      y += index === 0 ? piece.gapAfterBreak : piece.gap;
      floatPiece(floats, piece, y, place);
      y += piece.height;
    }
  };
  if (header !== undefined) add(header.pieces, margins.header);
  if (footer !== undefined) add(footer.pieces, height - margins.footer - footer.height);
};
