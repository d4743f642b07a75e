/**
 * readAdjust, readCustomGeometry :: a:prstGeom, a:custGeom → adjust values, Geometry (ECMA-376 §20.1.9)
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import type { Geometry, GeometryPath } from './shape-style.ts';

/** What a preset is drawn with where it is not as usual. */
export const readAdjust = (preset: XmlElement | undefined): ReadonlyMap<string, number> => {
  const adjust = new Map<string, number>();
  const list = childOf(preset, 'a:avLst');
  for (const guide of list === undefined ? [] : elementsOf(list, 'a:gd')) {
    const value = wholeNumber(/^val (-?\d+)$/.exec(guide.attribute('fmla') ?? '')?.[1]);
    if (value !== undefined) adjust.set(guide.attribute('name') ?? '', value);
  }
  return adjust;
};

/** Drawings of more than this are maps or malice. */
const MOST_COMMANDS = 20_000;
const MOST_GUIDES = 2_000;

export const readCustomGeometry = (element: XmlElement, context: StoryContext): Geometry => {
  const guides = (name: string): readonly (readonly [string, string])[] => {
    const list = childOf(element, name);
    return list === undefined
      ? []
      : elementsOf(list, 'a:gd')
          .slice(0, MOST_GUIDES)
          .map((guide) => [guide.attribute('name') ?? '', guide.attribute('fmla') ?? '']);
  };
  const rectangle = childOf(element, 'a:rect');
  let left = MOST_COMMANDS;
  const list = childOf(element, 'a:pathLst');
  const paths = (list === undefined ? [] : elementsOf(list, 'a:path')).map((path): GeometryPath => {
    const steps = elementsOf(path).slice(0, left);
    left -= steps.length;
    return readPath(path, steps);
  });
  if (left <= 0) context.findings.note('shape-geometry', context.part, element);
  return {
    adjust: guides('a:avLst'),
    guides: guides('a:gdLst'),
    paths,
    text:
      rectangle === undefined
        ? undefined
        : ['l', 't', 'r', 'b'].map((side) => rectangle.attribute(side) ?? side),
  };
};

const FILLS: ReadonlySet<string> = new Set(['none', 'darken', 'darkenLess', 'lighten', 'lightenLess']);
const COMMANDS: Readonly<Record<string, string>> = {
  'a:moveTo': 'M',
  'a:lnTo': 'L',
  'a:cubicBezTo': 'C',
  'a:quadBezTo': 'Q',
  'a:arcTo': 'A',
  'a:close': 'Z',
};

const readPath = (path: XmlElement, steps: readonly XmlElement[]): GeometryPath => {
  const fill = path.attribute('fill') ?? 'norm';
  return {
    width: wholeNumber(path.attribute('w')) ?? 0,
    height: wholeNumber(path.attribute('h')) ?? 0,
    fill: FILLS.has(fill) ? (fill as GeometryPath['fill']) : 'norm',
    stroke: path.attribute('stroke') !== '0' && path.attribute('stroke') !== 'false',
    commands: steps.flatMap((step): [string, ...string[]][] => {
      const name = COMMANDS[step.name];
      if (name === undefined) return [];
      if (name === 'A')
        return [[name, ...['wR', 'hR', 'stAng', 'swAng'].map((each) => step.attribute(each) ?? '0')]];
      const points = elementsOf(step, 'a:pt').flatMap((point) => [
        point.attribute('x') ?? '0',
        point.attribute('y') ?? '0',
      ]);
      return [[name, ...points]];
    }),
  };
};
