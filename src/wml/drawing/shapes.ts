/**
 * readShape :: wps:wsp → Shape: geometry, fill, line and the text inside
 */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import { readDrawingColor } from '../colors.ts';
import type { Shape, ShapeText } from '../model.ts';
import { emuOf, isOn } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import { degrees, hasLostEffect, readFill, readLine, readShadow } from './shape-fill.ts';
import { readAdjust, readCustomGeometry } from './shape-geometry.ts';

/** §20.1.2.2.8: what bodyPr leaves out. */
const INSET_X = 7.2;
const INSET_Y = 3.6;

export const readShape = (element: XmlElement, context: StoryContext): Shape => {
  const style = childOf(element, 'wps:style');
  return {
    ...readShapeLook(childOf(element, 'wps:spPr'), style, context),
    text: readText(element, style, context),
  };
};

/** What every kind of shape has: geometry, fill, line, shadow, and how it is turned. */
export const readShapeLook = (
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): Omit<Shape, 'text'> => {
  const transform = childOf(properties, 'a:xfrm');
  const preset = childOf(properties, 'a:prstGeom');
  const custom = childOf(properties, 'a:custGeom');
  const shadow = readShadow(properties, context);
  return {
    kind: 'shape',
    geometry: custom === undefined ? (preset?.attribute('prst') ?? 'rect') : 'custom',
    adjust: readAdjust(preset),
    custom: custom && readCustomGeometry(custom, context),
    fill: readFill(properties, style, context),
    line: readLine(properties, style, context),
    ...(shadow !== undefined && { shadow }),
    ...(hasLostEffect(properties) && { lostEffect: true }),
    rotation: degrees(transform?.attribute('rot')) % 360,
    flipX: isOn(transform?.attribute('flipH')),
    flipY: isOn(transform?.attribute('flipV')),
  };
};

/** §20.1.10.83. Letters that are not East Asian lie as in `vert` where those stand upright. */
const DIRECTIONS: Readonly<Record<string, 'up' | 'down' | 'upright' | 'level'>> = {
  horz: 'level',
  vert: 'down',
  eaVert: 'upright',
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
    ...(direction !== undefined && direction !== 'level' && { direction }),
    grows: direction === 'level' && childOf(body, 'a:spAutoFit') !== undefined,
    wraps: body?.attribute('wrap') !== 'none',
    color: readDrawingColor(childOf(style, 'a:fontRef'), context.theme),
  };
};
