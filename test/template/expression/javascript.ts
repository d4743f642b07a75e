/**
 * JavaScript as the reference: the tree that acorn's tree should become, and the value that the real language gives.
 * Where Platen differs from JavaScript on purpose (missing values, objects as text), evaluation gives up with SKIPPED.
 */
import type { AnyNode } from 'acorn';
import type { Expression, Item, ObjectEntry } from '../../../src/template/expression/tree.ts';

const BUILTINS = new Set(['Math', 'Number', 'String', 'Boolean', 'Array', 'Object', 'JSON']);

export const treeOf = (node: AnyNode): Expression => {
  switch (node.type) {
    case 'Literal':
      return { type: 'literal', value: node.value as null | boolean | number | string };
    case 'Identifier':
      return node.name === 'undefined'
        ? { type: 'missing' }
        : { type: 'path', levels: 0, name: node.name, keys: [], optional: false };
    case 'ChainExpression':
      return treeOf(node.expression);
    case 'MemberExpression':
      return member(node);
    case 'CallExpression':
      return call(node);
    case 'UnaryExpression': {
      const operand = treeOf(node.argument);
      if (node.operator === '-' && operand.type === 'literal' && typeof operand.value === 'number') {
        return { type: 'literal', value: 0 - operand.value };
      }
      return { type: 'unary', op: node.operator as '!', operand };
    }
    case 'BinaryExpression':
      return { type: 'binary', op: node.operator as '+', left: treeOf(node.left), right: treeOf(node.right) };
    case 'LogicalExpression':
      return { type: 'logical', op: node.operator, left: treeOf(node.left), right: treeOf(node.right) };
    case 'ConditionalExpression':
      return conditional(node);
    case 'ArrayExpression':
      return { type: 'array', items: node.elements.flatMap((item) => (item === null ? [] : [itemOf(item)])) };
    case 'ObjectExpression':
      return { type: 'object', entries: node.properties.map(entryOf) };
    case 'ArrowFunctionExpression':
      return { type: 'arrow', params: node.params.map(nameOf), body: treeOf(node.body) };
    case 'TemplateLiteral': {
      const texts = node.quasis.map((quasi) => quasi.value.cooked ?? '');
      return node.expressions.length === 0
        ? { type: 'literal', value: texts.join('') }
        : { type: 'template', texts, parts: node.expressions.map(treeOf) };
    }
    case 'ParenthesizedExpression':
      return treeOf(node.expression);
    default:
      throw new Error(`The reference does not know ${node.type}.`);
  }
};

const conditional = (node: Extract<AnyNode, { type: 'ConditionalExpression' }>): Expression => {
  const [test, then, otherwise] = [treeOf(node.test), treeOf(node.consequent), treeOf(node.alternate)];
  return { type: 'conditional', test, then, otherwise };
};

const nameOf = (node: AnyNode): string => (node.type === 'Identifier' ? node.name : '');

const itemOf = (node: AnyNode): Item =>
  node.type === 'SpreadElement' ? { type: 'spread', value: treeOf(node.argument) } : treeOf(node);

const entryOf = (node: AnyNode): ObjectEntry => {
  if (node.type === 'SpreadElement') return { spread: treeOf(node.argument) };
  if (node.type !== 'Property') throw new Error(`The reference does not know ${node.type}.`);
  if (node.computed) return { computed: treeOf(node.key), value: treeOf(node.value) };
  const key = node.key.type === 'Identifier' ? node.key.name : String((node.key as { value: unknown }).value);
  return { key, value: treeOf(node.value) };
};

const member = (node: Extract<AnyNode, { type: 'MemberExpression' }>): Expression => {
  const object = treeOf(node.object);
  const optional = node.optional;
  const key = node.computed
    ? treeOf(node.property)
    : ({ type: 'literal', value: nameOf(node.property) } as const);
  const constant = key.type === 'literal' && (typeof key.value === 'string' || typeof key.value === 'number');
  if (
    object.type === 'path' &&
    constant &&
    (typeof key.value === 'string' || typeof key.value === 'number')
  ) {
    return { ...object, keys: [...object.keys, key.value], optional: object.optional || optional };
  }
  return { type: 'access', object, key, optional };
};

const call = (node: Extract<AnyNode, { type: 'CallExpression' }>): Expression => {
  const args = node.arguments.map(
    (item): Item =>
      item.type === 'Identifier' && BUILTINS.has(item.name)
        ? { type: 'builtin', name: item.name, args: null }
        : itemOf(item),
  );
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed) {
    if (callee.type === 'Identifier' && BUILTINS.has(callee.name))
      return { type: 'builtin', name: callee.name, args };
    return { type: 'call', callee: treeOf(callee), args };
  }
  const name = nameOf(callee.property);
  if (callee.object.type === 'Identifier' && BUILTINS.has(callee.object.name)) {
    return { type: 'builtin', name: `${callee.object.name}.${name}`, args };
  }
  return {
    type: 'method',
    object: treeOf(callee.object),
    name,
    args,
    optional: callee.optional || node.optional,
  };
};

export const SKIPPED = Symbol('skipped');

/** Thrown by the helpers below wherever Platen means to differ. */
class Differs extends Error {}

const isPrimitive = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';

const isNumeric = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string'
    ? value.trim() !== '' && Number.isFinite(Number(value))
    : typeof value === 'number');

