/**
 * readVml :: w:pict, w:object → Drawing[] (VML, ECMA-376 part 4 §19; what old documents and Fallbacks use)
 *
 * Pictures, and text boxes that are plain rectangles. Everything else of VML is a finding.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import type { Anchor, AxisPlace, Drawing, DrawingContent, ShapeLine } from './model.ts';
import type { StoryContext } from './story-context.ts';
import { hexColor, type Rgb } from './theme.ts';
import { lengthOf } from './word-values.ts';

const SHAPES: ReadonlySet<string> = new Set(['v:shape', 'v:rect', 'v:roundrect', 'v:line', 'v:oval']);
const SILENT: ReadonlySet<string> = new Set([
  'v:shapetype',
  'o:OLEObject',
  'w:control',
  'w:movie',
  'w10:anchorlock',
]);

export const readVml = (element: XmlElement, context: StoryContext): readonly Drawing[] => {
  if (element.name === 'w:object') context.findings.note('embedded-object', context.part, element);
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'w:control') context.findings.note('embedded-object', context.part, child);
    if (SHAPES.has(child.name)) return readOne(child, context);
    if (!SILENT.has(child.name)) context.findings.note('vml', context.part, child);
    return [];
  });
};

const readOne = (element: XmlElement, context: StoryContext): readonly Drawing[] => {
  const style = parseStyle(element.attribute('style') ?? '');
  if (style.get('visibility') === 'hidden') return [];
  const content = readContent(element, style, context);
  if (content === undefined) {
    context.findings.note('vml', context.part, element);
    return [];
  }
  return [
    {
      width: cssLength(style.get('width')) ?? 0,
      height: cssLength(style.get('height')) ?? 0,
      extent: { left: 0, top: 0, right: 0, bottom: 0 },
      anchor: style.get('position') === 'absolute' ? readAnchor(element, style) : undefined,
      content,
      description: element.attribute('alt') ?? '',
      link: undefined,
    },
  ];
};

const parseStyle = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((entry) => {
      const colon = entry.indexOf(':');
      return colon < 0
        ? []
        : [[entry.slice(0, colon).trim().toLowerCase(), entry.slice(colon + 1).trim()] as const];
    }),
  );

/** CSS lengths of VML: a bare number counts pixels of 96 to the inch where it is a size. */
const cssLength = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^-?[\d.]+$/.test(text)) return Number(text) * 0.75;
  if (text.endsWith('px')) return Number(text.slice(0, -2)) * 0.75;
  return lengthOf(text);
};

const readContent = (
  element: XmlElement,
  style: ReadonlyMap<string, string>,
  context: StoryContext,
): DrawingContent | undefined => {
  const rotation = Number(style.get('rotation') ?? 0) || 0;
  const data = childOf(element, 'v:imagedata');
  if (data !== undefined) {
    const relationship = context.relationship(data.attribute('r:id') ?? data.attribute('o:relid'));
    const crop = (name: string): number => fraction(data.attribute(name));
    return {
      kind: 'picture',
      part: relationship?.external === false ? relationship.part : undefined,
      crop: {
        left: crop('cropleft'),
        top: crop('croptop'),
        right: crop('cropright'),
        bottom: crop('cropbottom'),
      },
      rotation,
      flipX: false,
      flipY: false,
      opacity: 1,
      line: undefined,
    };
  }
  const box = childOf(childOf(element, 'v:textbox'), 'w:txbxContent');
  const horizontalRule = element.attribute('o:hr') === 't';
  if (element.name === 'v:shape' && box === undefined) return undefined;
  if (childOf(element, 'v:textpath') !== undefined) return undefined;
  const fill =
    element.attribute('filled') === 'f' ? undefined : color(element.attribute('fillcolor'), 0xffffff);
  const flow = parseStyle(childOf(element, 'v:textbox')?.attribute('style') ?? '');
  const direction = directionOf(flow);
  const inset = (childOf(element, 'v:textbox')?.attribute('inset') ?? '').split(',');
  const side = (index: number, otherwise: number): number => cssLength(inset[index]?.trim()) ?? otherwise;
  return {
    kind: 'shape',
    geometry: horizontalRule
      ? 'horizontalRule'
      : element.name === 'v:oval'
        ? 'ellipse'
        : element.name === 'v:line'
          ? 'line'
          : element.name === 'v:roundrect'
            ? 'roundRect'
            : 'rect',
    adjust: new Map(),
    custom: undefined,
    fill: fill === undefined ? undefined : { kind: 'solid', color: { color: fill, opacity: 1 } },
    line: horizontalRule ? undefined : strokeOf(element),
    rotation,
    flipX: false,
    flipY: false,
    text: box && {
      blocks: context.readBlocks(box),
      insets: { left: side(0, 7.2), top: side(1, 3.6), right: side(2, 7.2), bottom: side(3, 3.6) },
      vertical: 'top',
      grows: /mso-fit-shape-to-text:\s*t/.test(childOf(element, 'v:textbox')?.attribute('style') ?? ''),
      wraps: true,
      ...(direction !== undefined && { direction }),
      color: undefined,
    },
  };
};

