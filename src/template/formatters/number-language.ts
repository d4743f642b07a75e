/** Formatters that put a number into a language, and refuse a language that they do not know. */
import { PlatenError } from '../../errors.ts';
import { numberFormat, pluralRules } from '../expression/values/intl.ts';
import { textOfNumber } from '../expression/values/text.ts';
import { type Formatter, onNumber, textArgument, unusable } from './formatter.ts';
import { gendersOf, inWords, isSpelled, SPELLED_LANGUAGES, WORD_GENDERS, wordsEnd } from './number-words.ts';
import { choiceParam, localeParam, optional, type Param } from './params.ts';

type WriteOrdinal = (digits: string, category: string, number: number) => string;

const suffixed =
  (suffix: string): WriteOrdinal =>
  (digits) =>
    digits + suffix;

/** Languages that write a point behind the digits. */
const POINTED = [
  'bs',
  'cs',
  'da',
  'de',
  'et',
  'fi',
  'hr',
  'hu',
  'is',
  'lv',
  'nb',
  'nn',
  'no',
  'pl',
  'sk',
  'sl',
  'sr',
];

/**
 * How languages write an ordinal in digits; by the plural category where there is more than one ending, and in the
 * masculine where there are genders.
 */
const ORDINALS: ReadonlyMap<string, WriteOrdinal> = new Map<string, WriteOrdinal>([
  ...[...POINTED, 'tr'].map((language) => [language, suffixed('.')] as const),
  ['el', suffixed('ος')],
  ['en', (value, category) => value + ({ one: 'st', two: 'nd', few: 'rd' }[category] ?? 'th')],
  ['es', suffixed('.º')],
  ['fr', (value, _category, number) => (Math.abs(number) === 1 ? `${value}er` : `${value}e`)],
  ['ga', suffixed('ú')],
  ['it', suffixed('º')],
  ['ja', suffixed('番目')],
  ['ko', suffixed('번째')],
  ['nl', suffixed('e')],
  ['pt', suffixed('.º')],
  ['ru', suffixed('-й')],
  ['sv', (value, category) => `${value}:${category === 'one' ? 'a' : 'e'}`],
  ['uk', suffixed('-й')],
  ['zh', (value) => `第${value}`],
]);

const ORDINAL_LANGUAGES = [...ORDINALS.keys()].sort().join(', ');

const writeOrdinal = (locale: string): WriteOrdinal | undefined =>
  ORDINALS.get(locale.split('-')[0]?.toLowerCase() ?? '');

const ordinal = (value: number, locale: string): string => {
  const write = writeOrdinal(locale);
  if (write === undefined)
    throw notInLanguage('ordinal', `ordinals for the locale ${locale}`, ORDINAL_LANGUAGES);
  const digits = numberFormat(locale, { maximumFractionDigits: 0 }).format(value);
  return write(digits, pluralRules(locale, { type: 'ordinal' }).select(Math.abs(value)), value);
};

/** What another language would write is wrong, and nobody would be told. */
const notInLanguage = (name: string, what: string, known: string): PlatenError =>
  new PlatenError('data_invalid', `The formatter \`${name}\` has no ${what}.`, {
    hint: `There are: ${known}.`,
  });

/** A locale of one of those languages that the formatter knows. */
const languageParam = (isKnown: (locale: string) => boolean, known: string): Param => ({
  ...localeParam,
  expected: `a locale of one of the languages ${known}`,
  accepts: (value) => localeParam.accepts(value) === true && isKnown(String(value)),
});

const WORD_LANGUAGES = SPELLED_LANGUAGES.join(', ');

const checkWords = (locale: string, gender: string | undefined): void => {
  if (!isSpelled(locale))
    throw notInLanguage('words', `number words for the locale ${locale}`, WORD_LANGUAGES);
  const genders = gendersOf(locale);
  if (gender !== undefined && !genders.includes(gender))
    throw notInLanguage('words', `${gender} number words for the locale ${locale}`, genders.join(', '));
};

export const languageFormatters: readonly Formatter[] = [
  {
    name: 'ordinal',
    family: 'number',
    params: [optional(languageParam((locale) => writeOrdinal(locale) !== undefined, ORDINAL_LANGUAGES))],
    input: 'number',
    result: 'value',
    sample: { inputs: () => [1, 2, 3] },
    summary: 'As a place in an order: 1st, 2nd; in German 1.',
    example: '{$number | ordinal}',
    bind: ([locale]) => {
      const fixed = textArgument(locale);
      return onNumber('ordinal', (value, run) => {
        if (!Number.isInteger(value)) throw unusable('ordinal', 'a whole number', value);
        return ordinal(value, fixed ?? run.locale);
      });
    },
  },
  {
    name: 'words',
    family: 'number',
    params: [
      optional(languageParam(isSpelled, WORD_LANGUAGES)),
      optional(choiceParam('gender', WORD_GENDERS)),
    ],
    input: 'number',
    result: 'value',
    summary:
      'In words, in the language of the locale: those of the European Union, Norwegian, Turkish, Russian, Ukrainian, Chinese or Japanese. For things of a gender, in that form: `words:ru:feminine`.',
    example: '{amount | words}',
    bind: ([locale, gender]) => {
      const fixed = textArgument(locale);
      const form = textArgument(gender);
      if (fixed !== undefined) checkWords(fixed, form);
      return onNumber('words', (value, run) => {
        const language = fixed ?? run.locale;
        const words = inWords(textOfNumber(value), language, form);
        if (words !== undefined) return words;
        checkWords(language, form);
        const end = wordsEnd(language).toLocaleString('en-US');
        throw unusable('words', `a number below ${end} for the locale ${language}`, value);
      });
    },
  },
];
