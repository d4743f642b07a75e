/** What is proposed; anything else can be typed, and the server says whether it exists. */

const supported = (key: 'timeZone' | 'currency'): string[] => {
  try {
    return Intl.supportedValuesOf(key);
  } catch {
    return [];
  }
};

export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...supported('timeZone')])];
export const CURRENCIES: readonly string[] = [
  ...new Set(['USD', 'EUR', 'GBP', 'CHF', 'JPY', ...supported('currency')]),
];
export const LOCALES: readonly string[] = [
  ...[
    'en-US',
    'en-GB',
    'en-IE',
    'en-AU',
    'en-CA',
    'en-IN',
    'de-DE',
    'de-AT',
    'de-CH',
    'fr-FR',
    'fr-BE',
    'fr-CA',
  ],
  ...[
    'fr-CH',
    'es-ES',
    'es-MX',
    'it-IT',
    'it-CH',
    'nl-NL',
    'nl-BE',
    'pt-PT',
    'pt-BR',
    'pl-PL',
    'cs-CZ',
    'sk-SK',
  ],
  ...[
    'hu-HU',
    'ro-RO',
    'bg-BG',
    'hr-HR',
    'sl-SI',
    'da-DK',
    'sv-SE',
    'nb-NO',
    'fi-FI',
    'et-EE',
    'lv-LV',
    'lt-LT',
  ],
  ...[
    'el-GR',
    'tr-TR',
    'uk-UA',
    'he-IL',
    'ar-EG',
    'hi-IN',
    'th-TH',
    'vi-VN',
    'id-ID',
    'ja-JP',
    'ko-KR',
    'zh-CN',
  ],
  'zh-TW',
];
