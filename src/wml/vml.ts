/**
 * readVml :: w:pict, w:object → Drawing[] (VML, ECMA-376 part 4 §19; what old documents and Fallbacks use)
 *
 * Shapes by the paths of their types, lines, groups, pictures, text boxes, and the letters of WordArt. What else VML has is a
 * finding.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import type {
  Anchor,
  AxisPlace,
  Drawing,
  DrawingContent,
  Geometry,
  Recolor,
  Shape,
  ShapeText,
} from './model.ts';
import type { StoryContext } from './story-context.ts';
import { type Asked, askedOf, vmlFill, vmlLine, vmlShadow } from './vml-look.ts';
import { vmlGeometry } from './vml-path.ts';
import {
  angle,
  cssLength,
  fraction,
  isFalse,
  isTrue,
  pairOf,
  parseStyle,
  type VmlStyle,
  vmlColor,
} from './vml-style.ts';

const SHAPES: ReadonlySet<string> = new Set([
  'v:shape',
  'v:rect',
  'v:roundrect',
  'v:line',
  'v:oval',
  'v:polyline',
  'v:group',
]);
const SILENT: ReadonlySet<string> = new Set([
  'v:shapetype',
  'o:OLEObject',
  'o:lock',
  'w:control',
  'w:movie',
  'w10:anchorlock',
  'w10:wrap',
  // Read with what else stands in runs.
  'w:drawing',
]);
/** Deeper groups are malice. */
const DEEPEST_GROUP = 16;

export const readVml = (element: XmlElement, context: StoryContext): readonly Drawing[] => {
  // What Word prints of an object or a control is its picture. One that has none is drawn by the program that made it.
  const isObject = element.name === 'w:object' || elementsOf(element, 'w:control').length > 0;
  if (isObject && !elementsOf(element).some(isPictured))
    context.findings.note('embedded-object', context.part, element);
  for (const type of elementsOf(element, 'v:shapetype')) noteType(type, context);
  return elementsOf(element).flatMap((child) => {
    if (SHAPES.has(child.name)) return readOne(child, context);
    if (!SILENT.has(child.name)) context.findings.note('vml', context.part, child);
    return [];
  });
};

const isPictured = (shape: XmlElement): boolean =>
  shape.name === 'w:drawing' || childOf(shape, 'v:imagedata') !== undefined;

/** A type is written where it is first used, and counts for the whole part. */
const noteType = (type: XmlElement, context: StoryContext): void => {
  const id = type.attribute('id');
  if (id !== undefined) context.shapeTypes.set(`#${id}`, type);
};

const readOne = (element: XmlElement, context: StoryContext): readonly Drawing[] => {
  const style = parseStyle(element.attribute('style'));
  if (style.get('visibility') === 'hidden') return [];
  const place = placeOf(element, style, cssLength);
  const content = readContent(element, style, { place, length: cssLength, depth: 0 }, context);
  if (content === undefined) {
    context.findings.note('vml', context.part, element);
    return [];
  }
  return [
    {
      width: place.width,
      height: place.height,
      extent: { left: 0, top: 0, right: 0, bottom: 0 },
      anchor: style.get('position') === 'absolute' ? readAnchor(element, style, place) : undefined,
      content,
      description: element.attribute('alt') ?? '',
      link: undefined,
    },
  ];
};

/** Reads a length: CSS on the page, the group's own numbers in a group. */
type ReadLength = (text: string | undefined) => number | undefined;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of a line: from the upper right to the lower left, or drawn the other way round. */
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly points?: readonly (readonly [number, number])[];
}

/** Where it stands: a line says where it begins and ends, everything else how large it is. */
const placeOf = (element: XmlElement, style: VmlStyle, length: ReadLength): Place => {
  const [x, y] = [
    length(style.get('margin-left') ?? style.get('left')) ?? 0,
    length(style.get('margin-top') ?? style.get('top')) ?? 0,
  ];
  const points = pointsOf(element, length);
  if (points === undefined || points.length < 2)
    return {
      x,
      y,
      width: Math.max(0, length(style.get('width')) ?? 0),
      height: Math.max(0, length(style.get('height')) ?? 0),
      flipX: false,
      flipY: false,
    };
  const [xs, ys] = [points.map(([px]) => px), points.map(([, py]) => py)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const isLine = element.name === 'v:line';
  const [from, to] = [points[0], points[1]];
  return {
    x: x + left,
    y: y + top,
    width: Math.max(...xs) - left,
    height: Math.max(...ys) - top,
    flipX: isLine && (from?.[0] ?? 0) > (to?.[0] ?? 0),
    flipY: isLine && (from?.[1] ?? 0) > (to?.[1] ?? 0),
    points: points.map(([px, py]) => [px - left, py - top]),
  };
};

const MOST_POINTS = 10_000;

const pointsOf = (
  element: XmlElement,
  length: ReadLength,
): readonly (readonly [number, number])[] | undefined => {
  if (element.name === 'v:line') {
    const from = pairOf(element.attribute('from') ?? '0,0', length);
    const to = pairOf(element.attribute('to') ?? '10,10', length);
    return from === undefined || to === undefined ? undefined : [from, to];
  }
  if (element.name !== 'v:polyline') return undefined;
  const numbers = (element.attribute('points') ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .slice(0, MOST_POINTS * 2)
    .map((part) => length(part) ?? 0);
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : []));
};

