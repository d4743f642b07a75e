/**
 * readNumbering :: numbering.xml → NumberingCatalogue
 *
 * Abstract numbers (the look of nine levels) and the instances that paragraphs refer to (ECMA-376 §17.9), as plain
 * data. Only what restarting and extending lists needs; layout will want indents and fonts of the levels as well.
 */
import { elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { childValue, wholeNumber } from './properties/word-values.ts';

export interface NumberingLevel {
  /** `w:ilvl`, 0 to 8. */
  readonly level: number;
  /** `w:numFmt`: "decimal", "bullet", "lowerLetter", … */
  readonly format: string;
  readonly start: number;
  /** "%1.%2" */
  readonly text: string;
  /** Paragraph style that stands for this level. */
  readonly styleId?: string;
}

interface AbstractNumber {
  readonly id: number;
  readonly levels: readonly NumberingLevel[];
  /** A numbering style that holds the levels instead (`w:numStyleLink`). */
  readonly styleLink?: string;
}

interface NumberInstance {
  /** What `w:numId` refers to. */
  readonly id: number;
  readonly abstractId: number;
  /** `w:lvlOverride` with a start, by level. */
  readonly startOverrides: readonly { readonly level: number; readonly start: number }[];
}

export interface NumberingCatalogue {
  readonly abstracts: readonly AbstractNumber[];
  readonly instances: readonly NumberInstance[];
}

export const NO_NUMBERING: NumberingCatalogue = { abstracts: [], instances: [] };

const readLevel = (element: XmlElement): NumberingLevel => {
  const styleId = childValue(element, 'w:pStyle');
  return {
    level: wholeNumber(element.attribute('w:ilvl')) ?? 0,
    format: childValue(element, 'w:numFmt') ?? 'decimal',
    // §17.9.25: a level without w:start begins at 0.
    start: wholeNumber(childValue(element, 'w:start')) ?? 0,
    text: childValue(element, 'w:lvlText') ?? '',
    ...(styleId !== undefined && { styleId }),
  };
};

const readAbstract = (element: XmlElement): AbstractNumber | undefined => {
  const id = wholeNumber(element.attribute('w:abstractNumId'));
  const styleLink = childValue(element, 'w:numStyleLink');
  if (id === undefined) return undefined;
  return {
    id,
    levels: elementsOf(element, 'w:lvl').map(readLevel),
    ...(styleLink !== undefined && { styleLink }),
  };
};

const readInstance = (element: XmlElement): NumberInstance | undefined => {
  const id = wholeNumber(element.attribute('w:numId'));
  const abstractId = wholeNumber(childValue(element, 'w:abstractNumId'));
  if (id === undefined || abstractId === undefined) return undefined;
  const startOverrides = elementsOf(element, 'w:lvlOverride').flatMap((override) => {
    const level = wholeNumber(override.attribute('w:ilvl'));
    const start = wholeNumber(childValue(override, 'w:startOverride'));
    return level === undefined || start === undefined ? [] : [{ level, start }];
  });
  return { id, abstractId, startOverrides };
};

export const readNumbering = (root: XmlElement): NumberingCatalogue => ({
  abstracts: elementsOf(root, 'w:abstractNum')
    .map(readAbstract)
    .filter((entry) => entry !== undefined),
  instances: elementsOf(root, 'w:num')
    .map(readInstance)
    .filter((entry) => entry !== undefined),
});

/** Levels of an instance, through the style that its abstract number may point to. */
export const levelsOf = (
  catalogue: NumberingCatalogue,
  numId: number,
  numIdOfStyle: (styleId: string) => number | undefined,
): readonly NumberingLevel[] => {
  const seen = new Set<number>();
  for (let id: number | undefined = numId; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const instance = catalogue.instances.find((entry) => entry.id === id);
    const abstract = catalogue.abstracts.find((entry) => entry.id === instance?.abstractId);
    if (abstract === undefined) return [];
    if (abstract.levels.length > 0 || abstract.styleLink === undefined) return abstract.levels;
    id = numIdOfStyle(abstract.styleLink);
  }
  return [];
};
