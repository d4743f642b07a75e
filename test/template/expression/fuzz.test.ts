/** Against acorn and the real JavaScript on their part of the language; and random text, which may do nothing at all. */
import { type AnyNode, parse } from 'acorn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatenError } from '../../../src/errors.ts';
import { linkExpression } from '../../../src/template/expression/evaluate/link.ts';
import { parseExpression } from '../../../src/template/expression/parse/parse.ts';
import { references } from '../../../src/template/expression/references/references.ts';
import type { Expression } from '../../../src/template/expression/tree.ts';
import type { Value } from '../../../src/template/expression/values/values.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { runContext, TestScope } from './evaluate.ts';
import { evaluateJavaScript, SKIPPED, treeOf } from './javascript.ts';

const DATA = {
  a: 3,
  b: -0.5,
  s: 'Hello',
  t: '7',
  yes: true,
  no: false,
  nil: null,
  list: [4, 1, 3],
  words: ['x', 'yy', ''],
  obj: { x: 1, y: { z: 'deep' }, list: [1] },
};

/** Expressions as people write them: with and without parentheses, so that acorn decides what binds how. */
const source = fc
  .letrec<{ expression: string; operand: string; arrow: string }>((tie) => {
    const expression = tie('expression');
    const operand = tie('operand');
    const arrow = tie('arrow');
    const atom = fc.constantFrom(
      ...[
        '0',
        '1',
        '2',
        '10',
        '.5',
        '1.25',
        '1e3',
        '0x1f',
        '"a"',
        "'b c'",
        '""',
        'true',
        'false',
        'null',
        'undefined',
      ],
      ...[
        'a',
        'b',
        's',
        't',
        'yes',
        'no',
        'nil',
        'list',
        'words',
        'obj',
        'obj.x',
        'obj.y.z',
        'obj["x"]',
        'list[0]',
      ],
      ...['list.length', 's.length', 'obj?.y', 'nil?.x', 'obj.y?.["z"]', 'x', 'words[2]'],
    );
    const operator = fc.constantFrom(
      ...[
        ' + ',
        ' - ',
        ' * ',
        ' / ',
        ' % ',
        ' ** ',
        '+',
        '-',
        '*',
        ' < ',
        ' <= ',
        ' > ',
        ' >= ',
        ' == ',
        ' != ',
      ],
      ...[' === ', ' !== ', ' && ', ' || ', ' ?? '],
    );
    const parts = fc.array(fc.tuple(operator, operand), { maxLength: 3 });
    return {
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        atom,
        {
          weight: 4,
          arbitrary: fc.tuple(operand, parts).map(([first, rest]) => first + rest.flat().join('')),
        },
        fc.tuple(expression, expression, expression).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
      ),
      operand: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { weight: 3, arbitrary: atom },
        expression.map((inner) => `(${inner})`),
        fc.tuple(fc.constantFrom('!', '-', '+', 'typeof ', '!!'), operand).map((pair) => pair.join('')),
        fc.array(expression, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
        fc.tuple(expression, expression).map(([a, b]) => `({ p: ${a}, "q r": ${b}, ...obj }).p`),
        fc.tuple(expression, expression).map(([a, b]) => `\`<\${${a}}-\${${b}}>\``),
        fc
          .tuple(expression, fc.constantFrom('[0]', '[1]', '["x"]', '.length', '?.x'))
          .map(([a, key]) => `(${a})${key}`),
        fc
          .tuple(
            fc.constantFrom('list', 'words', '[1, 2]'),
            fc.constantFrom('map', 'filter', 'some', 'every', 'find'),
            arrow,
          )
          .map(([list, method, body]) => `${list}.${method}(${body})`),
        arrow.map((body) => `list.reduce((x, y) => (${body})(x) === y ? x : y, 0)`),
        fc
          .tuple(
            fc.constantFrom('s', 't', '"abc"', '`x y`'),
            fc.constantFrom('indexOf', 'includes', 'startsWith', 'concat'),
            expression,
          )
          .map(([text, method, arg]) => `${text}.${method}(\`\${${arg}}\`)`),
        fc.constantFrom(
          ...[
            's.toUpperCase()',
            's.slice(1, -1)',
            's.split("l")',
            's.trim().charAt(1)',
            's.at(-2)',
            's.substring(3, 1)',
          ],
          ...[
            'list.slice(-2)',
            'list.concat(words)',
            'list.join("-")',
            'list.includes(3)',
            'list.indexOf(1)',
            'list.at(-1)',
          ],
          ...[
            '[...list].sort()',
            '[...list, ...words].length',
            '[[1, [2]], 3].flat()',
            'words.flatMap(x => [x, x])',
          ],
          ...[
            'Math.max(a, b)',
            'Math.round(b)',
            'Math.min(...list)',
            'Number(t)',
            'String(a)',
            'Boolean(nil)',
          ],
          ...[
            'Array.isArray(list)',
            'Object.keys(obj).length',
            'JSON.stringify(obj)',
            'a.toFixed(2)',
            'list.map(String)',
          ],
        ),
      ),
      arrow: expression.map((body) => `x => ${body.startsWith('{') ? `(${body})` : body}`),
    };
  })
  // Changing a variable inside an expression is not part of the language.
  .expression.filter((text) => !text.includes('++') && !text.includes('--'));

