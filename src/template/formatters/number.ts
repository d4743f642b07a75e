/** Formatters of numbers. Signs and grouping are the locale's; texts that are a number will do. */
import { roman } from '../../numerals.ts';
import { numberFormat } from '../expression/values/intl.ts';
import { finite } from '../expression/values/operators.ts';
import type { RunContext } from '../expression/values/scope.ts';
import type { Value } from '../expression/values/values.ts';
import {
  type ChooseWriter,
  type Format,
  type Formatter,
  lastMade,
  numberArgument,
  onNumber,
  textArgument,
  unusable,
} from './formatter.ts';
import { languageFormatters } from './number-language.ts';
import { compilePattern, type NumberPattern } from './number-pattern.ts';
import { choiceParam, currencyParam, localeParam, optional, patternParam, wholeParam } from './params.ts';

const digitsParam = wholeParam('digits', { min: 0, max: 20 });

const formatParam = patternParam({
  name: 'format',
  expected: 'a pattern such as "0,0.00", or a number of digits',
  spelling: /^[\p{Sc} ]*[0#.,[\]]+[%\p{Sc} ]*$/u,
  check: (value) => {
    if (typeof value === 'string') {
      const pattern = compilePattern(value);
      return typeof pattern === 'string' ? pattern : undefined;
    }
    return digitsParam.accepts(value) === true
      ? undefined
      : 'has to be a pattern such as "0,0.00", or a number of digits';
  },
});

/** Rounded to nothing, a small debt is not "-0.00". */
const SIGN = { signDisplay: 'negative' } as const;

const fixedDigits = (digits: number | undefined): Intl.NumberFormatOptions =>
  digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };

/** Plain numbers are written in the locale given, or else in that of the render. */
const writerIn = (options: Intl.NumberFormatOptions, locale: Value): ChooseWriter => {
  const writer = lastMade((key) => numberFormat(key, { ...SIGN, ...options }));
  const fixed = textArgument(locale);
  return (run) => writer(fixed ?? run.locale);
};

const writtenBy = (name: string, choose: ChooseWriter): Format =>
  onNumber(name, (value, run) => choose(run).format(value));

const currencyWriter = ([code, locale, digits]: readonly Value[]): ChooseWriter => {
  const options = fixedDigits(numberArgument(digits));
  const fixedCode = textArgument(code);
  const fixedLocale = textArgument(locale);
  // Two texts to compare for each amount are cheaper than one to put together.
  const inLocale = lastMade((language) =>
    lastMade((currency) => numberFormat(language, { style: 'currency', currency, ...SIGN, ...options })),
  );
  return (run) => inLocale(fixedLocale ?? run.locale)(fixedCode ?? currencyOf(run));
};

const currencyOf = ({ currency, isCurrencyAssumed, doubt }: RunContext): string => {
  if (isCurrencyAssumed === true)
    doubt?.(
      () =>
        `is written in ${currency}, since nobody says in which currency: send \`options.currency\`, set the organization's, or write \`currency:"EUR"\`.`,
    );
  return currency;
};

/** A minus, in scripts from right to left with its direction mark. */
const LEADING_SIGN = /^[-\u2212\u200e\u200f\u061c]+/;

const readPattern = (pattern: string): NumberPattern => {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') throw unusable('number', 'a pattern such as "0,0.00"', pattern);
  return compiled;
};

const patternNumber = (pattern: string, locale: Value): Format => {
  const { prefix, suffix, factor, options, hidesWholeFraction } = readPattern(pattern);
  const broken = writerIn(options, locale);
  const whole = writerIn({ ...options, minimumFractionDigits: 0 }, locale);
  return onNumber('number', (value, run) => {
    const scaled = value * factor;
    const chosen = hidesWholeFraction && Number.isInteger(scaled) ? whole : broken;
    const text = chosen(run).format(scaled);
    if (scaled >= 0 || prefix === '') return prefix + text + suffix;
    // The sign stands before what the pattern puts before the digits: -$5.00.
    const sign = LEADING_SIGN.exec(text)?.[0] ?? '';
    return sign + prefix + text.slice(sign.length) + suffix;
  });
};

/**
 * Half away from zero, in decimal: 1.005 to two digits is 1.01, though the nearest binary fraction lies below. Shifting
 * the exponent in the number's decimal spelling does that; multiplying would round twice.
 */
const rounding =
  (round: (value: number) => number) =>
  (value: number, digits: number): Value => {
    const shifted = round(shift(Math.abs(value), digits));
    return finite(Math.sign(value) * shift(shifted, -digits) || 0);
  };

const shift = (value: number, digits: number): number => {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
};

const roundTo = rounding(Math.round);
const roundUp = (value: number, digits: number): Value =>
  value < 0 ? rounding(Math.floor)(value, digits) : rounding(Math.ceil)(value, digits);
const roundDown = (value: number, digits: number): Value =>
  value < 0 ? rounding(Math.ceil)(value, digits) : rounding(Math.floor)(value, digits);

const ROUNDING: readonly (readonly [string, string, (value: number, digits: number) => Value])[] = [
  ['round', 'Rounded to so many digits (none unless given); half goes away from zero.', roundTo],
  ['ceil', 'Rounded up.', roundUp],
  ['floor', 'Rounded down.', roundDown],
];

