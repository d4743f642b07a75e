/**
 * measureDrawing :: drawing, size → the text in its shapes, measured for that size
 *
 * Boxes of text are measured here, in the flow, once, and painted from the result. Their fields are those of the page that is
 * being filled, as those of the text around them are.
 */

import { LastAnswers, memoBy } from '../../memo.ts';
import type { TableLayer } from '../../wml/cascade.ts';
import type { Drawing, DrawingContent, Shape, ShapeText } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import { shapeGeometry } from '../draw/shape-geometry.ts';
import { type BoxText, type DrawingTexts, type Measured, NO_TEXTS, stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';

/** Groups in groups, boxes in boxes. */
export const DEEPEST_DRAWING = 20;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What stands around the drawing. */
type Around = Pick<Region, 'depth' | 'page'>;

export const measureDrawing = (
  { content }: Drawing,
  size: Size,
  context: LayoutContext,
  around: Around,
): DrawingTexts => {
  if (content.kind !== 'shape' && content.kind !== 'group') return NO_TEXTS;
  const texts = new Map<Shape, BoxText>();
  measureContent(content, size, context, around, texts);
  return texts.size === 0 ? NO_TEXTS : texts;
};

const measureContent = (
  content: DrawingContent,
  { width, height }: Size,
  context: LayoutContext,
  around: Around,
  out: Map<Shape, BoxText>,
): void => {
  if (around.depth > DEEPEST_DRAWING) return;
  if (content.kind === 'group') {
    const { frame, children } = content;
    if (frame.width <= 0 || frame.height <= 0) return;
    const [sx, sy] = [width / frame.width, height / frame.height];
    const inside = { ...around, depth: around.depth + 1 };
    for (const child of children)
      measureContent(
        child.content,
        { width: child.width * sx, height: child.height * sy },
        context,
        inside,
        out,
      );
  } else if (content.kind === 'shape' && content.text !== undefined && content.letters === undefined)
    out.set(content, measureShape(content, content.text, { width, height }, context, around));
};

const measureShape = (
  shape: Shape,
  text: ShapeText,
  { width, height }: Size,
  context: LayoutContext,
  around: Around,
): BoxText => {
  const measure = (across: number): Measured =>
    measureText(text, regionOf(text, shape.fill, across, context, around), context);
  const { insets } = text;
  const grown = text.grows
    ? Math.max(1, heightOf(measure(width - insets.left - insets.right)) + insets.top + insets.bottom)
    : undefined;
  const box = { x: 0, y: 0, width, height: grown ?? height };
  const inner = shapeGeometry(shape, box)?.text ?? box;
  const across =
    text.direction === undefined
      ? inner.width - insets.left - insets.right
      : Math.max(1, inner.height - insets.top - insets.bottom);
  return { ...measure(across), grown };
};

const heightOf = ({ pieces, after }: Measured): number => stackHeight(pieces, after);

/** A width that no line of a box without wrapping reaches. */
const UNBOUNDED = 3000;

const regionOf = (
  text: ShapeText,
  fill: Shape['fill'],
  width: number,
  context: LayoutContext,
  { depth, page }: Around,
): Region => ({
  width: text.wraps ? Math.max(1, width) : UNBOUNDED,
  grid: 0,
  table: text.color === undefined ? undefined : textLayer(text.color.color, context),
  ground: fill?.kind === 'solid' ? fill.color.color : undefined,
  depth: depth + 1,
  inCell: true,
  page,
});

/** The font colour of a shape's style lies under everything that the text says itself. */
const LAYERS = new WeakMap<LayoutContext, Map<number, TableLayer>>();

const textLayer = (color: number, context: LayoutContext): TableLayer => {
  const layers = memoBy(LAYERS, context, () => new Map<number, TableLayer>());
  const known = layers.get(color);
  if (known !== undefined) return known;
  const layer = { paragraph: {}, run: { color } };
  layers.set(color, layer);
  return layer;
};

interface KnownText {
  readonly region: Region;
  readonly measured: Measured;
}

/** A paragraph beside pictures is measured again and again, with the boxes in it; those of a page or so are kept. */
const MOST_KNOWN = 64;
const KNOWN = new WeakMap<LayoutContext, LastAnswers<ShapeText, KnownText>>();

const measureText = (text: ShapeText, region: Region, context: LayoutContext): Measured => {
  const known = memoBy(KNOWN, context, () => new LastAnswers<ShapeText, KnownText>(MOST_KNOWN));
  const last = known.get(text);
  if (last !== undefined && isAlike(last.region, region)) return last.measured;
  const { value: measured, depends } = context.noteFields(() => context.measure(text.blocks, region));
  // What its fields say may be something else the next time.
  if (depends === 'nothing' && !context.labels.byPage) known.set(text, { region, measured });
  return measured;
};

const isAlike = (a: Region, b: Region): boolean =>
  a.width === b.width &&
  a.ground === b.ground &&
  a.depth === b.depth &&
  a.table === b.table &&
  a.page === b.page;
