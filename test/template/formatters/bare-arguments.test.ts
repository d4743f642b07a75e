/** Arguments without quotes: `currency:EUR`, `date:dd.MM.yyyy`, `prefix:$`. */
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { compileTemplate } from '../../../src/template/index.ts';
import { docx, p } from '../../support/build.ts';
import { failureOf, render } from '../engine.ts';
import { evaluate, missingOf, problemOf } from '../expression/evaluate.ts';
import { formatPlain } from './format.ts';

const inspected = (file: Uint8Array) => compileTemplate(file, { delimiter: 'BRACES' }).inspection;

const items = [
  { name: 'b', price: 1 },
  { name: 'a', price: 2 },
];

describe('a bare word that will do is that word', () => {
  it.each<[Value, string, Value]>([
    [100, 'currency:EUR', '€100.00'],
    [100, 'currency:eur', '€100.00'],
    [100, 'currency(EUR)', '€100.00'],
    [100, 'currency(EUR, de-DE)', '100,00 €'],
    [100, 'currency:EUR:de-DE', '100,00 €'],
    [100, 'currency:EUR:de:0', '100 €'],
    [1234.5, 'number:2:de-AT', '1 234,50'],
    [1234.5, 'number:0,0.00', '1,234.50'],
    [1234.5, 'number:#,##0.00', '1,234.50'],
    [1234.5, 'number:0.00', '1234.50'],
    [7, 'number:000', '007'],
    [1234.5, 'number:0', '1,235'],
    [0.256, 'number:0.0%', '25.6%'],
    [5, 'number:0,0.00 €', '5.00 €'],
    [4, 'roman:lower', 'iv'],
    ['istanbul', 'upper:tr', 'İSTANBUL'],
    [7, 'pad:3:"0":end', '700'],
    ['2024-03-05', 'date:long', 'March 5, 2024'],
    ['2024-03-05', 'date:long:de', '5. März 2024'],
    ['2024-03-05', 'date:dd.MM.yyyy', '05.03.2024'],
    ['2024-03-05', 'date:yyyy-MM-dd', '2024-03-05'],
    ['2024-03-05', 'date:dd/MM/yyyy', '05/03/2024'],
    ['2024-03-05', 'date:dd MMM yyyy', '05 Mar 2024'],
    ['2024-03-05', 'date:d. MMMM yyyy:de', '5. März 2024'],
    ['2024-03-05', 'date:EEEE, d MMMM yyyy', 'Tuesday, 5 March 2024'],
    ['2024-03-05', "date:d 'de' MMMM 'de' yyyy:pt", '5 de março de 2024'],
    ['2024-03-05', 'date:yyyy', '2024'],
    ['2024-03-05', 'date(dd.MM.yyyy, de)', '05.03.2024'],
    ['2024-03-05T12:00:00Z', 'datetime:short:de-DE:Europe/Berlin', '05.03.24, 13:00'],
    ['2024-03-05', 'startOf:year | date:dd.MM.', '01.01.'],
    ['2024-03-05', 'diff:"2024-03-01":days', 4],
    [items, 'sortBy:price:desc | pluck:name', ['a', 'b']],
    [items, 'sortBy:price:DESC | pluck:name', ['a', 'b']],
    [items, 'sum:price', 3],
    [items, 'where:price:>:1 | count', 1],
  ])('%j | %s', (value, pipe, expected) => {
    expect(formatPlain(value, pipe)).toEqual(expected);
  });

  it('and no field is missing', () => {
    expect(missingOf('x | currency:EUR | prefix:$', { x: 1 })).toEqual([]);
    expect(missingOf('x | date:dd.MM.yyyy', { x: 0 })).toEqual([]);
    expect(missingOf('x | sum:price', { x: items })).toEqual([]);
  });

  it('unless the data has a field of that name that will do', () => {
    expect(evaluate('x | currency:EUR', { x: 1, EUR: 'GBP' })).toBe('£1.00');
    expect(evaluate('x | currency:EUR', { x: 1, EUR: 1.08 })).toBe('€1.00');
    expect(evaluate('x | currency:EUR', { x: 1, EUR: null })).toBe('€1.00');
    expect(evaluate('x | date:long', { x: 0, long: 'yyyy' })).toBe('1970');
  });

  it('a property is one of the elements rather than a field of the data', () => {
    expect(evaluate('items | sum:price', { items, price: 'name' })).toBe(3);
    expect(evaluate('items | sortBy:by | pluck:name', { items, by: 'name' })).toEqual(['a', 'b']);
    expect(evaluate('items | sum:(by)', { items, by: 'price' })).toBe(3);
  });

  it('is no field of the template', () => {
    const { fields, schema } = inspected(
      docx(p('{total | currency:EUR:de} {due | date:dd.MM.yyyy} {items | sum:price} {n | prefix:$}')),
    );
    expect(fields.map(({ path }) => path)).toEqual(['total', 'due', 'items', 'items[].price', 'n']);
    expect(schema['required']).toEqual(['total', 'due', 'items', 'n']);
  });

  it('a loop variable names the property, not itself', () => {
    const { fields } = inspected(docx(p('{FOR col IN cols}{items | sum:col.key}{END-FOR}')));
    expect(fields.map(({ path }) => path)).toEqual(['cols', 'cols[].key', 'items']);
  });
});