const printed = (value: unknown): void => {
  if (!isPrimitive(value) || (typeof value === 'number' && String(value).length > 15)) throw new Differs();
};

const finite = (value: unknown): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Differs();
  return value;
};

const HELPERS = {
  add: (a: unknown, b: unknown): unknown => {
    if (typeof a === 'string' || typeof b === 'string') {
      printed(a);
      printed(b);
      return `${a}${b}`;
    }
    return HELPERS.arithmetic(a, b, (x, y) => x + y);
  },
  arithmetic: (a: unknown, b: unknown, compute: (x: number, y: number) => number): unknown => {
    if (!isNumeric(a) || !isNumeric(b)) throw new Differs();
    return finite(compute(Number(a), Number(b)));
  },
  compare: (a: unknown, b: unknown, compute: (x: unknown, y: unknown) => boolean): unknown => {
    if (typeof a === 'object' && a !== null) throw new Differs();
    if (typeof b === 'object' && b !== null) throw new Differs();
    return compute(a, b);
  },
  text: (value: unknown): string => {
    printed(value);
    return String(value);
  },
  finite,
  /** A name of a list is an error of the data. */
  owner: (object: unknown, key: string): unknown => {
    if (Array.isArray(object) && object.length > 0 && !(key in object)) throw new Differs();
    return object;
  },
};

const literalKey = (node: AnyNode): string | undefined =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

const ARITHMETIC = new Set(['-', '*', '/', '%', '**']);
const COMPARISON = new Set(['<', '<=', '>', '>=', '==', '!=']);

/** JavaScript source again, with the helpers at the places where the two languages may part. */
const sourceOf = (node: AnyNode): string => {
  switch (node.type) {
    case 'Literal':
      return `(${JSON.stringify(node.value)})`;
    case 'Identifier':
      return node.name;
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return `(${sourceOf(node.expression)})`;
    case 'MemberExpression': {
      const key =
        node.computed || node.property.type !== 'Identifier' ? literalKey(node.property) : node.property.name;
      const read = sourceOf(node.object);
      const object = key === undefined || node.optional ? read : `$.owner(${read}, ${JSON.stringify(key)})`;
      const dot = node.optional ? '?.' : '';
      return node.computed
        ? `${object}${dot}[${sourceOf(node.property)}]`
        : `${object}${dot === '' ? '.' : dot}${sourceOf(node.property)}`;
    }
    case 'CallExpression':
      return `$.finite(${sourceOf(node.callee)}${node.optional ? '?.' : ''}(${node.arguments.map(sourceOf).join(', ')}))`;
    case 'UnaryExpression':
      if (node.operator === '-') return `$.arithmetic(0, ${sourceOf(node.argument)}, (x, y) => -y)`;
      if (node.operator === '+') return `$.arithmetic(0, ${sourceOf(node.argument)}, (x, y) => y)`;
      return `(${node.operator} ${sourceOf(node.argument)})`;
    case 'BinaryExpression': {
      const sides = `${sourceOf(node.left)}, ${sourceOf(node.right)}`;
      if (node.operator === '+') return `$.add(${sides})`;
      if (ARITHMETIC.has(node.operator)) return `$.arithmetic(${sides}, (x, y) => x ${node.operator} y)`;
      if (COMPARISON.has(node.operator)) return `$.compare(${sides}, (x, y) => x ${node.operator} y)`;
      return `(${sourceOf(node.left)} ${node.operator} ${sourceOf(node.right)})`;
    }
    case 'LogicalExpression':
      return `((${sourceOf(node.left)}) ${node.operator} (${sourceOf(node.right)}))`;
    case 'ConditionalExpression':
      return `(${sourceOf(node.test)} ? ${sourceOf(node.consequent)} : ${sourceOf(node.alternate)})`;
    case 'ArrayExpression':
      return `[${node.elements.map((item) => (item === null ? '' : sourceOf(item))).join(', ')}]`;
    case 'SpreadElement':
      return `...(${sourceOf(node.argument)})`;
    case 'ObjectExpression':
      return `({${node.properties.map(sourceOf).join(', ')}})`;
    case 'Property':
      return `[${node.key.type === 'Identifier' && !node.computed ? JSON.stringify(node.key.name) : sourceOf(node.key)}]: ${sourceOf(node.value)}`;
    case 'ArrowFunctionExpression':
      return `((${node.params.map(nameOf).join(', ')}) => ${sourceOf(node.body)})`;
    case 'TemplateLiteral':
      return node.quasis
        .map((quasi, index) => {
          const text = JSON.stringify(quasi.value.cooked);
          const part = node.expressions[index];
          return part === undefined ? text : `${text} + $.text(${sourceOf(part)})`;
        })
        .join(' + ')
        .replace(/^(.*)$/s, '($1)');
    default:
      throw new Error(`The reference does not know ${node.type}.`);
  }
};

/** The value that JavaScript gives; SKIPPED where it throws, or where Platen means to differ. */
export const evaluateJavaScript = (node: AnyNode, data: Readonly<Record<string, unknown>>): unknown => {
  const names = Object.keys(data);
  const run = new Function('$', ...names, `"use strict"; return (${sourceOf(node)});`);
  try {
    return finite(run(HELPERS, ...names.map((name) => data[name])));
  } catch (error) {
    if (error instanceof Differs || error instanceof TypeError || error instanceof RangeError) return SKIPPED;
    throw error;
  }
};