const roundingFormatters: readonly Formatter[] = ROUNDING.map(([name, summary, round]) => ({
  name,
  family: 'number',
  params: [optional(wholeParam('digits', { min: -20, max: 20 }))],
  input: 'number',
  result: 'value',
  output: 'number',
  summary,
  example: `{total | ${name}:2}`,
  bind: ([digits]) => {
    const places = numberArgument(digits) ?? 0;
    return onNumber(name, (value) => round(value, places));
  },
}));

/** More than 200 % is hardly meant: such a number is a percentage already. */
const MAX_FRACTION = 2;

/** 13.5 % and 7.75 % are rates that somebody set, and 14 % is another one; a third is meant to be rounded. */
const doubtPercentage = (value: number, places: number | undefined, run: RunContext): void => {
  if (Math.abs(value) > MAX_FRACTION)
    run.doubt?.(
      () => `writes ${value} as ${shift(value, 2)} %: \`percent\` takes a fraction, so divide by 100.`,
    );
  const decimals = String(shift(value, 2)).split('.')[1]?.length ?? 0;
  if (places === undefined && (decimals === 1 || decimals === 2))
    run.doubt?.(
      () =>
        `rounds ${shift(value, 2)} % to whole percents: write \`percent:${decimals}\`, or \`percent:0\` where it is meant.`,
    );
};

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export const numberFormatters: readonly Formatter[] = [
  {
    name: 'number',
    family: 'number',
    params: [optional(formatParam), optional(localeParam)],
    input: 'number',
    result: 'value',
    summary: 'By a pattern (`"0,0.00"`) or with so many digits; with the signs of the locale.',
    example: '{amount | number:"0,0.00"}',
    bind: ([format, locale]) =>
      typeof format === 'string'
        ? patternNumber(format, locale)
        : writtenBy('number', writerIn(fixedDigits(numberArgument(format)), locale)),
    writer: ([format, locale]) => {
      if (typeof format !== 'string') return writerIn(fixedDigits(numberArgument(format)), locale);
      const { prefix, suffix, factor, options, hidesWholeFraction } = readPattern(format);
      const isPlain = prefix === '' && suffix === '' && factor === 1 && !hidesWholeFraction;
      return isPlain ? writerIn(options, locale) : undefined;
    },
  },
  {
    name: 'currency',
    family: 'number',
    params: [optional(currencyParam), optional(localeParam), optional(digitsParam)],
    input: 'number',
    result: 'value',
    summary: 'An amount of money, in the currency given or `options.currency`.',
    example: '{total | currency:"EUR"}',
    bind: (args) => writtenBy('currency', currencyWriter(args)),
    writer: (args) => currencyWriter(args),
  },
  {
    name: 'percent',
    family: 'number',
    params: [optional(digitsParam), optional(localeParam)],
    input: 'number',
    result: 'value',
    sample: { inputs: () => [0.19, 0.07, 0.25] },
    summary: 'A fraction as a percentage: 0.19 is 19%.',
    example: '{rate | percent:1}',
    bind: ([digits, locale]) => {
      const places = numberArgument(digits);
      const choose = writerIn({ style: 'percent', ...fixedDigits(places ?? 0) }, locale);
      return onNumber('percent', (value, run) => {
        doubtPercentage(value, places, run);
        return choose(run).format(value);
      });
    },
  },
  ...roundingFormatters,
  {
    name: 'abs',
    family: 'number',
    params: [],
    input: 'number',
    result: 'value',
    output: 'number',
    summary: 'Without its sign.',
    example: '{balance | abs}',
    bind: () => onNumber('abs', Math.abs),
  },
  ...languageFormatters,
  {
    name: 'bytes',
    family: 'number',
    params: [optional(digitsParam), optional(localeParam)],
    input: 'number',
    result: 'value',
    sample: { inputs: () => [1_536_000, 48_200, 734_003_200] },
    summary: 'A number of bytes in KB, MB, GB of 1,024 each.',
    example: '{fileSize | bytes}',
    bind: ([digits, locale]) => {
      const places = numberArgument(digits) ?? 1;
      const format = lastMade((key) => numberFormat(key, { maximumFractionDigits: places }));
      const fixed = textArgument(locale);
      return onNumber('bytes', (value, run) => {
        let unit = 0;
        let size = value;
        // What would round to 1,024 of a unit is one of the next.
        while (Math.abs(size) >= 1023.95 && unit < BYTE_UNITS.length - 1) {
          size /= 1024;
          unit += 1;
        }
        return `${format(fixed ?? run.locale).format(size)} ${BYTE_UNITS[unit]}`;
      });
    },
  },
  {
    name: 'roman',
    family: 'number',
    params: [optional(choiceParam('case', ['upper', 'lower']))],
    input: 'number',
    result: 'value',
    sample: { inputs: () => [1, 2, 3] },
    summary: 'In Roman numerals, from 1 to 3999.',
    example: '{chapter | roman}',
    bind: ([letters]) =>
      onNumber('roman', (value) => {
        if (!Number.isInteger(value) || value < 1 || value > 3999) {
          throw unusable('roman', 'a whole number from 1 to 3999', value);
        }
        return letters === 'lower' ? roman(value).toLowerCase() : roman(value);
      }),
  },
];
