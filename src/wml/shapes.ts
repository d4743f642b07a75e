/**
 * readShape :: wps:wsp → Shape: geometry, fill, line and the text inside
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { readDrawingColor } from './colors.ts';
import type { CustomPath, Shape, ShapeFill, ShapeLine, ShapeText } from './model.ts';
import type { StoryContext } from './story-context.ts';
import { emuOf, isOn, wholeNumber } from './word-values.ts';

/** §20.1.2.2.8: what bodyPr leaves out. */
const INSET_X = 7.2;
const INSET_Y = 3.6;

export const readShape = (element: XmlElement, context: StoryContext): Shape => {
  const properties = childOf(element, 'wps:spPr');
  const style = childOf(element, 'wps:style');
  const transform = childOf(properties, 'a:xfrm');
  const preset = childOf(properties, 'a:prstGeom');
  const custom = childOf(properties, 'a:custGeom');
  const adjust = new Map<string, number>();
  for (const guide of elementsOf(childOf(preset, 'a:avLst') ?? element, 'a:gd')) {
    const value = wholeNumber(/^val (-?\d+)$/.exec(guide.attribute('fmla') ?? '')?.[1]);
    if (value !== undefined) adjust.set(guide.attribute('name') ?? '', value);
  }
  for (const child of properties === undefined ? [] : elementsOf(properties)) {
    if (child.name === 'a:pattFill' || child.name === 'a:blipFill')
      context.findings.note('shape-geometry', context.part, child);
  }
  return {
    kind: 'shape',
    geometry: custom === undefined ? (preset?.attribute('prst') ?? 'rect') : 'custom',
    adjust,
    path: custom && readCustomPath(custom, context),
    fill: readFill(properties, style, context),
    line: readLine(properties, style, context),
    rotation: ((wholeNumber(transform?.attribute('rot')) ?? 0) / 60_000) % 360,
    flipX: isOn(transform?.attribute('flipH')),
    flipY: isOn(transform?.attribute('flipV')),
    text: readText(element, style, context),
  };
};

const readFill = (
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeFill | undefined => {
  if (childOf(properties, 'a:noFill') !== undefined) return undefined;
  const solid = readDrawingColor(childOf(properties, 'a:solidFill'), context.theme);
  if (solid !== undefined) return { kind: 'solid', color: solid };
  const gradient = childOf(properties, 'a:gradFill');
  if (gradient !== undefined) return readGradient(gradient, context);
  const reference = childOf(style, 'a:fillRef');
  // §20.1.4.2.10: index 0 is no fill; the theme's other fills are drawn in their colour.
  if (reference === undefined || reference.attribute('idx') === '0') return undefined;
  const color = readDrawingColor(reference, context.theme);
  return color && { kind: 'solid', color };
};

const readGradient = (element: XmlElement, context: StoryContext): ShapeFill | undefined => {
  const list = childOf(element, 'a:gsLst');
  const stops = elementsOf(list ?? element, 'a:gs').flatMap((stop) => {
    const color = readDrawingColor(stop, context.theme);
    const offset = (wholeNumber(stop.attribute('pos')) ?? 0) / 100_000;
    return color === undefined ? [] : [{ offset: Math.max(0, Math.min(1, offset)), color }];
  });
  if (childOf(element, 'a:path') !== undefined)
    context.findings.note('shape-geometry', context.part, element);
  const linear = childOf(element, 'a:lin');
  const angle = (wholeNumber(linear?.attribute('ang')) ?? 0) / 60_000;
  return stops.length === 0
    ? undefined
    : { kind: 'gradient', angle, stops: stops.sort((a, b) => a.offset - b.offset) };
};

const readLine = (
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeLine | undefined => {
  const line = childOf(properties, 'a:ln');
  if (childOf(line, 'a:noFill') !== undefined) return undefined;
  const reference = childOf(style, 'a:lnRef');
  const index = wholeNumber(reference?.attribute('idx')) ?? 0;
  const own = readDrawingColor(childOf(line, 'a:solidFill'), context.theme);
  const themed = index > 0 ? readDrawingColor(reference, context.theme) : undefined;
  const color = own ?? themed;
  if (color === undefined) return undefined;
  // Office's theme draws its three lines at these widths.
  const width = emuOf(line?.attribute('w')) ?? (index > 0 ? ([0.5, 1, 1.5][index - 1] ?? 1) : 0.75);
  return {
    color,
    width: Math.max(0.1, width),
    dash: childOf(line, 'a:prstDash')?.attribute('val') ?? 'solid',
    head: childOf(line, 'a:headEnd')?.attribute('type') ?? 'none',
    tail: childOf(line, 'a:tailEnd')?.attribute('type') ?? 'none',
  };
};

/** §20.1.10.83. Letters that are not East Asian lie as in `vert` where those stand upright. */
const DIRECTIONS: Readonly<Record<string, 'up' | 'down' | 'level'>> = {
  horz: 'level',
  vert: 'down',
  eaVert: 'down',
  vert270: 'up',
};

const readText = (
  element: XmlElement,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeText | undefined => {
  const content = childOf(childOf(element, 'wps:txbx'), 'w:txbxContent');
  const body = childOf(element, 'wps:bodyPr');
  if (content === undefined) {
    const linked = childOf(element, 'wps:linkedTxbx');
    if (linked !== undefined) context.findings.note('linked-text-box', context.part, linked);
    return undefined;
  }
  const direction = DIRECTIONS[body?.attribute('vert') ?? 'horz'];
  if (direction === undefined && body !== undefined)
    context.findings.note('vertical-text', context.part, body);
  const anchor = body?.attribute('anchor');
  return {
    blocks: context.readBlocks(content),
    insets: {
      left: emuOf(body?.attribute('lIns')) ?? INSET_X,
      top: emuOf(body?.attribute('tIns')) ?? INSET_Y,
      right: emuOf(body?.attribute('rIns')) ?? INSET_X,
      bottom: emuOf(body?.attribute('bIns')) ?? INSET_Y,
    },
    vertical: anchor === 'ctr' ? 'center' : anchor === 'b' ? 'bottom' : 'top',
    ...((direction === 'up' || direction === 'down') && { direction }),
    grows: direction === 'level' && childOf(body, 'a:spAutoFit') !== undefined,
    wraps: body?.attribute('wrap') !== 'none',
    color: readDrawingColor(childOf(style, 'a:fontRef'), context.theme),
  };
};

const MOST_COMMANDS = 5000;

/** Paths written in plain numbers; those that name guides are a finding. */
const readCustomPath = (geometry: XmlElement, context: StoryContext): CustomPath | undefined => {
  const paths = elementsOf(childOf(geometry, 'a:pathLst') ?? geometry, 'a:path');
  const path = paths[0];
  if (path === undefined) return undefined;
  if (paths.length > 1) context.findings.note('shape-geometry', context.part, geometry);
  const commands: [string, ...number[]][] = [];
  for (const step of elementsOf(path).slice(0, MOST_COMMANDS)) {
    const points = elementsOf(step, 'a:pt').flatMap((point) => [
      Number(point.attribute('x')),
      Number(point.attribute('y')),
    ]);
    if (points.some((value) => !Number.isFinite(value)) || step.name === 'a:arcTo') {
      context.findings.note('shape-geometry', context.part, geometry);
      return undefined;
    }
    commands.push([step.name.slice(2), ...points]);
  }
  return {
    width: wholeNumber(path.attribute('w')) ?? 0,
    height: wholeNumber(path.attribute('h')) ?? 0,
    commands,
  };
};
