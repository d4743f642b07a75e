/**
 * readDrawing :: w:drawing → Drawing (ECMA-376 §20.4, §20.2, wps and wpg of [MS-ODRAWXML])
 *
 * A drawing is a rectangle in the text or at a place of its own, with a picture, a shape or a group in it.
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { alternative } from '../alternatives.ts';
import { readChart } from '../chart/read-chart.ts';
import type { Anchor, AxisPlace, Corner, Drawing, DrawingContent, Group, Picture } from '../model.ts';
import { emuOf, isOn, share, wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import { readLockedCanvas, readSmartArt, readUserShapes } from './drawing-tree.ts';
import { readRecolor } from './recolor.ts';
import { hasLostEffect, readFill, readLine, readShadow } from './shape-fill.ts';
import { readAdjust } from './shape-geometry.ts';
import { readShape } from './shapes.ts';

/** Deeper groups are malice. */
const DEEPEST_GROUP = 16;

export const readDrawing = (element: XmlElement, context: StoryContext): Drawing | undefined => {
  const box = childOf(element, 'wp:inline') ?? childOf(element, 'wp:anchor');
  if (box === undefined) {
    context.findings.unknown(context.part, element);
    return undefined;
  }
  const properties = childOf(box, 'wp:docPr');
  if (isOn(properties?.attribute('hidden'))) return undefined;
  const extent = childOf(box, 'wp:extent');
  const effect = childOf(box, 'wp:effectExtent');
  const data = childOf(childOf(box, 'a:graphic'), 'a:graphicData');
  const link = context.relationship(childOf(properties, 'a:hlinkClick')?.attribute('r:id'));
  const edge = (name: string): number => Math.max(0, emuOf(effect?.attribute(name)) ?? 0);
  const size = {
    width: Math.max(0, emuOf(extent?.attribute('cx')) ?? 0),
    height: Math.max(0, emuOf(extent?.attribute('cy')) ?? 0),
  };
  const content = readContent(data, size, context);
  const chart = context.charts && childOf(data, 'c:chart')?.attribute('r:id');
  const origin = context.charts?.get(context.relationship(chart)?.part ?? '');
  return {
    ...size,
    extent: { left: edge('l'), top: edge('t'), right: edge('r'), bottom: edge('b') },
    anchor: box.name === 'wp:anchor' ? readAnchor(box) : undefined,
    content,
    description: properties?.attribute('descr') ?? properties?.attribute('title') ?? titleOf(content),
    ...(isDecorative(properties) && { decorative: true }),
    ...(origin !== undefined && { origin }),
    link: link?.external === true && link.kind === 'hyperlink' ? { uri: link.target } : undefined,
  };
};

/** A chart that nobody describes is called what it says above itself. */
const titleOf = (content: DrawingContent): string =>
  content.kind === 'chart'
    ? (content.title?.text?.paragraphs ?? [])
        .map((runs) => runs.map(({ text }) => text).join(''))
        .join(' ')
        .trim()
    : '';

const isDecorative = (properties: XmlElement | undefined): boolean => {
  const extensions = childOf(properties, 'a:extLst');
  return (extensions === undefined ? [] : elementsOf(extensions)).some((extension) =>
    isOn(childOf(extension, 'adec:decorative')?.attribute('val')),
  );
};

const readContent = (
  data: XmlElement | undefined,
  size: { readonly width: number; readonly height: number },
  context: StoryContext,
): DrawingContent => {
  for (const child of data === undefined ? [] : elementsOf(data)) {
    switch (child.name) {
      case 'pic:pic':
        return readPicture(child, 'pic', context);
      case 'wps:wsp':
        return readShape(child, context);
      case 'wpg:wgp':
      case 'wpg:grpSp':
        return readGroup(child, context, 0);
      case 'wpc:wpc':
        return readCanvas(child, size, context);
      case 'c:chart':
        return readChartPart(child, size, context) ?? unsupported('chart', child, context);
      case 'cx:chart':
        return unsupported('chart', child, context);
      case 'dgm:relIds':
        return readSmartArt(child, size, context, readPicture) ?? unsupported('smartart', child, context);
      case 'lc:lockedCanvas':
        return readLockedCanvas(child, context, readPicture);
    }
  }
  if (data !== undefined) context.findings.note('drawing', context.part, data);
  return { kind: 'unsupported', what: 'drawing' };
};

