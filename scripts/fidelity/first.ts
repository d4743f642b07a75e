/**
 * firstDifferences :: reference × candidate → where the layouts part
 *
 * Behind the first word that stands elsewhere nearly everything does, so that word is what to look at. A word that is
 * missing (a bullet, a title) often moves nothing, so it is told on its own.
 */
import { isInPlace, type Pairs } from './compare.ts';
import { linesOf, type Word, type Words } from './words.ts';

export interface Difference {
  readonly what: 'is missing' | 'is on another page' | 'stands elsewhere' | 'begins a line in one of them';
  /** Of the reference. */
  readonly word: Word;
  readonly here: Word | undefined;
  readonly line: readonly Word[];
  readonly lineHere: readonly Word[];
  /** How much of the reference's text stands before it. */
  readonly share: number;
}

export const firstDifferences = (
  reference: Words,
  candidate: Words,
  pairs: Pairs,
  within: number,
): readonly Difference[] => {
  const partners = new Map(pairs);
  const [there, here] = [linesByWord(reference.words), linesByWord(candidate.words)];
  const what = (word: Word, index: number): Difference['what'] | undefined => {
    const other = candidate.words[partners.get(index) ?? -1];
    if (other === undefined) return 'is missing';
    if (other.page !== word.page) return 'is on another page';
    if (!isInPlace(word, other, within)) return 'stands elsewhere';
    const begins = there.get(word)?.[0] === word;
    return begins === (here.get(other)?.[0] === other) ? undefined : 'begins a line in one of them';
  };
  const found: Difference[] = [];
  for (const [index, word] of reference.words.entries()) {
    const difference = what(word, index);
    if (difference === undefined || found.some((one) => isMissing(one.what) === isMissing(difference)))
      continue;
    const other = candidate.words[partners.get(index) ?? -1];
    found.push({
      what: difference,
      word,
      here: other,
      line: there.get(word) ?? [],
      lineHere: (other && here.get(other)) ?? [],
      share: index / reference.words.length,
    });
    if (found.length === 2) break;
  }
  return found;
};

const isMissing = (what: Difference['what']): boolean => what === 'is missing';

const linesByWord = (words: readonly Word[]): ReadonlyMap<Word, readonly Word[]> =>
  new Map(linesOf(words).flatMap((line) => line.map((word) => [word, line] as const)));
