/** words :: (whole number, language) → text. English, German and French; the largest is below 10^15. */

interface Language {
  readonly below1000: (value: number, isLastGroup: boolean) => string;
  /** The group's words with the name of its power of 1,000 (1: thousand, 2: million…). */
  readonly group: (value: number, power: number) => string;
  readonly join: (groups: readonly string[]) => string;
  readonly zero: string;
  readonly minus: string;
  readonly point: string;
}

const EN_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const EN_POWERS = ['', ' thousand', ' million', ' billion', ' trillion'];

const english: Language = {
  below1000: (value) => {
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    const parts: string[] = [];
    if (hundreds > 0) parts.push(`${EN_ONES[hundreds]} hundred`);
    if (rest >= 20)
      parts.push(`${EN_TENS[Math.floor(rest / 10)]}${rest % 10 > 0 ? `-${EN_ONES[rest % 10]}` : ''}`);
    else if (rest > 0) parts.push(`${EN_ONES[rest]}`);
    return parts.join(' ');
  },
  group: (value, power) => english.below1000(value, power === 0) + (EN_POWERS[power] ?? ''),
  join: (groups) => groups.join(' '),
  zero: 'zero',
  minus: 'minus ',
  point: 'point',
};

const DE_ONES =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const DE_TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const DE_POWERS = [
  ['', ''],
  ['tausend', 'tausend'],
  [' Million ', ' Millionen '],
  [' Milliarde ', ' Milliarden '],
  [' Billion ', ' Billionen '],
];

const german: Language = {
  below1000: (value, isLastGroup) => {
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    let words = hundreds > 0 ? `${DE_ONES[hundreds]}hundert` : '';
    if (rest >= 20) {
      const ones = rest % 10 > 0 ? `${DE_ONES[rest % 10]}und` : '';
      words += `${ones}${DE_TENS[Math.floor(rest / 10)]}`;
    } else if (rest > 0) words += rest === 1 && isLastGroup ? 'eins' : `${DE_ONES[rest]}`;
    return words;
  },
  group: (value, power) => {
    const [one = '', many = ''] = DE_POWERS[power] ?? [];
    const words = value === 1 && power >= 2 ? 'eine' : german.below1000(value, power === 0);
    return words + (value === 1 ? one : many);
  },
  join: (groups) => groups.join('').trim(),
  zero: 'null',
  minus: 'minus ',
  point: 'Komma',
};

const FR_ONES =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const FR_TENS = '  vingt trente quarante cinquante soixante'.split(' ');
const FR_POWERS = ['', 'mille', 'million', 'milliard', 'billion'];

const frenchBelow100 = (value: number): string => {
  if (value < 20) return FR_ONES[value] ?? '';
  if (value >= 80) return value === 80 ? 'quatre-vingts' : `quatre-vingt-${frenchBelow100(value - 80)}`;
  if (value >= 60) {
    const rest = value - 60;
    if (rest === 0) return 'soixante';
    return rest === 1 || rest === 11 ? `soixante et ${FR_ONES[rest]}` : `soixante-${frenchBelow100(rest)}`;
  }
  const tens = FR_TENS[Math.floor(value / 10)] ?? '';
  const ones = value % 10;
  if (ones === 0) return tens;
  return ones === 1 ? `${tens} et un` : `${tens}-${FR_ONES[ones]}`;
};

const french: Language = {
  below1000: (value, isLastGroup) => {
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    const last = frenchBelow100(rest).replace(/s$/, (s) => (rest === 80 && !isLastGroup ? '' : s));
    if (hundreds === 0) return last;
    const cent = hundreds === 1 ? 'cent' : `${FR_ONES[hundreds]} cent`;
    if (rest > 0) return `${cent} ${last}`;
    return hundreds > 1 && isLastGroup ? `${cent}s` : cent;
  },
  group: (value, power) => {
    if (power === 0) return french.below1000(value, true);
    // `mille` takes no plural, neither does what stands before it; `million` is a noun and takes both.
    if (power === 1) return value === 1 ? 'mille' : `${french.below1000(value, false)} mille`;
    return `${french.below1000(value, true)} ${FR_POWERS[power]}${value > 1 ? 's' : ''}`;
  },
  join: (groups) => groups.join(' '),
  zero: 'zéro',
  minus: 'moins ',
  point: 'virgule',
};

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
]);

export const MAX_WORDS = 1e15;

const wholeInWords = (value: number, language: Language): string => {
  if (value === 0) return language.zero;
  const groups: string[] = [];
  for (let power = 4; power >= 0; power -= 1) {
    const group = Math.floor(value / 1000 ** power) % 1000;
    if (group > 0) groups.push(language.group(group, power));
  }
  return language.join(groups);
};

/** Decimals are read digit by digit: 1.25 is "one point two five". `text` is the number's decimal spelling. */
export const inWords = (text: string, locale: string): string => {
  const language = LANGUAGES.get(locale.split('-')[0]?.toLowerCase() ?? '') ?? english;
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const words = wholeInWords(Number(whole), language);
  const decimals =
    fraction === undefined
      ? ''
      : ` ${language.point} ${Array.from(fraction, (digit) => wholeInWords(Number(digit), language)).join(' ')}`;
  return (text.startsWith('-') ? language.minus : '') + words + decimals;
};
