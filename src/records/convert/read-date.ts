/**
 * Dates as ISO 8601 and as a locale writes them: "16.03.2026", "16. März 2026", "3/16/2026 2:30 PM". They become ISO 8601.
 *
 * Only the locale's own order and separators count, and years have four digits: "03/04/2026" in German is refused, since
 * it can't be known whether March or April is meant.
 */

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?(?:[Zz]|[+-]\d\d(?::?\d\d)?))?)?$/;
const CLOCK =
  '(?:[\\s,]+(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?(?:\\s?(?<half>[AaPp])\\.?[Mm]\\.?)?)?';

const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { year: 'numeric', month: 'numeric', day: 'numeric' },
  { year: 'numeric', month: '2-digit', day: '2-digit' },
  { year: 'numeric', month: 'short', day: 'numeric' },
  { year: 'numeric', month: 'long', day: 'numeric' },
];

interface Style {
  readonly pattern: RegExp;
  /** By their names in lower case; undefined where months are numbers. */
  readonly months: ReadonlyMap<string, number> | undefined;
}

const plain = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\.$/, '');

/** White space may be any, and none at the end; a dot at the end may be missing. */
const literal = (text: string, isLast: boolean): string => {
  const pattern = text
    .trim()
    .replaceAll(/[\\\]^.*+?()|{}$[]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+');
  if (isLast) return `(?:\\s*${pattern})?`;
  const spaced = (edge: RegExp): string => (edge.test(text) ? '\\s*' : '');
  return pattern === '' ? '\\s+' : `${spaced(/^\s/)}${pattern}${spaced(/\s$/)}`;
};

const styleOf = (locale: string, options: Intl.DateTimeFormatOptions): Style => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', numberingSystem: 'latn' });
  const monthOf = (month: number): string =>
    format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? '';
  const isNamed = !/^\d+$/.test(monthOf(0));
  const parts = format.formatToParts(Date.UTC(2026, 10, 15));
  const last = parts.length - 1;
  const pattern = parts
    .map(({ type, value }, index) => {
      if (type === 'day') return '(?<day>\\d{1,2})';
      if (type === 'month') return isNamed ? '(?<month>[\\p{L}\\p{M}\\p{N}.]+?)' : '(?<month>\\d{1,2})';
      if (type === 'year') return '(?<year>\\d{4})';
      return literal(value, index === last);
    })
    .join('');
  const months = new Map(Array.from({ length: 12 }, (_, month) => [plain(monthOf(month)), month + 1]));
  return { pattern: new RegExp(`^${pattern}${CLOCK}$`, 'u'), months: isNamed ? months : undefined };
};

const two = (value: number): string => String(value).padStart(2, '0');

export class DateReader {
  readonly wanted: string;
  readonly #styles: readonly Style[];

  constructor(locale: string) {
    // Years of another calendar look like years of ours.
    const isOurs = new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'gregory';
    this.#styles = isOurs ? STYLES.map((options) => styleOf(locale, options)) : [];
    const example = new Intl.DateTimeFormat(locale, { ...STYLES[0], timeZone: 'UTC' }).format(
      Date.UTC(2026, 2, 16),
    );
    this.wanted = `date as ${isOurs ? `${locale} writes it (such as ${example}) or ` : ''}ISO 8601 (2026-03-16)`;
  }

  read(text: string): string | undefined {
    const iso = ISO.exec(text);
    if (iso !== null) return isDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) ? text : undefined;
    for (const style of this.#styles) {
      const groups = style.pattern.exec(text)?.groups;
      const date = groups === undefined ? undefined : dateOf(groups, style);
      if (date !== undefined) return date;
    }
    return undefined;
  }
}

const dateOf = (groups: Readonly<Record<string, string | undefined>>, style: Style): string | undefined => {
  const [year, day] = [Number(groups['year']), Number(groups['day'])];
  const written = groups['month'] ?? '';
  const month = style.months === undefined ? Number(written) : style.months.get(plain(written));
  if (month === undefined || !isDay(year, month, day)) return undefined;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (groups['hour'] === undefined) return date;
  const hour = hourOf(Number(groups['hour']), groups['half']);
  const [minute, second] = [Number(groups['minute']), Number(groups['second'] ?? 0)];
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}`;
};

const hourOf = (hour: number, half: string | undefined): number | undefined => {
  if (half === undefined) return hour > 23 ? undefined : hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && year > 0;
};