interface Around {
  readonly place: Place;
  readonly length: ReadLength;
  readonly depth: number;
}

const readContent = (
  element: XmlElement,
  style: VmlStyle,
  around: Around,
  context: StoryContext,
): DrawingContent | undefined => {
  const { place, depth } = around;
  const flip = style.get('flip') ?? '';
  const turn = {
    rotation: angle(style.get('rotation')),
    flipX: place.flipX !== (flip.includes('x') && element.name !== 'v:line'),
    flipY: place.flipY !== (flip.includes('y') && element.name !== 'v:line'),
  };
  if (element.name === 'v:group') return readGroup(element, turn, depth, context);
  const type = context.shapeTypes.get(element.attribute('type') ?? '');
  const asked = askedOf(element, type);
  const data = childOf(element, 'v:imagedata');
  if (data !== undefined) return readPicture(element, data, turn, asked, context);
  const horizontalRule = element.attribute('o:hr') === 't';
  const letters = wordArtOf(element, type);
  const box = childOf(childOf(element, 'v:textbox'), 'w:txbxContent');
  const geometry =
    letters !== undefined || horizontalRule ? 'rect' : geometryOf(element, { type, asked, box, place });
  if (geometry === undefined) return undefined;
  const isLine = element.name === 'v:line';
  const shadow = vmlShadow(element);
  return {
    kind: 'shape',
    geometry: horizontalRule ? 'horizontalRule' : typeof geometry === 'string' ? geometry : 'custom',
    adjust: element.name === 'v:roundrect' ? roundness(element) : NO_ADJUST,
    custom: typeof geometry === 'string' ? undefined : geometry,
    fill: isLine ? undefined : vmlFill(element, asked, context),
    line: horizontalRule ? undefined : vmlLine(element, asked),
    ...(shadow !== undefined && { shadow }),
    ...turn,
    text: box && readText(element, box, context),
    ...(letters !== undefined && { letters }),
  };
};

const NO_ADJUST: Shape['adjust'] = new Map();

/** A share of the shorter side; a fifth where it does not say. */
const roundness = (element: XmlElement): Shape['adjust'] =>
  new Map([['adj', Math.round(fraction(element.attribute('arcsize'), 0.2) * 100_000)]]);

/** Types that documents name without describing them, and what they are (o:spt). */
const KNOWN_TYPES: Readonly<Record<string, string>> = {
  '1': 'rect',
  '2': 'roundRect',
  '3': 'ellipse',
  '4': 'diamond',
  '5': 'triangle',
  '6': 'rtTriangle',
  '7': 'parallelogram',
  '8': 'trapezoid',
  '9': 'hexagon',
  '10': 'octagon',
  '11': 'plus',
  '12': 'star5',
  '13': 'rightArrow',
  '15': 'homePlate',
  '16': 'cube',
  '20': 'line',
  '22': 'can',
  '32': 'straightConnector1',
  '33': 'bentConnector2',
  '34': 'bentConnector3',
  '55': 'chevron',
  '61': 'wedgeRectCallout',
  '62': 'wedgeRoundRectCallout',
  '66': 'leftArrow',
  '67': 'downArrow',
  '68': 'upArrow',
  '69': 'leftRightArrow',
  '70': 'upDownArrow',
  '75': 'rect',
  '109': 'flowChartProcess',
  '110': 'flowChartDecision',
  '202': 'rect',
};

interface Outlined {
  readonly type: XmlElement | undefined;
  readonly asked: Asked;
  readonly box: XmlElement | undefined;
  readonly place: Place;
}

