/** Locales, time zones and currencies that a browser knows, for choosing one. */

/** Browsers can't list locales; these are offered, and any other valid tag may be typed. */
export const LOCALES: readonly string[] = (
  'ar ar-EG bg bg-BG bn bs ca cs cs-CZ cy da da-DK de de-AT de-CH de-DE el el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-US ' +
  'en-ZA es es-AR es-ES es-MX et et-EE eu fa fi fi-FI fil fr fr-BE fr-CA fr-CH fr-FR ga gl gu he he-IL hi hi-IN hr hr-HR hu ' +
  'hu-HU hy id id-ID is it it-CH it-IT ja ja-JP ka kk kn ko ko-KR lb lt lt-LT lv lv-LV mk ml mr ms mt nb nb-NO ne nl nl-BE ' +
  'nl-NL nn pa pl pl-PL pt pt-BR pt-PT ro ro-RO ru sk sk-SK sl sl-SI sq sr sr-Latn sv sv-SE sw ta te th th-TH tr tr-TR uk ' +
  'uk-UA ur uz vi vi-VN zh-CN zh-HK zh-TW'
).split(' ');

/** As the server takes it: a tag of a language that there are words and signs for. */
export const isLocale = (tag: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag.trim()).length > 0;
  } catch {
    return false;
  }
};

/** `de-at` is `de-AT`. Undefined where it is none. */
export const canonicalLocale = (tag: string): string | undefined =>
  isLocale(tag) ? Intl.getCanonicalLocales(tag.trim())[0] : undefined;

const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** "German (Austria)" */
export const localeName = (tag: string): string => (isLocale(tag) ? (languages.of(tag.trim()) ?? tag) : tag);

export const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

export const currencies = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
};
