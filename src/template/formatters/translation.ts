/** `t`: texts from `options.translations`. */

import type { RunContext } from '../expression/values/scope.ts';
import { replaceMatches, textOf } from '../expression/values/text.ts';
import { isObject, ownProperty, type Value, type ValueObject } from '../expression/values/values.ts';
import { type Formatter, isEmpty } from './formatter.ts';
import { objectParam, optional } from './params.ts';

/**
 * The texts of the render's locale: `{ "de-DE": {…} }`, `{ "de": {…} }`, or one flat `{ key: text }` for a request that
 * brings a single language.
 */
const textsOf = (run: RunContext): ValueObject | undefined => {
  const all = run.translations;
  if (all === undefined) return undefined;
  const language = run.locale.split('-')[0] ?? run.locale;
  for (const key of [run.locale, language]) {
    const texts = ownProperty(all, key);
    if (isObject(texts)) return texts;
  }
  return all;
};

/** A key as it is, or else as a path: `invoice.title`. */
const find = (texts: ValueObject, key: string): string | undefined => {
  const direct = ownProperty(texts, key);
  if (typeof direct === 'string') return direct;
  if (!key.includes('.')) return undefined;
  let found: Value = texts;
  for (const part of key.split('.').slice(0, 20))
    found = isObject(found) ? ownProperty(found, part) : undefined;
  return typeof found === 'string' ? found : undefined;
};

const fill = (text: string, values: ValueObject, run: RunContext): string =>
  replaceMatches(text, /\{([^{}]{1,100})\}/g, run, ([whole, name = '']) => {
    const value = ownProperty(values, name.trim());
    return value === undefined ? whole : textOf(value, run);
  });

export const translationFormatters: readonly Formatter[] = [
  {
    name: 't',
    family: 'translation',
    params: [optional(objectParam('values'))],
    input: 'text',
    result: 'value',
    summary:
      'The text’s translation from `options.translations`, or itself where there is none; `{name}` in it is filled from the object.',
    example: '{"Invoice" | t}',
    bind: ([values]) => {
      const filling = isObject(values) ? values : undefined;
      return (value, run) => {
        if (isEmpty(value)) return value;
        const key = textOf(value, run);
        const texts = textsOf(run);
        const translated = (texts === undefined ? undefined : find(texts, key)) ?? key;
        return filling === undefined ? translated : fill(translated, filling, run);
      };
    },
  },
];
