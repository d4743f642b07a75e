/** What expressions yield: operators, paths, methods, built-in functions, dates, and what is missing. */
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import { Callable, type Value } from '../../../src/template/expression/values/values.ts';
import { evaluate, execute, missingOf, NOW, TestScope } from './evaluate.ts';

const DATA: Value = {
  name: 'Ann',
  empty: '',
  nothing: null,
  yes: true,
  no: false,
  zero: 0,
  n: 12.5,
  s: '7',
  list: [3, 1, 2],
  words: ['b', 'a', 'C'],
  nested: [[1, [2]], [3]],
  items: [
    { name: 'Pen', price: 2.5, qty: 4 },
    { name: 'Book', price: 10, qty: 1 },
  ],
  customer: { name: 'Cara', address: { city: 'Cork' } },
  'a b': 'spaced',
  not: 'field',
  date: '2024-02-29',
  constructor: 'a builder',
};

const check = (rows: readonly (readonly [string, Value])[]): void => {
  it.each(rows.map(([source, expected]) => ({ source, expected })))(
    '$source → $expected',
    ({ source, expected }) => {
      expect(evaluate(source, DATA)).toEqual(expected);
    },
  );
};

describe('paths', () => {
  check([
    ['name', 'Ann'],
    ['customer.address.city', 'Cork'],
    ['customer["address"].city', 'Cork'],
    ['customer[`na` + "me"]', 'Cara'],
    ['items[1].name', 'Book'],
    ['items[items.length - 1].name', 'Book'],
    ['items.0.name', 'Pen'],
    ['this["a b"]', 'spaced'],
    ['.["a b"]', 'spaced'],
    ['this.name', 'Ann'],
    ['name.length', 3],
    ['name[0]', 'A'],
    ['list.length', 3],
    ['constructor', 'a builder'],
    ['@root.name', 'Ann'],
    // Leading nowhere is missing, at any depth and of any type.
    ['nowhere', undefined],
    ['nowhere.at.all', undefined],
    ['nothing.x', undefined],
    ['name.x.y', undefined],
    ['n.x', undefined],
    ['list[7]', undefined],
    ['list[-1]', undefined],
    ['list[1.5]', undefined],
    ['list?.x', undefined],
    ['customer[nowhere]', undefined],
    ['customer[list]', undefined],
    ['customer?.zip?.x', undefined],
    ['nowhere?.[0]?.x', undefined],
    ['nowhere?.trim()', undefined],
  ]);

  it('reach out with ../ and $parent', () => {
    const scope = new TestScope([{ name: 'item' }, { name: 'outer', only: 1 }, { name: 'root' }]);
    const of = (source: string): Value => execute(source, scope);
    expect([
      of('name'),
      of('../name'),
      of('$parent.name'),
      of('../../name'),
      of('$parent.$parent.name'),
    ]).toEqual(['item', 'outer', 'outer', 'root', 'root']);
    expect(of('only')).toBe(1);
    expect(of('../../../name')).toBeUndefined();
    expect(of('..')).toEqual({ name: 'outer', only: 1 });
    expect(of('@root.name')).toBe('root');
  });
});

