/**
 * measureDrawing :: drawing, size → the text in its shapes, measured for that size
 *
 * Boxes of text are measured here, in the flow, once, and painted from the result. Their fields are those of the page that is
 * being filled, as those of the text around them are.
 */

import { LastAnswers } from '../../memo.ts';
import type { TableLayer } from '../../wml/cascade.ts';
import type { Drawing, DrawingContent, Shape, ShapeText } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import { shapeGeometry } from '../draw/geometry.ts';
import { type BoxText, type DrawingTexts, type Measured, NO_TEXTS, stackHeight } from '../pieces.ts';
import type { Region } from '../region.ts';

/** Groups in groups, boxes in boxes. */
export const DEEPEST_DRAWING = 20;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What stands around the drawing. */
type Around = Pick<Region, 'depth' | 'page' | 'grid'>;

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
  const [beside, above] = [insets.left + insets.right, insets.top + insets.bottom];
  // Text that does not wrap is set as wide as it comes out; a shape that grows with it keeps its left edge [M].
  const unwrapped = text.wraps ? undefined : longestLine(measure(UNBOUNDED));
  const growing = text.grows ? (unwrapped ?? width - beside) : undefined;
  const grown =
    growing === undefined
      ? undefined
      : {
          width: unwrapped === undefined ? width : Math.max(1, growing + beside),
          height: Math.max(1, heightOf(measure(growing)) + above),
        };
  const box = { x: 0, y: 0, width, height, ...grown };
  const inner = shapeGeometry(shape, box)?.text ?? box;
  const room = text.direction === undefined ? inner.width - beside : Math.max(1, inner.height - above);
  const across = Math.max(room, unwrapped ?? 0);
  const measured = measure(across);
  if (text.centred !== true) return { ...measured, grown, indent: 0 };
  const longest = Math.min(across, longestLine(measured));
  return { ...measure(longest), grown, indent: (room - longest) / 2 };
};

const heightOf = ({ pieces, after }: Measured): number => stackHeight(pieces, after);

/** A width that no line of a box without wrapping reaches. */
const UNBOUNDED = 3000;
/** What is measured again at the width that it had is not to wrap for a rounded digit. */
const ROUNDED = 0.01;

/** From the left of the column to the end of the longest line, were all lines at the left. */
const longestLine = ({ pieces }: Measured): number =>
  pieces.reduce((most, { content }) => {
    if (content.kind === 'line') {
      const { line, of, isFirst } = content;
      const { indentLeft = 0, indentRight = 0, indentFirst = 0 } = of.measured.properties;
      const indents = indentLeft + indentRight + (isFirst ? indentFirst : 0);
      return Math.max(most, line.right - line.left + indents + ROUNDED);
    }
    if (content.kind !== 'row') return most;
    const { x, starts } = content.place.measured;
    return Math.max(most, x + (starts.at(-1) ?? 0) + ROUNDED);
  }, 1);

const regionOf = (
  text: ShapeText,
  fill: Shape['fill'],
  width: number,
  context: LayoutContext,
  { depth, page, grid }: Around,
): Region => ({
  width: Math.max(1, width),
  // Lines of a box stand on the section's grid as those beside it do (two documents: 20.0 and 18.0 points apart, where 15.6 would do) [M].
  grid,
  table: text.color === undefined ? undefined : textLayer(text.color.color, context),
  ground: fill?.kind === 'solid' ? fill.color.color : undefined,
  depth: depth + 1,
  inCell: true,
  page,
});

/** The font colour of a shape's style lies under everything that the text says itself. */
const layersByColor = (): Map<number, TableLayer> => new Map();

const textLayer = (color: number, context: LayoutContext): TableLayer => {
  const layers = context.kept.of(layersByColor);
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
const knownTexts = (): LastAnswers<ShapeText, KnownText> => new LastAnswers(MOST_KNOWN);

const measureText = (text: ShapeText, region: Region, context: LayoutContext): Measured => {
  const known = context.kept.of(knownTexts);
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
