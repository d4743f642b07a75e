/**
 * Numbers as a locale writes them: "1.234,56" in German, "1,234.56" in English.
 *
 * Strict where leniency would guess: "12.50" is no number in German, because "1.234" is one and means a thousand more than
 * in English. Thousands stand in threes or not at all; what ends with a per cent sign is a hundredth, as sheets have it.
 */

interface Signs {
  /** Characters that separate thousands. */
  readonly group: string;
  readonly decimal: string;
  /** Sizes of groups: two digits are a group in India. */
  readonly sizes: string;
  /** The locale's own digits, 0 to 9. */
  readonly digits: readonly string[];
  readonly example: string;
}

/** Any of these separates thousands where the locale has one of them: nobody types the narrow ones. */
const SPACES = ' \u00a0\u202f\u2009';
const APOSTROPHES = "'’";
const escaped = (characters: string): string => characters.replaceAll(/[\\\]^.*+?()|{}$-]/g, '\\$&');

const signsOf = (locale: string): Signs => {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' });
  const parts = format.formatToParts(12345678.5);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const group = partOf('group');
  const decimal = partOf('decimal');
  // Amounts of money may have another one, which people take for numbers as well: Austria's dot.
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).formatToParts(
    12345678.5,
  );
  const groups = [group, money.find(({ type }) => type === 'group')?.value ?? ''].flatMap((one) => [
    ...([SPACES, APOSTROPHES].find((set) => one !== '' && set.includes(one)) ?? one),
  ]);
  const integers = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length);
  const digit = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    group: [...new Set(groups)].filter((character) => character !== decimal).join(''),
    decimal,
    sizes: integers.slice(1, -1).includes(2) ? '{2,3}' : '{3}',
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
    example: format.format(1234.56),
  };
};

export class NumberReader {
  readonly wanted: string;
  readonly #pattern: RegExp;
  readonly #signs: Signs;
  readonly #hasOwnDigits: boolean;

  constructor(locale: string) {
    this.#signs = signsOf(locale);
    const { group, decimal, sizes, example } = this.#signs;
    const grouped =
      group === '' ? '' : `|\\d{1,3}(?<mark>[${escaped(group)}])\\d${sizes}(?:\\k<mark>\\d${sizes})*`;
    const point = escaped(decimal);
    this.#pattern = new RegExp(
      `^(?<sign>[-+−]?)(?<whole>\\d+${grouped})?(?:${point}(?<part>\\d+))?(?:[eE](?<power>[-+]?\\d{1,3}))?(?<percent>\\s?%)?$`,
      'u',
    );
    this.#hasOwnDigits = this.#signs.digits[0] !== '0';
    this.wanted = `number as ${locale} writes it (such as ${example})`;
  }

  /** Undefined where it is none, or one that a number can't hold. */
  read(text: string): number | undefined {
    const groups = this.#pattern.exec(this.#latin(text))?.groups;
    if (groups === undefined || (groups['whole'] === undefined && groups['part'] === undefined))
      return undefined;
    const whole = groups['whole']?.replaceAll(/\D/g, '') ?? '';
    const power = Number(groups['power'] ?? 0) - (groups['percent'] === undefined ? 0 : 2);
    const sign = groups['sign'] === '-' || groups['sign'] === '−' ? '-' : '';
    const value = Number(`${sign}${whole || '0'}.${groups['part'] ?? '0'}e${power}`);
    const isWhole = groups['part'] === undefined && power >= 0;
    return Number.isFinite(value) && !(isWhole && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      ? value
      : undefined;
  }

  #latin(text: string): string {
    if (!this.#hasOwnDigits) return text;
    return [...text]
      .map((character) => {
        const digit = this.#signs.digits.indexOf(character);
        return digit < 0 ? character : String(digit);
      })
      .join('');
  }
}