const acornTree = (text: string): AnyNode | undefined => {
  try {
    const [statement] = parse(`(${text}\n)`, { ecmaVersion: 2024 }).body;
    return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  } catch {
    return undefined;
  }
};

/** JavaScript has no names with hyphens: there `a-b` is a subtraction and nothing else. */
const asJavaScript = (tree: Expression): unknown =>
  JSON.parse(JSON.stringify(tree), (_key, node) => (node?.type === 'ambiguous' ? node.expression : node));

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify({ value })).value;

describe('JavaScript', () => {
  it('is parsed as acorn parses it, and refused where acorn refuses it', () => {
    fc.assert(
      fc.property(source, (text) => {
        const node = acornTree(text);
        const ours = parseExpression(text, 'value');
        expect(ours.ok, text).toBe(node !== undefined);
        if (ours.ok && node !== undefined) expect(asJavaScript(ours.tree), text).toEqual(treeOf(node));
      }),
      { numRuns: 3000 },
    );
  });

  it('has the value that JavaScript gives it', () => {
    let compared = 0;
    fc.assert(
      fc.property(source, (text) => {
        const node = acornTree(text);
        const ours = parseExpression(text, 'value');
        if (!ours.ok || node === undefined) return;
        const expected = evaluateJavaScript(node, { ...DATA, x: 5 });
        if (expected === SKIPPED) return;
        const found = linkExpression(ours.tree)(new TestScope([{ ...DATA, x: 5 }]), runContext());
        expect(plain(found), text).toEqual(plain(expected));
        compared += 1;
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});

/** Pieces of the language in no order. */
const soup = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'list',
        's',
        'x',
        '$now',
        '@index',
        '../',
        './',
        '.',
        '..',
        '...',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ',',
        ';',
      ],
      ...[
        ':',
        '?',
        '?.',
        '??',
        '||',
        '&&',
        '|',
        '=>',
        '=',
        '==',
        '+=',
        '++',
        '+',
        '-',
        '*',
        '/',
        '%',
        '**',
        '<',
        '>',
      ],
      ...[
        '"t"',
        "'",
        '"',
        '`',
        '${',
        '}',
        '1',
        '.5',
        '0x',
        '1e',
        ' not ',
        ' and ',
        ' in ',
        ' contains ',
        'typeof ',
      ],
      ...[
        'new Date',
        '.map',
        '.sort',
        'x => x',
        '| upper',
        '| sum:"a"',
        '| date:',
        'const ',
        'let ',
        'this',
        '“',
        '’',
      ],
      ...[
        'constructor',
        '__proto__',
        '\\',
        '\n',
        '\u00a0',
        '//',
        '/*',
        '*/',
        '@',
        '#',
        '~',
        '!',
        'Math.',
        'null',
        '🙂',
      ],
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''));

const modes = fc.constantFrom('value' as const, 'statements' as const);

describe('random text', () => {
  it.each([
    ['of any characters', fc.string({ unit: 'binary', maxLength: 200 })],
    ['of printable characters', fc.string({ unit: 'grapheme-ascii', maxLength: 100 })],
    ['of pieces of the language', soup],
  ])('%s never makes the parser throw', (_name, texts) => {
    fc.assert(
      fc.property(texts, modes, (text, mode) => {
        const result = parseExpression(text, mode);
        if (result.ok) {
          expect(JSON.parse(JSON.stringify(result.tree))).toEqual(result.tree);
        } else {
          expect(result.problem.message).not.toBe('');
          expect(result.problem.at).toBeGreaterThanOrEqual(0);
          expect(result.problem.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('that parses, evaluates to a value or to an error with a code', () => {
    const check = (text: string, mode: 'value' | 'statements'): void => {
      const result = parseExpression(text, mode);
      if (!result.ok) return;
      references(result.tree);
      const data: Value = structuredClone(DATA);
      try {
        linkExpression(result.tree)(
          new TestScope([data, { outer: 1 }]),
          runContext({ budgets: { time: 2000 } }),
        );
      } catch (error) {
        expect(error, text).toBeInstanceOf(PlatenError);
      }
      expect(data, text).toEqual(DATA);
    };
    fc.assert(fc.property(soup, modes, check), { numRuns: 5000 });
    fc.assert(fc.property(source, modes, check), { numRuns: 1000 });
  });

  it('of any size takes time in proportion', () => {
    const units = [
      '(',
      '[',
      '{',
      'a.',
      'a=>',
      '!',
      '`${',
      '"',
      'a?',
      'a|',
      'x|upper|',
      '-',
      '1+',
      'a,',
      '/*',
      '((a))=>',
      'not ',
    ];
    for (const unit of units) {
      const started = cpuMilliseconds();
      parseExpression(unit.repeat(Math.floor(50_000 / unit.length)), 'statements');
      expect(cpuMilliseconds() - started, unit).toBeLessThan(2000);
    }
  });
});