/** With what was drawn into it, a chart is a group. */
const readChartPart = (
  element: XmlElement,
  size: { readonly width: number; readonly height: number },
  context: StoryContext,
): DrawingContent | undefined => {
  const part = context.open(context.relationship(element.attribute('r:id'))?.part);
  const chart = part && readChart(part.root, part.context);
  const drawn = childOf(part?.root, 'c:userShapes');
  if (chart === undefined || drawn === undefined) return chart;
  const shapes = part?.context.open(part.context.relationship(drawn.attribute('r:id'))?.part);
  if (shapes === undefined) return chart;
  return {
    kind: 'group',
    rotation: 0,
    flipX: false,
    flipY: false,
    frame: { x: 0, y: 0, ...size },
    children: [
      { x: 0, y: 0, ...size, content: chart },
      ...readUserShapes(shapes.root, size, shapes.context, readPicture),
    ],
  };
};

const unsupported = (what: string, element: XmlElement, context: StoryContext): DrawingContent => {
  context.findings.note(what, context.part, element);
  return { kind: 'unsupported', what };
};

const cropped = (text: string | undefined): number => Math.min(1, share(text));

const readPicture = (element: XmlElement, prefix: string, context: StoryContext): Picture => {
  const fill = childOf(element, `${prefix}:blipFill`);
  const blip = childOf(fill, 'a:blip');
  const crop = childOf(fill, 'a:srcRect');
  const properties = childOf(element, `${prefix}:spPr`);
  const transform = readTransform(childOf(properties, 'a:xfrm'));
  const shadow = readShadow(properties, context);
  const recolor = readRecolor(blip, context);
  const preset = childOf(properties, 'a:prstGeom');
  const geometry = preset?.attribute('prst') ?? 'rect';
  const alpha = childOf(blip, 'a:alphaModFix')?.attribute('amt');
  return {
    kind: 'picture',
    part: pictureOf(blip, context),
    crop: {
      left: cropped(crop?.attribute('l')),
      top: cropped(crop?.attribute('t')),
      right: cropped(crop?.attribute('r')),
      bottom: cropped(crop?.attribute('b')),
    },
    ...transform,
    opacity: alpha === undefined ? 1 : Math.max(0, Math.min(1, share(alpha))),
    line: readLine(properties, undefined, context),
    ...lightOf(childOf(blip, 'a:lum')),
    ...(recolor !== undefined && { recolor }),
    ...(shadow !== undefined && { shadow }),
    ...(hasLostEffect(properties) && { lostEffect: true }),
    ...(geometry !== 'rect' && { shape: { geometry, adjust: readAdjust(preset) } }),
  };
};

/** §20.1.8.42. Half the brightness, and contrast about the middle: so Word's washout of 70 % and -70 % is VML's own. */
const lightOf = (element: XmlElement | undefined): Pick<Picture, 'light'> => {
  if (element === undefined) return {};
  const within = (name: string): number => Math.max(-1, Math.min(1, share(element.attribute(name))));
  const [bright, contrast] = [within('bright'), within('contrast')];
  if (bright === 0 && contrast === 0) return {};
  const gain = contrast <= 0 ? 1 + contrast : 1 / Math.max(0.01, 1 - contrast);
  return { light: { gain, offset: 0.5 - gain / 2 + bright / 2 } };
};

/** The SVG beside a picture is sharper, but its PNG twin is what every version of Word draws the same. */
const pictureOf = (blip: XmlElement | undefined, context: StoryContext): string | undefined => {
  const relationship = context.relationship(blip?.attribute('r:embed'));
  if (relationship === undefined || relationship.external) {
    if (blip !== undefined) context.findings.note('picture:linked', context.part, blip);
    return undefined;
  }
  return relationship.part;
};

