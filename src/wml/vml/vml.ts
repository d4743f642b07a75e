/**
 * readVml :: w:pict, w:object → Drawing[] (VML, ECMA-376 part 4 §19; what old documents and Fallbacks use)
 *
 * Shapes by the paths of their types, lines, groups, pictures, text boxes, and the letters of WordArt. What else VML has is a
 * finding.
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { Recolor } from '../drawing/shape-style.ts';
import type { Drawing, DrawingContent, Shape, ShapeText } from '../model.ts';
import type { StoryContext } from '../story-context.ts';
import { type Asked, askedOf, vmlFill, vmlLine, vmlShadow } from './vml-appearance.ts';
import { geometryOf, roundness } from './vml-geometry.ts';
import { type Place, placeOf, plainNumber, type ReadLength, readAnchor } from './vml-place.ts';
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
const directionOf = (flow: VmlStyle): 'up' | 'down' | 'upright' | undefined => {
  const layout = flow.get('layout-flow');
  if (layout?.startsWith('vertical') !== true) return undefined;
  if (flow.get('mso-layout-flow-alt') === 'bottom-to-top') return 'up';
  return layout === 'vertical-ideographic' ? 'upright' : 'down';
};

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