describe('operators', () => {
  check([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ** 3 ** 2', 512],
    ['7 % 4', 3],
    ['10 / 4', 2.5],
    ['-n', -12.5],
    ['+s', 7],
    ['s * 2', 14],
    ['yes + 1', 2],
    ['"a" + 1', 'a1'],
    ['1 + "a"', '1a'],
    ['s + 1', '71'],
    ['"x" + list', 'x3, 1, 2'],
    [`\`\${name} has \${list.length}\``, 'Ann has 3'],
    [`\`\${1}\${\`\${2}\`}\``, '12'],
    ['1 < 2 && 2 <= 2', true],
    ['"10" < "9"', true],
    ['10 > "9"', true],
    ['null >= 0', true],
    ['undefined > 0', false],
    ['undefined < 0', false],
    ['items > 1', false],
    ['"1" == 1', true],
    ['"1" === 1', false],
    ['null == undefined', true],
    ['null === undefined', false],
    ['nothing != nowhere', false],
    ['list == list', true],
    ['list == "3,1,2"', false],
    ['0 == false', true],
    ['!name', false],
    ['!nowhere', true],
    ['no || "b"', 'b'],
    ['zero ?? 5', 0],
    ['nowhere ?? 5', 5],
    ['nothing ?? 5', 5],
    ['name && 1', 1],
    ['empty && 1', ''],
    ['yes ? 1 : 2', 1],
    ['no ? 1 : zero ? 2 : 3', 3],
    ['typeof name', 'string'],
    ['typeof nowhere', 'undefined'],
    ['typeof nothing', 'object'],
    ['typeof (x => x)', 'function'],
    ['typeof -n', 'number'],
    ['"name" in customer', true],
    ['"zip" in customer', false],
    ['1 in list', true],
    ['0 in list', false],
    ['"toString" in customer', false],
    ['"a" in nowhere', false],
    ['[1, ...list, 4]', [1, 3, 1, 2, 4]],
    ['[...nowhere, 1]', [1]],
    ['[..."ab"]', ['a', 'b']],
    ['({ a: 1, ...customer.address, ["k" + 1]: 2 })', { a: 1, city: 'Cork', k1: 2 }],
    ['({ name }).name', 'Ann'],
    ['({ ...nowhere, a: 1 })', { a: 1 }],
  ]);

  it('as words, only where an operator can stand', () => {
    const of = (source: string): Value => evaluate(source, DATA);
    expect(of('1 eq 1 and 2 ne 3')).toBe(true);
    expect(of('"1" eq 1')).toBe(false);
    expect(of('1 lt 2 and 2 gt 1 and 2 ge 2 and 2 le 2')).toBe(true);
    expect(of('no or "b"')).toBe('b');
    expect(of('not no')).toBe(true);
    expect(of('not 1 eq 2')).toBe(true);
    expect(of('NOT no AND yes')).toBe(true);
    expect(of('not')).toBe('field');
    expect(of('not == "field"')).toBe(true);
    expect(of('not not')).toBe(false);
    expect(of('name contains "nn"')).toBe(true);
    expect(of('list contains 2')).toBe(true);
    expect(of('list contains "2"')).toBe(false);
    expect(of('customer contains "name"')).toBe(true);
    expect(of('nowhere contains 1')).toBe(false);
    expect(of('name contains nowhere')).toBe(false);
  });
});

describe('what is missing', () => {
  check([
    ['"a" + nowhere', 'a'],
    ['nowhere + "a"', 'a'],
    ['"a" + nothing + "b"', 'ab'],
    [`\`\${nowhere}|\${nothing}|\``, '||'],
    ['nowhere + 1', undefined],
    ['nowhere + nowhere', undefined],
    ['nowhere * 2', undefined],
    ['name * 2', undefined],
    ['name - 1', undefined],
    ['nothing * 2', undefined],
    ['empty * 2', undefined],
    ['list * 2', undefined],
    ['customer - 1', undefined],
    ['-name', undefined],
    ['+name', undefined],
    ['+nowhere', undefined],
    ['1 / 0', undefined],
    ['0 / 0', undefined],
    ['5 % 0', undefined],
    ['1e308 * 10', undefined],
    ['NaN', undefined],
    ['Number(name)', undefined],
    ['Math.max(1, nowhere)', undefined],
    ['Math.sqrt(-1)', undefined],
    ['Math.max()', undefined],
    ['parseInt("x")', undefined],
    ['new Date("never")', undefined],
    ['new Date(nowhere)', undefined],
    ['new Date(nowhere).getTime()', undefined],
    ['nowhere.trim().length', undefined],
  ]);

  it.each([
    ['nowhere', ['nowhere']],
    ['customer.zip', ['customer.zip']],
    ['list[9]', ['list.9']],
    ['../x', ['../x']],
    ['"a" + nowhere', ['nowhere']],
    [`\`\${nowhere} \${name} \${gone}\``, ['nowhere', 'gone']],
    ['nowhere * gone', ['nowhere', 'gone']],
    ['nowhere | upper', ['nowhere']],
    ['nowhere.trim()', ['nowhere']],
    ['(nowhere).x', ['nowhere.x']],
    ['yes ? nowhere : gone', ['nowhere']],
    ['yes && nowhere', ['nowhere']],
    ['no || nowhere', ['nowhere']],
    ['nowhere ?? gone', ['gone']],
    ['name * 2', ['?']],
    ['list[n]', ['?']],
    ['items.find(i => i.price > 99)', ['?']],
    // Satisfied, or a condition, or shown as something.
    ['nowhere ?? 1', []],
    ['nowhere?.x', []],
    ['customer?.zip', []],
    ['items.find(i => i.price > 99)?.name', []],
    ['nowhere | default:"-"', []],
    ['nowhere | default:gone', ['gone']],
    ['nowhere | default:undefined', []],
    ['nowhere || gone', ['gone']],
    ['nowhere && name', []],
    ['nowhere ? 1 : 2', []],
    ['nowhere > 3', []],
    ['!nowhere', []],
    ['typeof nowhere', []],
    ['undefined', []],
    ['nothing', []],
    ['empty', []],
    ['items.map(i => i.gone)', []],
    ['x = nowhere', []],
    ['x = nowhere; x', ['x']],
    ['const x = nowhere; x ?? 1', []],
  ])('%s reports %j', (source, expected) => {
    expect(missingOf(source, DATA)).toEqual(expected);
  });

  it('is not reported by conditions', () => {
    expect(missingOf('nowhere', DATA, 'condition')).toEqual([]);
    expect(missingOf('nowhere * 2 > 3', DATA, 'condition')).toEqual([]);
  });
});

