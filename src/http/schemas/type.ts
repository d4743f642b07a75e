/**
 * The builders of JSON Schema that the routes use, with TypeBox's own types. The library makes the same objects, out of 680
 * modules that take a third of the server's start to load.
 */
import type { TSchema, Type as TypeBox } from '@fastify/type-provider-typebox';

type Used =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Ref'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe';

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

/** Properties that may be left out: not a part of the schema itself, but of the object that has them. */
const optional = new WeakSet<Schema>();

const asOptional = (schema: Schema): Schema => {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
};

const object = (properties: Properties, options: Schema = {}): Schema => {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
};

const builders: Record<Used, (...args: never[]) => Schema> = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: asOptional,
  Partial: ({ properties }: { properties: Properties }) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, asOptional(one)]))),
  Ref: ($ref: string, options?: Schema) => ({ $ref, ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema as Schema,
};

export const Type = builders as unknown as Pick<typeof TypeBox, Used>;
