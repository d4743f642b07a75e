/** What a template takes, as the console shows it: the tree of fields, the search in it, what is proposed while typing. */
import { describe, expect, it } from 'vitest';
import { proposeNames, proposeValues } from '../../src/console/screens/workspace/shape/completion.ts';
import { formattersOf } from '../../src/console/screens/workspace/shape/formatters.ts';
import {
  countFields,
  insideOf,
  searchFields,
} from '../../src/console/screens/workspace/shape/search-fields.ts';
import { emptyValue, type Shape, shapeAt, shapeOf } from '../../src/console/screens/workspace/shape/shape.ts';
import { EACH } from '../../src/data-check/paths.ts';
import { inspectionOf } from './inspections.ts';

const shape = (...template: readonly string[]): Shape => shapeOf(inspectionOf(...template));
const at = (root: Shape, ...steps: Parameters<typeof shapeAt>[1]): Shape => {
  const found = shapeAt(root, steps);
  if (found === undefined) throw new Error(`nothing at ${String(steps)}`);
  return found;
};
/** `name:kind`, with what is inside in brackets. */
const outline = (field: Shape): string => {
  const inner = insideOf(field).map(outline).join(' ');
  const name = `${field.name ?? '*'}:${field.kind}${field.optional ? '?' : ''}`;
  return inner === '' ? name : `${name}(${inner})`;
};
const tree = (root: Shape): string => insideOf(root).map(outline).join(' ');

describe('the tree of fields', () => {
  it('nests objects, lists and lists of lists', () => {
    const root = shape(
      '{customer.name}{FOR x IN items}{$x.price | currency}{FOR y IN $x.tags}{$y}{END-FOR y}{END-FOR x}',
    );
    expect(tree(root)).toBe('customer:object(name:text) items:list(price:number tags:list)');
    expect(at(root, 'items', EACH, 'price').formatters).toEqual(['currency']);
    expect(at(root, 'items', 3, 'tags', 0).kind).toBe('text');
    expect(shapeAt(root, ['nothing', 'here'])).toBeUndefined();
  });

  it('knows the kinds of the examples', () => {
    expect(tree(shape('catalogue'))).toMatch(/categories:list\(name:text .*products:list\(.*picture:image/);
    const report = shape('report');
    expect(at(report, 'regions', EACH, 'sites', EACH, 'remark').optional).toBe(true);
    expect(at(report, 'summary').kind).toBe('markdown');
    expect(at(report, 'figures', 0, 'values', 'Q1').kind).toBe('number');
    expect(at(report, 'date').kind).toBe('date');
  });

  it('marks what a condition asks for as optional', () => {
    expect(tree(shape('{IF note}{note}{END-IF}{name}'))).toBe('note:text? name:text');
  });

  it('counts every field of the inspection, and those on the way to one', () => {
    const root = shape('{a.b.c}{FOR x IN list}{$x.d}{END-FOR x}');
    expect(countFields(root)).toBe(5);
  });

  it.each([
    ['{date | date:"d MMMM yyyy"}', ['date:"d MMMM yyyy"']],
    ['{{$region.sites | sum:"output" | number:0}}', ['sum:"output"', 'number:0']],
    ['[[a || b | upper]]', ['upper']],
    ['{map["a|b"]}', []],
    ['{FOR risk IN risks | sortBy:"severity":"desc" BY column}', ['sortBy:"severity":"desc"']],
    ['+++title+++', []],
  ])('%s uses %j', (tag, formatters) => {
    expect(formattersOf(tag)).toEqual(formatters);
  });

  it('finds fields by path, kind and formatter, with the way to them', () => {
    const root = shape('report');
    expect([...(searchFields(root, 'avail') ?? [])].sort()).toEqual([
      'regions',
      'regions[].sites',
      'regions[].sites[].months',
      'regions[].sites[].months[].availability',
    ]);
    expect(searchFields(root, 'percent')?.has('regions[].sites[].months[].availability')).toBe(true);
    expect(searchFields(root, 'no such field')?.size).toBe(0);
    expect(searchFields(root, '  ')).toBeUndefined();
  });
});

describe('completion', () => {
  const root = shape('invoice');

  it('proposes the names that are not there yet, ready to fill in', () => {
    const all = proposeNames(root, new Set());
    expect(all.map(({ label }) => label)).toContain('number');
    const rest = proposeNames(root, new Set(['number']));
    expect(rest.map(({ label }) => label)).not.toContain('number');
    for (const { insert } of all) expect(() => JSON.parse(`{${insert}}`)).not.toThrow();
    const text = all.find(({ label }) => label === 'number');
    expect(text).toMatchObject({ insert: '"number": ""', cursor: 1, isRequired: true });
  });

  it('proposes values by kind', () => {
    const kinds = shape('{IF paid}x{END-IF}{day | date:"d"}{FOR x IN list}{$x.a}{END-FOR x}');
    const values = (name: string, sample?: unknown) =>
      proposeValues(at(kinds, name), sample, '2026-11-15').map(({ insert }) => insert);
    expect(values('paid')).toEqual(['true', 'false']);
    expect(values('day', '2026-03-16')).toEqual(['"2026-11-15"', '"2026-03-16"']);
    expect(values('list').map((text) => JSON.parse(text))).toEqual([[{ a: '' }]]);
    expect(proposeValues(undefined, 1, '')).toEqual([]);
  });

  it('empty values fit the field', () => {
    expect(emptyValue(at(root, 'customer'))).toEqual(expect.objectContaining({ name: '' }));
    expect(emptyValue(at(shape('report'), 'regions', 0))).toEqual({ name: '', sites: [] });
  });
});
