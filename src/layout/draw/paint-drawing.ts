/**
 * paintInlineObject, paintDrawing: pictures, shapes and the text in them, at their places
 */
import type { TableLayer } from '../../wml/cascade.ts';
import type { Drawing, DrawingContent, Group, Picture, Shape, ShapeText } from '../../wml/model.ts';
import type { LayoutContext } from '../context.ts';
import type { Matrix, Paint } from '../display-list.ts';
import type { Frame } from '../flow/frame.ts';
import { paintStack, stackHeight } from '../flow/pieces.ts';
import type { PlacedAtom } from '../inline/lines.ts';
import { type Box, type Canvas, rectangle } from './canvas.ts';
import { shapePath } from './shape-paths.ts';
import { isTurned, turned, turnInto } from './turn.ts';

export const paintInlineObject = (
  canvas: Canvas,
  placed: PlacedAtom,
  x: number,
  baseline: number,
  context: LayoutContext,
  frame: Frame,
): void => {
  if (placed.atom.kind !== 'object') return;
  const { drawing, height, ascent } = placed.atom;
  if (drawing.content.kind === 'shape' && drawing.content.geometry === 'horizontalRule') {
    const width = drawing.width > 0 ? drawing.width : frame.width;
    const y = baseline - ascent / 2;
    paintDrawing(canvas, drawing, { x, y, width, height: drawing.height }, context, frame.depth);
    return;
  }
  const rise = placed.atom.format.properties.position ?? 0;
  paintDrawing(
    canvas,
    drawing,
    {
      x: x + drawing.extent.left,
      y: baseline - rise - height + drawing.extent.top,
      width: drawing.width,
      height: drawing.height,
    },
    context,
    frame.depth,
  );
};

export const paintDrawing = (
  canvas: Canvas,
  drawing: Drawing,
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  const outer = canvas.element;
  const figure = context.structure?.figure(drawing, box, canvas);
  canvas.element = figure === undefined ? outer : figure.element;
  if (depth <= DEEPEST) paintContent(canvas, drawing.content, box, context, depth);
  canvas.element = figure?.link ?? outer;
  if (drawing.link !== undefined) canvas.add({ kind: 'link', ...box, target: drawing.link });
  canvas.element = outer;
};

/** Groups in groups, boxes in boxes. */
const DEEPEST = 20;

const paintContent = (
  canvas: Canvas,
  content: DrawingContent,
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  if (depth > DEEPEST) return;
  switch (content.kind) {
    case 'picture':
      paintPicture(canvas, content, box);
      return;
    case 'shape':
      paintShape(canvas, content, box, context, depth);
      return;
    case 'group':
      paintGroup(canvas, content, box, context, depth);
      return;
    case 'unsupported':
      context.warnings.add(`A drawing (${content.what}) is shown as an empty frame.`);
      canvas.add({ kind: 'path', path: rectangle(box), stroke: { color: 0xb0b0b0, width: 0.75 } });
  }
};

const paintGroup = (canvas: Canvas, group: Group, box: Box, context: LayoutContext, depth: number): void => {
  const { frame } = group;
  if (frame.width <= 0 || frame.height <= 0) return;
  const [sx, sy] = [box.width / frame.width, box.height / frame.height];
  if (isTurned(group)) {
    const upright: Group = { ...group, rotation: 0, flipX: false, flipY: false };
    canvas.through(turned(box, group), () => paintGroup(canvas, upright, box, context, depth));
    return;
  }
  for (const child of group.children) {
    paintContent(
      canvas,
      child.content,
      {
        x: box.x + (child.x - frame.x) * sx,
        y: box.y + (child.y - frame.y) * sy,
        width: child.width * sx,
        height: child.height * sy,
      },
      context,
      depth + 1,
    );
  }
};

