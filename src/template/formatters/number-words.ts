/** inWords :: (decimal spelling of a number, language) → words, by the rules that CLDR has for the language */
import { createRequire } from 'node:module';
import { type RuleData, type Rules, readRules, spell } from './spell-rules.ts';
import { corrected } from './word-corrections.ts';

/** From here on a number is written as a power of ten, and most languages have no words left. */
const MAX_WORDS = 1e15;

const CHECKED = [
  ...[
    'bg',
    'cs',
    'da',
    'de',
    'de-CH',
    'el',
    'en',
    'en-IN',
    'es',
    'et',
    'fi',
    'fr',
    'fr-BE',
    'fr-CH',
    'hr',
    'hu',
  ],
  ...['it', 'ja', 'lt', 'lv', 'nl', 'nn', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tr', 'uk', 'zh'],
  'zh-Hant',
];

/**
 * The languages that were checked, some with scripts and regions of their own, and the number from which on their words
 * are doubtful. CLDR has more of them; but every third that was checked had mistakes (`word-corrections.ts`).
 */
const SPELLED: ReadonlyMap<string, number> = new Map([
  ...CHECKED.map((tag) => [tag, MAX_WORDS] as const),
  ['ga', 1e9],
  ['mt', 1e6],
  ['pt-PT', 1e9],
]);

export const SPELLED_LANGUAGES: readonly string[] = [...SPELLED.keys()]
  .filter((tag) => !tag.includes('-'))
  .sort();

/** The dialect first, then the script, then the language. */
const tagOf = (locale: string): string | undefined => {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  // Norwegian as most write it.
  const own = language === 'nb' ? 'no' : language;
  return [`${own}-${region}`, `${own}-${script}`, own].find((tag) => SPELLED.has(tag));
};

export const isSpelled = (locale: string): boolean => tagOf(locale) !== undefined;

export const WORD_GENDERS = ['masculine', 'feminine', 'neuter'] as const;

const require = createRequire(import.meta.url);

interface RuleFile {
  readonly rbnf: { readonly rbnf: { readonly SpelloutRules: RuleData } };
}

interface Words {
  readonly rules: Rules;
  readonly below: number;
}

/** A file of rules is up to 100 KB; documents are written in few languages. */
const MAX_KEPT = 20;
const kept = new Map<string, Words>();

const wordsOf = (locale: string): Words | undefined => {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const tag = tagOf(locale);
  if (tag === undefined) return undefined;
  const { SpelloutRules: data } = (require(`cldr-rbnf/rbnf/${tag}.json`) as RuleFile).rbnf.rbnf;
  const words = { rules: readRules(corrected(tag, data), locale), below: SPELLED.get(tag) ?? 0 };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(locale, words);
  return words;
};

/** The rules that count one, two, three, or those for so many things of a gender; languages without genders have one form. */
const setOf = (rules: Rules, gender: string | undefined): string | undefined => {
  if (gender === undefined) return '%spellout-numbering';
  return [`%spellout-cardinal-${gender}`, '%spellout-cardinal'].find((name) => rules.sets.has(name));
};

/** What `inWords` can be asked for in a language. */
export const gendersOf = (locale: string): readonly string[] => {
  const rules = wordsOf(locale)?.rules;
  return rules === undefined ? [] : WORD_GENDERS.filter((gender) => setOf(rules, gender) !== undefined);
};

/** The first whole number that `inWords` does not write. */
export const wordsEnd = (locale: string): number => wordsOf(locale)?.below ?? 0;

/** Undefined where the language has no words for the number, or none that are certain. */
export const inWords = (text: string, locale: string, gender?: string): string | undefined => {
  const words = wordsOf(locale);
  const set = words === undefined ? undefined : setOf(words.rules, gender);
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  if (words === undefined || set === undefined || Number(whole) >= words.below || text.includes('e'))
    return undefined;
  const value = { negative: text.startsWith('-'), whole: Number(whole), fraction };
  return spell(words.rules, set, value)?.replaceAll(/ {2,}/g, ' ').trim();
};
