/** Names and arguments are checked when the template is compiled, as far as they are written out. */
import { describe, expect, it } from 'vitest';
import { FORMATTERS } from '../../../src/template/formatters/registry.ts';
import { evaluate, parsed, problemOf } from '../expression/evaluate.ts';
import { errorOf } from './format.ts';

/** By name, so that one that goes is missed. */
const LISTED = [
  ...[
    'upper',
    'lower',
    'capitalize',
    'title',
    'trim',
    'truncate',
    'pad',
    'replace',
    'default',
    'prefix',
    'suffix',
    'urlencode',
  ],
  ...['number', 'currency', 'percent', 'round', 'ceil', 'floor', 'abs', 'ordinal', 'words', 'bytes', 'roman'],
  ...['date', 'time', 'relative', 'addDays', 'diff'],
  ...['join', 'sum', 'avg', 'min', 'max', 'count', 'sortBy', 'groupBy', 'where', 'unique', 'first', 'last'],
  ...['limit', 'offset', 'pluck', 'flatten', 'chunk', 'yesno', 'map'],
  ...['html', 'markdown', 'image', 'link', 'qr', 'barcode', 't'],
];

describe('the registry', () => {
  it('has every formatter of the design', () => {
    expect(LISTED.filter((name) => !FORMATTERS.has(name))).toEqual([]);
  });

  it.each([...FORMATTERS.values()].map((formatter) => [formatter.name, formatter] as const))(
    'documents %s, with an example that compiles',
    (_name, { summary, example }) => {
      expect(summary).toMatch(/\.$/);
      const source = example.replace(/^\{(?:FOR \w+ IN )?(.*)\}$/, '$1');
      expect(() => parsed(source)).not.toThrow();
    },
  );
});

describe('unknown formatters', () => {
  it.each([
    ['uper', 'upper'],
    ['UPPER', 'upper'],
    ['curency', 'currency'],
    ['sortby', 'sortBy'],
    ['uppercase', 'upper'],
    ['formatDate', 'date'],
    ['toFixed', 'round'],
    ['length', 'count'],
    ['average', 'avg'],
    ['qrcode', 'qr'],
  ])('%s: did you mean %s?', (name, meant) => {
    const problem = problemOf(`x | ${name}`);
    expect(problem.code).toBe('unknown_formatter');
    expect(problem.message).toContain(`\`${name}\``);
    expect(problem.hint).toContain(`\`${meant}\``);
  });

  it('that resemble nothing get the list', () => {
    expect(problemOf('x | frobnicate').hint).toMatch(/There are: upper, lower/);
    expect(problemOf('x | constructor').code).toBe('unknown_formatter');
    expect(problemOf('x | __proto__').code).toBe('unknown_formatter');
  });
});