const DASHES: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 3],
  sysDot: [1, 1],
  dash: [4, 3],
  sysDash: [3, 1],
  lgDash: [8, 3],
  dashDot: [4, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

const paintShape = (canvas: Canvas, shape: Shape, box: Box, context: LayoutContext, depth: number): void => {
  const grown = shape.text?.grows === true ? grownBox(shape.text, box, context, depth) : box;
  const paint = (): void => paintOutline(canvas, shape, grown, context);
  if (isTurned(shape)) canvas.through(turned(grown, shape), paint);
  else paint();
  const { text, rotation, flipY } = shape;
  if (text === undefined) return;
  // Text turns with its shape, and stands on its head in one that is upside down, but is never mirrored.
  const turn = { rotation: (rotation + (flipY ? 180 : 0)) % 360, flipX: false, flipY: false };
  const write = (): void => paintShapeText(canvas, text, shape.fill, grown, context, depth);
  if (turn.rotation === 0) write();
  else canvas.through(turned(grown, turn), write);
};

const paintOutline = (canvas: Canvas, shape: Shape, box: Box, context: LayoutContext): void => {
  const known = shapePath(shape, box);
  if (known === undefined && (shape.fill !== undefined || shape.line !== undefined))
    context.reasons.add('shape-geometry');
  const path = known ?? rectangle(box);
  const { fill, line } = shape;
  const isLine = shape.geometry === 'line' || shape.geometry === 'straightConnector1';
  const paint = isLine ? undefined : fillPaint(fill, box);
  if (paint !== undefined && path.length > 0) {
    const opacity = fill?.kind === 'solid' ? fill.color.opacity : 1;
    canvas.add({ kind: 'path', path, fill: paint, ...(opacity < 1 && { opacity }) });
  }
  if (line !== undefined && path.length > 0) {
    const dash = DASHES[line.dash]?.map((part) => part * line.width);
    canvas.add({
      kind: 'path',
      path,
      stroke: { color: line.color.color, width: line.width, ...(dash !== undefined && { dash }) },
      ...(line.color.opacity < 1 && { opacity: line.color.opacity }),
    });
    if (isLine) paintEnds(canvas, line, box);
  }
};

const fillPaint = (fill: Shape['fill'], box: Box): Paint | undefined => {
  if (fill === undefined) return undefined;
  if (fill.kind === 'solid') return fill.color.color;
  const first = fill.stops[0];
  const last = fill.stops.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const angle = (fill.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = (Math.abs(cos) * box.width + Math.abs(sin) * box.height) / 2;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const stops = fill.stops.map(({ offset, color }) => ({ offset, color: color.color }));
  if (first.offset > 0) stops.unshift({ offset: 0, color: first.color.color });
  if (last.offset < 1) stops.push({ offset: 1, color: last.color.color });
  return {
    from: [cx - cos * half, cy - sin * half],
    to: [cx + cos * half, cy + sin * half],
    stops,
  };
};

/** Arrow heads: a triangle three lines wide. */
const paintEnds = (canvas: Canvas, line: NonNullable<Shape['line']>, box: Box): void => {
  const angle = Math.atan2(box.height, box.width);
  const size = Math.max(3, line.width * 3);
  const head = (x: number, y: number, way: number): void => {
    const [cos, sin] = [Math.cos(way), Math.sin(way)];
    canvas.add({
      kind: 'path',
      path: [
        ['M', x, y],
        ['L', x - cos * size - (sin * size) / 2, y - sin * size + (cos * size) / 2],
        ['L', x - cos * size + (sin * size) / 2, y - sin * size - (cos * size) / 2],
        ['Z'],
      ],
      fill: line.color.color,
    });
  };
  if (line.tail !== 'none') head(box.x + box.width, box.y + box.height, angle);
  if (line.head !== 'none') head(box.x, box.y, angle + Math.PI);
};

const textFrame = (text: ShapeText, ground: Shape['fill'], box: Box, depth: number): Frame => ({
  width: text.wraps ? Math.max(1, box.width - text.insets.left - text.insets.right) : UNBOUNDED,
  grid: 0,
  table: text.color === undefined ? undefined : textLayer(text.color.color),
  ground: ground?.kind === 'solid' ? ground.color.color : undefined,
  depth: depth + 1,
  inCell: true,
});

/** A width that no line of a box without wrapping reaches. */
const UNBOUNDED = 3000;

/** The font colour of a shape's style lies under everything that the text says itself. */
const layers = new Map<number, TableLayer>();
const textLayer = (color: number): TableLayer => {
  let layer = layers.get(color);
  if (layer === undefined) {
    layer = { paragraph: {}, run: { color } };
    layers.set(color, layer);
  }
  return layer;
};

const grownBox = (text: ShapeText, box: Box, context: LayoutContext, depth: number): Box => {
  const measured = context.measure(text.blocks, textFrame(text, undefined, box, depth));
  const height = stackHeight(measured.pieces, measured.after) + text.insets.top + text.insets.bottom;
  return { ...box, height: Math.max(height, 1) };
};

const NO_INSETS: ShapeText['insets'] = { left: 0, top: 0, right: 0, bottom: 0 };

const paintShapeText = (
  canvas: Canvas,
  text: ShapeText,
  fill: Shape['fill'],
  box: Box,
  context: LayoutContext,
  depth: number,
): void => {
  const { insets } = text;
  if (text.direction !== undefined) {
    const inner = {
      x: box.x + insets.left,
      y: box.y + insets.top,
      width: Math.max(1, box.width - insets.left - insets.right),
      height: Math.max(1, box.height - insets.top - insets.bottom),
    };
    const { direction: _, ...level } = text;
    const along = { x: 0, y: 0, width: inner.height, height: inner.width };
    canvas.through(turnInto(text.direction, inner), () =>
      paintShapeText(canvas, { ...level, insets: NO_INSETS }, fill, along, context, depth),
    );
    return;
  }
  const measured = context.measure(text.blocks, textFrame(text, fill, box, depth));
  const spare = box.height - insets.top - insets.bottom - stackHeight(measured.pieces, measured.after);
  const offset = text.vertical === 'center' ? spare / 2 : text.vertical === 'bottom' ? spare : 0;
  const [x, y] = [
    box.x + insets.left,
    box.y + insets.top + (text.vertical === 'top' ? 0 : Math.max(0, offset)),
  ];
  paintStack(canvas, measured.pieces, x, y);
};

const turnedPicture = (box: Box, picture: Picture): Matrix => {
  const [a, b, c, d, e, f] = turned(box, picture);
  return [
    a * box.width,
    b * box.width,
    c * box.height,
    d * box.height,
    a * box.x + c * box.y + e,
    b * box.x + d * box.y + f,
  ];
};

const paintPicture = (canvas: Canvas, picture: Picture, box: Box): void => {
  if (box.width <= 0 || box.height <= 0) return;
  const { crop } = picture;
  const cropped = crop.left !== 0 || crop.top !== 0 || crop.right !== 0 || crop.bottom !== 0;
  canvas.add({
    kind: 'image',
    image: picture.part ?? '',
    matrix: isTurned(picture) ? turnedPicture(box, picture) : [box.width, 0, 0, box.height, box.x, box.y],
    ...(cropped && { crop }),
    ...(picture.opacity < 1 && { opacity: picture.opacity }),
  });
  if (picture.line !== undefined) {
    const { line } = picture;
    canvas.add({
      kind: 'path',
      path: [
        ['M', box.x, box.y],
        ['L', box.x + box.width, box.y],
        ['L', box.x + box.width, box.y + box.height],
        ['L', box.x, box.y + box.height],
        ['Z'],
      ],
      stroke: { color: line.color.color, width: line.width },
    });
  }
};