/** A preset's name, or a path. */
const geometryOf = (
  element: XmlElement,
  { type, asked, box, place }: Outlined,
): string | Geometry | undefined => {
  switch (element.name) {
    case 'v:rect':
      return 'rect';
    case 'v:roundrect':
      return 'roundRect';
    case 'v:oval':
      return 'ellipse';
    case 'v:line':
      return 'line';
    case 'v:polyline':
      return polyline(element, place);
  }
  const number = /_t(\d+)$/.exec(element.attribute('type') ?? '')?.[1] ?? type?.attribute('o:spt');
  const own = element.attribute('path');
  // A text box is a rectangle, and most of them say so at length.
  if (own === undefined && number === '202') return 'rect';
  const path = own ?? type?.attribute('path');
  if (path === undefined) return number === undefined ? box && 'rect' : KNOWN_TYPES[number];
  const formulas = childOf(element, 'v:formulas') ?? childOf(type, 'v:formulas');
  const [first, second] = [adjustOf(element), adjustOf(type)];
  return vmlGeometry({
    path,
    formulas:
      formulas === undefined ? [] : elementsOf(formulas, 'v:f').map((one) => one.attribute('eqn') ?? ''),
    adjust: Array.from(
      { length: Math.max(first.length, second.length) },
      (_, index) => first[index] ?? second[index] ?? 0,
    ),
    size: pairOf(asked('coordsize'), Number) ?? [1000, 1000],
    origin: pairOf(asked('coordorigin'), Number) ?? [0, 0],
  });
};

const adjustOf = (element: XmlElement | undefined): readonly (number | undefined)[] =>
  (element?.attribute('adj') ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? undefined : Number.parseFloat(part)));

const polyline = (element: XmlElement, { points = [], width, height }: Place): Geometry => ({
  adjust: [],
  guides: [],
  text: undefined,
  paths: [
    {
      // A coordinate space without width would be none.
      width: Math.max(width, 0.01),
      height: Math.max(height, 0.01),
      fill: isFalse(element.attribute('filled')) ? 'none' : 'norm',
      stroke: true,
      commands: points.map(([x, y], index) => [index === 0 ? 'M' : 'L', String(x), String(y)]),
    },
  ],
});

