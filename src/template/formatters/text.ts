/** Formatters of texts. Numbers, dates and lists are taken as the text that they print. */

import { replaceAll } from '../expression/methods/text-methods.ts';
import { segmenter } from '../expression/values/intl.ts';
import { BYTES } from '../expression/values/memory.ts';
import { concat } from '../expression/values/operators.ts';
import type { RunContext } from '../expression/values/scope.ts';
import { charged, inCase, replaceMatches, textOf, urlEncoded } from '../expression/values/text.ts';
import { isList, type Value } from '../expression/values/values.ts';
import { type Format, type Formatter, isEmpty, numberArgument, textArgument } from './formatter.ts';
import { anyParam, choiceParam, localeParam, optional, textParam, wholeParam } from './params.ts';

const onText =
  (format: (text: string, run: RunContext) => Value): Format =>
  (value, run) =>
    isEmpty(value) ? value : format(textOf(value, run), run);

const argument = (value: Value): string => (isEmpty(value) ? '' : String(value));

/** Letters with their marks, digits, and the apostrophes inside a word. */
const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’]*/gu;

const capitalized = (text: string, locale: string): string => {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
};

/** What a reader calls a character: é, 👍🏽 and 각 count once, however many code units they have. */
const truncated = (text: string, most: number, suffix: string, run: RunContext): string => {
  if (text.length <= most) return text;
  // One more than fits decides whether anything has to go; a cluster has hundreds of units only to do harm.
  const looked = text.slice(0, (most + 1) * 40);
  return run.budget.borrow((most + 1) * (BYTES.element + BYTES.text), () => {
    const kept: string[] = [];
    for (const { segment } of segmenter('en', { granularity: 'grapheme' }).segment(looked)) {
      run.budget.step();
      kept.push(segment);
      if (kept.length > most) break;
    }
    if (kept.length <= most) return looked;
    kept.length = Math.max(most - suffix.length, 0);
    return charged(`${kept.join('').trimEnd()}${suffix.slice(0, most)}`, run);
  });
};

type Convert = (text: string, locale: string, run: RunContext) => string;

const CASES: readonly (readonly [string, string, string, Convert])[] = [
  ['upper', 'Capital letters.', '{name | upper}', (text, locale) => text.toLocaleUpperCase(locale)],
  ['lower', 'Small letters.', '{email | lower}', (text, locale) => text.toLocaleLowerCase(locale)],
  ['capitalize', 'A capital first letter; the rest stays.', '{city | capitalize}', capitalized],
  [
    'title',
    'Each word with a capital first letter and small ones behind it.',
    '{name | title}',
    (text, locale, run) =>
      replaceMatches(text, WORD, run, ([word]) => capitalized(word.toLocaleLowerCase(locale), locale)),
  ],
];

const caseFormatters: readonly Formatter[] = CASES.map(([name, summary, example, convert]) => ({
  name,
  family: 'text',
  params: [optional(localeParam)],
  input: 'text',
  result: 'value',
  summary,
  example,
  bind: ([locale]) => {
    const fixed = textArgument(locale);
    return onText((text, run) => inCase(text, run, (given) => convert(given, fixed ?? run.locale, run)));
  },
}));

const isBlank = (value: Value): boolean => isEmpty(value) || (isList(value) && value.length === 0);

export const textFormatters: readonly Formatter[] = [
  ...caseFormatters,
  {
    name: 'trim',
    family: 'text',
    params: [],
    input: 'text',
    result: 'value',
    summary: 'Without white space at both ends.',
    example: '{name | trim}',
    bind: () => onText((text) => text.trim()),
  },
  {
    name: 'truncate',
    family: 'text',
    params: [wholeParam('length', { min: 1 }), optional(textParam('ending'))],
    input: 'text',
    result: 'value',
    summary: 'At most so many characters, the ending (an ellipsis unless given) among them.',
    example: '{description | truncate:80}',
    bind: ([length, ending]) => {
      const most = numberArgument(length) ?? 1;
      const suffix = ending === undefined ? '…' : argument(ending);
      return onText((text, run) => truncated(text, most, suffix, run));
    },
  },
  {
    name: 'pad',
    family: 'text',
    params: [
      wholeParam('length', { min: 0 }),
      optional(textParam('fill')),
      optional(choiceParam('side', ['start', 'end'])),
    ],
    input: 'text',
    result: 'value',
    summary: 'Filled to a length, at the start unless `"end"` is given, with spaces or what is given.',
    example: '{number | pad:6:"0"}',
    bind: ([length, fill, side]) => {
      const wanted = numberArgument(length) ?? 0;
      const filler = fill === undefined ? ' ' : argument(fill);
      return onText((text, run) => {
        if (wanted > text.length) run.budget.text(wanted);
        return side === 'end' ? text.padEnd(wanted, filler) : text.padStart(wanted, filler);
      });
    },
  },
  {
    name: 'replace',
    family: 'text',
    params: [textParam('search'), textParam('replacement')],
    input: 'text',
    result: 'value',
    summary: 'Every occurrence of one text replaced by another.',
    example: '{phone | replace:" ":""}',
    bind: ([search, replacement]) =>
      onText((text, run) =>
        search === '' ? text : replaceAll(text, argument(search), argument(replacement), run),
      ),
  },
  {
    name: 'default',
    family: 'text',
    params: [anyParam('value')],
    input: 'unknown',
    result: 'same',
    satisfiesMissing: isBlank,
    summary: 'Another value where this one is missing, null, an empty text or an empty list.',
    example: '{nickname | default:"–"}',
    bind:
      ([fallback]) =>
      (value) =>
        isBlank(value) ? fallback : value,
  },
  {
    name: 'prefix',
    family: 'text',
    params: [textParam('text')],
    input: 'text',
    result: 'value',
    summary: 'A text before the value, unless the value is empty.',
    example: '{phone | prefix:"Tel. "}',
    bind: ([prefix]) => onText((text, run) => concat(argument(prefix), text, run)),
  },
  {
    name: 'suffix',
    family: 'text',
    params: [textParam('text')],
    input: 'text',
    result: 'value',
    summary: 'A text behind the value, unless the value is empty.',
    example: '{weight | suffix:" kg"}',
    bind: ([suffix]) => onText((text, run) => concat(text, argument(suffix), run)),
  },
  {
    name: 'urlencode',
    family: 'text',
    params: [],
    input: 'text',
    result: 'value',
    summary: 'Encoded for use inside an URL.',
    example: '{"https://example.com/?q=" + (name | urlencode)}',
    bind: () => onText(urlEncoded),
  },
];
