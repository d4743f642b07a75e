/**
 * A JSON Schema as an inspection writes it (`template/inspect/schema.ts`), read once: every item of a list is held against
 * the same one.
 */
import { type Fields, isRecord } from './names.ts';

export type Schema = Fields;

export class ReadSchema {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema> | undefined;
  readonly required: ReadonlySet<string>;
  /** By the name of a required field: lists of names that will do for it. */
  readonly instead: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly items: Schema | undefined;
  /** The schema of names that are not listed; true where anything goes. */
  readonly values: Schema | true | undefined;
  /** Names that are not in the object are looked for in the data around it. */
  readonly isEntered: boolean;
  /** Prints; an object only where it says that it is a picture, a link or rich text. */
  readonly isContent: boolean;
  readonly #isDate: boolean;
  readonly #pattern: RegExp | undefined;
  readonly #range: readonly [number, number];

  /** `definition`: the name in `$defs` under which the schema stands, if it does. */
  constructor(schema: Schema, definition?: string) {
    const { type, properties, required, items, additionalProperties: values, pattern } = schema;
    this.types = new Set(Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : ANY);
    this.properties = isRecord(properties)
      ? new Map(Object.entries(properties).filter((entry): entry is [string, Schema] => isRecord(entry[1])))
      : undefined;
    this.instead = new Map(choicesOf(schema).map(([[name = ''] = [], ...others]) => [name, others]));
    this.required = new Set([...namesOf(required), ...this.instead.keys()]);
    this.items = isRecord(items) ? items : undefined;
    this.values = values === true || isRecord(values) ? values : undefined;
    this.isEntered = schema['unevaluatedProperties'] === true;
    this.isContent = definition === 'text';
    this.#isDate = definition === 'date';
    this.#pattern = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
    this.#range = [
      Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY),
      Number(schema['maximum'] ?? Number.POSITIVE_INFINITY),
    ];
  }

  /** Whether a value is of the right type. Of lists and objects, only whether there may be one. */
  takes(value: unknown): boolean {
    if (typeof value === 'string') return this.types.has('string') && this.#matches(value);
    if (typeof value === 'number') {
      if (value < this.#range[0] || value > this.#range[1]) return false;
      return this.types.has('number') || (this.types.has('integer') && Number.isInteger(value));
    }
    return this.types.has(typeName(value));
  }

  /** Numbers and dates are short: what is longer is none, and is not searched. */
  #matches(value: string): boolean {
    return this.#pattern === undefined || (value.length <= MAX_NUMBER && this.#pattern.test(value));
  }

  /** What it takes, in a few words. */
  get expected(): string {
    if (this.isContent) return 'text';
    if (this.#isDate) return 'date';
    const types = [...this.types].filter((type) => type !== 'null');
    return (this.#pattern === undefined ? types : types.filter((type) => type !== 'string')).join(' or ');
  }
}

/** Schemas by the object they are written as, with what they refer to in the root's `$defs`. */
export class ReadSchemas {
  readonly #definitions: Fields;
  readonly #read = new Map<Schema, ReadSchema>();

  constructor(root: Schema) {
    this.#definitions = isRecord(root['$defs']) ? root['$defs'] : {};
  }

  of(schema: Schema): ReadSchema {
    let known = this.#read.get(schema);
    if (known === undefined) {
      known = this.#resolved(schema['$ref']) ?? new ReadSchema(schema);
      this.#read.set(schema, known);
    }
    return known;
  }

  #resolved(reference: unknown): ReadSchema | undefined {
    if (typeof reference !== 'string') return undefined;
    const name = reference.replace('#/$defs/', '');
    if (name === 'text') return new ReadSchema(TEXT, name);
    const definition = this.#definitions[name];
    return new ReadSchema(isRecord(definition) ? definition : {}, name);
  }
}

const namesOf = (required: unknown): string[] => (Array.isArray(required) ? required.map(String) : []);

/** Each choice is a list of names that have to be there, of which the first is the field itself. */
const choicesOf = ({ allOf }: Schema): string[][][] =>
  (Array.isArray(allOf) ? allOf.filter(isRecord) : []).map(({ anyOf }) =>
    (Array.isArray(anyOf) ? anyOf.filter(isRecord) : []).map(({ required }) => namesOf(required)),
  );

const SCALARS = ['string', 'number', 'boolean', 'null'];
const ANY = [...SCALARS, 'array', 'object'];
/** What an inspection defines as text is written as alternatives; this is the same in the keywords that are read here. */
const TEXT: Schema = { type: ANY, items: { type: SCALARS } };

/** As many characters as arithmetic reads. */
const MAX_NUMBER = 400;

export const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
