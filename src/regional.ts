/**
 * What counts as a locale, a time zone and a currency, wherever one is sent: the options of a document, the defaults
 * of an organization. Each reads a value of unknown type, and throws an Error whose message completes the sentence
 * "… must be".
 */

/** What a document is formatted by where its request does not say; null where the organization has no wish either. */
export interface RegionalDefaults {
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly currency: string | null;
}

/** Tags with every extension that exists are shorter. */
const LOCALE_CHARACTERS = 100;

const textOf = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new Error(what);
  return value;
};

const isAccepted = (make: () => unknown): boolean => {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
};

/** A language that there are words, signs and months for; where the region is unknown, those of the language hold. */
export const isLocale = (text: string): boolean =>
  text.length <= LOCALE_CHARACTERS &&
  isAccepted(() => Intl.NumberFormat.supportedLocalesOf(text).length === 1);

export const isTimezone = (text: string): boolean =>
  isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: text }));

/** Those of today and of the past that have a name; codes without one are slips of the pen. */
const CURRENCIES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

export const isCurrency = (text: string): boolean => isAccepted(() => CURRENCIES.of(text));

export const localeOf = (value: unknown): string => {
  const what = 'a language tag such as "de-AT"';
  const text = textOf(value, what);
  if (!isLocale(text)) throw new Error(what);
  return Intl.getCanonicalLocales(text)[0] ?? text;
};

export const timezoneOf = (value: unknown): string => {
  const what = 'the name of a time zone such as "Europe/Vienna"';
  const timeZone = textOf(value, what);
  if (!isTimezone(timeZone)) throw new Error(what);
  return timeZone;
};

export const currencyOf = (value: unknown): string => {
  const what = 'a currency code of three letters such as "EUR"';
  const code = textOf(value, what);
  if (!isCurrency(code)) throw new Error(what);
  return code.toUpperCase();
};
