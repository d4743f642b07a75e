/** What formatters tell of their input, of its elements and of their arguments. */
import { barcodeSamples } from '../content/barcode-samples.ts';
import type { Formatter } from '../formatters/formatter.ts';
import type { Param } from '../formatters/params.ts';
import { formatterOf, paramAt } from '../formatters/registry.ts';
import type { ReferenceReader, Use } from './reference-reader.ts';
import {
  type Example,
  elementOf,
  listOf,
  made,
  pathOf,
  type ReferenceKind,
  type Shape,
  type Test,
  UNKNOWN,
} from './shapes.ts';
import type { Expression } from './tree.ts';

type Pipe = Extract<Expression, { type: 'pipe' }>;

export const referencesOfPipe = ({ input, name, args }: Pipe, use: Use, reader: ReferenceReader): Shape => {
  const formatter = formatterOf(name);
  if (formatter === undefined) return UNKNOWN;
  const optional = use.optional || formatter.satisfiesMissing === true;
  const literals = args.map((arg) => (arg.type === 'literal' && arg.value !== null ? arg.value : undefined));
  const shape = readInput(input, formatter, { ...use, optional }, literals, reader);
  args.forEach((arg, index) => {
    const param = paramAt(formatter, index);
    if (arg.type !== 'literal')
      reader.read(arg, { kind: param?.kind ?? 'unknown', optional: true, ...choicesOf(param) });
  });

  const element = elementOf(shape);
  const path = literals[formatter.property?.argument ?? 0];
  const plucked =
    formatter.property !== undefined && typeof path === 'string' ? pathOf(element, path) : element;
  if (formatter.property !== undefined) {
    reader.note(plucked, propertyUse(formatter, use, literals));
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

type Literals = readonly (Example | undefined)[];

const readInput = (
  input: Expression,
  formatter: Formatter,
  use: Use,
  literals: Literals,
  reader: ReferenceReader,
): Shape => {
  const { name, input: expects } = formatter;
  const kind = expects === 'unknown' && formatter.result === 'same' ? use.kind : expects;
  // `map` takes pairs of what a value may be and what it becomes.
  const [test] = name === 'map' ? mapTests(literals) : [];
  const base = { kind, optional: use.optional };
  const shape = reader.read(input, {
    ...base,
    ...(test !== undefined && { test }),
    ...choicesOfInput(name, literals),
    ...(name === 'offset' && typeof literals[0] === 'number' && { length: literals[0] + 1 }),
  });
  if (name === 'map') for (const other of mapTests(literals)) reader.note(shape, { ...base, test: other });
  return shape;
};

const mapTests = (literals: Literals): readonly Test[] =>
  literals.flatMap((value, index) =>
    index % 2 === 0 && index + 1 < literals.length && value !== undefined ? [{ op: '==', value }] : [],
  );

/** Formatters that do not take every value of their kind. */
const choicesOfInput = (name: string, literals: Literals): Pick<Use, 'choices'> => {
  switch (name) {
    case 'roman':
    case 'ordinal':
      return { choices: [1, 2, 3] };
    case 'percent':
      return { choices: [0.19, 0.07, 0.25] };
    case 'bytes':
      return { choices: [1_536_000, 48_200, 734_003_200] };
    case 'barcode':
      return { choices: barcodeSamples(typeof literals[0] === 'string' ? literals[0] : 'code128') };
    default:
      return {};
  }
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
const propertyUse = ({ name, property, output }: Formatter, use: Use, literals: Literals): Use => {
  const isWhere = name === 'where';
  const operator = literals.length > 2 ? literals[1] : '==';
  const value = isWhere && literals.length > 1 ? literals.at(-1) : undefined;
  const test = value === undefined ? undefined : ({ op: operator, value } as Test);
  return {
    kind: test === undefined ? wantedKind(property?.kind, output, use) : kindOfExample(test.value),
    optional: use.optional || isWhere,
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
