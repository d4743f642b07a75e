/**
 * schemaOf :: FieldNode → JSON Schema 2020-12
 *
 * It takes what the renderer takes, so that data that fit render without a missing value or an error. `validateData`
 * reads the keywords that are written here, and no others.
 */
import { DATE_REFERENCE, DATE_SCHEMA } from './date-schema.ts';
import { isEntry, isMap, kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldKind } from './inspection.ts';
import { wordsOf } from './sample-names.ts';

type Schema = Record<string, unknown>;

const SCALARS = ['string', 'number', 'boolean', 'null'];
/** Whatever a condition may be asked of; a yes or no is what it is for. */
const ANYTHING = ['boolean', 'string', 'number', 'array', 'object', 'null'];

/** Texts that are a number: what arithmetic and formatters take beside numbers. Empty is empty, not wrong. */
const NUMERIC = '^\\s*(?:[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)?\\s*$';

const DESCRIPTIONS: Readonly<Partial<Record<FieldKind, string>>> = {
  number: 'A number, or a text that is one.',
  boolean: 'Decides what is shown; any value that is not empty, 0 or false counts as yes.',
  image: 'A picture as a data URI, base64, or an object with data, width and height.',
  html: 'Formatted text as HTML.',
  markdown: 'Formatted text as Markdown.',
  link: 'An address with https://, mailto: or tel:, or an object with url and label.',
};

const TEXT_REFERENCE = '#/$defs/text';

/** Whatever prints. Most fields are of this kind, so it is written once. */
const TEXT: Schema = {
  description:
    'A text, or what prints as one: a number, true or false, a list of them. An object only where its _type says what it is.',
  anyOf: [
    { type: SCALARS },
    { type: 'array', items: { type: SCALARS } },
    {
      type: 'object',
      properties: { _type: { enum: ['image', 'link', 'html', 'markdown'] } },
      required: ['_type'],
    },
  ],
};

export const rootSchema = (root: FieldNode): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  ...properties(root),
  $defs: { text: TEXT, date: DATE_SCHEMA },
});

const schemaOf = (field: FieldNode): Schema => {
  const kind = kindOf(field);
  const description = field.isChecked
    ? 'Ticks a check box: true or false.'
    : field.listed !== undefined
      ? 'Chooses from the list of a control.'
      : DESCRIPTIONS[kind];
  return {
    ...(field.parent?.element !== field && { title: wordsOf(field.key) }),
    ...(description !== undefined && { description }),
    ...bodyOf(field, kind),
  };
};

const bodyOf = (field: FieldNode, kind: FieldKind): Schema => {
  switch (kind) {
    case 'list':
      return listSchema(field);
    case 'object':
      return objectSchema(field);
    case 'number':
      return numberSchema(field);
    case 'date':
      return mayBeText(field) ? { type: ['string', 'number', 'null'] } : { $ref: DATE_REFERENCE };
    case 'boolean':
      return { type: field.isChecked ? ['boolean', 'null'] : ANYTHING };
    case 'html':
    case 'markdown':
      return { type: [...SCALARS, 'object'] };
    case 'image':
    case 'link':
      return { type: ['string', 'object', 'null'], ...(field.names.size > 0 && properties(field)) };
    case 'text':
      if (field.listed !== undefined) return { enum: [...field.listed, null] };
      return field.isSection || field.isContainer ? { type: ANYTHING } : { $ref: TEXT_REFERENCE };
  }
};

/** What is compared with a text may be one, whatever else it is used for. */
const mayBeText = (field: FieldNode): boolean =>
  field.tests.some(({ value }) => typeof value === 'string') || field.receives.has('text');

const numberSchema = (field: FieldNode): Schema => {
  if (field.receives.has('number')) return { type: ['number', 'null'] };
  return { type: ['number', 'string', 'null'], ...(!mayBeText(field) && { pattern: NUMERIC }) };
};

const listSchema = (field: FieldNode): Schema => {
  const { element } = field;
  const items = element === undefined ? {} : { items: schemaOf(element) };
  // A section enters an object as it would each item of a list, and asks anything else whether it is true.
  if (field.isSection) return { type: ['array', 'object', 'boolean', 'string', 'number', 'null'], ...items };
  if (field.isContainer) return { type: ['array', 'object', 'string', 'null'], ...items };
  const isCounted = field.isWalked && element?.names.size === 0 && element.element === undefined;
  return {
    type: ['array', ...(field.isEach ? ['object'] : []), ...(isCounted ? ['integer'] : []), 'null'],
    ...items,
  };
};

const objectSchema = (field: FieldNode): Schema => {
  const isThere = field.isRequired || field.parent?.element === field;
  const type = ['object', ...(isThere ? [] : ['null'])];
  if (field.isSection) return { type: ANYTHING, ...properties(field) };
  if (!isMap(field)) {
    if (field.names.size === 0) return { type: 'object' };
    return { type: type.length === 1 ? 'object' : type, ...properties(field) };
  }
  const value = isEntry(field.element) ? field.element?.names.get('value') : field.element;
  return {
    type: [...type, 'array'],
    ...(field.names.size > 0 && properties(field)),
    additionalProperties: value === undefined ? true : schemaOf(value),
  };
};

/** An object that has these names. They are listed too, as strict readers of schemas want it. */
const having = (names: readonly string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  required: names,
});

const properties = (field: FieldNode): Schema => {
  const needed = [...field.names.values()].filter(({ isRequired }) => isRequired);
  const required = needed.filter(({ instead }) => instead.length === 0).map(({ key }) => key);
  // `first-name` is a name, or else a subtraction: then its operands will do.
  const choices = needed
    .filter(({ instead }) => instead.length > 0)
    .map(({ key, instead }) => ({ anyOf: [[key], ...instead].map(having) }));
  return {
    properties: Object.fromEntries([...field.names].map(([name, inner]) => [name, schemaOf(inner)])),
    ...(required.length > 0 && { required }),
    ...(choices.length > 0 && { allOf: choices }),
    ...(field.isEntered && { unevaluatedProperties: true }),
  };
};
