/** placeOf, readAnchor :: a shape's style → where it stands, in its group or on the page (VML, ECMA-376 part 4 §19.1.2.19) */
import { elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { Anchor, AxisPlace } from '../model.ts';
import { cssLength, pairOf, type VmlStyle } from './vml-style.ts';

/** Reads a length: CSS on the page, the group's own numbers in a group. */
export type ReadLength = (text: string | undefined) => number | undefined;

export interface Place {
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
export const placeOf = (element: XmlElement, style: VmlStyle, length: ReadLength): Place => {
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
/** What stands behind the text counts up from here to where DrawingML begins (`relativeHeight`) [M]. */
const BEHIND = 503_316_480;

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

/** In a group. */
export const plainNumber = (text: string | undefined): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
};

/** Of what stands on the page by itself. */
export const readAnchor = (element: XmlElement, style: VmlStyle, place: Place): Anchor => {
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
    order: order < 0 ? order + BEHIND : order,
    relativeWidth: undefined,
    relativeHeight: undefined,
  };
};
