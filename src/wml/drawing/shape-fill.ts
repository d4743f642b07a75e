/**
 * readFill, readLine, readShadow :: shape properties and style → what fills, outlines and shades it (ECMA-376 §20.1.8)
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { type DrawnColor, mix, readDrawingColor } from '../colors.ts';
import type { LineEnd, Shadow, ShapeFill, ShapeLine } from '../model.ts';
import { emuOf, isOn, share, wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import type { Rgb, Theme } from '../theme.ts';
import { readRecolor } from './recolor.ts';

/** 60,000ths of a degree. */
export const degrees = (text: string | undefined): number => (wholeNumber(text) ?? 0) / 60_000;

export const readFill = (
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeFill | undefined => {
  for (const element of properties === undefined ? [] : elementsOf(properties)) {
    switch (element.name) {
      case 'a:noFill':
        return undefined;
      case 'a:solidFill':
        return solidFill(readDrawingColor(element, context.theme));
      case 'a:gradFill':
        return readGradient(element, style, context.theme);
      case 'a:pattFill':
        return readPattern(element, context);
      case 'a:blipFill':
        return readPictureFill(element, context);
    }
  }
  return readThemeFill(style, context.theme);
};

/** Backgrounds are numbered from here. */
const FIRST_BACKGROUND = 1001;

/** §20.1.4.2.10: index 0 is no fill; the theme's pictures are drawn in the colour they would be tinted with. */
const readThemeFill = (style: XmlElement | undefined, theme: Theme): ShapeFill | undefined => {
  const reference = childOf(style, 'a:fillRef');
  const index = wholeNumber(reference?.attribute('idx')) ?? 0;
  const color = readDrawingColor(reference, theme);
  if (index <= 0 || color === undefined) return undefined;
  const fill =
    index < FIRST_BACKGROUND ? theme.fills?.[index - 1] : theme.backgrounds?.[index - FIRST_BACKGROUND];
  const themed =
    fill?.name === 'a:gradFill'
      ? readGradient(fill, style, theme, color.color)
      : fill?.name === 'a:solidFill'
        ? solidFill(readDrawingColor(fill, theme, color.color))
        : undefined;
  // What lets something shine through says so itself, the theme does not.
  return color.opacity < 1 || themed === undefined ? solidFill(color) : themed;
};

const solidFill = (color: DrawnColor | undefined): ShapeFill | undefined => color && { kind: 'solid', color };

/** `placeholder`: the colour that a shape sets in a gradient of the theme. */
const readGradient = (
  element: XmlElement,
  style: XmlElement | undefined,
  theme: Theme,
  placeholder?: Rgb,
): ShapeFill | undefined => {
  const list = childOf(element, 'a:gsLst');
  const stops = elementsOf(list ?? element, 'a:gs').flatMap((stop) => {
    const color = readDrawingColor(stop, theme, placeholder);
    const offset = (wholeNumber(stop.attribute('pos')) ?? 0) / 100_000;
    return color === undefined ? [] : [{ offset: Math.max(0, Math.min(1, offset)), color }];
  });
  if (stops.length === 0) return undefined;
  stops.sort((a, b) => a.offset - b.offset);
  const path = childOf(element, 'a:path');
  if (path !== undefined) {
    const focus = childOf(path, 'a:fillToRect');
    return {
      kind: 'radial',
      round: path.attribute('path') === 'circle',
      // Between the edges of the rectangle that the first colour fills.
      x: (share(focus?.attribute('l')) + 1 - share(focus?.attribute('r'))) / 2,
      y: (share(focus?.attribute('t')) + 1 - share(focus?.attribute('b'))) / 2,
      stops,
    };
  }
  const linear = childOf(element, 'a:lin');
  return {
    kind: 'gradient',
    angle: linear === undefined ? themeAngle(style) : degrees(linear.attribute('ang')),
    scaled: isOn(linear?.attribute('scaled')),
    stops,
  };
};

/** Of a gradient that does not say: the way of the theme's, whose second and third fills run from above in Office's themes. */
const themeAngle = (style: XmlElement | undefined): number => {
  const index = (wholeNumber(childOf(style, 'a:fillRef')?.attribute('idx')) ?? 0) % 1000;
  return index >= 2 ? 90 : 0;
};

/** Patterns are drawn as their average, as shading is (§20.1.10.50): how much of each is ink. */
const readPattern = (element: XmlElement, context: StoryContext): ShapeFill => {
  const ink = (name: string, otherwise: number): number =>
    readDrawingColor(childOf(element, name), context.theme)?.color ?? otherwise;
  const pattern = element.attribute('prst') ?? '';
  const percent = /^pct(\d+)$/.exec(pattern)?.[1];
  const light = /^(lt|small|dot|open|dash)/.test(pattern);
  const amount =
    percent === undefined ? (light ? 0.25 : /^(dk|wd)/.test(pattern) ? 0.5 : 0.4) : Number(percent) / 100;
  const color = mix(ink('a:bgClr', 0xffffff), ink('a:fgClr', 0x000000), amount);
  return { kind: 'solid', color: { color, opacity: 1 } };
};

const readPictureFill = (element: XmlElement, context: StoryContext): ShapeFill | undefined => {
  const blip = childOf(element, 'a:blip');
  const relationship = context.relationship(blip?.attribute('r:embed'));
  if (relationship === undefined || relationship.external) return undefined;
  const crop = childOf(element, 'a:srcRect');
  const stretch = childOf(childOf(element, 'a:stretch'), 'a:fillRect');
  const sides = (rectangle: XmlElement | undefined) => ({
    left: share(rectangle?.attribute('l')),
    top: share(rectangle?.attribute('t')),
    right: share(rectangle?.attribute('r')),
    bottom: share(rectangle?.attribute('b')),
  });
  // A tile's size is the picture's own, which layout does not know: that one is stretched.
  if (childOf(element, 'a:tile') !== undefined)
    context.findings.note('shape-geometry', context.part, element);
  const alpha = childOf(blip, 'a:alphaModFix')?.attribute('amt');
  const recolor = readRecolor(blip, context);
  return {
    kind: 'picture',
    ...(recolor !== undefined && { recolor }),
    part: relationship.part,
    crop: sides(crop),
    inset: sides(stretch),
    opacity: alpha === undefined ? 1 : Math.max(0, Math.min(1, share(alpha))),
  };
};

/** Office's own theme draws its three lines at these widths; others say theirs. */
const THEME_LINES = [0.5, 1, 1.5];

export const readLine = (
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  context: StoryContext,
): ShapeLine | undefined => {
  const line = childOf(properties, 'a:ln');
  if (childOf(line, 'a:noFill') !== undefined) return undefined;
  const reference = childOf(style, 'a:lnRef');
  const index = wholeNumber(reference?.attribute('idx')) ?? 0;
  const color =
    lineColor(line, context) ?? (index > 0 ? readDrawingColor(reference, context.theme) : undefined);
  if (color === undefined) return undefined;
  const themed = (context.theme.lines ?? THEME_LINES)[index - 1] ?? 1;
  const width = emuOf(line?.attribute('w')) ?? (index > 0 ? themed : 0.75);
  const cap = line?.attribute('cap');
  const join = ['a:round', 'a:bevel'].find((name) => childOf(line, name) !== undefined);
  return {
    color,
    width: Math.max(0.1, width),
    dash: childOf(line, 'a:prstDash')?.attribute('val') ?? 'solid',
    cap: cap === 'rnd' ? 'round' : cap === 'sq' ? 'square' : 'butt',
    join: join === 'a:round' ? 'round' : join === 'a:bevel' ? 'bevel' : 'miter',
    head: readEnd(childOf(line, 'a:headEnd')),
    tail: readEnd(childOf(line, 'a:tailEnd')),
  };
};

/** A line of changing colour is drawn in the first of them. */
const lineColor = (line: XmlElement | undefined, context: StoryContext): DrawnColor | undefined => {
  const solid = readDrawingColor(childOf(line, 'a:solidFill'), context.theme);
  if (solid !== undefined) return solid;
  const stops = childOf(childOf(line, 'a:gradFill'), 'a:gsLst');
  return readDrawingColor(childOf(stops, 'a:gs'), context.theme);
};

/** §20.1.10.33: how many lines long and wide. */
const SIZES: Readonly<Record<string, number>> = { sm: 2, med: 3, lg: 5 };

const readEnd = (element: XmlElement | undefined): LineEnd | undefined => {
  const type = element?.attribute('type') ?? 'none';
  return type === 'none'
    ? undefined
    : {
        type,
        width: SIZES[element?.attribute('w') ?? 'med'] ?? 3,
        length: SIZES[element?.attribute('len') ?? 'med'] ?? 3,
      };
};

/** Effects that are left away, for who gets the document to know (§20.1.8.32, 50 and 53). */
export const hasLostEffect = (properties: XmlElement | undefined): boolean => {
  const effects = childOf(properties, 'a:effectLst');
  return effects !== undefined && elementsOf(effects).some(({ name }) => LOST_EFFECTS.has(name));
};
const LOST_EFFECTS: ReadonlySet<string> = new Set(['a:glow', 'a:reflection', 'a:softEdge']);

/** §20.1.8.45. */
export const readShadow = (properties: XmlElement | undefined, context: StoryContext): Shadow | undefined => {
  const shadow = childOf(childOf(properties, 'a:effectLst'), 'a:outerShdw');
  const color = readDrawingColor(shadow, context.theme);
  if (shadow === undefined || color === undefined) return undefined;
  return {
    color,
    distance: emuOf(shadow.attribute('dist')) ?? 0,
    angle: degrees(shadow.attribute('dir')),
    blur: Math.max(0, emuOf(shadow.attribute('blurRad')) ?? 0),
  };
};
