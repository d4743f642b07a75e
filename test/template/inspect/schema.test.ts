/** The JSON Schema of a template: valid for any validator, and exact about what the renderer takes. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../src/template/index.ts';
import { docx, p } from '../../support/build.ts';
import { DATES, NO_DATES } from './dates.ts';

const schemaOf = (template: string) =>
  compileTemplate(docx(p(template)), { delimiter: 'BRACES' }).inspection.schema;
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const takes = (template: string, data: unknown): boolean => ajv.compile(schemaOf(template))(data) as boolean;

it('is a schema of 2020-12 with titles, types, required names, and room for more', () => {
  expect(
    schemaOf(
      '{customer.firstName} {IF customer.vat}x{END-IF} {FOR i IN lines}{$i.price | currency}{END-FOR}',
    ),
  ).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      customer: {
        title: 'Customer',
        type: 'object',
        properties: {
          firstName: { title: 'First name', $ref: '#/$defs/text' },
          vat: {
            title: 'Vat',
            description: expect.any(String),
            type: ['boolean', 'string', 'number', 'array', 'object', 'null'],
          },
        },
        required: ['firstName'],
      },
      lines: {
        title: 'Lines',
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: {
            price: {
              title: 'Price',
              description: 'A number, or a text that is one.',
              type: ['number', 'string', 'null'],
              pattern: expect.any(String),
            },
          },
          required: ['price'],
        },
      },
    },
    required: ['customer', 'lines'],
    $defs: { text: expect.anything(), date: expect.anything() },
  });
});

describe('takes what renders, and nothing else', () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['{a}', ['x', 1, true, null, ['x', 1], { _type: 'html', html: '' }], [{}, [{}], undefined]],
    ['{a | upper}', ['x', 1], [{}]],
    ['{a | currency}', [1, '1', ' -1.5 ', '1e3', '', null], ['x', true, [], {}]],
    ['{a * 2}', [1, '.5'], ['1,5', '1.2.3']],
    ['{a.toFixed(2)}', [1], ['1']],
    ['{IF a == "n/a"}x{ELSE}{a | currency}{END-IF}', [1, 'n/a', undefined], [true]],
    ['{a | date}', DATES, NO_DATES],
    ['{IF a == "now"}x{ELSE}{a | date}{END-IF}', ['now', '2026-01-01', 5], [true]],
    ['{IF a}x{END-IF}', [1, '', [], {}, null, undefined], []],
    ['{IMAGE a}', ['data:', { data: '' }, null], [1, true, []]],
    ['{LINK a}', ['https://', { url: '' }, null], [1, []]],
    ['{HTML a}', ['<p>', 1, { _type: 'html' }], [[]]],
    ['{FOR i IN a}{$i.b}{END-FOR}', [[], null, [{ b: 1 }]], [1, {}, 'x', [{}], [1], undefined]],
    ['{FOR i IN a}{$i}{END-FOR}', [[1, 'x'], 3], ['x', [{}], 1.5]],
    ['{FOR e IN a}{$e.key}{$e.value | currency}{END-FOR}', [{ x: 1 }, {}], [{ x: true }, 'x']],
    ['{#each a}{b}{/each}', [[{ b: 1 }], { x: { b: 1 } }, null], ['x', [{}]]],
    ['{#people}{b}{/people}', [[{ b: 1 }], { b: 1 }, true, null, undefined], [[{}]]],
    ['{#with a}{b}{/with}', [{ b: 1 }, null, undefined], [{}]],
    ['{a.b}', [{ b: 1 }], [null, undefined, 'x', []]],
    ['{a?.b}', [{ b: 1 }, {}, null, undefined], ['x']],
    ['{a | join}', [['x'], null], ['x', [{}]]],
  ])('%s', (template, good, bad) => {
    for (const a of good)
      expect(takes(template, a === undefined ? {} : { a, people: a }), `good ${JSON.stringify(a)}`).toBe(
        true,
      );
    for (const a of bad)
      expect(takes(template, a === undefined ? {} : { a, people: a }), `bad ${JSON.stringify(a)}`).toBe(
        false,
      );
  });
});

it('grows with the template alone, however deep it nests', () => {
  const depth = 100;
  const open = Array.from({ length: depth }, (_, at) => `{#each l${at}}{@key}{v${at}}`).join('');
  const schema = schemaOf(open + '{/each}'.repeat(depth));
  expect(JSON.stringify(schema).length).toBeLessThan(depth * 400);
});

it('names of the prototype chain are names', () => {
  const schema = schemaOf('{this["toString"]} {valueOf} {hasOwnProperty.x}');
  expect(Object.keys(schema['properties'] as object)).toEqual(['toString', 'valueOf', 'hasOwnProperty']);
});
