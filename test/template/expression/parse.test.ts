import { describe, expect, it } from 'vitest';
import type { Expression } from '../../../src/template/expression/tree.ts';
import { parsed, problemOf } from './evaluate.ts';

const path = (name: string, ...keys: (string | number)[]): Expression => ({
  type: 'path',
  levels: 0,
  name,
  keys,
  optional: false,
});
const literal = (value: null | boolean | number | string): Expression => ({ type: 'literal', value });

describe('the tree', () => {
  it.each<[string, Expression]>([
    ['a', path('a')],
    ['a.b.c', path('a', 'b', 'c')],
    ['a[0].b["c d"]', path('a', 0, 'b', 'c d')],
    ['a?.b', { ...path('a', 'b'), optional: true } as Expression],
    ['a?.["b"]', { ...path('a', 'b'), optional: true } as Expression],
    ['items.0.name', path('items', '0', 'name')],
    ['items.[0]', path('items', 0)],
    ['this', path('this')],
    ['.', path('this')],
    ['.name', path('this', 'name')],
    ['./name', path('this', 'name')],
    [".['a b']", path('this', 'a b')],
    ['this.if', path('this', 'if')],
    ['$item.x', path('$item', 'x')],
    ['@index', path('@index')],
    ['@root.x', path('@root', 'x')],
    ['../x', { ...path('x'), levels: 1 } as Expression],
    ['../../x.y', { ...path('x', 'y'), levels: 2 } as Expression],
    ['..', { ...path('this'), levels: 1 } as Expression],
    ['$parent.x', { ...path('x'), levels: 1 } as Expression],
    ['$parent.$parent.x', { ...path('x'), levels: 2 } as Expression],
    ['../@index', { ...path('@index'), levels: 1 } as Expression],
    ['@../index', { ...path('@index'), levels: 1 } as Expression],
    ['姓名', path('姓名')],
    ['prix€', path('prix€')],
    ['class', path('class')],
    ['not', path('not')],
    ['and', path('and')],
    ['typeof', path('typeof')],
    ['new', path('new')],
    ['not.x', path('not', 'x')],
    ['1_000.5', literal(1000.5)],
    ['.5', literal(0.5)],
    ['0xff', literal(255)],
    ['1e3', literal(1000)],
    ['-3', literal(-3)],
    ['null', literal(null)],
    ['undefined', { type: 'missing' }],
    ['“smart” ', literal('smart')],
    ['‘smart’', literal('smart')],
    ['„deutsch“', literal('deutsch')],
    ['«\u00a0français\u00a0»', literal('français')],
    ['"it’s\u00a0so"', literal("it's so")],
    [String.raw`"a\n\u00e9\u{1F600}\x41\q"`, literal('a\né😀Aq')],
    ['`plain`', literal('plain')],
    [
      'a + b * c',
      {
        type: 'binary',
        op: '+',
        left: path('a'),
        right: { type: 'binary', op: '*', left: path('b'), right: path('c') },
      },
    ],
    ['a – b', { type: 'binary', op: '-', left: path('a'), right: path('b') }],
    ['a ≥ b', { type: 'binary', op: '>=', left: path('a'), right: path('b') }],
    [
      'a ** b ** c',
      {
        type: 'binary',
        op: '**',
        left: path('a'),
        right: { type: 'binary', op: '**', left: path('b'), right: path('c') },
      },
    ],
    ['a eq b', { type: 'binary', op: '===', left: path('a'), right: path('b') }],
    ['a ne b', { type: 'binary', op: '!==', left: path('a'), right: path('b') }],
    ['a AND b', { type: 'logical', op: '&&', left: path('a'), right: path('b') }],
    ['and and or', { type: 'logical', op: '&&', left: path('and'), right: path('or') }],
    [
      'not a eq b',
      { type: 'unary', op: '!', operand: { type: 'binary', op: '===', left: path('a'), right: path('b') } },
    ],
    [
      'not a and b',
      { type: 'logical', op: '&&', left: { type: 'unary', op: '!', operand: path('a') }, right: path('b') },
    ],
    ['x => x', { type: 'arrow', params: ['x'], body: path('x') }],
    ['() => 1', { type: 'arrow', params: [], body: literal(1) }],
    ['(a, b) => a', { type: 'arrow', params: ['a', 'b'], body: path('a') }],
    ['Math.PI', literal(Math.PI)],
    ['Math.score', path('Math', 'score')],
    ['Number', path('Number')],
    ['Number(x)', { type: 'builtin', name: 'Number', args: [path('x')] }],
    [
      'xs.map(Number)',
      {
        type: 'method',
        object: path('xs'),
        name: 'map',
        args: [{ type: 'builtin', name: 'Number', args: null }],
        optional: false,
      },
    ],
    ['new Date', { type: 'date', args: [] }],
    [
      '{ a, "b c": 1, 2: 3, [k]: 4, ...d }',
      {
        type: 'object',
        entries: [
          { key: 'a', value: path('a') },
          { key: 'b c', value: literal(1) },
          { key: '2', value: literal(3) },
          { computed: path('k'), value: literal(4) },
          { spread: path('d') },
        ],
      },
    ],
    ['[a, ...b,]', { type: 'array', items: [path('a'), { type: 'spread', value: path('b') }] }],
    ['x | upper', { type: 'pipe', input: path('x'), name: 'upper', args: [] }],
    ['x | pad:5:"0"', { type: 'pipe', input: path('x'), name: 'pad', args: [literal(5), literal('0')] }],
    ['x | pad(5, "0")', { type: 'pipe', input: path('x'), name: 'pad', args: [literal(5), literal('0')] }],
    ['x | addDays:-3', { type: 'pipe', input: path('x'), name: 'addDays', args: [literal(-3)] }],
    ['a /* why */ + b // end', { type: 'binary', op: '+', left: path('a'), right: path('b') }],
    ['a;', path('a')],
  ])('%s', (source, tree) => {
    expect(parsed(source)).toEqual(tree);
  });

  it('is plain data that JSON carries unchanged', () => {
    const tree = parsed(
      `(items.filter(x => x.a?.b ?? 1) | sum:"p") + \`\${-x} \${[...y]}\` + ({ a: undefined }).a`,
    );
    expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
  });

  it('pipes the whole of a condition', () => {
    expect(parsed('a ? b : c | upper')).toMatchObject({ type: 'pipe', input: { type: 'conditional' } });
  });

  it('takes pipes in parentheses, also in arrow functions', () => {
    expect(parsed('(items | count) > 3')).toMatchObject({ type: 'binary', left: { type: 'pipe' } });
    expect(parsed('items.map(x => (x.name | upper))')).toMatchObject({ args: [{ body: { type: 'pipe' } }] });
  });
});