interface Transform {
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** §20.1.7.6: 60,000ths of a degree, clockwise. */
const readTransform = (element: XmlElement | undefined): Transform => ({
  rotation: ((wholeNumber(element?.attribute('rot')) ?? 0) / 60_000) % 360,
  flipX: isOn(element?.attribute('flipH')),
  flipY: isOn(element?.attribute('flipV')),
});

const readGroup = (element: XmlElement, context: StoryContext, depth: number): DrawingContent => {
  if (depth >= DEEPEST_GROUP) return unsupported('deep-group', element, context);
  const transform = childOf(childOf(element, 'wpg:grpSpPr'), 'a:xfrm');
  const offset = childOf(transform, 'a:chOff');
  const extent = childOf(transform, 'a:chExt');
  const own = childOf(transform, 'a:ext');
  return {
    kind: 'group',
    ...readTransform(transform),
    frame: {
      x: emuOf(offset?.attribute('x')) ?? 0,
      y: emuOf(offset?.attribute('y')) ?? 0,
      width: emuOf(extent?.attribute('cx')) ?? emuOf(own?.attribute('cx')) ?? 0,
      height: emuOf(extent?.attribute('cy')) ?? emuOf(own?.attribute('cy')) ?? 0,
    },
    children: readChildren(element, context, depth),
  };
};

const readChildren = (element: XmlElement, context: StoryContext, depth: number): Group['children'] =>
  elementsOf(element).flatMap((child) => {
    if (!GROUP_CHILDREN.has(child.name)) {
      if (!GROUP_IGNORED.has(child.name)) context.findings.unknown(context.part, child);
      return [];
    }
    const properties =
      childOf(child, 'pic:spPr') ?? childOf(child, 'wps:spPr') ?? childOf(child, 'wpg:grpSpPr');
    const place = childOf(properties, 'a:xfrm') ?? childOf(child, 'wpg:xfrm');
    const at = childOf(place, 'a:off');
    const size = childOf(place, 'a:ext');
    const extent = {
      width: Math.max(0, emuOf(size?.attribute('cx')) ?? 0),
      height: Math.max(0, emuOf(size?.attribute('cy')) ?? 0),
    };
    return [
      {
        x: emuOf(at?.attribute('x')) ?? 0,
        y: emuOf(at?.attribute('y')) ?? 0,
        ...extent,
        content: groupChild(child, extent, context, depth + 1),
      },
    ];
  });

/** [MS-ODRAWXML] 2.26: a canvas is its drawing's rectangle, with a ground and a line of its own. Things stand on it at their sizes. */
const readCanvas = (
  element: XmlElement,
  size: { readonly width: number; readonly height: number },
  context: StoryContext,
): DrawingContent => {
  const frame = { x: 0, y: 0, ...size };
  return {
    kind: 'group',
    ...readTransform(undefined),
    frame,
    children: [
      {
        ...frame,
        content: {
          kind: 'shape',
          geometry: 'rect',
          adjust: new Map(),
          custom: undefined,
          fill: readFill(childOf(element, 'wpc:bg'), undefined, context),
          line: readLine(childOf(element, 'wpc:whole'), undefined, context),
          ...readTransform(undefined),
          text: undefined,
        },
      },
      ...readChildren(element, context, 0),
    ],
  };
};

const GROUP_CHILDREN: ReadonlySet<string> = new Set(['pic:pic', 'wps:wsp', 'wpg:grpSp', 'wpg:graphicFrame']);
const GROUP_IGNORED: ReadonlySet<string> = new Set([
  'wpg:grpSpPr',
  'wpg:cNvGrpSpPr',
  'wpg:cNvPr',
  'wpc:bg',
  'wpc:whole',
  'wpg:extLst',
]);

const groupChild = (
  child: XmlElement,
  size: { readonly width: number; readonly height: number },
  context: StoryContext,
  depth: number,
): DrawingContent => {
  switch (child.name) {
    case 'pic:pic':
      return readPicture(child, 'pic', context);
    case 'wps:wsp':
      return readShape(child, context);
    case 'wpg:graphicFrame':
      return readContent(childOf(childOf(child, 'a:graphic'), 'a:graphicData'), size, context);
    default:
      return readGroup(child, context, depth);
  }
};

const WRAPS: Readonly<Record<string, Anchor['wrap']>> = {
  'wp:wrapNone': 'none',
  'wp:wrapSquare': 'square',
  'wp:wrapTight': 'tight',
  'wp:wrapThrough': 'through',
  'wp:wrapTopAndBottom': 'topAndBottom',
};

const readAnchor = (element: XmlElement): Anchor => {
  const wrap = elementsOf(element).find((child) => WRAPS[child.name] !== undefined);
  const distance = (name: string): number =>
    Math.max(0, emuOf(wrap?.attribute(name) ?? element.attribute(name)) ?? 0);
  const followed = wrap?.name === 'wp:wrapTight' || wrap?.name === 'wp:wrapThrough';
  const outline = followed ? readOutline(childOf(wrap, 'wp:wrapPolygon')) : undefined;
  return {
    horizontal: readAxis(positionOf(element, 'wp:positionH'), 'column'),
    vertical: readAxis(positionOf(element, 'wp:positionV'), 'paragraph'),
    wrap: WRAPS[wrap?.name ?? ''] ?? 'none',
    wrapSide: wrap?.attribute('wrapText') ?? 'bothSides',
    ...(outline !== undefined && { outline }),
    behind: isOn(element.attribute('behindDoc')),
    distance: {
      left: distance('distL'),
      // Text follows an outline from above as it is: these wraps know distances to the sides alone (§20.4.2.18 to 19).
      top: followed ? 0 : distance('distT'),
      right: distance('distR'),
      bottom: followed ? 0 : distance('distB'),
    },
    layoutInCell: element.attribute('layoutInCell') === undefined || isOn(element.attribute('layoutInCell')),
    order: wholeNumber(element.attribute('relativeHeight')) ?? 0,
    relativeWidth: readRelative(childOf(element, 'wp14:sizeRelH'), 'wp14:pctWidth'),
    relativeHeight: readRelative(childOf(element, 'wp14:sizeRelV'), 'wp14:pctHeight'),
  };
};

/** §20.4.2.16: in 21,600ths of the drawing, whatever its size. */
const OUTLINE_UNIT = 21_600;
/** An outline of more corners is malice, and its rectangle will do. */
const MOST_CORNERS = 500;

const readOutline = (element: XmlElement | undefined): readonly Corner[] | undefined => {
  const corners = element === undefined ? [] : elementsOf(element);
  if (corners.length < 3 || corners.length > MOST_CORNERS) return undefined;
  return corners.map((corner) => ({
    x: (wholeNumber(corner.attribute('x')) ?? 0) / OUTLINE_UNIT,
    y: (wholeNumber(corner.attribute('y')) ?? 0) / OUTLINE_UNIT,
  }));
};

const readRelative = (
  element: XmlElement | undefined,
  name: string,
): { readonly from: string; readonly share: number } | undefined => {
  const percent = childOf(element, name);
  const value = percent === undefined ? 0 : Number(textContent(percent)) / 100_000;
  // 0 % stands for "as the extent says".
  return element === undefined || !(value > 0) || value > 10
    ? undefined
    : { from: element.attribute('relativeFrom') ?? 'page', share: value };
};

/** A place in percent (every cover page of Word's gallery) stands in a choice, with a length as its fallback. */
const positionOf = (anchor: XmlElement, name: string): XmlElement | undefined =>
  childOf(anchor, name) ??
  elementsOf(anchor, 'mc:AlternateContent')
    .flatMap(alternative)
    .find((child) => child.name === name);

const readAxis = (element: XmlElement | undefined, otherwise: string): AxisPlace => {
  const offset = childOf(element, 'wp:posOffset');
  const align = childOf(element, 'wp:align');
  const percent = childOf(element, 'wp14:pctPosHOffset') ?? childOf(element, 'wp14:pctPosVOffset');
  return {
    from: element?.attribute('relativeFrom') ?? otherwise,
    offset: (offset && emuOf(textContent(offset).trim())) ?? 0,
    align: align && textContent(align).trim(),
    ...(percent !== undefined && { share: share(textContent(percent).trim()) }),
  };
};
