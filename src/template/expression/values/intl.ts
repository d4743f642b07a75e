/**
 * Formatters of Intl, made once: making one costs about fifty times what using it does, and a table of 200,000 rows
 * uses the same one throughout. Keyed by locale and options; bounded, since both may come from data.
 */
import { numberWriter } from './number-writer.ts';

const MAX_ENTRIES = 500;
/** Characters: several times what any locale with all of Intl's options takes. They stay after the render. */
const MAX_KEY = 2000;

const cached = <Options, Made>(make: (locale: string, options: Options) => Made) => {
  const entries = new Map<string, Made>();
  return (locale: string, options: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`;
    if (key.length > MAX_KEY) throw new RangeError('the locale and its options are too long');
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (entries.size >= MAX_ENTRIES) entries.clear();
    const made = make(locale, options);
    entries.set(key, made);
    return made;
  };
};

export const numberFormat = cached(numberWriter);
export const dateTimeFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const collator = cached((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));
export const pluralRules = cached(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
export const segmenter = cached(
  (locale, options: Intl.SegmenterOptions) => new Intl.Segmenter(locale, options),
);
