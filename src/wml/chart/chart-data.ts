/**
 * readNumbers, readCategories, readName :: c:val, c:cat, c:tx → the values that a part keeps of its workbook
 *
 * Nothing in here is trusted: counts lie, numbers are text, points come twice or beyond the end.
 */
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { finite, numberOf } from './chart-values.ts';
import type { Categories, NumberData } from './model.ts';

/** More than a page has dots across; what lies behind is not drawn, and the chart is a finding. */
const MOST_POINTS = 32_000;

const CACHES = ['c:numRef', 'c:strRef'] as const;

/** `c:numCache` in `c:numRef`, or what stands there without a reference. */
const cacheOf = (data: XmlElement | undefined, kind: 'num' | 'str'): XmlElement | undefined =>
  childOf(childOf(data, `c:${kind}Ref`), `c:${kind}Cache`) ?? childOf(data, `c:${kind}Lit`);

const pointsOf = (cache: XmlElement | undefined): readonly (readonly [number, XmlElement])[] =>
  (cache === undefined ? [] : elementsOf(cache, 'c:pt')).flatMap((point) => {
    const index = finite(point.attribute('idx'));
    return index !== undefined && Number.isInteger(index) && index >= 0 && index < MOST_POINTS
      ? [[index, point] as const]
      : [];
  });

const textOf = (point: XmlElement | undefined): string => {
  const value = childOf(point, 'c:v');
  return value === undefined ? '' : textContent(value);
};

/** Points at the end may be empty, so the count matters; one that is out of all proportion does not. */
const countOf = (cache: XmlElement | undefined, last: number): number => {
  const said = numberOf(cache, 'c:ptCount') ?? 0;
  const most = Math.max(last + 1, 1) * 4 + 1000;
  return Math.min(MOST_POINTS, said > most ? last + 1 : Math.max(Math.floor(said), last + 1));
};

export const readNumbers = (data: XmlElement | undefined): NumberData => {
  const cache = cacheOf(data, 'num') ?? cacheOf(data, 'str');
  const points = pointsOf(cache);
  const last = points.reduce((most, [index]) => Math.max(most, index), -1);
  const values: (number | undefined)[] = new Array(countOf(cache, last)).fill(undefined);
  const formats = new Map<number, string>();
  for (const [index, point] of points) {
    values[index] = finite(textOf(point));
    const format = point.attribute('formatCode');
    if (format !== undefined) formats.set(index, format);
  }
  const format = childOf(cache, 'c:formatCode');
  return { values, format: format === undefined ? 'General' : textContent(format), formats };
};

/** Whether points were left out. */
export const isCut = (data: XmlElement | undefined): boolean =>
  [cacheOf(data, 'num'), cacheOf(data, 'str')].some(
    (cache) => cache !== undefined && elementsOf(cache, 'c:pt').length > MOST_POINTS,
  );

export const readCategories = (data: XmlElement | undefined): Categories | undefined => {
  if (data === undefined) return undefined;
  const several = childOf(childOf(data, 'c:multiLvlStrRef'), 'c:multiLvlStrCache');
  if (several !== undefined) {
    const found = elementsOf(several, 'c:lvl').slice(0, 8).map(pointsOf);
    const last = Math.max(
      -1,
      ...found.map((level) => level.reduce((most, [index]) => Math.max(most, index), -1)),
    );
    const count = countOf(several, last);
    return { count, levels: found.map((level) => spread(level, count)), numbers: undefined };
  }
  if (CACHES.every((name) => childOf(data, name) === undefined) && childOf(data, 'c:numLit') === undefined) {
    const literal = childOf(data, 'c:strLit');
    if (literal === undefined) return undefined;
  }
  const strings = cacheOf(data, 'str');
  if (strings === undefined) {
    const numbers = readNumbers(data);
    return { count: numbers.values.length, levels: [], numbers };
  }
  const points = pointsOf(strings);
  const count = countOf(
    strings,
    points.reduce((most, [index]) => Math.max(most, index), -1),
  );
  return { count, levels: [spread(points, count)], numbers: undefined };
};

const spread = (
  points: readonly (readonly [number, XmlElement])[],
  count: number,
): readonly (string | undefined)[] => {
  const texts: (string | undefined)[] = new Array(count).fill(undefined);
  for (const [index, point] of points) if (index < count) texts[index] = textOf(point);
  return texts;
};

/** `c:tx` of a series or a title: a literal, or cells whose texts stand one after another. */
export const readName = (element: XmlElement | undefined): string | undefined => {
  if (element === undefined) return undefined;
  const literal = childOf(element, 'c:v');
  if (literal !== undefined) return textContent(literal);
  const cache = childOf(childOf(element, 'c:strRef'), 'c:strCache');
  if (cache === undefined) return undefined;
  return pointsOf(cache)
    .slice(0, 100)
    .map(([, point]) => textOf(point))
    .join(' ');
};
