/** references :: Expression → the paths that it reads, with what can be told of their kind. For inspection. */

import {
  either,
  elementOf,
  type IsVariable,
  listOf,
  made,
  propertyOf,
  type References,
  type ResolveName,
  type ResultUse,
  type Shape,
  type Test,
  UNKNOWN,
} from '../shapes.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import { referencesOfAmbiguous } from './reference-ambiguous.ts';
import { referencesOfCall } from './reference-calls.ts';
import { referencesOfPipe } from './reference-pipe.ts';
import { ReferenceReader, type Use } from './reference-reader.ts';

export type {
  Example,
  Origin,
  Reference,
  ReferenceKind,
  References,
  ResultUse,
  Shape,
  Test,
} from '../shapes.ts';
export { EACH } from '../shapes.ts';

const SHOWN: ResultUse = { kind: 'unknown', optional: false };

export const references = (
  tree: Expression,
  resolve: ResolveName = () => undefined,
  use: ResultUse = SHOWN,
  isVariable: IsVariable = () => false,
): References => {
  const reader = new ReferenceReader(visit, resolve, isVariable);
  const result = reader.read(tree, use);
  return { reads: reader.reads(), result, variables: reader.variables() };
};

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

const visit = (node: Expression, use: Use, reader: ReferenceReader): Shape => {
  switch (node.type) {
    case 'literal':
      return made(reader.kindOf(node));
    case 'missing':
      return UNKNOWN;
    case 'path':
      return reader.path(node, use);
    case 'ambiguous':
      return referencesOfAmbiguous(node, use, reader);
    case 'access':
      return access(node, use, reader);
    case 'template':
      for (const part of node.parts) reader.read(part, { ...use, kind: 'unknown' });
      return made('text');
    case 'method':
    case 'call':
    case 'builtin':
      return referencesOfCall(node, use, reader);
    case 'date':
      for (const arg of node.args)
        reader.read(arg, { ...use, kind: node.args.length === 1 ? 'date' : 'number' });
      return made('date');
    case 'unary':
      return unary(node, use, reader);
    case 'binary':
      return binary(node, use, reader);
    case 'logical':
      return logical(node, use, reader);
    case 'conditional': {
      reader.condition(node.test);
      const then = reader.read(node.then, { ...use, optional: true });
      const otherwise = reader.read(node.otherwise, { ...use, optional: true });
      return either([then, otherwise]);
    }
    case 'array': {
      const shapes = node.items.map((item) =>
        item.type === 'spread'
          ? elementOf(reader.read(item.value, { ...use, kind: 'list' }))
          : reader.read(item, SHOWN),
      );
      return listOf(either(shapes));
    }
    case 'object':
      return object(node, reader);
    case 'arrow':
      reader.arrow(node, []);
      return { type: 'function', arrow: node };
    case 'pipe':
      return referencesOfPipe(node, use, reader);
    case 'sequence':
      return sequence(node, use, reader);
    case 'declare':
    case 'assign': {
      const shape = reader.read(node.value, { kind: 'unknown', optional: true });
      reader.bind(node.name, shape);
      return shape;
    }
  }
};

const access = ({ object, key, optional }: Of<'access'>, use: Use, reader: ReferenceReader): Shape => {
  const isOptional = use.optional || optional;
  if (key.type === 'literal' && key.value === 'length') {
    reader.read(object, { kind: 'sequence', optional: isOptional, isMeasured: true });
    return made('number');
  }
  if (key.type === 'literal' && typeof key.value === 'string') {
    const target = reader.read(object, { kind: 'object', optional: isOptional });
    return reader.note(propertyOf(target, key.value), use);
  }
  if (key.type === 'literal' && typeof key.value === 'number') {
    const target = reader.read(object, { kind: 'sequence', optional: isOptional, length: key.value + 1 });
    return reader.note(elementOf(target), use);
  }
  const by = reader.read(key, { kind: 'unknown', optional: true });
  if (by.type === 'origin' || by.type === 'either') {
    const target = reader.read(object, { kind: 'object', optional: isOptional, key: by });
    return reader.note(elementOf(target), use);
  }
  // By a loop's own count, as a rule: as many as sample data have of anything.
  const target = reader.read(object, { kind: 'sequence', optional: isOptional, length: 3 });
  return reader.note(elementOf(target), use);
};

const unary = ({ op, operand }: Of<'unary'>, use: Use, reader: ReferenceReader): Shape => {
  if (op === '!' || op === 'typeof') {
    const isNegatedAgain = use.test?.op === '==' && use.test.value === false;
    reader.condition(operand, op === 'typeof' || isNegatedAgain);
    return made(op === '!' ? 'boolean' : 'text');
  }
  reader.read(operand, { ...use, kind: 'number' });
  return made('number');
};

