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

export const localeOf = (value: unknown): string => {
  const what = 'a language tag such as "de-AT"';
  const text = textOf(value, what);
  if (text.length > LOCALE_CHARACTERS) throw new Error(what);
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text;
  } catch {
    throw new Error(what);
  }
};

export const timezoneOf = (value: unknown): string => {
  const what = 'the name of a time zone such as "Europe/Vienna"';
  const timeZone = textOf(value, what);
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    throw new Error(what);
  }
};

/** Well-formed is enough: Intl prints codes that it does not know as they are. */
export const currencyOf = (value: unknown): string => {
  const what = 'a currency code of three letters such as "EUR"';
  const code = textOf(value, what);
  if (!/^[a-z]{3}$/i.test(code)) throw new Error(what);
  return code.toUpperCase();
};