describe('statements', () => {
  it.each<[string, object]>([
    ['x = 1', { type: 'assign', name: 'x', value: literal(1), previous: false }],
    ['x = items | count', { type: 'assign', name: 'x', value: { type: 'pipe', name: 'count' } }],
    [
      'x += 2',
      { type: 'assign', name: 'x', value: { type: 'binary', op: '+', left: path('x'), right: literal(2) } },
    ],
    ['x ??= 2', { type: 'assign', name: 'x', value: { type: 'logical', op: '??' } }],
    ['x++', { type: 'assign', name: 'x', previous: true }],
    ['++x', { type: 'assign', name: 'x', previous: false }],
    ['a = b = 1', { type: 'assign', name: 'a', value: { type: 'assign', name: 'b' } }],
    ['a = 1; b', { type: 'sequence', statements: [{ type: 'assign' }, path('b')] }],
    ['a = 1, b = 2', { type: 'sequence', statements: [{ type: 'assign' }, { type: 'assign' }] }],
    ['a = 1\nb = 2', { type: 'sequence', statements: [{ type: 'assign' }, { type: 'assign' }] }],
    [
      'const a = 1, b = a; a + b',
      { type: 'sequence', statements: [{ type: 'declare' }, { type: 'declare' }, {}] },
    ],
    [
      'let a; a',
      { type: 'sequence', statements: [{ type: 'declare', value: { type: 'missing' } }, path('a')] },
    ],
    ['const vat = 0.19', { type: 'assign', name: 'vat' }],
    ['foo = (s) => s + "!";', { type: 'assign', name: 'foo', value: { type: 'arrow' } }],
    ['name', path('name')],
    ['let', path('let')],
  ])('%s', (source, tree) => {
    expect(parsed(source, 'statements')).toMatchObject(tree);
  });
});

