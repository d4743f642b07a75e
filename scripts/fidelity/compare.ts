/** compare :: reference × candidate → how much of the reference stands where it should */
import { matchingBlocks } from './match.ts';
import { lineEnds, type Word, type Words } from './words.ts';

/** Shares of the reference's words or lines; 1 is perfect, but for `extra`, where 0 is. */
export interface Fidelity {
  readonly recall: number;
  readonly page: number;
  readonly place: number;
  readonly lines: number;
  readonly extra: number;
  readonly score: number;
  readonly pages: number;
  readonly referencePages: number;
}

/** Points, both ways. */
export const IN_PLACE = 3;
/** A word that the alignment left over may pair with the same word this near on the same page: cells, columns. */
const NEAR = 60;

/** Which word of the reference is which of the candidate, by their places in both. */
export type Pairs = readonly (readonly [number, number])[];

export const align = (reference: Words, candidate: Words): Pairs => {
  const pairs = matchingBlocks(
    reference.words.map((word) => word.text),
    candidate.words.map((word) => word.text),
  ).flatMap(({ a, b, length }) =>
    Array.from({ length }, (_, index): [number, number] => [a + index, b + index]),
  );
  return [...pairs, ...strays(reference.words, candidate.words, pairs)];
};

export const compare = (reference: Words, candidate: Words, pairs: Pairs): Fidelity => {
  let page = 0;
  let place = 0;
  for (const [i, j] of pairs) {
    const [there, here] = [reference.words[i], candidate.words[j]];
    if (!there || !here || there.page !== here.page) continue;
    page += 1;
    if (isInPlace(there, here, IN_PLACE)) place += 1;
  }
  const ends = lineEnds(reference.words);
  const sameLines = matchingBlocks(ends, lineEnds(candidate.words)).reduce(
    (sum, block) => sum + block.length,
    0,
  );
  const all = reference.words.length;
  const shares = {
    recall: pairs.length / all,
    page: page / all,
    place: place / all,
    lines: sameLines / ends.length,
  };
  return {
    ...shares,
    extra: (candidate.words.length - pairs.length) / all,
    score: 0.2 * shares.recall + 0.2 * shares.page + 0.2 * shares.lines + 0.4 * shares.place,
    pages: candidate.pages,
    referencePages: reference.pages,
  };
};

export const isInPlace = (there: Word, here: Word, within: number): boolean =>
  there.page === here.page && Math.abs(there.x - here.x) <= within && Math.abs(there.y - here.y) <= within;

const strays = (
  there: readonly Word[],
  here: readonly Word[],
  pairs: readonly (readonly [number, number])[],
): [number, number][] => {
  const usedThere = new Set(pairs.map(([i]) => i));
  const usedHere = new Set(pairs.map(([, j]) => j));
  const key = (word: Word): string => `${word.page} ${word.text}`;
  const free = new Map<string, Set<number>>();
  for (const [j, word] of here.entries()) {
    if (usedHere.has(j)) continue;
    const known = free.get(key(word));
    if (known) known.add(j);
    else free.set(key(word), new Set([j]));
  }
  const found: [number, number][] = [];
  for (const [i, word] of there.entries()) {
    if (usedThere.has(i)) continue;
    let best: { j: number; distance: number } | undefined;
    for (const j of free.get(key(word)) ?? []) {
      const other = here[j];
      if (!other) continue;
      const distance = Math.abs(word.x - other.x) + Math.abs(word.y - other.y);
      if (distance <= NEAR && (!best || distance < best.distance)) best = { j, distance };
    }
    if (!best) continue;
    free.get(key(word))?.delete(best.j);
    found.push([i, best.j]);
  }
  return found;
};