const binary = (node: Of<'binary'>, use: Use, reader: ReferenceReader): Shape => {
  switch (node.op) {
    case '+':
      return addition(node, use, reader);
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
      reader.read(node.left, { ...use, kind: 'number' });
      reader.read(node.right, { ...use, kind: 'number' });
      return made('number');
    case 'in':
      membership(node, reader);
      return made('boolean');
    case 'contains': {
      const test = testOf('contains', node.right);
      reader.read(node.left, { kind: 'sequence', optional: true, ...(test !== undefined && { test }) });
      reader.read(node.right, { kind: 'unknown', optional: true });
      return made('boolean');
    }
    default:
      comparison(node.op, node.left, node.right, reader);
      return made('boolean');
  }
};

/** `status in ["paid", "open"]`, `"admin" in roles`: one of these, or something that has it. */
const membership = ({ left, right }: Of<'binary'>, reader: ReferenceReader): void => {
  const choices = right.type === 'array' ? right.items.filter((item) => item.type === 'literal') : [];
  const [first] = choices;
  const kind = first === undefined ? 'unknown' : reader.kindOf(first);
  const item = reader.read(left, { kind, optional: true });
  const test = testOf('contains', left);
  const target = reader.read(right, {
    kind: 'sequence',
    optional: true,
    isContainer: true,
    ...(test !== undefined && { test }),
  });
  for (const choice of choices) {
    const wanted = testOf('==', choice);
    if (wanted !== undefined) reader.note(item, { kind: 'unknown', optional: true, test: wanted });
  }
  if (item.type === 'origin') reader.note(item, { kind: 'unknown', optional: true, peer: elementOf(target) });
};

/** Text on one side makes text; a number on one side makes a number of the other. */
const addition = ({ left, right }: Of<'binary'>, use: Use, reader: ReferenceReader): Shape => {
  const kinds = [reader.kindOf(left), reader.kindOf(right)];
  if (kinds.includes('text')) {
    reader.read(left, { ...use, kind: 'unknown' });
    reader.read(right, { ...use, kind: 'unknown' });
    return made('text');
  }
  const kind = kinds.includes('number') || use.kind === 'number' ? 'number' : 'unknown';
  reader.read(left, { ...use, kind });
  reader.read(right, { ...use, kind });
  return kind === 'number' ? made('number') : UNKNOWN;
};

const MIRRORED: Readonly<Record<string, Test['op']>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const testOf = (op: Test['op'], other: Expression): Test | undefined =>
  other.type === 'literal' && other.value !== null ? { op, value: other.value } : undefined;

const comparison = (
  op: Exclude<BinaryOperator, 'in' | 'contains' | '+' | '-' | '*' | '/' | '%' | '**'>,
  left: Expression,
  right: Expression,
  reader: ReferenceReader,
): void => {
  const first = compared(left, right, op, reader);
  const second = compared(right, left, MIRRORED[op] ?? op, reader);
  // What has to equal something of the data is found only where both are the same.
  if (op !== '==' && op !== '===') return;
  if (first.type === 'origin') reader.note(first, { kind: 'unknown', optional: true, peer: second });
};

const compared = (side: Expression, other: Expression, op: Test['op'], reader: ReferenceReader): Shape => {
  const test = testOf(op, other);
  return reader.read(side, {
    kind: reader.kindOf(other),
    optional: true,
    ...(test !== undefined && { test }),
  });
};

const logical = ({ op, left, right }: Of<'logical'>, use: Use, reader: ReferenceReader): Shape => {
  if (op === '&&') {
    reader.condition(left);
    return reader.read(right, { ...use, optional: true });
  }
  const isVague = use.kind === 'unknown' || use.kind === 'text';
  const fallback = reader.kindOf(right);
  const first = reader.read(left, {
    ...use,
    kind: isVague && fallback !== 'unknown' ? fallback : use.kind,
    optional: true,
  });
  const second = reader.read(right, { ...use, optional: true });
  return either([first, second]);
};

const object = ({ entries }: Of<'object'>, reader: ReferenceReader): Shape => {
  const shapes: Record<string, Shape> = Object.create(null);
  const spreads: Shape[] = [];
  for (const entry of entries) {
    if ('spread' in entry) spreads.push(reader.read(entry.spread, { kind: 'object', optional: true }));
    else if ('computed' in entry) {
      reader.read(entry.computed, SHOWN);
      reader.read(entry.value, SHOWN);
    } else shapes[entry.key] = reader.read(entry.value, SHOWN);
  }
  return { type: 'object', entries: shapes, ...(spreads.length > 0 && { rest: either(spreads) }) };
};

const sequence = ({ statements }: Of<'sequence'>, use: Use, reader: ReferenceReader): Shape => {
  let shape: Shape = UNKNOWN;
  statements.forEach((statement, index) => {
    shape = reader.read(
      statement,
      index === statements.length - 1 ? use : { kind: 'unknown', optional: true },
    );
  });
  return shape;
};