describe('arguments', () => {
  it.each<[string, RegExp]>([
    ['x | truncate', /lacks its argument `length`/],
    ['x | truncate:"a"', /`length` of the formatter `truncate` has to be a whole number from 1/],
    ['x | truncate:0', /whole number from 1/],
    ['x | truncate:1.5', /whole number/],
    ['x | upper:5', /a locale such as "de-DE"/],
    ['x | trim:5', /takes no arguments, but got 1/],
    ['x | pad:5:"0":"left"', /one of "start", "end"/],
    ['x | pad:5:"0":"end":1', /takes at most 3, but got 4/],
    ['x | replace:"a"', /lacks its argument `replacement`/],
    ['x | number:"abc"', /is not a pattern: write "0,0\.00"/],
    ['x | number:""', /is not a pattern/],
    ['x | number:-1', /has to be a pattern/],
    ['x | number:2:"nowhere-locale-"', /a locale/],
    ['x | currency:"euro"', /a currency code such as "EUR"/],
    ['x | percent:99', /whole number from 0 to 20/],
    ['x | roman:"small"', /one of "upper", "lower"/],
    ['x | date:5', /in quotes/],
    ['x | date:"DD.MM.YYYY"', /write "dd\.MM\.yyyy"/],
    ['x | date:"jj"', /letters "jj", which stand for nothing/],
    ['x | date:"d MMMM um H Uhr"', /"u".*single quotes/],
    ['x | date:"\'open"', /quote that is not closed/],
    ['x | date:"--"', /no letters/],
    ['x | date:"long":"de-DE":"Mars/Base"', /a time zone such as "Europe\/Berlin"/],
    ['x | addDays:"5"', /has to be a number/],
    ['x | addDays', /lacks its argument/],
    ['x | diff', /lacks its argument `other`/],
    ['x | diff:y:"fortnights"', /one of "years"/],
    ['x | startOf:"days"', /one of "year"/],
    ['x | sum:5', /the name of a property/],
    ['x | sum:""', /name of a property/],
    ['x | sortBy:"a":"down"', /one of "asc", "desc"/],
    ['x | groupBy', /lacks its argument `property`/],
    ['x | chunk:0', /from 1/],
    ['x | limit:-1', /from 0/],
    ['x | map:"a"', /lacks its argument `to`/],
    ['x | image:"wide"', /`width` of the formatter `image` is wrong/],
    ['x | image:"4cm":"4cm":"zoom"', /contain, cover, stretch/],
    ['x | html:1', /takes no arguments/],
    ['x | t:"de"', /an object/],
    ['x | where:"price":"~":7', /one of == != > >= < <= contains/],
    ['x | currency:"XYZ"', /a currency code such as "EUR"/],
    ['x | upper:"xx"', /a locale such as "de-DE"/],
    ['x | number:"0,00"', /two places behind a comma.*"0\.00"/],
    ['x | date:"dd/mm/yyyy"', /minutes.*"dd\/MM\/yyyy"/],
    ['x | datetime:"dd.mm.yyyy HH:mm"', /minutes/],
    ['x | time:"HH:MM"', /months.*"HH:mm"/],
    ['x | date:"dd.MM.Y"', /"dd\.MM\.y"/],
    ['x | barcode:"code129"', /Common types are/],
  ])('%s', (source, message) => {
    const problem = problemOf(source);
    expect(problem.code).toBe('bad_argument');
    expect(problem.message).toMatch(message);
    expect(problem.hint).toMatch(/For example: \{/);
  });

  /** Every argument that is not just any text or value. */
  const PICKY = [...FORMATTERS.values()].flatMap((formatter) =>
    formatter.params.flatMap((param, index) =>
      param.accepts('\u{1F4A9}') === true ? [] : [[formatter.name, param.name, index] as const],
    ),
  );
  const FITTING: readonly (string | number)[] = [
    2,
    'EUR',
    'en-US',
    'yyyy',
    '0.00',
    '4cm',
    'a',
    'month',
    'ean13',
  ];

  it.each(PICKY)('nonsense for %s is refused as its %s', (name, param, index) => {
    const params = FORMATTERS.get(name)?.params.slice(0, index) ?? [];
    const before = params.map((one) => FITTING.find((value) => one.accepts(value) === true));
    const call = (last: string): string =>
      `${name}:${[...before.map((value) => JSON.stringify(value)), last].join(':')}`;
    expect(problemOf(`x | ${call('"\u{1F4A9}"')}`)).toMatchObject({ code: 'bad_argument' });
    expect(errorOf('\u{1F4A9}', call('value'))).toMatchObject({
      code: 'data_invalid',
      message: expect.stringContaining(`\`${param}\` of the formatter \`${name}\``),
    });
    // What no field of the data holds leaves nothing, whatever could be formatted without it.
    expect(evaluate(`x | ${call('gone')}`, { x: 5 })).toBeUndefined();
  });

  it('that come from data are checked when they are there', () => {
    expect(evaluate('x | pad:n:"0"', { x: 7, n: 3 })).toBe('007');
    expect(evaluate('[1, 2, 3].map(n => ("x" | pad:n))')).toEqual(['x', ' x', '  x']);
    expect(evaluate('x | round:n', { x: 1.25, n: 1 })).toBe(1.3);
    expect(errorOf(7, 'pad:value:"0":value').message).toMatch(
      /`side` of the formatter `pad` has to be one of/,
    );
    expect(errorOf('abc', 'date:value').message).toMatch(
      /`format` of the formatter `date`.*but is the text "abc"/,
    );
    expect(errorOf(null, 'truncate:value').message).toMatch(/`length`.*but is/);
    expect(errorOf(5, 'currency:("x" + "y")').message).toMatch(/a currency code.*the text "xy"/);
  });
});
