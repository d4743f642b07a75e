/**
 * headingLabels :: part → what Word puts before each paragraph that counts in a list: "2.1"
 *
 * ECMA-376 §17.9: instances of one abstract number share their counters, and an item starts the levels below it anew.
 */
import { roman } from '../../numerals.ts';
import { descendantsOf, type XmlElement } from '../../ooxml/xml.ts';
import { levelsOf, type NumberingCatalogue, type NumberingLevel } from '../../wml/numbering.ts';
import { type StyleCatalogue, styleById } from '../../wml/styles.ts';
import { listOf } from '../word/list-of.ts';

/** a … z, aa, bb, …: Word repeats the letter (§17.18.59), thirty times at most. */
const letters = (value: number): string =>
  value < 1
    ? String(value)
    : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(30, Math.ceil(value / 26)));

/** By `w:numFmt`. */
export const NUMERALS: Readonly<Record<string, (value: number) => string>> = {
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  upperRoman: roman,
  lowerRoman: (value) => roman(value).toLowerCase(),
  upperLetter: (value) => letters(value).toUpperCase(),
  lowerLetter: letters,
};

interface Place {
  readonly numId: number;
  readonly level: NumberingLevel;
  readonly levels: readonly NumberingLevel[];
}

export class ListPlaces {
  readonly #styles: StyleCatalogue;
  readonly #numbering: NumberingCatalogue;

  constructor(styles: StyleCatalogue, numbering: NumberingCatalogue) {
    this.#styles = styles;
    this.#numbering = numbering;
  }

  of(paragraph: XmlElement): Place | undefined {
    const place = listOf(paragraph, this.#styles);
    if (place === undefined) return undefined;
    const numId = Number(place.list);
    const levels = levelsOf(
      this.#numbering,
      numId,
      (style) => styleById(this.#styles, style)?.numbering?.numId,
    );
    const level = levelAt(levels, place.level);
    return level === undefined ? undefined : { numId, level, levels };
  }

  /** Whether its number can be told: there is a level for it, and every number in it has a format that is known here. */
  isTold(paragraph: XmlElement): boolean {
    const place = this.of(paragraph);
    if (place === undefined) return listOf(paragraph, this.#styles) === undefined;
    return partsOf(place.level).every((at) => (levelAt(place.levels, at)?.format ?? '') in NUMERALS);
  }

  instance(numId: number): NumberingCatalogue['instances'][number] | undefined {
    return this.#numbering.instances.find(({ id }) => id === numId);
  }
}

/** Of every paragraph that counts; those that nobody can tell are left out. */
export const headingLabels = (root: XmlElement, places: ListPlaces): ReadonlyMap<XmlElement, string> => {
  const labels = new Map<XmlElement, string>();
  const counters = new Map<number, (number | undefined)[]>();
  const started = new Set<string>();
  for (const paragraph of descendantsOf(root)) {
    const place = paragraph.name === 'w:p' ? places.of(paragraph) : undefined;
    const instance = place === undefined ? undefined : places.instance(place.numId);
    if (place === undefined || instance === undefined || isRepeated(paragraph)) continue;
    const { level, levels } = place;
    const counts = counters.get(instance.abstractId) ?? [];
    counters.set(instance.abstractId, counts);
    const override = instance.startOverrides.find((one) => one.level === level.level)?.start;
    const key = `${instance.id} ${level.level}`;
    const before = counts[level.level];
    if (override !== undefined && !started.has(key)) counts[level.level] = override;
    else counts[level.level] = before === undefined ? level.start : before + 1;
    started.add(key);
    counts.length = level.level + 1;
    labels.set(
      paragraph,
      level.text.replace(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        const shown = levelAt(levels, at);
        counts[at] ??= shown?.start ?? 1;
        return NUMERALS[shown?.format ?? '']?.(counts[at] ?? 1) ?? '';
      }),
    );
  }
  return labels;
};

const levelAt = (levels: readonly NumberingLevel[], at: number): NumberingLevel | undefined =>
  levels.find(({ level }) => level === at);

/** Indices of the levels whose numbers a level shows. */
const partsOf = ({ text }: NumberingLevel): number[] =>
  [...text.matchAll(/%([1-9])/g)].map(([, digit]) => Number(digit) - 1);

/** A fallback says again what its drawing says. */
const isRepeated = (paragraph: XmlElement): boolean => {
  for (let at = paragraph.parent; at !== undefined; at = at.parent)
    if (at.name === 'mc:Fallback') return true;
  return false;
};
