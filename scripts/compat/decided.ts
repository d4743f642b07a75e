/**
 * Differences that are decided, each for a reason that docs/compatibility.md gives. A rule takes out of both texts what
 * it is about; where the rest is the same, the template counts as right and the rule is named.
 */
import { normal, textOf } from './text.ts';

export interface Reading {
  readonly text: string;
  readonly withoutContents: string;
}

export const readingOf = (file: Uint8Array): Reading => ({
  text: normal(textOf(file, { notes: true })),
  withoutContents: normal(textOf(file, { notes: true, withoutContents: true })),
});

interface Decision {
  readonly name: string;
  rest(reading: Reading): string;
}

const DECISIONS: readonly Decision[] = [
  {
    name: 'a table of contents is made anew from the headings',
    rest: ({ withoutContents }) => withoutContents,
  },
  {
    name: 'a page break at the end of a loop stands between turns',
    rest: ({ text }) => normal(text.replaceAll('↵', '')),
  },
  {
    name: 'a list of values joins with a comma and a space',
    rest: ({ text }) => text.replaceAll(/, ?/g, ','),
  },
];

/** Undefined where the texts differ by something else. */
export const decidedBy = (ours: Reading, theirs: Reading): readonly string[] | undefined => {
  if (ours.text === theirs.text) return [];
  for (const { name, rest } of DECISIONS) if (rest(ours) === rest(theirs)) return [name];
  return undefined;
};
