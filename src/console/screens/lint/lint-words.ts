/** Rules and sets of data, in words. */

const RULES: Readonly<Record<string, string>> = {
  'text-overflow': 'Text leaves its place',
  'broken-word': 'A word is cut',
  'wide-table': 'A table is wider than the page',
  'lonely-heading': 'A heading alone at the foot',
  'empty-last-page': 'An empty last page',
  'torn-signature': 'A place to sign is torn apart',
  'squeezed-picture': 'A picture out of shape',
};

export const ruleOf = (rule: string): string => RULES[rule] ?? rule;

const SETS: Readonly<Record<string, string>> = {
  usual: 'the usual data',
  shortest: 'short texts and no rows',
  longest: 'long texts and many rows',
  languages: 'other languages',
};

const SAVED = 'saved: ';

/** "long texts and many rows", "the set “Big order”" */
export const setOf = (name: string): string =>
  name.startsWith(SAVED) ? `the set “${name.slice(SAVED.length)}”` : (SETS[name] ?? name);

export const isMadeUp = (name: string): boolean => name !== 'usual' && name in SETS;

/** At the beginning of a line. */
export const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
