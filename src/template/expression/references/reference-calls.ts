/** What calls tell of their receivers and arguments: methods, built-in functions, functions of the template. */
import { DATE_METHODS } from '../methods/date-methods.ts';
import { LIST_METHODS } from '../methods/list-methods.ts';
import { NUMBER_METHODS } from '../methods/number-methods.ts';
import { TEXT_METHODS } from '../methods/text-methods.ts';
import { either, elementOf, listOf, made, type ReferenceKind, type Shape, UNKNOWN } from '../shapes.ts';
import type { Expression, Item } from '../tree.ts';
import { MAKES_NUMBER, type ReferenceReader, type Use } from './reference-reader.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

export const referencesOfCall = (
  node: Of<'method'> | Of<'call'> | Of<'builtin'>,
  use: Use,
  reader: ReferenceReader,
): Shape => {
  switch (node.type) {
    case 'method':
      return method(node, use, reader);
    case 'builtin':
      return builtin(node, use, reader);
    case 'call':
      // What is called is a function that the template set, never a field of the data.
      return (
        reader.call(node.callee, readAll(node.args, { kind: 'unknown', optional: true }, reader), use) ??
        unknownCall(node.args, use, reader)
      );
  }
};

const unknownCall = (args: readonly Item[], use: Use, reader: ReferenceReader): Shape => {
  readAll(args, { ...use, kind: 'unknown' }, reader);
  return UNKNOWN;
};

const readAll = (items: readonly Item[], use: Use, reader: ReferenceReader): Shape[] =>
  items.map((item) => {
    if (item.type === 'spread') {
      const list = reader.read(item.value, { ...use, kind: 'list' });
      return reader.note(elementOf(list), use);
    }
    return item.type !== 'builtin' || item.args !== null ? reader.read(item, use) : UNKNOWN;
  });

const RECEIVERS: readonly (readonly [ReferenceKind, ReadonlyMap<string, unknown>])[] = [
  ['text', TEXT_METHODS],
  ['list', LIST_METHODS],
  ['number', NUMBER_METHODS],
  ['date', DATE_METHODS],
];

/** `toFixed` is of numbers alone; `includes` might be of a text or of a list. */
const receiverKind = (name: string): ReferenceKind => {
  const kinds = RECEIVERS.filter(([, methods]) => methods.has(name)).map(([kind]) => kind);
  if (kinds.length === 1) return kinds[0] ?? 'unknown';
  return kinds.length === 2 && kinds.includes('text') && kinds.includes('list') ? 'sequence' : 'unknown';
};

const SAME_LIST = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed']);
const ONE_ELEMENT = new Set(['find', 'findLast', 'at']);
const DECIDING = new Set(['filter', 'find', 'findLast', 'findIndex', 'findLastIndex', 'some', 'every']);

const method = ({ object, name, args, optional }: Of<'method'>, use: Use, reader: ReferenceReader): Shape => {
  const [first, second] = args;
  const callback = first?.type === 'arrow' ? first : undefined;
  const kind = callback !== undefined && LIST_METHODS.has(name) ? 'list' : receiverKind(name);
  const receiver = reader.read(object, {
    kind,
    optional: use.optional || optional,
    ...(kind !== 'unknown' && { isReceiver: true }),
    ...containsTest(name, first),
  });
  if (kind !== 'list' && callback === undefined) {
    const given = readAll(args, argumentUse(name), reader);
    if (name === 'concat') return either([receiver, ...given]);
    if (SAME_LIST.has(name)) return receiver; // `slice` of who knows what
    if (name === 'at') return reader.note(elementOf(receiver), { ...use, optional: true });
    return made(TEXT_METHODS.has(name) && !LIST_METHODS.has(name) ? 'text' : 'unknown');
  }

  const element = elementOf(receiver);
  const result =
    callback === undefined
      ? undefined
      : callbackShape(name, callback, { element, start: second, use }, reader);
  readAll(callback === undefined ? args : args.slice(1), { kind: 'unknown', optional: true }, reader);
  if (SAME_LIST.has(name)) return receiver;
  if (ONE_ELEMENT.has(name)) return reader.note(element, { ...use, optional: true });
  if (name === 'map') return listOf(result ?? UNKNOWN);
  if (name === 'flat') return listOf(elementOf(element));
  if (name === 'flatMap') return listOf(result === undefined ? UNKNOWN : elementOf(result));
  if (name === 'join') {
    reader.note(element, { kind: 'text', optional: use.optional });
    return made('text');
  }
  return name === 'reduce' || name === 'reduceRight' ? (result ?? UNKNOWN) : UNKNOWN;
};

