/**
 * shapeOf :: Inspection → Shape
 *
 * One tree of what the template takes. The list of fields, the form and the completion are three views of it.
 */
import { isRecord } from '../../../../data-check/names.ts';
import { EACH, type Step, writePath } from '../../../../data-check/paths.ts';
import type { Schema } from '../../../../data-check/read-schema.ts';
import type { FieldKind, FieldUse, Field as InspectedField, Inspection } from '../../../api/types.ts';
import { formattersOf } from './formatters.ts';

export interface Shape {
  /** Its name in the object around it; undefined for the data itself and for the items of a list. */
  readonly name: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly kind: FieldKind;
  readonly optional: boolean;
  /** With EACH for items. */
  readonly steps: readonly Step[];
  readonly path: string;
  readonly usedIn: readonly FieldUse[];
  readonly formatters: readonly string[];
  /** Of an object, and of an image or link whose parts are read. */
  readonly fields: readonly Shape[];
  /** Of a list: what each item is. */
  readonly item: Shape | undefined;
  /** Of an object whose names are data: what each value is. */
  readonly values: Shape | undefined;
  /** JSON types that the template can use. */
  readonly types: readonly string[];
}

interface Around {
  readonly fields: ReadonlyMap<string, InspectedField>;
  readonly root: Schema;
}

export const shapeOf = ({ fields, schema }: Inspection): Shape => {
  const around: Around = { fields: new Map(fields.map((field) => [field.path, field])), root: schema };
  return build(schema, [], undefined, false, around);
};

const build = (
  written: Schema,
  steps: readonly Step[],
  name: string | undefined,
  required: boolean,
  around: Around,
): Shape => {
  const schema = resolve(written, around.root);
  const path = writePath(steps);
  // Of `FOR entry IN prices`, the values are listed as `prices[].value`, and stand where `prices[]` does.
  const field = around.fields.get(path) ?? around.fields.get(`${path}.value`);
  const types = typesOf(schema);
  const kind = field?.kind ?? (path === '' ? 'object' : kindOf(schema, types));
  const isObject = kind !== 'list' && isRecord(schema['properties']);
  const names = new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []);
  const { items, additionalProperties: values } = schema;
  const inner = (of: Schema): Shape => build(of, [...steps, EACH], undefined, true, around);
  return {
    name,
    title: typeof written['title'] === 'string' ? written['title'] : (name ?? ''),
    description: textOf(written['description']) ?? textOf(schema['description']),
    kind,
    optional: field?.optional ?? !required,
    steps,
    path,
    usedIn: field?.usedIn ?? [],
    formatters: [...new Set((field?.usedIn ?? []).flatMap(({ tag }) => formattersOf(tag)))],
    fields: isObject
      ? Object.entries(schema['properties'] as Schema)
          .filter((entry): entry is [string, Schema] => isRecord(entry[1]))
          .map(([inside, of]) => build(of, [...steps, inside], inside, names.has(inside), around))
      : [],
    item: kind === 'list' && isRecord(items) ? inner(items) : undefined,
    values: kind === 'object' && isRecord(values) ? inner(values) : undefined,
    types,
  };
};

const resolve = (schema: Schema, root: Schema): Schema => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions = root['$defs'];
  const name = reference.replace(/^#\/\$defs\//, '');
  const found = isRecord(definitions) ? definitions[name] : undefined;
  return isRecord(found) ? found : {};
};

const SCALARS = ['string', 'number', 'boolean', 'null'];

const typesOf = ({ type }: Schema): readonly string[] =>
  Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : SCALARS;

/** Of what is only passed through on the way to a field; all others are listed with their kind. */
const kindOf = (schema: Schema, types: readonly string[]): FieldKind => {
  if (types[0] === 'array' || schema['items'] !== undefined) return 'list';
  if (types[0] === 'object' || schema['properties'] !== undefined) return 'object';
  return 'text';
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The shape at a place of the data; undefined where no tag reads it. */
export const shapeAt = (shape: Shape, steps: readonly Step[]): Shape | undefined => {
  let at: Shape | undefined = shape;
  for (const step of steps) {
    if (at === undefined) return undefined;
    if (typeof step === 'string')
      at = at.fields.find(({ name }) => name === step) ?? at.values ?? namedInItem(at, step);
    else at = at.item ?? at.values;
  }
  return at;
};

/** A section enters an object as it would an item of a list. */
const namedInItem = (shape: Shape, name: string): Shape | undefined =>
  shape.types.includes('object') ? shape.item?.fields.find((field) => field.name === name) : undefined;

/** An example of what may stand there: what a click on a field, or "add" in a list, puts in. */
export const emptyValue = (shape: Shape): unknown => {
  switch (shape.kind) {
    case 'list':
      return [];
    case 'object':
      return Object.fromEntries(
        shape.fields
          .filter(({ optional }) => !optional)
          .map((field) => [field.name ?? '', emptyValue(field)]),
      );
    case 'number':
      return null;
    case 'boolean':
      return false;
    default:
      return '';
  }
};