describe('functions and methods', () => {
  check([
    ['items.map(i => i.price * i.qty).reduce((a, b) => a + b, 0)', 20],
    ['items.filter(i => i.price > 5).map(i => i.name)', ['Book']],
    ['items.find(i => i.qty == 1).name', 'Book'],
    ['items.findIndex(i => i.qty == 1)', 1],
    ['items.some(i => i.price > 5)', true],
    ['items.every(i => i.price > 5)', false],
    ['list.map((x, i, all) => x * i + all.length)', [3, 4, 7]],
    ['list.slice(1)', [1, 2]],
    ['list.slice(-2, -1)', [1]],
    ['list.concat([4, 5], 6)', [3, 1, 2, 4, 5, 6]],
    ['list.join()', '3,1,2'],
    ['list.join(" - ")', '3 - 1 - 2'],
    ['[1, null, undefined].join("-")', '1--'],
    ['list.includes(2)', true],
    ['list.indexOf(2)', 2],
    ['list.indexOf(9)', -1],
    ['[1, 2, 1].lastIndexOf(1)', 2],
    ['list.sort()', [1, 2, 3]],
    ['list.sort((a, b) => b - a)', [3, 2, 1]],
    ['[10, 9, 1].sort()', [1, 10, 9]],
    ['words.sort()', ['C', 'a', 'b']],
    ['list.reverse()', [2, 1, 3]],
    ['nested.flat()', [1, [2], 3]],
    ['nested.flat(Infinity)', [1, 2, 3]],
    ['list.flatMap(x => [x, x])', [3, 3, 1, 1, 2, 2]],
    ['list.at(-1)', 2],
    ['[1, 2, 3].findLast(x => x < 3)', 2],
    ['list.reduce((a, b) => a + b)', 6],
    ['[].reduce((a, b) => a + b)', undefined],
    ['list.reduceRight((a, b) => a + b, "")', '213'],
    ['list.map(String)', ['3', '1', '2']],
    ['["1", "x", "3"].map(Number)', [1, undefined, 3]],
    ['[0, 1, "", "a"].filter(Boolean)', [1, 'a']],
    ['[1.5, 2.5].map(Math.floor)', [1, 2]],
    ['[[1, 2], [3]].map(xs => xs.map(x => x + xs.length))', [[3, 4], [4]]],
    ['list.toString()', '3,1,2'],
    ['name.toUpperCase()', 'ANN'],
    ['name.toLowerCase() + name.charAt(0)', 'annA'],
    ['" x ".trim() + "|" + " x".trimStart() + "|" + "x ".trimEnd()', 'x|x|x'],
    ['"a-b-c".split("-")', ['a', 'b', 'c']],
    ['"abc".split("")', ['a', 'b', 'c']],
    ['"a-b-c".split("-", 2)', ['a', 'b']],
    ['"abc".split()', ['abc']],
    ['"abcabc".replace("b", "$&")', 'a$&cabc'],
    ['"abcabc".replaceAll("b", "x")', 'axcaxc'],
    ['"abc".replaceAll("", "-")', '-a-b-c-'],
    ['"abc".slice(1, -1)', 'b'],
    ['"abc".substring(2, 0)', 'ab'],
    ['"abc".substr(-2, 1)', 'b'],
    ['"ab".repeat(3)', 'ababab'],
    ['"7".padStart(3, "0") + "7".padEnd(3, ".")', '0077..'],
    ['name.startsWith("A") && name.endsWith("n") && name.includes("nn")', true],
    ['name.indexOf("n") + name.lastIndexOf("n")', 3],
    ['"abc".at(-1)', 'c'],
    ['"a".charCodeAt(0)', 97],
    ['"a".charCodeAt(5)', undefined],
    ['"a".localeCompare("b")', -1],
    ['"a".concat(1, "b")', 'a1b'],
    ['n.toFixed(2)', '12.50'],
    ['(0.5).toFixed()', '1'],
    ['(1234.5).toLocaleString()', '1,234.5'],
    ['(1234.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" })', '1.234,50\u00a0€'],
    ['(255).toString(16)', 'ff'],
    ['(1234.5678).toPrecision(3)', '1.23e+3'],
    ['yes.toString()', 'true'],
    ['Math.max(...list)', 3],
    ['Math.min(3, 1)', 1],
    ['Math.round(2.5) + Math.floor(2.5) + Math.ceil(2.1) + Math.abs(-1)', 9],
    ['Math.PI > 3', true],
    ['Math.pow(2, 3)', 8],
    ['Number("12") + Number("") + Number(true) + Number(null)', 13],
    ['String(5) + String(null) + String(nowhere)', '5'],
    ['Boolean([])', true],
    ['parseInt("12px") + parseFloat("1.5x")', 13.5],
    ['parseInt("ff", 16)', 255],
    ['isNaN("x")', true],
    ['isNaN(5)', false],
    ['isNaN(nowhere)', true],
    ['Number.isInteger(5)', true],
    ['Array.isArray(list)', true],
    ['Array.isArray(name)', false],
    ['Array.from("ab")', ['a', 'b']],
    ['Array.from({ length: 3 }, (_, i) => i * 2)', [0, 2, 4]],
    ['Array.from(nowhere)', []],
    ['Object.keys(customer)', ['name', 'address']],
    ['Object.values({ a: 1, b: 2 })', [1, 2]],
    ['Object.entries({ a: 1 })', [['a', 1]]],
    ['Object.keys(nowhere)', []],
    ['Object.keys(list)', ['0', '1', '2']],
    [
      'JSON.stringify({ a: [1, null, undefined], b: undefined, c: "x\\"y" })',
      '{"a":[1,null,null],"c":"x\\"y"}',
    ],
    ['JSON.stringify([1, { a: 2 }], null, 2)', '[\n  1,\n  {\n    "a": 2\n  }\n]'],
    ['JSON.stringify([])', '[]'],
    ['JSON.stringify(nowhere)', undefined],
    ['encodeURIComponent("a b&c")', 'a%20b%26c'],
    ['(x => x * 2)(4)', 8],
    ['((a, b) => b)(1)', undefined],
    ['(x => y => x + y)(1)(2)', 3],
    ['[1, 2].map(x => (x | pad:3:"0"))', ['001', '002']],
    ['(list | sortBy).map(x => x)', [1, 2, 3]],
  ]);

  it('never change data', () => {
    const data = { list: [3, 1, 2] };
    evaluate('[list.sort(), list.reverse(), list.concat(1), list.map(x => 0), list.flat()]', data);
    expect(data).toEqual({ list: [3, 1, 2] });
  });

  it('belong to the type of their receiver', () => {
    const error = (source: string): PlatenError => {
      try {
        evaluate(source, DATA);
      } catch (thrown) {
        if (thrown instanceof PlatenError) return thrown;
      }
      throw new Error(`${source} did not throw a PlatenError`);
    };
    expect(error('name.toFixed(2)').message).toMatch(/works on numbers, but the value is a text/);
    expect(error('s.toFixed(2)').hint).toMatch(/Number\(x\)\.toFixed/);
    expect(error('n.toUpperCase()').message).toMatch(/works on texts, but the value is a number/);
    expect(error('customer.map(x => x)').message).toMatch(/works on lists, but the value is an object/);
    expect(error('list.map(5)').message).toMatch(/needs a function, but got a number/);
    expect(error('list.sort("x")').message).toMatch(/needs a function/);
    expect(error('name(5)').message).toMatch(/`name` is called like a function, but is a text/);
    expect(error('gone(5)').message).toMatch(/`gone` is called like a function, but is a missing value/);
    expect(error('[...n]').message).toMatch(/needs a list, but got a number/);
    expect(error('n.toFixed(101)').message).toMatch(/between 0 and 100/);
    expect(error('"x".repeat(-1)').message).toMatch(/between 0 and/);
    expect(error('(5).toLocaleString("xx-invalid-locale-")').code).toBe('data_invalid');
    expect(error('(5).toLocaleString("en", { style: "currency" })').code).toBe('data_invalid');
    expect(error('({ [customer]: 1 })').message).toMatch(/key cannot be an object/);
    expect(error('"" + customer').message).toMatch(/Text is expected here, but the value is an object/);
    expect(error('"" + customer').hint).toMatch(/^Name the property to show: it has `\w+`(, `\w+`)*\.$/);
    expect(error('"" + (x => x)').message).toMatch(/a function/);
  });

  it('of the template itself are kept in variables', () => {
    const scope = new TestScope([DATA]);
    execute("foo = (str) => str + ' there!';", scope);
    expect(execute("foo('Hello');", scope)).toBe('Hello there!');
    expect(scope.variables.get('foo')).toBeInstanceOf(Callable);
    execute('fact = n => n < 2 ? 1 : n * fact(n - 1)', scope);
    expect(execute('fact(10)', scope)).toBe(3628800);
  });
});

