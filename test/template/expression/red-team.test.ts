/** Known ways out of template sandboxes, tried here. None may reach the host, crash, hang, or change data. */
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import { linkExpression } from '../../../src/template/expression/evaluate/link.ts';
import { parseExpression } from '../../../src/template/expression/parse/parse.ts';
import type { ExpressionMode } from '../../../src/template/expression/tree.ts';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { evaluate, problemOf, runContext, TestScope } from './evaluate.ts';

const data = (): Value => JSON.parse('{"a":"text","n":1,"list":[1,2],"o":{"k":"v"}}');

/** What became of it: a problem's code, an error's code, or the value. */
const outcome = (source: string, mode: ExpressionMode = 'statements', given = data()): Value => {
  const parsed = parseExpression(source, mode);
  if (!parsed.ok) return parsed.problem.code;
  try {
    return linkExpression(parsed.tree)(new TestScope([given]), runContext({ budgets: { time: 2000 } }));
  } catch (error) {
    if (error instanceof PlatenError) return error.code;
    throw error;
  }
};

describe('doors to the host', () => {
  it.each([
    'a.constructor.constructor("return process")()',
    '"".constructor.constructor("return process")()',
    '[].constructor.constructor("return this")()',
    '(x => x).constructor("return process")()',
    'constructor.constructor("alert(1)")()',
    'a["constructor"]["constructor"]("return process")()',
    '__proto__.constructor.getPrototypeOf(toString).constructor("return process")()',
    'a.__proto__.__proto__',
    'o.__defineGetter__("k", x => 1)',
    'o.__lookupGetter__("__proto__")',
    'eval("1")',
    'Function("return process")()',
    'require("fs")',
    'import("fs")',
    'fetch("http://localhost")',
    'setTimeout(x => 1, 1)',
    'prototype.constructor',
  ])('%s is refused as unsafe', (source) => {
    expect(problemOf(source, 'statements').code).toBe('unsafe_name');
  });

  it.each<[string, Value]>([
    // Names that JavaScript would find on a prototype are missing.
    ['a.constructor', undefined],
    ['o.constructor', undefined],
    ['o.constructor.name', undefined],
    ['o.__proto__', undefined],
    ['o["__proto__"]', undefined],
    ['o[`__pro` + `to__`]', undefined],
    ['o["cons" + "tructor"]', undefined],
    ['a["cons" + "tructor"]["cons" + "tructor"]', undefined],
    ['(x => x)["cons" + "tructor"]', undefined],
    ['(x => x)["call"]', undefined],
    ['(x => x).length', undefined],
    ['$now["cons" + "tructor"]', undefined],
    ['o.toString', undefined],
    ['o.hasOwnProperty', undefined],
    ['toString', undefined],
    ['valueOf', undefined],
    ['constructor', undefined],
    ['"".split.toString()', undefined],
    ['a.at', undefined],
    ['process', undefined],
    ['globalThis', undefined],
    ['process.env.PATH', undefined],
    ['globalThis.process', undefined],
    ['this.constructor', undefined],
    ['arguments', undefined],
    ['(x => arguments)(1)', undefined],
    ['Symbol', undefined],
    ['Math.constructor', undefined],
    ['JSON.constructor', undefined],
    ['Object.prototype', undefined],
    ['Object.keys(Object)', []],
    ['Object.keys(Math)', []],
    ['({}).constructor', undefined],
    ['({ a: 1 }).toString', undefined],
    ['({}).__proto__', undefined],
    ['[..."constructor"].length', 11],
    // Calls of what is no method, or no function of the template.
    ['a.at.call(a)', 'bad_expression'],
    ['a.at.apply(a)', 'bad_expression'],
    ['list.map.bind(list)', 'bad_expression'],
    ['o.hasOwnProperty("k")', 'bad_expression'],
    ['Object.getPrototypeOf(o)', 'bad_expression'],
    ['Object.defineProperty(o, "x", {})', 'bad_expression'],
    ['Reflect.ownKeys(o)', 'bad_expression'],
    ['Symbol.for("x")', 'bad_expression'],
    ['new Function("return 1")', 'bad_expression'],
    ['new Proxy(o, {})', 'bad_expression'],
    ['list.constructor', 'data_invalid'],
    ['list["map"]', 'data_invalid'],
    ['list.map', 'data_invalid'],
    ['list.map(x => x)["cons" + "tructor"]("x")', 'data_invalid'],
    ['o["cons" + "tructor"]("x")', 'data_invalid'],
    ['a["at"](0)', 'data_invalid'],
    ['globalThis["eval"]("1")', 'data_invalid'],
    ['process.exit(1)', 'bad_expression'],
    ['process.mainModule.require("fs")', 'bad_expression'],
    ['(() => {}).constructor', 'bad_expression'],
    ['async () => 1', 'bad_expression'],
    ['function f() { return this }', 'bad_expression'],
    ['String.raw`x`', 'bad_expression'],
    ['a`x`', 'bad_expression'],
    ['class A { }', 'bad_expression'],
    ['o.k = 1', 'bad_expression'],
    ['o.__proto__.polluted = 1', 'bad_expression'],
    ['o["__proto__"] = 1', 'bad_expression'],
    ['delete o.k', 'bad_expression'],
    ['a; while (true) { }', 'bad_expression'],
    ['\\u0065val("1")', 'bad_expression'],
    ['a.\\u0063onstructor', 'bad_expression'],
    // Not a property of the language but of data.
    ['this.k', undefined],
    ['list.map(eval)', 'data_invalid'],
    ['list.map(a.at)', 'data_invalid'],
    ['list.sort(a.localeCompare)', [1, 2]],
    ['list.reduce(Math.constructor)', 'data_invalid'],
  ])('%s → %j', (source, expected) => {
    expect(outcome(source)).toEqual(expected);
  });

  it('leaves the prototypes of the host as they were', () => {
    const before = [Object, Array, String, Function].map((type) => Reflect.ownKeys(type.prototype).length);
    for (const source of [
      '({ __proto__: { polluted: 1 } })',
      '({ ["__proto__"]: { polluted: 1 } })',
      '({ ...o, ["constructor"]: { prototype: { polluted: 1 } } })',
      '__proto__ = { polluted: 1 }',
      'constructor = 1',
      'const __proto__ = 5; __proto__',
      'Array.from({ length: 1, __proto__: 3 })',
    ]) {
      outcome(source);
    }
    expect([Object, Array, String, Function].map((type) => Reflect.ownKeys(type.prototype).length)).toEqual(
      before,
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('hostile data', () => {
  it('shows keys of a prototype’s names as the data that they are', () => {
    const given = JSON.parse(
      '{"__proto__": {"x": 1}, "constructor": {"name": "Smith & Sons"}, "toString": "t", "hasOwnProperty": 5, "length": 9}',
    );
    const of = (source: string): Value => evaluate(source, given);
    expect(of('constructor.name')).toBe('Smith & Sons');
    expect(of('__proto__.x')).toBe(1);
    expect(of('toString')).toBe('t');
    expect(of('this.hasOwnProperty')).toBe(5);
    expect(of('this.length')).toBe(9);
    expect(of('"toString" in this')).toBe(true);
    expect(of('Object.keys(this).length')).toBe(5);
    expect(of('({ ...this }).__proto__.x')).toBe(1);
    expect(of('({ __proto__: 5 }).__proto__')).toBe(5);
    expect(of('JSON.stringify({ __proto__: 5 })')).toBe('{"__proto__":5}');
  });

  it('never calls what poses as a conversion', () => {
    const given = JSON.parse('{"o": {"valueOf": 1, "toString": 2, "toJSON": 3, "length": 1e9, "then": 4}}');
    const of = (source: string): Value => outcome(source, 'value', given);
    expect(of('o + 1')).toBeUndefined();
    expect(of('o * 2')).toBeUndefined();
    expect(of('-o')).toBeUndefined();
    expect(of('o < 1')).toBe(false);
    expect(of('o == "x"')).toBe(false);
    expect(of('o == 2')).toBe(false);
    expect(of('o + "x"')).toBe('data_invalid');
    expect(of(`\`\${o}\``)).toBe('data_invalid');
    expect(of('[o].join()')).toBe('data_invalid');
    expect(of('[o, 1].sort()')).toBe('data_invalid');
    expect(of('"x".includes(o)')).toBe('data_invalid');
    expect(of('({})[o]')).toBeUndefined();
    expect(of('JSON.stringify(o)')).toContain('"toJSON":3');
    expect(of('new Date(o)')).toBeUndefined();
    expect(of('Math.max(o)')).toBeUndefined();
    expect(of('(5).toLocaleString(o)')).toBe('data_invalid');
    expect(of('(5).toLocaleString("en", o)')).toBe('5');
    expect(of('(5).toFixed(o)')).toBe('5');
    expect(of('Array.from(o)')).toBe('render_budget');
    expect(of('o | upper')).toBe('data_invalid');
    expect(of('o | date')).toBe('data_invalid');
    expect(of('o | currency')).toBe('data_invalid');
    expect(of('[o] | sum:"valueOf"')).toBe(1);
    expect(of('[o] | sortBy:"toString" | count')).toBe(1);
  });

  it('reads infinities and huge numbers from JSON without harm', () => {
    const given = JSON.parse('{"inf": 1e999, "big": 1e308, "neg": -1e999}');
    const of = (source: string): Value => outcome(source, 'value', given);
    expect(of('inf + 1')).toBeUndefined();
    expect(of('"x" + inf')).toBe('x');
    expect(of('inf | number')).toBe('data_invalid');
    expect(of('big * 10')).toBeUndefined();
    expect(of('"x".padStart(big)')).toBe('render_budget');
    expect(of('new Date(big)')).toBeUndefined();
    expect(of('list[big]')).toBeUndefined();
  });

  it('survives lists inside lists inside lists', () => {
    let deep: Value = 'x';
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    const of = (source: string): Value => outcome(source, 'value', { deep });
    expect(of('"" + deep')).toBe('data_invalid');
    expect(of('JSON.stringify(deep)')).toBe('data_invalid');
    expect(of('deep.flat(Infinity).length')).toBe(1);
    expect(of('deep | flatten | count')).toBe(1);
  });
});
