/**
 * fieldAt :: schema, path → what the template takes there
 *
 * An inspection's schema (`template/inspect/schema.ts`) says what may be sent; the kind is read back from it. A test holds
 * the two together.
 */
import { isRecord } from '../data-check/names.ts';
import type { Place } from '../data-check/paths.ts';
import { type ReadSchema, ReadSchemas, type Schema } from '../data-check/read-schema.ts';

export interface Field {
  readonly kind: 'text' | 'number' | 'date' | 'boolean';
  /** What is no number, date, yes or no may stay as it is: the template compares the field with texts. */
  readonly mayBeText: boolean;
  /** A number that is meant as text becomes one. */
  readonly isTextAlone: boolean;
  /** `list` or `object` where the template takes no single value. */
  readonly container?: 'list' | 'object';
}

const TEXT: Field = { kind: 'text', mayBeText: true, isTextAlone: false };

export class FieldKinds {
  readonly #root: Schema | undefined;
  readonly #read: ReadSchemas;

  constructor(schema: unknown) {
    this.#root = isRecord(schema) ? schema : undefined;
    this.#read = new ReadSchemas(this.#root ?? {});
  }

  /** Undefined where the template asks for nothing of that path. */
  at(place: Place): Field | undefined {
    let schema: Schema | undefined = this.#root;
    for (const step of place) {
      if (schema === undefined) return undefined;
      const read: ReadSchema = this.#read.of(schema);
      if (typeof step === 'number') schema = read.items;
      else schema = read.properties?.get(step.normalize('NFC')) ?? named(read.values);
    }
    return schema === undefined ? undefined : fieldOf(schema, this.#read.of(schema));
  }
}

const named = (values: Schema | true | undefined): Schema | undefined =>
  values === true ? undefined : values;

const fieldOf = (schema: Schema, read: ReadSchema): Field => {
  const { types } = read;
  if (read.isContent) return TEXT;
  if (read.expected === 'date') return { kind: 'date', mayBeText: false, isTextAlone: false };
  const [first] = types;
  if (types.has('boolean')) {
    if (types.size === 2) return { kind: 'boolean', mayBeText: false, isTextAlone: false };
    if (decides(schema)) return { kind: 'boolean', mayBeText: false, isTextAlone: false };
    return TEXT;
  }
  if (types.has('number')) {
    const hasPattern = typeof schema['pattern'] === 'string';
    const mayBeText = types.has('string') && !hasPattern;
    return { kind: first === 'string' ? 'date' : 'number', mayBeText, isTextAlone: false };
  }
  if (types.has('string')) return { kind: 'text', mayBeText: true, isTextAlone: true };
  const container = types.has('array') ? 'list' : 'object';
  return { ...TEXT, container };
};

/** A field that the template asks nothing but whether it is true. */
const decides = ({ description }: Schema): boolean =>
  typeof description === 'string' && description.startsWith('Decides what is shown');