describe('statements', () => {
  const variableAfter = (source: string, name: string, start: Value = {}): Value => {
    const scope = new TestScope([start]);
    execute(source, scope);
    return scope.variables.get(name);
  };

  it('assign to variables', () => {
    expect(variableAfter('x = 1 + 2', 'x')).toBe(3);
    expect(variableAfter('x = 1; x += 4; x *= 2', 'x')).toBe(10);
    expect(variableAfter('x = 5; x -= 1; x /= 2; x **= 3; x %= 5', 'x')).toBe(3);
    expect(variableAfter('x ??= 4; x ||= 5; x &&= 6', 'x')).toBe(6);
    expect(variableAfter('x = 1; x++; ++x; x--', 'x')).toBe(2);
    expect(variableAfter('x = y = 3', 'y')).toBe(3);
    expect(variableAfter('total = items | sum:"p"', 'total', { items: [{ p: 2 }, { p: 3 }] })).toBe(5);
    expect(variableAfter('const vat = 0.19, gross = 1 + vat', 'gross')).toBe(1.19);
    expect(variableAfter('t = ""; t += gone', 't')).toBe('');
  });

  it('yield the last value', () => {
    const scope = new TestScope([{ total: 100 }]);
    expect(execute('const vat = total * 0.19; total + vat', scope)).toBe(119);
    expect(execute('x = 5', scope)).toBe(5);
    expect(execute('x++', scope)).toBe(5);
    expect(execute('++x', scope)).toBe(7);
    expect(execute('let a = 1; a += 1; a = a * 5; a', scope)).toBe(10);
    expect(execute('const f = x => x + k, k = 2; f(1)', scope)).toBeUndefined();
    expect(execute('const total = total * 2; total', scope)).toBe(200);
    expect(execute('y = 1\nz = y + 1\nz', scope)).toBe(2);
  });

  it('keep const and let to their tag, unless the tag ends with them', () => {
    const scope = new TestScope([{}]);
    execute('const a = 1; a', scope);
    expect(scope.variables.has('a')).toBe(false);
    execute('const a = 1', scope);
    expect(scope.variables.get('a')).toBe(1);
  });
});

