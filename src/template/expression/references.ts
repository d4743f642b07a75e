/** references :: Expression → the paths that it reads, with what can be told of their kind. For inspection. */
import { formatterOf, paramAt } from '../formatters/registry.ts';
import { referencesOfCall } from './reference-calls.ts';
import { ReferenceReader, type Use } from './reference-reader.ts';
import {
  elementOf,
  listOf,
  made,
  pathOf,
  propertyOf,
  type ReferenceKind,
  type References,
  type ResolveName,
  type ResultUse,
  type Shape,
  UNKNOWN,
} from './shapes.ts';
import type { Expression } from './tree.ts';

export type {
  Example,
  Origin,
  Reference,
  ReferenceKind,
  References,
  ResolveName,
  ResultUse,
  Shape,
} from './shapes.ts';
export { EACH } from './shapes.ts';

const SHOWN: ResultUse = { kind: 'unknown', optional: false };

export const references = (tree: Expression, resolve?: ResolveName, use: ResultUse = SHOWN): References => {
  const reader = new ReferenceReader(visit, resolve ?? (() => undefined));
  const result = reader.read(tree, use);
  return { reads: reader.reads(), result };
};

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

const visit = (node: Expression, use: Use, reader: ReferenceReader): Shape => {
  switch (node.type) {
    case 'literal':
      return made(kindOfLiteral(node.value));
    case 'missing':
      return UNKNOWN;
    case 'path':
      return reader.path(node, use);
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
      return then.type === 'unknown' || then.type === 'made' ? otherwise : then;
    }
    case 'array': {
      const shapes = node.items.map((item) =>
        item.type === 'spread'
          ? elementOf(reader.read(item.value, { ...use, kind: 'list' }))
          : reader.read(item, SHOWN),
      );
      return listOf(shapes.find((shape) => shape.type !== 'unknown') ?? UNKNOWN);
    }
    case 'object':
      return object(node, reader);
    case 'arrow':
      return reader.arrow(node, []);
    case 'pipe':
      return pipe(node, use, reader);
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

const kindOfLiteral = (value: null | boolean | number | string): ReferenceKind => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'unknown';
};

const access = ({ object, key, optional }: Of<'access'>, use: Use, reader: ReferenceReader): Shape => {
  if (key.type === 'literal' && key.value === 'length') {
    reader.read(object, { kind: 'list', optional: use.optional || optional });
    return made('number');
  }
  if (key.type === 'literal' && typeof key.value === 'string') {
    const target = reader.read(object, { kind: 'object', optional: use.optional || optional });
    return reader.note(propertyOf(target, key.value), use);
  }
  const target = reader.read(object, { kind: 'list', optional: use.optional || optional });
  reader.read(key, { kind: 'number', optional: true });
  return reader.note(elementOf(target), use);
};

const unary = ({ op, operand }: Of<'unary'>, use: Use, reader: ReferenceReader): Shape => {
  if (op === '!' || op === 'typeof') {
    reader.condition(operand);
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
      reader.read(node.left, { kind: 'unknown', optional: true });
      reader.read(node.right, { kind: 'object', optional: true });
      return made('boolean');
    case 'contains':
      reader.read(node.left, { kind: 'unknown', optional: true });
      reader.read(node.right, { kind: 'unknown', optional: true });
      return made('boolean');
    default:
      compared(node.left, node.right, reader);
      compared(node.right, node.left, reader);
      return made('boolean');
  }
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

const compared = (side: Expression, other: Expression, reader: ReferenceReader): void => {
  const example = other.type === 'literal' && other.value !== null ? other.value : undefined;
  const kind = reader.kindOf(other);
  reader.read(side, { kind, optional: true, ...(example !== undefined && { example }) });
};

const logical = ({ op, left, right }: Of<'logical'>, use: Use, reader: ReferenceReader): Shape => {
  if (op === '&&') {
    reader.condition(left);
    return reader.read(right, { ...use, optional: true });
  }
  const first = reader.read(left, {
    ...use,
    kind: use.kind === 'unknown' ? reader.kindOf(right) : use.kind,
    optional: true,
  });
  const second = reader.read(right, { ...use, optional: true });
  return first.type === 'unknown' ? second : first;
};

const object = ({ entries }: Of<'object'>, reader: ReferenceReader): Shape => {
  const shapes: Record<string, Shape> = Object.create(null);
  for (const entry of entries) {
    if ('spread' in entry) reader.read(entry.spread, { kind: 'object', optional: true });
    else if ('computed' in entry) {
      reader.read(entry.computed, SHOWN);
      reader.read(entry.value, SHOWN);
    } else shapes[entry.key] = reader.read(entry.value, SHOWN);
  }
  return { type: 'object', entries: shapes };
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

const pipe = ({ input, name, args }: Of<'pipe'>, use: Use, reader: ReferenceReader): Shape => {
  const formatter = formatterOf(name);
  if (formatter === undefined) return UNKNOWN;
  const optional = use.optional || formatter.satisfiesMissing === true;
  const kind = formatter.input === 'unknown' && formatter.result === 'same' ? use.kind : formatter.input;
  const literals = args.flatMap((arg) => (arg.type === 'literal' && arg.value !== null ? [arg.value] : []));
  const example = name === 'map' ? literals[0] : undefined;
  const shape = reader.read(input, { kind, optional, ...(example !== undefined && { example }) });
  args.forEach((arg, index) => {
    if (arg.type !== 'literal')
      reader.read(arg, { kind: paramAt(formatter, index)?.kind ?? 'unknown', optional: true });
  });

  const { property } = formatter;
  const argument = property === undefined ? undefined : args[property.argument];
  const path =
    argument?.type === 'literal' && typeof argument.value === 'string' ? argument.value : undefined;
  const element = elementOf(shape);
  const wanted = property?.kind === 'number' ? 'number' : 'unknown';
  const plucked = path === undefined ? element : pathOf(element, path);
  if (property !== undefined) {
    const compare = name === 'where' ? literals.at(-1) : undefined;
    const isCompared = compare !== undefined && literals.length > 1;
    reader.note(plucked, {
      kind: isCompared ? kindOfLiteral(compare) : wanted,
      optional: use.optional || name === 'where',
      ...(isCompared && { example: compare }),
    });
  }
  if (name === 'join') reader.note(element, { kind: 'text', optional: use.optional });

  switch (formatter.result) {
    case 'same':
      return shape;
    case 'element':
      return reader.note(element, use);
    case 'groups':
      return listOf({ type: 'object', entries: { key: plucked, items: listOf(element) } });
    case 'chunks':
      return listOf(listOf(element));
    case 'plucked':
      return listOf(plucked);
    case 'flat':
      return listOf(elementOf(element));
    case 'value':
      return made(formatter.output ?? 'text');
  }
};
