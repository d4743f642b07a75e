/** What a field of some name probably holds: three values each, so that the items of a list differ. */
import type { Example } from '../expression/references/references.ts';

type Values = readonly [Example, Example, Example];

const PEOPLE: Values = ['Maria Keller', 'Jan Novak', 'Li Wei'];
const COMPANIES: Values = ['Northwind Trading Ltd', 'Alpina Werke AG', 'Sunrise Foods Inc'];
const PRODUCTS: Values = ['Desk lamp', 'Office chair', 'Notebook A5'];
const MONEY: Values = [149.9, 24.5, 89];
const COUNTS: Values = [2, 5, 1];
const SENTENCES: Values = [
  'Delivered as agreed and checked on arrival.',
  'Two short lines of text stand here.',
  'Nothing else to add for now.',
];

/** Against the words of the name in small letters; the first that matches wins. */
const TEXTS: readonly (readonly [RegExp, Values])[] = [
  [/\be ?mail\b/, ['maria.keller@example.com', 'jan.novak@example.com', 'li.wei@example.com']],
  [/\b(phone|telephone|mobile|tel|fax|cell)\b/, ['+1 555 010 0142', '+1 555 010 0177', '+1 555 010 0193']],
  [
    /\b(url|uri|website|web ?site|homepage|web|link|href)\b/,
    ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'],
  ],
  [/\b(first|given|fore) ?name\b/, ['Maria', 'Jan', 'Li']],
  [/\b(last|family|sur) ?name\b/, ['Keller', 'Novak', 'Wei']],
  [/\binitials?\b/, ['MK', 'JN', 'LW']],
  [/\b(file) ?name\b/, ['report.docx', 'terms.pdf', 'photo.png']],
  [/\b(iban)\b/, ['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'NL91 ABNA 0417 1643 00']],
  [/\b(bic|swift)\b/, ['COBADEFFXXX', 'NWBKGB2L', 'ABNANL2A']],
  [/\b(vat|tax|eu) ?(id|no|nr|number|code)\b/, ['DE123456788', 'ATU12345675', 'PT123456789']],
  [
    /\b(sku|article (no|nr|number)|(item|product|part) (code|no|number))\b/,
    ['PLT-10042', 'PLT-10043', 'PLT-10044'],
  ],
  [/\b(street|address|address line)( ?\d)?\b/, ['12 Harbour Street', '5 Mill Lane', '48 Station Road']],
  [/\b(zip|postal|post) ?(code)?\b/, ['10115', '1010', '1100-148']],
  [/\b(city|town|place|location)\b/, ['Berlin', 'Vienna', 'Lisbon']],
  [/\b(country|nationality)\b/, ['Germany', 'Austria', 'Portugal']],
  [/\b(state|province|region|county)\b/, ['Bavaria', 'Tyrol', 'Alentejo']],
  [/\bcurrency\b/, ['EUR', 'USD', 'GBP']],
  [/\b(language|locale)\b/, ['en', 'de', 'pt']],
  [/\b(company|organi[sz]ation|supplier|vendor|seller|employer|firm|bank|business|agency)\b/, COMPANIES],
  [/\b(job|profession|occupation|role)\b/, ['Project manager', 'Engineer', 'Accountant']],
  [/\b(department|team|division)\b/, ['Finance', 'Research', 'Sales']],
  [/\bstatus\b/, ['Open', 'Paid', 'Draft']],
  [/\bunit\b(?! ?price)/, ['pcs', 'h', 'kg']],
  [/\bcolou?r\b/, ['Blue', 'Green', 'Red']],
  [/\bgender|\bsex\b/, ['female', 'male', 'diverse']],
  [/\b(salutation|greeting)\b/, ['Dear', 'Hello', 'Good morning']],
  [/\bmonth\b/, ['March', 'April', 'May']],
  [/\b(week ?day|day)\b/, ['Monday', 'Tuesday', 'Wednesday']],
  [/\b(category|group|kind|type|class)\b/, ['Standard', 'Premium', 'Basic']],
  [
    /\b(title|subject|headline|heading|caption|topic)\b/,
    ['Spring review', 'Next steps', 'Summary of results'],
  ],
  [
    /\b(description|desc|text|notes?|comments?|message|summary|remarks?|details?|body|content|clause|paragraph|intro|terms|reason)\b/,
    SENTENCES,
  ],
  [/\b(number|no|nr|id|code|ref|reference|key)$/, ['2026-0042', '2026-0043', '2026-0044']],
  [/\b(product|article|item|service|material|part|position)s?( name)?$/, PRODUCTS],
  [
    /\b(customer|client|person|author|user|employee|contact|recipient|manager|owner|participant|attendee|speaker|sender|name|signatory|patient|student|teacher|member|by)s?$/,
    PEOPLE,
  ],
];

const NUMBERS: readonly (readonly [RegExp, Values])[] = [
  [/\byear\b/, [2026, 2025, 2024]],
  [/\bage\b/, [34, 41, 28]],
  [/\b(quantity|qty|pieces|pcs|units?|hours?|days?|weeks?|months?|stock|seats|nights|persons)$/, COUNTS],
  [/\b(count|number of)\b/, COUNTS],
  [/\b(percent|percentage|pct|vat rate|tax rate|rate|score|progress)\b/, [19, 7, 25]],
  [
    /\b(price|amount|total|sub ?total|sum|cost|costs|fee|net|gross|balance|salary|wage|pay|tax|vat|discount|paid|revenue|budget|deposit|rent|value)\b/,
    MONEY,
  ],
  [/\b(weight|height|width|length|depth|size|distance|area|volume)\b/, [12.5, 8, 30]],
];

const DATES: readonly (readonly [RegExp, string])[] = [
  [/\b(birth|birthday|birthdate|dob|born)\b/, '1988-05-17'],
  [/\b(due|end|until|deadline|expiry|expires?|valid|to)\b/, '2026-03-30'],
  [/\b(start|from|begin|issued?|since|opened)\b/, '2026-03-02'],
  [/\b(date|day|created|updated|signed|paid on|delivered|ordered|published|timestamp|on|at)\b/, '2026-03-16'],
];

const wordsInside = (name: string): string => splitName(name).join(' ').toLowerCase();

const pick = (
  rules: readonly (readonly [RegExp, Values])[],
  words: string,
  seed: number,
): Example | undefined => rules.find(([pattern]) => pattern.test(words))?.[1][seed % 3];

const DAY = 86_400_000;

/** A week later for each further item. */
export const sampleDate = (name: string, seed: number): string => {
  const words = wordsInside(name);
  const base = DATES.find(([pattern]) => pattern.test(words))?.[1] ?? '2026-03-16';
  const day = new Date(Date.parse(base) + (seed % 52) * 7 * DAY).toISOString().slice(0, 10);
  return /\b(time|at|timestamp)\b/.test(words) ? `${day}T09:30:00Z` : day;
};

export const sampleNumber = (name: string, seed: number): number => {
  const found = pick(NUMBERS, wordsInside(name), seed);
  return typeof found === 'number' ? found : ([12, 7, 25][seed % 3] ?? 12);
};

/** `owner` is the name of the object that it belongs to: a name of products is not one of people. */
export const sampleText = (name: string, owner: string, seed: number): Example => {
  const words = wordsInside(name);
  if (words === 'name') {
    const owned = wordsInside(owner);
    if (/\b(item|product|line|position|article|service|row|part|feature|task|entry)s?$/.test(owned))
      return PRODUCTS[seed % 3] ?? '';
    if (/\b(company|organi[sz]ation|supplier|vendor|seller|bank|shop)s?$/.test(owned))
      return COMPANIES[seed % 3] ?? '';
    return PEOPLE[seed % 3] ?? '';
  }
  if (/\btime\b/.test(words)) return ['09:30', '11:00', '14:15'][seed % 3] ?? '';
  const isDate = /\b(date|birthday|deadline|dob|created|updated|due|issued|since|until)\b/.test(words);
  const found =
    pick(TEXTS.slice(0, -3), words, seed) ??
    (isDate ? sampleDate(name, seed) : undefined) ??
    pick(NUMBERS, words, seed) ??
    pick(TEXTS, words, seed);
  return found ?? (seed === 0 ? wordsOf(name) : `${wordsOf(name)} ${seed + 1}`);
};

/** The words of a name: `unitPrice`, `unit_price` → unit, Price. */
export const splitName = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** How people write a name: `unitPrice`, `unit_price` → "Unit price". */
export const wordsOf = (name: string): string => {
  const words = splitName(name).map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ') || name;
  const first = String.fromCodePoint(text.codePointAt(0) ?? 32);
  return first.toUpperCase() + text.slice(first.length);
};