/** Places, lengths and digits: small whole numbers. */
const COUNTING = new Set([
  'repeat',
  'slice',
  'substring',
  'at',
  'charAt',
  'toFixed',
  'toPrecision',
  'padStart',
  'padEnd',
]);

const argumentUse = (name: string): Use =>
  COUNTING.has(name) ? { kind: 'number', optional: true, choices: [2] } : { kind: 'unknown', optional: true };

/** `includes("a")` wants an "a" in it. */
const containsTest = (name: string, argument: Item | undefined): Pick<Use, 'test'> =>
  name === 'includes' && argument?.type === 'literal' && argument.value !== null
    ? { test: { op: 'contains', value: argument.value } }
    : {};

interface CallbackPlace {
  readonly element: Shape;
  /** The second argument: where `reduce` starts. */
  readonly start: Item | undefined;
  readonly use: Use;
}

const callbackShape = (
  name: string,
  callback: Of<'arrow'>,
  { element, start, use }: CallbackPlace,
  reader: ReferenceReader,
): Shape => {
  const optional = use.optional;
  if (name === 'reduce' || name === 'reduceRight') {
    const from = start === undefined || start.type === 'spread' ? UNKNOWN : made(reader.kindOf(start));
    return reader.arrow(callback, [from, element], { kind: 'unknown', optional });
  }
  if (name === 'sort' || name === 'toSorted') {
    return reader.arrow(callback, [element, element], { kind: 'unknown', optional });
  }
  const kind = DECIDING.has(name) ? 'boolean' : 'unknown';
  return reader.arrow(callback, [element, made('number')], {
    kind,
    optional: optional || DECIDING.has(name),
  });
};

/** What they ask is whether it is a number: it may be anything. */
const ASKING = new Set([
  'Number.isInteger',
  'Number.isFinite',
  'isNaN',
  'isFinite',
  'Boolean',
  'Array.isArray',
]);

const builtin = ({ name, args }: Of<'builtin'>, use: Use, reader: ReferenceReader): Shape => {
  const [first, second] = args ?? [];
  if (MAKES_NUMBER.test(name)) {
    readAll(args ?? [], { ...use, kind: 'number' }, reader);
    return made('number');
  }
  if (ASKING.has(name)) {
    readAll(args ?? [], { kind: 'unknown', optional: true }, reader);
    return made('boolean');
  }
  const isOfObject = name === 'Object.keys' || name === 'Object.values' || name === 'Object.entries';
  if ((isOfObject || name === 'Array.from') && first !== undefined && first.type !== 'spread') {
    const source = reader.read(first, { ...use, kind: isOfObject ? 'object' : 'list' });
    const element = elementOf(source);
    if (second?.type === 'arrow') return listOf(reader.arrow(second, [element, made('number')]));
    if (name === 'Object.values') return listOf(element);
    if (name === 'Object.keys') return listOf(made('text'));
    if (name === 'Object.entries')
      return listOf({ type: 'object', entries: { 0: made('text'), 1: element } });
    return source;
  }
  readAll(args ?? [], { ...use, kind: 'unknown' }, reader);
  return made(name === 'String' || name === 'JSON.stringify' ? 'text' : 'unknown');
};