describe('problems', () => {
  it.each<[string, RegExp, RegExp | undefined]>([
    ['', /empty/, undefined],
    ['   ', /empty/, undefined],
    ['a +', /ends where a value is expected/, undefined],
    ['(a', /`\)` is missing/, undefined],
    ['a)', /`\)` cannot stand here/, undefined],
    ['"abc', /not closed/, /Close it with "/],
    ['`abc', /not closed/, undefined],
    [`\`a\${b`, /not closed|`}` is missing/, undefined],
    ['items | count > 3', /`>` cannot follow a formatter/, /\(items \| count\) > 3/],
    ['a | upper ? b : c', /`\?` cannot follow/, /\(a \| upper\) \? b : c/],
    ['a | upper and b', /`and` cannot follow/, /\(a \| upper\) and b/],
    ['f(a | upper)', /pipe inside a larger expression needs parentheses/, undefined],
    ['c ? a | upper : b', /needs parentheses/, undefined],
    ['x | date "long"', /behind a formatter/, /colon before it: `:"long"`/],
    ['x |', /name of a formatter is missing/, undefined],
    ['x | 5', /name of a formatter is missing/, undefined],
    ['/abc/.test(x)', /Regular expressions do not exist/, /includes/],
    ['a & b', /Bitwise/, /`and`/],
    ['a ^ b', /Bitwise/, undefined],
    ['~a', /Bitwise/, undefined],
    ['a << 2', /Bitwise/, undefined],
    ['a >>> 2', /Bitwise/, undefined],
    ['a = 1', /assigns, which only SET and EXEC do/, /`==`/],
    ['a; b', /Only SET, EXEC and INS take several/, undefined],
    ['first name', /between `first` and `name`/, /this\["first name"\]/],
    ['a "b"', /operator is missing before "b"/, undefined],
    ['x => { return x }', /not a block/, /\(\{ key: x \}\)/],
    ['({ a }) => a', /cannot be taken apart/, /\(item\) => item\.price/],
    ['([a]) => a', /cannot be taken apart/, undefined],
    ['(a = 1) => a', /cannot have a default/, /\?\?/],
    ['(a, a) => a', /there twice/, undefined],
    ['1 + x => x', /arrow function cannot stand here/, undefined],
    ['new Map()', /only dates can be made/, /new Date\(x\)/],
    ['a instanceof b', /`instanceof` does not exist/, undefined],
    ['function (x) { }', /`function` is not part/, /arrow function/],
    ['await x', /`await` is not part/, undefined],
    ['delete a.b', /`delete` is not part/, undefined],
    ['if (a) b', /`if` is not part/, /tag IF/],
    ['a?.5', /`:`/, undefined],
    ['a ? b', /lacks its `:`/, undefined],
    ['a ?? b || c', /without parentheses/, /\(a \?\? b\) \|\| c/],
    ['a && b ?? c', /without parentheses/, undefined],
    ['-a ** b', /ambiguous/, undefined],
    ['[1,,2]', /value is missing before the comma/, undefined],
    ['(a, b)', /comma cannot stand inside parentheses/, undefined],
    ['()', /parentheses are empty/, undefined],
    ['...a', /`\.\.\.` can stand only/, undefined],
    ['1n', /BigInt/, undefined],
    ['012', /starts with a zero/, undefined],
    ['3px', /not a number/, undefined],
    ['1e999', /too large/, undefined],
    ['a\\b', /backslash/, undefined],
    ['a.#b', /name is missing/, undefined],
    ['@raw', /raw XML from data is not supported/, /HTML raw/],
    ['@ index', /`@` needs a name/, undefined],
    ['x.shout()', /no method `shout`/, undefined],
    ['x.toUppercase()', /no method `toUppercase`/, /`toUpperCase`/],
    ['items.push(1)', /data is never changed/, /\[\.\.\.list, item\]/],
    ['Math.foo(1)', /`Math\.foo` does not exist/, undefined],
    ['Object.assign(a, b)', /does not exist/, undefined],
    ['`a`.length `b`', /tagged/, undefined],
    ['x`b`', /tagged/, undefined],
    ['a++', /can stand only beside a name/, undefined],
    ['{ a b }', /between `a` and `b`/, undefined],
  ])('%s', (source, message, hint) => {
    const problem = problemOf(source);
    expect(problem.code).toBe('bad_expression');
    expect(problem.message).toMatch(message);
    if (hint !== undefined) expect(problem.hint).toMatch(hint);
    expect(problem.at).toBeGreaterThanOrEqual(0);
    expect(problem.at).toBeLessThanOrEqual(source.length);
  });

  it.each([
    ['a.b = 1', /name at the start of a statement/],
    ['a[0] = 1', /name at the start of a statement/],
    ['$parent.x = 1', /name at the start/],
    ['this = 1', /Only a name can be assigned/],
    ['@index = 1', /Only a name can be assigned/],
    ['const a = 1; a = 2; a', /is a constant/],
    ['const { a } = b', /cannot be taken apart/],
    ['items.map(x => t += x)', /only to a name at the start/],
    ['a.b++', /can stand only beside a name/],
    ['a = 1 b = 2', /operator is missing between|operator is missing before/],
  ])('in statements: %s', (source, message) => {
    expect(problemOf(source, 'statements').message).toMatch(message);
  });

  it('says where', () => {
    expect(problemOf('total + (price * )').at).toBe(17);
    expect(problemOf('name | uper').at).toBe(7);
    expect(problemOf('name | pad:"x"').at).toBe(11);
  });

  it('bounds nesting, depth and length', () => {
    expect(problemOf(`${'('.repeat(5000)}1${')'.repeat(5000)}`).message).toMatch(/nested too deeply/);
    expect(problemOf(`${'!'.repeat(5000)}a`).message).toMatch(/nested too deeply/);
    expect(problemOf(`${'a => '.repeat(5000)}a`).message).toMatch(/nested too deeply/);
    expect(problemOf(`1${' ? 1 : 1'.repeat(3000)}`).message).toMatch(/nested too deeply/);
    expect(problemOf(`a${' + a'.repeat(5000)}`).message).toMatch(/nested too deeply/);
    expect(problemOf('[1].concat(2)'.padEnd(60_000)).message).toMatch(/longer than 50,000/);
    expect(parsed(`a${' + a'.repeat(300)}`).type).toBe('binary');
    expect(parsed(`${'('.repeat(90)}1${')'.repeat(90)}`)).toEqual(literal(1));
  });
});
