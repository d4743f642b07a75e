/** compilePattern :: "0,0.00" → options for Intl. The pattern says how; the locale says with which signs. */

export interface NumberPattern {
  readonly prefix: string;
  readonly suffix: string;
  /** 100 where a percent sign stands in the pattern. */
  readonly factor: number;
  readonly options: Intl.NumberFormatOptions;
  /** `0[.]00`: whole numbers without decimals. */
  readonly hidesWholeFraction: boolean;
}

const PATTERN = /^([^0#.,[\]]*)([0#.,[\]]+)([^0#]*)$/;
const CORE = /^([0#,]*)(?:(\[\.\]|\.)([0#]*)(?:\[(0+)\])?)?$/;

/** Characters; the pattern may come from data, and the expressions above are not linear. */
const MAX_LENGTH = 100;

const NO_PATTERN = 'is not a pattern: write "0,0.00" or "#,##0.##"';

/** `0,00` looks like decimals to whoever writes them with a comma; thousands are `0,0` or `#,##0`. */
const COMMA_DECIMALS = /,[0#]{2}$/;

/** The text says what is wrong with the pattern. */
export const compilePattern = (pattern: string): NumberPattern | string => {
  if (pattern.length > MAX_LENGTH) return NO_PATTERN;
  const [, prefix, digits, suffix] = PATTERN.exec(pattern) ?? [];
  if (prefix === undefined || digits === undefined || suffix === undefined) return NO_PATTERN;
  // A point or comma that ends the pattern belongs to the text behind it.
  const core = digits.replace(/[.,]+$/, '');
  const [matched, whole = '', point, fraction = '', bracketed = ''] = CORE.exec(core) ?? [];
  if (matched === undefined || (whole === '' && fraction === '')) return NO_PATTERN;
  if (COMMA_DECIMALS.test(whole)) {
    return 'has two places behind a comma, which stands between thousands: write decimals with a point, "0.00"';
  }
  const grouped = whole.includes(',');
  const required = fraction.replaceAll('#', '').length;
  const most = fraction.length + bracketed.length;
  if (most > 100) return NO_PATTERN;
  const behind = digits.slice(core.length) + suffix;
  return {
    prefix,
    suffix: behind,
    factor: (prefix + behind).includes('%') ? 100 : 1,
    hidesWholeFraction: point === '[.]',
    options: {
      useGrouping: grouped,
      // `0,0` groups and asks for nothing more; without a comma, zeros are places to fill: `000`.
      minimumIntegerDigits: grouped ? 1 : Math.min(Math.max(whole.replaceAll('#', '').length, 1), 21),
      minimumFractionDigits: required,
      maximumFractionDigits: most,
    },
  };
};
