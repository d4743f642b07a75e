/**
 * formatNumber :: number, format code → text (ECMA-376 §18.8.31): what labels of charts show
 *
 * Sections by sign, digits, thousands, percent, exponents, literals, dates and times. Fractions are written as decimals.
 */

export const formatValue = (value: number, code: string, from1904 = false): string => {
  if (!Number.isFinite(value)) return '';
  const sections = splitSections(code.slice(0, MOST_CODE));
  const [positive = 'General', negative, zero] = sections;
  const section = value < 0 ? (negative ?? positive) : value === 0 ? (zero ?? positive) : positive;
  const plain = section.replace(/\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gi, '');
  // The second section says itself how what is below zero looks.
  const amount = value < 0 && negative !== undefined ? -value : value;
  if (/^\s*general\s*$/i.test(plain)) return general(amount);
  if (isDate(plain)) return dated(amount, plain, from1904);
  return numeric(amount, plain);
};

/** A code of Excel has 255 characters. */
const MOST_CODE = 300;

const splitSections = (code: string): readonly string[] => {
  const out = [''];
  let quoted = false;
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? '';
    if (character === '"') quoted = !quoted;
    if (character === '\\' && !quoted) {
      out[out.length - 1] += character + (code[at + 1] ?? '');
      at += 1;
    } else if (character === ';' && !quoted) out.push('');
    else out[out.length - 1] += character;
  }
  return out;
};

/** Up to ten digits, and powers of ten where there are more. */
export const general = (value: number): string => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e11 || size < 1e-4) {
    const [digits = '', power = '0'] = value.toExponential(5).split('e');
    const sign = power.startsWith('-') ? '-' : '+';
    return `${digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits}E${sign}${power.replace(/^[-+]/, '').padStart(2, '0')}`;
  }
  return String(Number(value.toPrecision(10)));
};

interface Token {
  readonly kind: 'literal' | 'digits' | 'percent' | 'exponent' | 'date';
  readonly text: string;
}

const DIGITS = /^[0#?.,]+/;
const DATES =
  /^(?:\[(?:h+|m+|s+)\]|yyyy|yy|y|mmmmm|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|ss(?:\.0+)?|s|am\/pm|a\/p)/i;

const tokens = (section: string, dates: boolean): readonly Token[] => {
  const out: Token[] = [];
  let rest = section;
  while (rest !== '') {
    const quoted = /^"([^"]*)"?/.exec(rest);
    const bracket = /^\[([^\]]*)\]/.exec(rest);
    const match = dates ? DATES.exec(rest) : null;
    const digits = dates ? null : DIGITS.exec(rest);
    const exponent = /^e[+-]([0#?]+)/i.exec(rest);
    let taken = rest[0] ?? '';
    if (quoted !== null) {
      taken = quoted[0];
      out.push({ kind: 'literal', text: quoted[1] ?? '' });
    } else if (match !== null) {
      taken = match[0];
      out.push({ kind: 'date', text: taken.toLowerCase() });
    } else if (bracket !== null) {
      taken = bracket[0];
      // [$€-407] is a currency; conditions and colours say nothing.
      const currency = /^\$([^-]*)/.exec(bracket[1] ?? '')?.[1];
      if (currency !== undefined) out.push({ kind: 'literal', text: currency });
    } else if (digits !== null) {
      taken = digits[0];
      out.push({ kind: 'digits', text: taken });
    } else if (exponent !== null && !dates) {
      taken = exponent[0];
      out.push({ kind: 'exponent', text: taken });
    } else if (taken === '%') out.push({ kind: 'percent', text: '%' });
    else if (taken === '\\') {
      taken = rest.slice(0, 2);
      out.push({ kind: 'literal', text: taken.slice(1) });
    } else if (taken === '_' || taken === '*') {
      // A blank as wide as the next character; one that fills the cell is none here.
      taken = rest.slice(0, 2);
      if (rest[0] === '_') out.push({ kind: 'literal', text: ' ' });
    } else if (taken !== '@') out.push({ kind: 'literal', text: taken });
    rest = rest.slice(taken.length);
  }
  return out;
};