describe('dates', () => {
  const iso = (source: string, timezone = 'UTC'): Value => {
    const value = evaluate(source, DATA, { timezone });
    return value instanceof Date ? value.toISOString() : value;
  };

  it.each([
    ['$now', 'UTC', '2024-03-05T12:00:00.000Z'],
    ['new Date()', 'UTC', '2024-03-05T12:00:00.000Z'],
    ['new Date(0)', 'UTC', '1970-01-01T00:00:00.000Z'],
    ['new Date("2024-02-29")', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['new Date("2024-02-29")', 'America/New_York', '2024-02-29T05:00:00.000Z'],
    ['new Date("2024-02-29T10:00")', 'Europe/Berlin', '2024-02-29T09:00:00.000Z'],
    ['new Date("2024-02-29T10:00Z")', 'Europe/Berlin', '2024-02-29T10:00:00.000Z'],
    ['new Date("2024-02-29T10:00:00.5+02:00")', 'UTC', '2024-02-29T08:00:00.500Z'],
    ['new Date("2024-03-31T02:30")', 'Europe/Berlin', '2024-03-31T01:30:00.000Z'],
    ['new Date(2024, 1, 29)', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['new Date(2024, 12, 0, 5)', 'Europe/Berlin', '2024-12-31T04:00:00.000Z'],
    ['new Date(date)', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['new Date($now - 86400000)', 'UTC', '2024-03-04T12:00:00.000Z'],
  ])('%s in %s', (source, timezone, expected) => {
    expect(iso(source, timezone)).toBe(expected);
  });

  it('have methods, in the zone of the render', () => {
    const at = (source: string): Value => evaluate(source, DATA, { timezone: 'Asia/Tokyo', locale: 'de-DE' });
    expect(at('$now.getHours()')).toBe(21);
    expect(at('$now.getUTCHours()')).toBe(12);
    expect(at('[$now.getFullYear(), $now.getMonth(), $now.getDate(), $now.getDay()]')).toEqual([
      2024, 2, 5, 2,
    ]);
    expect(at('$now.getTime()')).toBe(NOW);
    expect(at('$now.getTimezoneOffset()')).toBe(-540);
    expect(at('$now.toISOString()')).toBe('2024-03-05T12:00:00.000Z');
    expect(at('$now.toLocaleDateString()')).toBe('5.3.2024');
    expect(at('$now.toLocaleTimeString()')).toBe('21:00:00');
    expect(at('$now.toLocaleDateString("en-GB", { month: "long", year: "numeric" })')).toBe('March 2024');
    expect(at('Date.now()')).toBe(NOW);
  });

  it('compare by their moment, with texts too', () => {
    const of = (source: string): Value => evaluate(source, DATA);
    expect(of('$now > date')).toBe(true);
    expect(of('date < $now')).toBe(true);
    expect(of('$now < ""')).toBe(false);
    expect(() => of('$now < "never"')).toThrow('"never" cannot be compared with a date.');
    expect(of('new Date(date) == new Date("2024-02-29T00:00:00Z")')).toBe(true);
    expect(of('new Date(date) === new Date(date)')).toBe(true);
    expect(of('($now - new Date(date)) / 86400000')).toBe(5.5);
    expect(of('"at " + new Date(date)')).toBe('at 2024-02-29T00:00:00.000Z');
  });

  it('named now by a loop win over the request', () => {
    const scope = new TestScope([{}], new Map<string, Value>([['$now', 'mine']]));
    expect(execute('$now', scope)).toBe('mine');
  });
});
