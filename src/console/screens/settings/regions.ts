/** Locales, time zones and currencies that a browser knows, for choosing one. */

/** Browsers can't list locales; these are offered, and any other valid tag may be typed. */
export const LOCALES = [
  ...[
    'ar',
    'ar-EG',
    'bg',
    'bn',
    'bs',
    'ca',
    'cs',
    'cy',
    'da',
    'de',
    'de-AT',
    'de-CH',
    'el',
    'en-AU',
    'en-CA',
  ],
  ...['en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA', 'es', 'es-AR', 'es-MX', 'et', 'eu', 'fa', 'fi'],
  ...[
    'fil',
    'fr',
    'fr-BE',
    'fr-CA',
    'fr-CH',
    'ga',
    'gl',
    'gu',
    'he',
    'hi',
    'hr',
    'hu',
    'hy',
    'id',
    'is',
    'it',
  ],
  ...[
    'it-CH',
    'ja',
    'ka',
    'kk',
    'kn',
    'ko',
    'lb',
    'lt',
    'lv',
    'mk',
    'ml',
    'mr',
    'ms',
    'mt',
    'nb',
    'ne',
    'nl',
  ],
  ...[
    'nl-BE',
    'nn',
    'pa',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sq',
    'sr',
    'sr-Latn',
    'sv',
    'sw',
    'ta',
  ],
  ...['te', 'th', 'tr', 'uk', 'ur', 'uz', 'vi', 'zh-CN', 'zh-HK', 'zh-TW'],
];

export const isLocale = (tag: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag.trim()).length > 0;
  } catch {
    return false;
  }
};

export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((z) => z !== 'UTC'),
];

export const currencies = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
};
