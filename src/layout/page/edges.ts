/**
 * Headers and footers: which one a page has (ECMA-376 §17.10), how high it is, and painting it once all is known
 */
import type { Block, BodySection } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Canvas } from '../draw/canvas.ts';
import type { Frame } from '../flow/frame.ts';
import { type Measured, paintStack, stackHeight } from '../flow/pieces.ts';

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

export const edgeFrame = (body: BodySection): Frame => {
  const { width, margins } = body.section;
  return {
    width: Math.max(12, width - margins.left - margins.right - margins.gutter),
    grid: 0,
    table: undefined,
    ground: undefined,
    depth: 0,
    inCell: false,
  };
};

export const measureEdge = (
  context: LayoutContext,
  blocks: readonly Block[] | undefined,
  frame: Frame,
): (Measured & { readonly height: number }) | undefined => {
  if (blocks === undefined || blocks.length === 0) return undefined;
  const measured = context.measure(blocks, frame);
  return { ...measured, height: stackHeight(measured.pieces, measured.after) };
};

export const paintEdges = (
  context: LayoutContext,
  canvas: Canvas,
  body: BodySection,
  edges: PageEdges,
): void => {
  const frame = edgeFrame(body);
  const { margins, height } = body.section;
  const x = canvas.frame.left;
  const header = measureEdge(context, edges.header, frame);
  const footer = measureEdge(context, edges.footer, frame);
  const paint = (measured: Measured, top: number): void =>
    canvas.on('edge', () => paintStack(canvas, measured.pieces, x, top));
  if (header !== undefined) paint(header, margins.header);
  if (footer !== undefined) paint(footer, height - margins.footer - footer.height);
};