describe('signs are texts', () => {
  it.each<[Value, string, Value]>([
    [1234.5, 'number:2 | prefix:$', '$1,234.50'],
    [5, 'suffix:%', '5%'],
    [5, 'suffix:€', '5€'],
    [5, 'prefix:#', '#5'],
    [['a', 'b'], 'join:/', 'a/b'],
    [['a', 'b'], 'join:,', 'a,b'],
    ['', 'default:-', '-'],
    ['', 'default:–', '–'],
    ['', 'default:—', '—'],
    ['', 'default:-5', -5],
    ['a-b', 'replace:-:+', 'a+b'],
  ])('%j | %s', (value, pipe, expected) => {
    expect(formatPlain(value, pipe)).toEqual(expected);
  });

  it('unless the data has a field of that name', () => {
    expect(evaluate('x | prefix:$', { x: 1, $: 'USD ' })).toBe('USD 1');
  });
});

describe('a bare word that will not do is a field', () => {
  it('whose absence leaves nothing, and is told', () => {
    for (const pipe of ['currency:code', 'date:pattern', 'number:pattern', 'upper:lang', 'round:digits']) {
      const name = pipe.split(':')[1];
      expect(evaluate(`x | ${pipe}`, { x: 1 })).toBeUndefined();
      expect(missingOf(`x | ${pipe}`, { x: 1 })).toEqual([name]);
    }
    expect(evaluate('x | currency:code', { x: 1, code: 'EUR' })).toBe('€1.00');
    expect(evaluate('x | currency:(code ?? "EUR")', { x: 1 })).toBe('€1.00');
  });

  it('and whose value is refused where it will not do either', () => {
    const failure = failureOf(docx(p('{x | currency:code}')), { x: 1, code: 'EURO' });
    expect(failure).toMatchObject({ code: 'data_invalid' });
    expect(failure.message).toMatch(/`currency`.*has to be a currency code such as "EUR".*"EURO"/);
    expect(JSON.stringify(failure.details)).toContain('{x | currency:code}');
    expect(failureOf(docx(p('{x | currency:code}')), { x: 1, code: null }).code).toBe('data_invalid');
  });

  it('is needed by the data', () => {
    const { schema } = inspected(docx(p('{total | currency:code}')));
    expect(schema['required']).toEqual(['total', 'code']);
  });
});

describe('a text that is missing is an empty text, and is told', () => {
  it.each<[string, Value]>([
    ['x | prefix:gone', 'a-b'],
    ['x | suffix:gone', 'a-b'],
    ['x | replace:"-":gone', 'ab'],
    ['x | replace:gone:"-"', 'a-b'],
    ['list | join:gone', 'ab'],
    ['yes | yesno:gone:"No"', ''],
    ['none | default:gone', undefined],
  ])('%s', (source, expected) => {
    const data = { x: 'a-b', list: ['a', 'b'], yes: true };
    expect(evaluate(source, data)).toEqual(expected);
    expect(missingOf(source, data)).toEqual(['gone']);
  });

  it('null is one too', () => {
    expect(evaluate('x | prefix:title', { x: 'Ann', title: null })).toBe('Ann');
  });
});

it('a property that no element has is told', () => {
  for (const pipe of [
    'sum:prise',
    'sum:"prise"',
    'avg:"prise"',
    'max:"prise"',
    'sortBy:"prise"',
    'pluck:"prise"',
  ])
    expect(missingOf(`items | ${pipe}`, { items })).toEqual(['?']);
  expect(missingOf('items | where:"prise"', { items })).toEqual([]);
  expect(missingOf('items | sum:"prise"', { items: [] })).toEqual([]);
  expect(missingOf('(items | sum:"prise") > 3', { items }, 'condition')).toEqual([]);
  expect(evaluate('items | sum:"prise"', { items })).toBe(0);
});

describe('what needs quotes', () => {
  it.each<[string, RegExp]>([
    ['x | default:N/A', /default:"N\/A"/],
    ['x | default:not available', /default:"not available"/],
    ['x | default:n.a.', /default:"n\.a\."/],
    ['x | suffix:/h', /suffix:"\/h"/],
    ['x | suffix:m²', /suffix:"m²"/],
    ['x | default:0,00', /default:"0,00"/],
    ['x | time:HH:mm', /time:"HH:mm"/],
    ['x | date:dd.MM.yyyy HH:mm', /date:"dd\.MM\.yyyy HH:mm"/],
    ['x | date:DD.MM.YYYY', /quotes/],
    ['x | date:dd-xx-yyyy', /quotes/],
    ['x | number:#.##0,00', /quotes/],
    ['x | number:0,00', /quotes/],
    ['x | date:yyyy-1', /quotes|parentheses/],
  ])('%s', (source, hint) => {
    const problem = problemOf(source);
    expect(problem.code).toBe('bad_argument');
    expect(problem.hint).toMatch(hint);
  });

  it('what goes on with an operator needs parentheses, as ever', () => {
    expect(problemOf('due | date:yyyy == "2024"').hint).toBe(
      'Put the formatted part in parentheses: (due | date:yyyy) == "2024"',
    );
    expect(problemOf('due | date:yyyy and x').hint).toBe(
      'Put the formatted part in parentheses: (due | date:yyyy) and x',
    );
    expect(problemOf('total | round:2 > 3').hint).toMatch(/\(total \| round:2\) > 3/);
  });
});

it('works in a document', () => {
  const { text, report } = render(docx(p('{price | currency:EUR} {price|number:2|prefix:$}')), {
    price: 100,
  });
  expect(text).toEqual(['€100.00 $100.00']);
  expect(report.missing).toEqual([]);
});
