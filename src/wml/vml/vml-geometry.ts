/** geometryOf :: a shape and its type → a preset's name, or a path (VML, ECMA-376 part 4 §19.1.2.19 and .20) */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import type { Geometry } from '../drawing/shape-style.ts';
import type { Shape } from '../model.ts';
import type { Asked } from './vml-appearance.ts';
import { vmlGeometry } from './vml-path.ts';
import type { Place } from './vml-place.ts';
import { fraction, isFalse, pairOf } from './vml-style.ts';

/** A share of the shorter side; a fifth where it does not say. */
export const roundness = (element: XmlElement): Shape['adjust'] =>
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
export const geometryOf = (
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
