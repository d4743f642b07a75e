/** exampleCall :: Operation → the call of it with the examples that its schemas have, as the snippets write it */
import type { FormField, HttpCall } from '../../../snippets/http-call.ts';
import { resolved } from './fields.ts';
import { bodySchemaOf, goodAnswer, type OpenApi, type Operation, type Schema } from './openapi.ts';

type Schemas = OpenApi['components']['schemas'];

/** A file that a form sends, by the field's name. */
const FILES: Readonly<Record<string, string>> = {
  template: 'invoice.docx',
  file: 'letter.docx',
  records: 'people.csv',
};

/** What stands for one in an address or a body, where the schema has no example. */
const STAND_IN: Readonly<Record<string, unknown>> = {
  templateKey: 'invoice',
  name: 'Long names',
  version: 1,
};

const exampleOf = (given: Schema, schemas: Schemas, name = ''): unknown => {
  const schema = resolved(given, schemas);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], schemas, name);
  const [type] = [schema.type ?? []].flat();
  if (type === 'object' || schema.properties !== undefined) return objectExample(schema, schemas);
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, schemas)];
  if (name in STAND_IN) return STAND_IN[name];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : '…';
};

/** What has to be there; where nothing has to, what has an example. */
const objectExample = (schema: Schema, schemas: Schemas): Record<string, unknown> => {
  const { properties = {}, required = [] } = schema;
  const all = Object.entries(properties);
  const needed = all.filter(([name]) => required.includes(name));
  const chosen = needed.length > 0 ? needed : all.filter(([, field]) => field.examples !== undefined);
  return Object.fromEntries(
    chosen.slice(0, 8).map(([name, field]) => [name, exampleOf(field, schemas, name)]),
  );
};

export const exampleCall = (operation: Operation, schemas: Schemas, address: string): HttpCall => {
  const { parameters = [] } = operation;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${name.toUpperCase()}`);
  const query = new URLSearchParams(
    parameters
      .filter(({ in: place, required }) => place === 'query' && required === true)
      .map(({ name, schema }) => [name, String(exampleOf(schema, schemas, name))]),
  );
  const body = bodySchemaOf(operation);
  const { content = {} } = goodAnswer(operation).answer;
  const isFile = Object.keys(content).some((type) => type.startsWith('application/') && !/json/.test(type));
  return {
    method: operation.method,
    url: `${address}${path}${query.size === 0 ? '' : `?${query}`}`,
    ...(body?.type === 'json' && { json: JSON.stringify(exampleOf(body.schema, schemas), null, 2) }),
    ...(body?.type === 'form' && { form: formExample(body.schema, schemas) }),
    ...(isFile && { file: 'application/pdf' in content ? 'document.pdf' : 'template.docx' }),
  };
};

const formExample = (schema: Schema, schemas: Schemas): readonly FormField[] => {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return required.flatMap((name): FormField[] => {
    const field = properties[name];
    if (field === undefined) return [];
    if (field.format === 'binary') return [{ name, value: FILES[name] ?? 'file', isFile: true }];
    const value = exampleOf(field, schemas, name);
    return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
};
