/**
 * confirmed :: flow, the words of Word's own PDF → how many marks stand where a page of it begins
 *
 * Whether marks are to be trusted at all, asked where both are there: the words behind a mark have to stand on another page than
 * those before it.
 */
import { plain, type Word } from '../words.ts';
import type { Spot } from './flow.ts';

/** So many words make a place that is known again. */
const ENOUGH = 4;

export const confirmed = (
  flow: readonly Spot[],
  words: readonly Word[],
): { readonly of: number; readonly are: number } => {
  const spots = flow.filter(({ kind }) => kind === 'word').map(({ text }) => plain(text));
  const pagesOf = (wanted: readonly string[]): ReadonlySet<number> => {
    const found = new Set<number>();
    for (let at = 0; at + wanted.length <= words.length; at++)
      if (wanted.every((text, index) => words[at + index]?.text === text)) found.add(words[at]?.page ?? 0);
    return found;
  };
  let [of, are, passed] = [0, 0, 0];
  for (const { kind } of flow) {
    if (kind === 'word') {
      passed += 1;
      continue;
    }
    if (passed < ENOUGH || passed + ENOUGH > spots.length) continue;
    const before = pagesOf(spots.slice(passed - ENOUGH, passed));
    const after = pagesOf(spots.slice(passed, passed + ENOUGH));
    if (before.size !== 1 || after.size !== 1) continue;
    of += 1;
    if ([...before].every((page) => !after.has(page))) are += 1;
  }
  return { of, are };
};