/** The letters of WordArt, stretched into the shape (§19.1.2.23). */
const wordArtOf = (element: XmlElement, type: XmlElement | undefined): Shape['letters'] => {
  const path = childOf(element, 'v:textpath');
  const text = path?.attribute('string');
  if (path === undefined || text === undefined || isFalse(path.attribute('on'))) return undefined;
  if (!isTrue(path.attribute('on')) && !isTrue(childOf(type, 'v:textpath')?.attribute('on')))
    return undefined;
  const style = parseStyle(path.attribute('style'));
  const weight = style.get('font-weight') ?? '';
  return {
    text,
    family: (style.get('font-family') ?? 'Arial').replace(/["']|&quot;/g, '').trim(),
    bold: weight === 'bold' || Number(weight) >= 600,
    italic: style.get('font-style') === 'italic',
  };
};

const readText = (element: XmlElement, box: XmlElement, context: StoryContext): ShapeText => {
  const holder = childOf(element, 'v:textbox');
  const flow = parseStyle(holder?.attribute('style'));
  const direction = directionOf(flow);
  const inset = (holder?.attribute('inset') ?? '').split(',');
  const side = (index: number, otherwise: number): number => cssLength(inset[index]?.trim()) ?? otherwise;
  const anchor = parseStyle(element.attribute('style')).get('v-text-anchor') ?? 'top';
  return {
    blocks: context.readBlocks(box),
    insets: { left: side(0, 7.2), top: side(1, 3.6), right: side(2, 7.2), bottom: side(3, 3.6) },
    vertical: anchor.startsWith('middle') ? 'center' : anchor.startsWith('bottom') ? 'bottom' : 'top',
    grows: isTrue(flow.get('mso-fit-shape-to-text')) && direction === undefined,
    wraps: true,
    ...(direction !== undefined && { direction }),
    color: undefined,
  };
};

/** `layout-flow` of a text box; bottom to top is said apart. */
const directionOf = (flow: VmlStyle): 'up' | 'down' | undefined =>
  flow.get('layout-flow')?.startsWith('vertical') === true
    ? flow.get('mso-layout-flow-alt') === 'bottom-to-top'
      ? 'up'
      : 'down'
    : undefined;

interface Turn {
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

const readPicture = (
  element: XmlElement,
  data: XmlElement,
  turn: Turn,
  asked: Asked,
  context: StoryContext,
): DrawingContent => {
  const relationship = context.relationship(data.attribute('r:id') ?? data.attribute('o:relid'));
  const crop = (name: string): number => Math.min(1, fraction(data.attribute(name)));
  const [gain, black] = [fraction(data.attribute('gain'), 1), fraction(data.attribute('blacklevel'))];
  const recolor = recolorOf(data);
  // A picture has no frame unless it asks for one.
  const framed = isTrue(asked('stroked'));
  return {
    kind: 'picture',
    part: relationship?.external === false ? relationship.part : undefined,
    crop: {
      left: crop('cropleft'),
      top: crop('croptop'),
      right: crop('cropright'),
      bottom: crop('cropbottom'),
    },
    ...turn,
    opacity: 1,
    line: framed ? vmlLine(element, asked) : undefined,
    ...((gain !== 1 || black !== 0) && { light: { gain, offset: 0.5 - gain / 2 + black } }),
    ...(recolor !== undefined && { recolor }),
  };
};

/** §19.1.2.11. */
const recolorOf = (data: XmlElement): Recolor | undefined => {
  if (isTrue(data.attribute('bilevel'))) return { kind: 'bilevel', threshold: 0.5 };
  if (isTrue(data.attribute('grayscale'))) return { kind: 'gray' };
  const key = data.attribute('chromakey');
  return key === undefined ? undefined : { kind: 'hidden', color: vmlColor(key, 0xffffff) };
};

/** Shapes in coordinates of their group (§19.1.2.7). */
const readGroup = (
  element: XmlElement,
  turn: Turn,
  depth: number,
  context: StoryContext,
): DrawingContent | undefined => {
  if (depth >= DEEPEST_GROUP) return undefined;
  const origin = pairOf(element.attribute('coordorigin'), Number) ?? [0, 0];
  const size = pairOf(element.attribute('coordsize'), Number) ?? [1000, 1000];
  for (const type of elementsOf(element, 'v:shapetype')) noteType(type, context);
  return {
    kind: 'group',
    ...turn,
    frame: { x: origin[0], y: origin[1], width: size[0], height: size[1] },
    children: elementsOf(element).flatMap((child) => {
      if (!SHAPES.has(child.name)) {
        if (!SILENT.has(child.name)) context.findings.note('vml', context.part, child);
        return [];
      }
      const style = parseStyle(child.attribute('style'));
      if (style.get('visibility') === 'hidden') return [];
      const place = placeOf(child, style, plainNumber);
      const { x, y, width, height } = place;
      const content = readContent(child, style, { place, length: plainNumber, depth: depth + 1 }, context);
      if (content === undefined) {
        context.findings.note('vml', context.part, child);
        return [];
      }
      return [{ x, y, width, height, content }];
    }),
  };
};

const plainNumber = (text: string | undefined): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
};

const readAnchor = (element: XmlElement, style: VmlStyle, place: Place): Anchor => {
  const wrap = elementsOf(element)
    .find((child) => child.name === 'w10:wrap')
    ?.attribute('type');
  const axis = (
    offset: number,
    align: string | undefined,
    from: string | undefined,
    otherwise: string,
  ): AxisPlace => ({
    from:
      from === undefined || from === 'text' || from === 'char' || from === 'line'
        ? otherwise
        : from.replace(/-area$/, ''),
    offset,
    align: align === undefined || align === 'absolute' ? undefined : align,
  });
  const order = Number(style.get('z-index') ?? 0) || 0;
  const distance = (name: string, otherwise: number): number => cssLength(style.get(name)) ?? otherwise;
  return {
    horizontal: axis(
      place.x,
      style.get('mso-position-horizontal'),
      style.get('mso-position-horizontal-relative'),
      'column',
    ),
    vertical: axis(
      place.y,
      style.get('mso-position-vertical'),
      style.get('mso-position-vertical-relative'),
      'paragraph',
    ),
    wrap:
      wrap === 'square' || wrap === 'tight' || wrap === 'through' || wrap === 'topAndBottom' ? wrap : 'none',
    wrapSide: 'bothSides',
    behind: order < 0,
    distance: {
      left: distance('mso-wrap-distance-left', 9),
      top: distance('mso-wrap-distance-top', 0),
      right: distance('mso-wrap-distance-right', 9),
      bottom: distance('mso-wrap-distance-bottom', 0),
    },
    layoutInCell: true,
    order,
    relativeWidth: undefined,
    relativeHeight: undefined,
  };
};
