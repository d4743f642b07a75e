/** fieldsOf :: Schema → a row for each field, with those inside of others by their paths */
import type { OpenApi, Schema } from './openapi.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly byDefault: string | undefined;
}

type Schemas = OpenApi['components']['schemas'];

const DEEPEST = 3;

export const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = schema.$ref?.split('/').pop();
  return (name === undefined ? undefined : schemas[name]) ?? schema;
};

export const fieldsOf = (schema: Schema, schemas: Schemas, prefix = '', depth = 1): readonly Field[] => {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return Object.entries(properties).flatMap(([key, given]) => {
    const field = resolved(given, schemas);
    const name = prefix + key;
    const inner = field.items === undefined ? field : resolved(field.items, schemas);
    const isOpen = depth < DEEPEST && inner.properties !== undefined;
    return [
      {
        name,
        type: typeOf(field, schemas),
        isRequired: required.includes(key),
        description: given.description ?? field.description ?? '',
        byDefault: field.default === undefined ? undefined : JSON.stringify(field.default),
      },
      ...(isOpen
        ? fieldsOf(inner, schemas, `${name}${field.items === undefined ? '' : '[]'}.`, depth + 1)
        : []),
    ];
  });
};

/** In words: `"DOCX" or "PDF"`, `list of texts`. */
export const typeOf = (given: Schema, schemas: Schemas): string => {
  const schema = resolved(given, schemas);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => typeOf(one, schemas)))].join(' or ');
  if (schema.format === 'binary') return 'file';
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, schemas)}`;
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => WORDS[type] ?? type).join(' or ');
};

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};
