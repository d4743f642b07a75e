/** A word at the end of a line, divided where its language allows it. */
import { hyphenPoints } from '../text/hyphenation.ts';
import type { WordAtom } from './atoms.ts';
import { directedWord } from './bidi.ts';
import { endsWithin, lossFor } from './fit.ts';
import type { LineShape } from './line-shape.ts';

const HYPHEN = '-';

interface LineEnd {
  /** Points that are left on the line. */
  readonly rest: number;
  /** Width of the blanks before the word, where they may give up some of it; 0 where they may not. */
  readonly blanks: number;
  /** By which share blanks would grow if the word went to the next line. */
  readonly growth: number;
}

type Hyphenation = NonNullable<LineShape['hyphenation']>;

const pointsIn = (atom: WordAtom, { capitals, patterns }: Hyphenation): readonly number[] => {
  const { language } = atom.format.properties;
  if (language === undefined || atom.eastAsian === true || atom.note !== undefined) return [];
  const divides = (word: string): boolean => capitals || word !== word.toUpperCase();
  return hyphenPoints(atom.text, language, { divides, patterns });
};

/** How wide its parts are, with their hyphens, where it is divided at each place that its language allows. */
export const partWidths = (atom: WordAtom, hyphenation: Hyphenation): readonly number[] => {
  const points = pointsIn(atom, hyphenation);
  if (points.length === 0) return [atom.width];
  return [...points, atom.text.length].map((end, index) => {
    const hyphen = index < points.length ? HYPHEN : '';
    return directedWord(atom, atom.text.slice(points[index - 1] ?? 0, end) + hyphen, atom.level).width;
  });
};

/**
 * The most of it that the line takes with a hyphen, and the rest. Blanks give room for a part of a word as they do for a whole
 * one, where the next shorter part would make them grow [M].
 */
export const divideWord = (
  atom: WordAtom,
  { rest, blanks, growth }: LineEnd,
  hyphenation: Hyphenation,
): readonly [WordAtom, WordAtom] | undefined => {
  const points = pointsIn(atom, hyphenation);
  const parts = points.map((point) => directedWord(atom, atom.text.slice(0, point) + HYPHEN, atom.level));
  for (const [index, part] of [...parts.entries()].reverse()) {
    const shorter = parts[index - 1];
    const grown = shorter === undefined ? growth : (rest - shorter.width) / blanks;
    const given = blanks === 0 ? 0 : blanks * lossFor(grown);
    if (!endsWithin(part.width, rest + given)) continue;
    const after = directedWord(atom, atom.text.slice(points[index]), atom.level, points[index]);
    return [{ ...part, breakAfter: true, softHyphen: false, divided: true }, after];
  }
  return undefined;
};
