/** How names find their data: keys that are numbers, names of several words, hyphens and dots, other spellings. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, type JsonObject } from '../../src/template/index.ts';
import { validateData } from '../../src/template/inspect/validate-data.ts';
import { docx, p } from '../support/build.ts';
import { render } from './engine.ts';

const show = (text: string, data: JsonObject): string =>
  render(docx(p(`[${text}]`)), data)
    .text.join('|')
    .slice(1, -1);
const inspect = (...texts: string[]) =>
  compileTemplate(docx(...texts.map((text) => p(text))), { delimiter: 'BRACES' }).inspection;
const pathsOf = (...texts: string[]): string[] => inspect(...texts).fields.map(({ path }) => path);

describe('a section whose name is a number', () => {
  it.each<[string, JsonObject, string]>([
    ['{#123}{t}{/123}', { '123': { t: 'entered' } }, 'entered'],
    ['{#123}{t}{/123}', { '123': [{ t: 'a' }, { t: 'b' }] }, 'ab'],
    ['{#123}never{/123}', { '123': [] }, ''],
    ['{#123}never{/123}', {}, ''],
    ['{^456}none{/456}', {}, 'none'],
    ['{^456}none{/456}', { '456': true }, ''],
    ['{#2075650}{result}{/2075650}', { '2075650': { result: '+' } }, '+'],
    ['{#007}{t}{/007}', { '007': { t: 'Bond' } }, 'Bond'],
    ['{#list}{#1}{t}{/1}{/list}', { list: [{ '1': { t: 'own' } }, {}], '1': { t: 'outer' } }, 'ownouter'],
  ])('%s with %j gives %j', (text, data, expected) => {
    expect(show(text, data)).toBe(expected);
  });

  it.each([
    ['{FOR i IN 3}{$i}{END-FOR}', '123'],
    ['{#if 1}yes{/if}', 'yes'],
    ['{IF 0}yes{ELSE}no{END-IF}', 'no'],
    ['{12}', '12'],
  ])('elsewhere a number is a number: %s', (text, expected) => {
    expect(show(text, { '1': false, '3': ['x'], '0': true })).toBe(expected);
  });

  it('is a field of the schema and of the sample', () => {
    const { sample, schema } = inspect('{#2075650}{result}{/2075650}');
    expect(pathsOf('{#2075650}{result}{/2075650}')).toEqual(['["2075650"]', '["2075650"][].result']);
    expect(show('{#2075650}{result}{/2075650}', sample as JsonObject)).not.toBe('');
    expect(validateData(schema, sample)).toMatchObject({ valid: true, unused: [] });
  });
});
