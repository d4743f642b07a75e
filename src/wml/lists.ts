/**
 * readLists :: numbering.xml → Lists
 *
 * Levels with their looks (ECMA-376 §17.9): text, format, indents, fonts. `numbering.ts` knows which lists there are.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { type ParagraphProperties, readParagraphProperties } from './properties/paragraph-properties.ts';
import { type PropertyContext, type RunProperties, readRunProperties } from './properties/run-properties.ts';
import { childValue, toggleOf, wholeNumber } from './properties/word-values.ts';

export interface ListLevel {
  readonly level: number;
  readonly start: number;
  readonly format: string;
  readonly text: string;
  readonly suffix: 'tab' | 'space' | 'nothing';
  readonly alignment: 'left' | 'center' | 'right';
  /** Numbers of other levels as digits, whatever their format (`w:isLgl`). */
  readonly legal: boolean;
  /** The level that restarts this one, counted from 1; 0 never; undefined: any level above. */
  readonly restart: number | undefined;
  readonly styleId: string | undefined;
  readonly paragraph: ParagraphProperties;
  readonly run: RunProperties;
  /** The id of a picture that stands instead of a text (§17.9.9). */
  readonly picture: string | undefined;
}

export interface ListInstance {
  readonly id: number;
  /** Instances of one abstract number share its counters. */
  readonly abstractId: number;
  readonly levels: ReadonlyMap<number, ListLevel>;
  readonly startOverrides: ReadonlyMap<number, number>;
}

export type Lists = ReadonlyMap<number, ListInstance>;

interface Abstract {
  readonly id: number;
  readonly levels: ReadonlyMap<number, ListLevel>;
  readonly styleLink: string | undefined;
}

const readLevel = (element: XmlElement, context: PropertyContext, start: number): ListLevel => {
  const suffix = childValue(element, 'w:suff');
  const alignment = childValue(element, 'w:lvlJc');
  const paragraph = childOf(element, 'w:pPr');
  const run = childOf(element, 'w:rPr');
  return {
    level: wholeNumber(element.attribute('w:ilvl')) ?? 0,
    start: wholeNumber(childValue(element, 'w:start')) ?? start,
    format: childValue(element, 'w:numFmt') ?? 'decimal',
    text: childValue(element, 'w:lvlText') ?? '',
    suffix: suffix === 'space' || suffix === 'nothing' ? suffix : 'tab',
    alignment:
      alignment === 'right' || alignment === 'end' ? 'right' : alignment === 'center' ? 'center' : 'left',
    legal: toggleOf(element, 'w:isLgl') ?? false,
    restart: wholeNumber(childValue(element, 'w:lvlRestart')),
    styleId: childValue(element, 'w:pStyle'),
    paragraph: paragraph === undefined ? {} : readParagraphProperties(paragraph, context),
    run: run === undefined ? {} : readRunProperties(run, context),
    picture: childValue(element, 'w:lvlPicBulletId'),
  };
};

/** One that stands over another begins where that does, if it does not say [M]; nothing else of it is left. */
const readLevels = (
  parent: XmlElement,
  context: PropertyContext,
  over?: ReadonlyMap<number, ListLevel>,
): Map<number, ListLevel> =>
  new Map(
    elementsOf(parent, 'w:lvl').map((element) => {
      const at = wholeNumber(element.attribute('w:ilvl')) ?? 0;
      return [at, readLevel(element, context, over?.get(at)?.start ?? 0)];
    }),
  );

export const readLists = (
  root: XmlElement,
  numIdOfStyle: (styleId: string) => number | undefined,
  context: PropertyContext,
): Lists => {
  const abstracts = new Map<number, Abstract>();
  for (const element of elementsOf(root, 'w:abstractNum')) {
    const id = wholeNumber(element.attribute('w:abstractNumId'));
    if (id === undefined) continue;
    abstracts.set(id, {
      id,
      levels: readLevels(element, context),
      styleLink: childValue(element, 'w:numStyleLink'),
    });
  }
  const instances = elementsOf(root, 'w:num');
  const abstractOf = (numId: number | undefined): Abstract | undefined => {
    const element = instances.find((one) => wholeNumber(one.attribute('w:numId')) === numId);
    return abstracts.get(wholeNumber(childValue(element, 'w:abstractNumId')) ?? -1);
  };
  const lists = new Map<number, ListInstance>();
  for (const element of instances) {
    const id = wholeNumber(element.attribute('w:numId'));
    if (id === undefined) continue;
    let abstract = abstractOf(id);
    if (abstract !== undefined && abstract.levels.size === 0 && abstract.styleLink !== undefined)
      abstract = abstractOf(numIdOfStyle(abstract.styleLink)) ?? abstract;
    if (abstract === undefined) continue;
    const levels = new Map(abstract.levels);
    const startOverrides = new Map<number, number>();
    for (const override of elementsOf(element, 'w:lvlOverride')) {
      const level = wholeNumber(override.attribute('w:ilvl')) ?? 0;
      for (const [at, own] of readLevels(override, context, abstract.levels)) levels.set(at, own);
      const start = wholeNumber(childValue(override, 'w:startOverride'));
      if (start !== undefined) startOverrides.set(level, start);
    }
    lists.set(id, { id, abstractId: abstract.id, levels, startOverrides });
  }
  return lists;
};