const isDate = (section: string): boolean =>
  /[ymdhs]/i.test(section.replace(/"[^"]*"|\\.|\[\$[^\]]*\]|_./g, '').replace(/general/gi, '')) &&
  !/[0#?]/.test(section.replace(/"[^"]*"|\\.|\[[^\]]*\]|ss\.0+/gi, ''));

const numeric = (value: number, section: string): string => {
  const parts = tokens(section, false);
  const digits = parts.filter(({ kind }) => kind === 'digits').map(({ text }) => text);
  if (digits.length === 0)
    return parts
      .map(({ text }) => text)
      .join('')
      .trim();
  const pattern = digits.join('');
  const percents = parts.filter(({ kind }) => kind === 'percent').length;
  const exponent = parts.find(({ kind }) => kind === 'exponent');
  const [whole = '', ...after] = pattern.split('.');
  const scaled = /,+$/.exec(after.length > 0 ? after.join('') : whole)?.[0].length ?? 0;
  const fraction = after.join('').replace(/,/g, '');
  const grouped = /[0#?],+[0#?]/.test(whole);
  let amount = Math.abs(value) * 100 ** percents * 1000 ** -scaled;
  let power = 0;
  if (exponent !== undefined && amount > 0) {
    power = Math.floor(Math.log10(amount));
    amount /= 10 ** power;
  }
  const fixed = rounded(amount, fraction.length);
  const [left = '0', right = ''] = fixed.split('.');
  const least = whole.replace(/[^0]/g, '').length;
  let integer = left === '0' && least === 0 ? '' : left.padStart(least, '0');
  if (grouped) integer = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  let decimals = right;
  for (let at = fraction.length - 1; at >= 0 && fraction[at] !== '0' && decimals.endsWith('0'); at--)
    decimals = decimals.slice(0, -1);
  const shown = `${integer}${after.length > 0 ? '.' : ''}${decimals}`;
  const isZero = Number(fixed) === 0;
  let written = false;
  const body = parts
    .map(({ kind, text }) => {
      if (kind === 'digits') {
        if (written) return '';
        written = true;
        return shown;
      }
      if (kind !== 'exponent') return text;
      const size = String(Math.abs(power)).padStart(text.slice(2).length, '0');
      return `E${power < 0 ? '-' : text[1] === '+' ? '+' : ''}${size}`;
    })
    .join('');
  return (value < 0 && !isZero ? `-${body}` : body).trim();
};

/** Halves are rounded up, as they are written: 0.285 with two digits is 0.29, though no double is that. */
const rounded = (amount: number, digits: number): string => {
  const places = Math.min(digits, 30);
  if (amount >= 1e21) return String(Math.round(amount));
  const exact = Number(amount.toPrecision(15));
  const shifted = Number(
    `${exact.toExponential().replace(/e([-+]\d+)$/, (_, power: string) => `e${Number(power) + places}`)}`,
  );
  return shifted < 1e21 && places <= 15
    ? Number(`${Math.round(shifted)}e-${places}`).toFixed(places)
    : amount.toFixed(places);
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY = 86_400_000;

/** Days since 1900 (counting its 29 February, which was none) or 1904. */
export const dateOf = (serial: number, from1904: boolean): Date => {
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  return new Date(Date.UTC(1899, 11, 30) + Math.round(Math.max(0, Math.min(2_958_465, days)) * DAY));
};

export const serialOf = (date: Date, from1904: boolean): number =>
  (date.getTime() - Date.UTC(1899, 11, 30)) / DAY - (from1904 ? 1462 : 0);

const dated = (value: number, section: string, from1904: boolean): string => {
  const date = dateOf(value, from1904);
  const parts = tokens(section, true);
  const half = parts.some(({ kind, text }) => kind === 'date' && /^a/.test(text));
  const two = (number: number): string => String(number).padStart(2, '0');
  const hours = date.getUTCHours();
  const clock = half ? hours % 12 || 12 : hours;
  const at = (index: number): string => parts[index]?.text ?? '';
  /** `m` beside hours or seconds are minutes. */
  const isMinutes = (index: number): boolean => {
    const near = (step: number): string => {
      for (let other = index + step; other >= 0 && other < parts.length; other += step)
        if (parts[other]?.kind === 'date') return at(other);
      return '';
    };
    return /^\[?h/.test(near(-1)) || /^s/.test(near(1));
  };
  return parts
    .map(({ kind, text }, index) => {
      if (kind !== 'date') return text;
      const month = date.getUTCMonth();
      switch (text.replace(/\.0+$/, '')) {
        case 'yyyy':
          return String(date.getUTCFullYear());
        case 'yy':
        case 'y':
          return two(date.getUTCFullYear() % 100);
        case 'mmmmm':
          return (MONTHS[month] ?? '').slice(0, 1);
        case 'mmmm':
          return MONTHS[month] ?? '';
        case 'mmm':
          return (MONTHS[month] ?? '').slice(0, 3);
        case 'mm':
          return two(isMinutes(index) ? date.getUTCMinutes() : month + 1);
        case 'm':
          return String(isMinutes(index) ? date.getUTCMinutes() : month + 1);
        case 'dddd':
          return DAYS[date.getUTCDay()] ?? '';
        case 'ddd':
          return (DAYS[date.getUTCDay()] ?? '').slice(0, 3);
        case 'dd':
          return two(date.getUTCDate());
        case 'd':
          return String(date.getUTCDate());
        case 'hh':
          return two(clock);
        case 'h':
          return String(clock);
        case 'ss':
          return two(date.getUTCSeconds());
        case 's':
          return String(date.getUTCSeconds());
        case 'am/pm':
          return hours < 12 ? 'AM' : 'PM';
        case 'a/p':
          return hours < 12 ? 'A' : 'P';
        default:
          return elapsed(text, value);
      }
    })
    .join('')
    .trim();
};

/** `[h]`, `[m]`, `[s]`: all of the time, in that unit. */
const elapsed = (text: string, value: number): string => {
  const unit = text[1] === 'h' ? 24 : text[1] === 'm' ? 1440 : 86_400;
  return String(Math.floor(value * unit + 1e-9)).padStart(text.length - 2, '0');
};
