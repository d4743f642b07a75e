/**
 * hyphenPoints :: word, language → where it may be divided
 *
 * By Liang's patterns, as TeX has them; Word's own lists differ in single words. A language is read when a document first
 * asks for it, which takes up to a tenth of a second: where others wait, only those count that are there already.
 */
import { createRequire } from 'node:module';
import { PlatenError } from '../../errors.ts';
import type { LayoutLimits } from '../budget.ts';

const require = createRequire(import.meta.url);

/** Languages whose patterns may be used by anybody; those of some others (Czech, Slovak, Latvian) are under the GPL. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'be bg ca da de-1996 de-1901 de-ch-1901 el-monoton en-gb en-us es et eu fi fr gl hr is it lt nb nl nn pl pt ru sl sv ' +
    'tr uk'
  ).split(' '),
);

/** Where the name of a language is not that of its patterns. */
const PATTERNS: Readonly<Record<string, string>> = {
  de: 'de-1996',
  'de-ch': 'de-ch-1901',
  el: 'el-monoton',
  en: 'en-us',
  'en-au': 'en-gb',
  'en-ie': 'en-gb',
  'en-nz': 'en-gb',
  'en-za': 'en-gb',
  no: 'nb',
};

/** Undefined where nothing is known of the language. */
export const patternsFor = (language: string): string | undefined => {
  const name = language.toLowerCase();
  const [base = ''] = name.split('-');
  return [PATTERNS[name], name, PATTERNS[base], base].find((one) => one !== undefined && LANGUAGES.has(one));
};

type Hyphenate = (text: string, options: { hyphenChar: string; minWordLength: number }) => string;

const loaded = new Map<string, Hyphenate>();

const hyphenatorOf = (patterns: string, which: LayoutLimits['patterns']): Hyphenate => {
  let known = loaded.get(patterns);
  if (known === undefined) {
    if (which === 'loaded')
      throw new PlatenError('document_too_complex', `The patterns of ${patterns} are not loaded here.`);
    known = (require(`hyphen/${patterns}`) as { hyphenateSync: Hyphenate }).hyphenateSync;
    loaded.set(patterns, known);
  }
  return known;
};

/** Shorter ones are never divided; longer ones are no words. */
const SHORTEST = 4;
const LONGEST = 60;
/** Letters behind a hyphen: `ряда`, `-ться` stay whole where two would be left [M]. */
const LEAST_AFTER = 3;
const LETTERS = /\p{L}+/gu;
const MARK = '\u00ad';

/** Offsets in the text, in order: each stretch of letters is a word of its own, as in Word [M]. */
export const hyphenPoints = (
  text: string,
  language: string,
  {
    divides,
    patterns: which,
  }: { readonly divides: (word: string) => boolean; readonly patterns: LayoutLimits['patterns'] },
): readonly number[] => {
  const patterns = patternsFor(language);
  if (patterns === undefined) return [];
  const points: number[] = [];
  for (const { index, 0: word } of text.matchAll(LETTERS)) {
    if (word.length < SHORTEST || word.length > LONGEST || !divides(word)) continue;
    const pieces = hyphenatorOf(patterns, which)(word, { hyphenChar: MARK, minWordLength: SHORTEST }).split(
      MARK,
    );
    let at = index;
    for (const piece of pieces.slice(0, -1)) {
      at += piece.length;
      if (index + word.length - at >= LEAST_AFTER) points.push(at);
    }
  }
  return points;
};
