/**
 * vmlFill, vmlLine, vmlShadow :: VML shape and its type → what fills, outlines and shades it
 */
import { childOf, type XmlElement } from '../../ooxml/xml.ts';
import type { LineEnd, Shadow, ShapeFill, ShapeLine } from '../model.ts';
import type { StoryContext } from '../story-context.ts';
import { angle, cssLength, fraction, isFalse, isTrue, pairOf, vmlColor } from './vml-style.ts';

/** What a shape says, or else its type. */
export type Asked = (name: string) => string | undefined;
export const askedOf =
  (element: XmlElement, type: XmlElement | undefined): Asked =>
  (name) =>
    element.attribute(name) ?? type?.attribute(name);

const NO_SIDES = { left: 0, top: 0, right: 0, bottom: 0 };

export const vmlFill = (element: XmlElement, asked: Asked, context: StoryContext): ShapeFill | undefined => {
  const fill = childOf(element, 'v:fill');
  if (isFalse(asked('filled')) || isFalse(fill?.attribute('on'))) return undefined;
  const color = vmlColor(fill?.attribute('color') ?? asked('fillcolor'), 0xffffff);
  const opacity = Math.max(0, Math.min(1, fraction(fill?.attribute('opacity'), 1)));
  const type = fill?.attribute('type') ?? 'solid';
  const relationship = context.relationship(fill?.attribute('r:id') ?? fill?.attribute('o:relid'));
  if (relationship?.external === false && relationship.part !== undefined && type === 'frame')
    return { kind: 'picture', part: relationship.part, crop: NO_SIDES, inset: NO_SIDES, opacity };
  if (type === 'tile' || type === 'pattern') {
    if (fill !== undefined) context.findings.note('vml', context.part, fill);
  } else if (type.startsWith('gradient')) {
    const other = vmlColor(fill?.attribute('color2'), 0xffffff);
    const otherOpacity = fraction(fill?.attribute('o:opacity2'), opacity);
    const ends = [
      { color, opacity },
      { color: other, opacity: otherOpacity },
    ] as const;
    const focus = fraction(fill?.attribute('focus'));
    // From one to the other; from the middle to both sides, or back.
    const order =
      Math.abs(focus) > 0.75 ? [1, 0] : Math.abs(focus) > 0.25 ? (focus > 0 ? [0, 1, 0] : [1, 0, 1]) : [0, 1];
    const stops = order.map((index, at) => ({
      offset: at / (order.length - 1),
      color: ends[index === 0 ? 0 : 1],
    }));
    if (type === 'gradientRadial' || type === 'gradientradial') {
      const [x, y] = pairOf(fill?.attribute('focusposition'), fraction) ?? [0, 0];
      return { kind: 'radial', round: false, x, y, stops: focus === 0 ? stops.toReversed() : stops };
    }
    return { kind: 'gradient', angle: (450 - angle(fill?.attribute('angle'))) % 360, scaled: false, stops };
  }
  return { kind: 'solid', color: { color, opacity } };
};

/** ST_StrokeEndType. */
const ARROWS: Readonly<Record<string, string>> = {
  block: 'triangle',
  classic: 'stealth',
  open: 'arrow',
  diamond: 'diamond',
  oval: 'oval',
};
const SIZES: Readonly<Record<string, number>> = { narrow: 2, short: 2, medium: 3, wide: 5, long: 5 };
const DASHES: Readonly<Record<string, string>> = {
  shortdash: 'sysDash',
  shortdot: 'sysDot',
  shortdashdot: 'sysDashDot',
  shortdashdotdot: 'sysDashDotDot',
  dot: 'dot',
  dash: 'dash',
  longdash: 'lgDash',
  dashdot: 'dashDot',
  longdashdot: 'lgDashDot',
  longdashdotdot: 'lgDashDotDot',
  '1 1': 'sysDot',
};

export const vmlLine = (element: XmlElement, asked: Asked): ShapeLine | undefined => {
  const stroke = childOf(element, 'v:stroke');
  if (isFalse(asked('stroked')) || isFalse(stroke?.attribute('on'))) return undefined;
  const width = cssLength(stroke?.attribute('weight') ?? asked('strokeweight')) ?? 0.75;
  if (width <= 0) return undefined;
  const end = (name: string): LineEnd | undefined => {
    const type = ARROWS[stroke?.attribute(name) ?? 'none'];
    return type === undefined
      ? undefined
      : {
          type,
          width: SIZES[stroke?.attribute(`${name}width`) ?? 'medium'] ?? 3,
          length: SIZES[stroke?.attribute(`${name}length`) ?? 'medium'] ?? 3,
        };
  };
  const cap = stroke?.attribute('endcap');
  const join = stroke?.attribute('joinstyle');
  return {
    color: {
      color: vmlColor(stroke?.attribute('color') ?? asked('strokecolor'), 0x000000),
      opacity: Math.max(0, Math.min(1, fraction(stroke?.attribute('opacity'), 1))),
    },
    width,
    dash: DASHES[stroke?.attribute('dashstyle')?.toLowerCase() ?? ''] ?? 'solid',
    cap: cap === 'round' ? 'round' : cap === 'square' ? 'square' : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
    head: end('startarrow'),
    tail: end('endarrow'),
  };
};

/** Two points down and to the right, where it does not say. */
export const vmlShadow = (element: XmlElement): Shadow | undefined => {
  const shadow = childOf(element, 'v:shadow');
  if (shadow === undefined || !isTrue(shadow.attribute('on'))) return undefined;
  const [x, y] = pairOf(shadow.attribute('offset'), cssLength) ?? [2, 2];
  return {
    color: {
      color: vmlColor(shadow.attribute('color'), 0x808080),
      opacity: Math.max(0, Math.min(1, fraction(shadow.attribute('opacity'), 1))),
    },
    distance: Math.hypot(x, y),
    angle: (Math.atan2(y, x) * 180) / Math.PI,
    blur: 0,
  };
};
