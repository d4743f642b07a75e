/** schemaOf :: FieldNode → JSON Schema 2020-12 */
import { type FieldNode, isRequired, kindOf } from './field-tree.ts';

export type Schema = Record<string, unknown>;

const ANY: Schema = {};

/** A value that prints may be any of these; only where the template calculates does the type matter. */
const PRINTABLE: Schema = { type: ['string', 'number', 'boolean', 'null', 'array'] };
/** Content may also describe itself as an object: `{ "url": …, "label": … }`. */
const CONTENT: Schema = { type: ['string', 'object', 'null'] };

const LEAVES: Readonly<Record<string, Schema>> = {
  unknown: PRINTABLE,
  text: PRINTABLE,
  sequence: { type: ['string', 'array', 'null'] },
  number: { type: ['number', 'string', 'null'] },
  date: { type: ['string', 'number', 'null'] },
  boolean: ANY,
  html: CONTENT,
  markdown: CONTENT,
  image: CONTENT,
  link: CONTENT,
  object: ANY,
};

/** Names that are known further out, where an entered item may leave them to be found. */
type Outer = ReadonlySet<string>;

export const rootSchema = (root: FieldNode): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...objectSchema(root, new Set()),
});

const schemaOf = (field: FieldNode, outer: Outer): Schema => {
  if (field.isSection && field.element === undefined) return sectionSchema(field, outer);
  const kind = kindOf(field);
  if (kind === 'list') {
    // FOR also takes objects and whole numbers; null is an empty list.
    const type = ['array', 'object', 'integer', 'null'];
    return { type, items: field.element === undefined ? ANY : schemaOf(field.element, outer) };
  }
  return field.names.size === 0 ? (LEAVES[kind] ?? ANY) : objectSchema(field, outer);
};

/** A list of items, one item, or a condition. */
const sectionSchema = (field: FieldNode, outer: Outer): Schema => {
  if (field.names.size === 0)
    return field.optional ? ANY : { anyOf: [{ type: 'array', items: PRINTABLE }, PRINTABLE] };
  const item = objectSchema(field, outer);
  return { anyOf: [{ type: 'array', items: item }, item, { type: ['boolean', 'string', 'number', 'null'] }] };
};

const objectSchema = (field: FieldNode, outer: Outer): Schema => {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const known = new Set([...outer, ...field.names.keys()]);
  for (const [name, inner] of field.names) {
    properties[name] = schemaOf(inner, known);
    if (isRequired(inner) && !(field.isEntered && outer.has(name))) required.push(name);
  }
  // A section that is only a condition looks for its names out here.
  for (const name of field.shadows) properties[name] ??= ANY;
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
};
