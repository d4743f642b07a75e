/**
 * formatNumber :: number, format → text (ST_NumberFormat, ECMA-376 §17.18.59)
 */
import { roman as anyRoman } from '../../numerals.ts';
import { eastAsianNumber } from './east-asian-numbers.ts';

/** Word counts in Roman numerals up to 32,767. */
const roman = (value: number): string => (value < 1 || value > 32_767 ? String(value) : anyRoman(value));

/** a … z, aa, bb, …: Word repeats the letter (§17.18.59). */
const letters = (value: number): string => {
  if (value < 1) return '';
  const letter = String.fromCharCode(97 + ((value - 1) % 26));
  return letter.repeat(Math.min(30, Math.ceil(value / 26)));
};

const SUFFIXES = ['th', 'st', 'nd', 'rd'];
const ordinal = (value: number): string => {
  const rest = value % 100;
  return `${value}${(rest > 10 && rest < 14 ? undefined : SUFFIXES[rest % 10]) ?? 'th'}`;
};

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const cardinal = (value: number): string => {
  if (value < 20) return SMALL[value] ?? String(value);
  if (value < 100) {
    const rest = value % 10;
    return `${TENS[Math.floor(value / 10)]}${rest === 0 ? '' : `-${SMALL[rest]}`}`;
  }
  if (value < 1000) {
    const rest = value % 100;
    return `${SMALL[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` ${cardinal(rest)}`}`;
  }
  return String(value);
};

const NOTE_SIGNS = ['*', '\u2020', '\u2021', '\u00a7'];

const from = (first: number, count: number, value: number): string =>
  value >= 1 && value <= count ? String.fromCodePoint(first + value - 1) : String(value);

export const formatNumber = (value: number, format: string): string => {
  switch (format) {
    case 'upperRoman':
    case 'ROMAN':
    case 'Roman':
      return roman(value);
    case 'lowerRoman':
    case 'roman':
      return roman(value).toLowerCase();
    case 'upperLetter':
    case 'ALPHABETIC':
      return letters(value).toUpperCase();
    case 'lowerLetter':
    case 'alphabetic':
      return letters(value);
    case 'decimalZero':
      return value < 10 ? `0${value}` : String(value);
    case 'ordinal':
      return ordinal(value);
    case 'cardinalText':
      return capitalised(cardinal(value));
    case 'none':
      return '';
    case 'chicago':
      return (NOTE_SIGNS[(value - 1) % 4] ?? '*').repeat(Math.min(20, Math.ceil(value / 4)));
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return from(0x2460, 20, value);
    case 'decimalEnclosedParen':
      return from(0x2474, 20, value);
    case 'decimalEnclosedFullstop':
      return from(0x2488, 20, value);
    case 'numberInDash':
      return `- ${value} -`;
    default:
      return eastAsianNumber(value, format) ?? String(value);
  }
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
