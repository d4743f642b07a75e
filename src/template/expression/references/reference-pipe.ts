/** What formatters tell of their input, of its elements and of their arguments. */
import type { Formatter, KnownArguments } from '../../formatters/formatter.ts';
import type { Param } from '../../formatters/params.ts';
import { formatterOf, paramAt } from '../../formatters/registry.ts';
import {
  type Example,
  elementOf,
  listOf,
  made,
  pathOf,
  type ReferenceKind,
  type Shape,
  UNKNOWN,
} from '../shapes.ts';
import type { Argument, Expression, Word } from '../tree.ts';
import type { ReferenceReader, Use } from './reference-reader.ts';

type Pipe = Extract<Expression, { type: 'pipe' }>;

export const referencesOfPipe = ({ input, name, args }: Pipe, use: Use, reader: ReferenceReader): Shape => {
  const formatter = formatterOf(name);
  if (formatter === undefined) return UNKNOWN;
  const isProvided = formatter.satisfiesMissing !== undefined;
  const optional = use.optional || isProvided;
  const literals = args.map((arg) => literalOf(arg, reader));
  const shape = readInput(input, formatter, { ...use, optional }, literals, reader);
  args.forEach((arg, index) => {
    const param = paramAt(formatter, index);
    if (arg.type === 'literal' || literals[index] !== undefined) return;
    const read = arg.type === 'word' ? arg.field : arg;
    reader.read(read, { kind: param?.kind ?? 'unknown', optional, ...choicesOf(param) });
  });

  const element = elementOf(shape);
  const plucked = pluckedOf(formatter, args, literals, element);
  if (formatter.property !== undefined) {
    reader.note(plucked, propertyUse(formatter, use, literals));
  }
  const printed = formatter.sample?.elements;
  if (printed !== undefined) reader.note(element, { kind: printed, optional: use.optional });

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

/** The property of an element that the formatter looks at; the element itself where none is given. */
const pluckedOf = (
  { property }: Formatter,
  args: readonly Argument[],
  literals: KnownArguments,
  element: Shape,
): Shape => {
  if (property === undefined || args[property.argument] === undefined) return element;
  const path = literals[property.argument];
  return typeof path === 'string' ? pathOf(element, path) : UNKNOWN;
};

/** A word is that word, unless a loop or the template itself has a variable of that name. */
const literalOf = (arg: Argument, reader: ReferenceReader): Example | undefined => {
  if (arg.type === 'literal') return arg.value ?? undefined;
  return arg.type === 'word' && isOfData(arg.field, reader.shapeOf(arg.field)) ? arg.text : undefined;
};

const isOfData = ({ name, keys }: Pick<Word['field'], 'name' | 'keys'>, shape: Shape): boolean => {
  if (shape.type === 'either') return shape.of.every((one) => isOfData({ name, keys }, one));
  if (shape.type !== 'origin') return false;
  const path = [shape.origin.name, ...shape.origin.path];
  return [name, ...keys].reverse().every((key, index) => path.at(-1 - index) === String(key));
};

const readInput = (
  input: Expression,
  { input: expects, result, sample }: Formatter,
  use: Use,
  literals: KnownArguments,
  reader: ReferenceReader,
): Shape => {
  const kind = expects === 'unknown' && result === 'same' ? use.kind : expects;
  const base = { kind, optional: use.optional };
  const [test, ...others] = sample?.inputTests?.(literals) ?? [];
  const choices = sample?.inputs?.(literals);
  const length = sample?.inputLength?.(literals);
  const shape = reader.read(input, {
    ...base,
    ...(test !== undefined && { test }),
    ...(choices !== undefined && { choices }),
    ...(length !== undefined && { length }),
  });
  for (const other of others) reader.note(shape, { ...base, test: other });
  return shape;
};

/** What an argument from the data might be, tried in turn where the parameter does not take just any text. */
const CANDIDATES: readonly Example[] = [
  ...['EUR', 'en-US', 'UTC', 'yyyy-MM-dd', '0,0.00', '4cm', 'asc', 'upper', 'days', 'day', 'start'],
  ...['contain', 'code128', 'm', 2, true],
];

const choicesOf = (param: Param | undefined): Pick<Use, 'choices'> => {
  if (param === undefined || param.accepts('Any text') === true) return {};
  const fitting = CANDIDATES.find((candidate) => param.accepts(candidate) === true);
  return fitting === undefined ? {} : { choices: [fitting] };
};

/** The property of each element that a list formatter is told to look at. */
const propertyUse = ({ property, output, sample }: Formatter, use: Use, literals: KnownArguments): Use => {
  const test = sample?.propertyTest?.(literals);
  return {
    kind: test === undefined ? wantedKind(property?.kind, output, use) : kindOfExample(test.value),
    optional: use.optional || property?.optional === true,
    ...(test !== undefined && { test }),
  };
};

/** The smallest price is a price: what is made of the result is made of the property. */
const wantedKind = (
  kind: 'unknown' | 'number' | undefined,
  output: ReferenceKind | undefined,
  use: Use,
): ReferenceKind => (kind === 'number' ? kind : output === 'unknown' ? use.kind : 'unknown');

const kindOfExample = (value: Example): ReferenceKind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