/** `layout-flow` of a text box; bottom to top is said apart. */
const directionOf = (flow: ReadonlyMap<string, string>): 'up' | 'down' | undefined =>
  flow.get('layout-flow')?.startsWith('vertical') === true
    ? flow.get('mso-layout-flow-alt') === 'bottom-to-top'
      ? 'up'
      : 'down'
    : undefined;

const strokeOf = (element: XmlElement): ShapeLine | undefined => {
  if (element.attribute('stroked') === 'f') return undefined;
  return {
    color: { color: color(element.attribute('strokecolor'), 0x000000), opacity: 1 },
    width: cssLength(element.attribute('strokeweight')) ?? 0.75,
    dash: 'solid',
    cap: 'butt',
    join: 'miter',
    head: undefined,
    tail: undefined,
  };
};

/** 65,536ths with an f, or a plain share. */
const fraction = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const value = text.endsWith('f') ? Number(text.slice(0, -1)) / 65_536 : Number(text);
  return Number.isFinite(value) ? Math.max(-10, Math.min(1, value)) : 0;
};

const NAMED: Readonly<Record<string, Rgb>> = {
  black: 0x000000,
  white: 0xffffff,
  red: 0xff0000,
  gray: 0x808080,
  silver: 0xc0c0c0,
  blue: 0x0000ff,
  green: 0x008000,
  yellow: 0xffff00,
};

const color = (text: string | undefined, otherwise: Rgb): Rgb => {
  const name = text?.replace(/\s*\[.*$/, '').trim() ?? '';
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(name);
  if (short !== null)
    return hexColor(`${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`) ?? otherwise;
  return hexColor(name.replace('#', '')) ?? NAMED[name] ?? otherwise;
};

const readAnchor = (element: XmlElement, style: ReadonlyMap<string, string>): Anchor => {
  const wrap = elementsOf(element)
    .find((child) => child.name === 'w10:wrap')
    ?.attribute('type');
  const axis = (
    offset: string | undefined,
    align: string | undefined,
    from: string | undefined,
    otherwise: string,
  ): AxisPlace => ({
    from:
      from === undefined || from === 'text' || from === 'char' || from === 'line'
        ? otherwise
        : from.replace(/-area$/, ''),
    offset: cssLength(offset) ?? 0,
    align: align === undefined || align === 'absolute' ? undefined : align,
  });
  const order = Number(style.get('z-index') ?? 0) || 0;
  const distance = (name: string, otherwise: number): number => cssLength(style.get(name)) ?? otherwise;
  return {
    horizontal: axis(
      style.get('margin-left') ?? style.get('left'),
      style.get('mso-position-horizontal'),
      style.get('mso-position-horizontal-relative'),
      'column',
    ),
    vertical: axis(
      style.get('margin-top') ?? style.get('top'),
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
