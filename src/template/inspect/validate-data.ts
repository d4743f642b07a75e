/**
 * validateData :: schema of an inspection, data → what is missing, what has the wrong type, what no tag uses
 *
 * Not a general JSON Schema validator: those stop at "invalid", and know neither of paths that a template never reads
 * nor of names that an item leaves to the data around it. It reads the keywords that schema.ts writes.
 */
import { Names } from '../expression/evaluate/did-you-mean.ts';
import { keyLike, type ValueObject } from '../expression/values/values.ts';
import { DataProblems, type DataReport, type Place } from './data-problems.ts';
import { DATE_REFERENCE, DATE_SCHEMA } from './date-schema.ts';
import { TEXT_REFERENCE } from './schema.ts';

export type { DataReport } from './data-problems.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** An object of the data in which names are looked for, and those of its names that turned out to be used. */
interface Around {
  readonly object: Fields;
  readonly place: Place;
  readonly used: Set<string>;
  readonly outer: Around | undefined;
}

export const validateData = (schema: Schema, data: unknown): DataReport => {
  const problems = new DataProblems();
  const check = new Check(problems);
  check.value(schema, data, { path: problems.root, up: undefined, step: '' }, undefined);
  const report = problems.report();
  if (report.missing.length === 0 || !isFields(data)) return report;
  const names = new Names(data as ValueObject);
  const missing = report.missing.map((problem) => {
    const suggestion = names.like(problem.path, false);
    return suggestion === undefined ? problem : { ...problem, suggestion };
  });
  return { ...report, missing };
};

class Check {
  readonly #problems: DataProblems;
  /** Schemas are visited once for each item of a list. */
  readonly #read = new Map<Schema, ReadSchema>();
  /** Whether an object around has what a schema is about. */
  readonly #seen = new Map<Schema, Map<Fields, boolean>>();
  /** Above 0 while a name is followed that an item left to the data around it. */
  #outside = 0;

  constructor(problems: DataProblems) {
    this.#problems = problems;
  }

  value(schema: Schema, value: unknown, place: Place, around: Around | undefined): void {
    const known = this.#schema(schema);
    if (isFields(value) && known.types.has('object')) this.#object(known, value, place, around);
    else if (Array.isArray(value) && known.types.has('array')) this.#list(known, value, place, around);
    else if (!known.takes(value)) this.#mistyped(known, value, place, around);
    else if (known.items !== undefined) this.#condition(known.items, value, place, around);
  }

  /** A section that is no list and no object: its names are looked for around it. */
  #condition(items: Schema, value: unknown, place: Place, around: Around | undefined): void {
    const known = this.#schema(items);
    const { isEntered, properties, required } = known;
    if (!isEntered) return;
    for (const [name, field] of properties ?? []) {
      if (this.#isAround(name, field, around) || !required.has(name) || !value || place.up === undefined)
        continue;
      if (instead(known, name, around)) continue;
      this.#problems.missing(within(place.up, name));
    }
  }

  /**
   * Whether a name is in the data around an item. It is used there then, and looked into once: every item of a long
   * list may lack it.
   */
  #isAround(name: string, field: Schema, around: Around | undefined): boolean {
    for (let at = around; at !== undefined; at = at.outer) {
      const own = keyLike(at.object, name);
      if (own === undefined && this.#schema(field).properties === undefined) continue;
      if (own !== undefined) at.used.add(own);
      const seen = this.#seen.get(field) ?? new Map<Fields, boolean>();
      this.#seen.set(field, seen);
      const known = seen.get(at.object);
      if (known === true) return true;
      const isInPieces =
        own === undefined && (known ?? this.#isInPieces(field, name, within(at.place, name), at));
      seen.set(at.object, isInPieces || own !== undefined);
      if (isInPieces) return true;
      if (own === undefined) continue;
      // What of it is used is told where it stands.
      this.#outside += 1;
      this.value(field, at.object[own], within(at.place, name), around);
      this.#outside -= 1;
      return true;
    }
    return false;
  }

  /** An object that is not there, but its fields are, under names with points: `"user.name"`. */
  #isInPieces(schema: Schema, name: string, place: Place, around: Around): boolean {
    const { properties, required } = this.#schema(schema);
    const lacking: Place[] = [];
    let found = false;
    for (const [inner, field] of properties ?? []) {
      const at = within(place, inner);
      const own = keyLike(around.object, `${name}.${inner}`);
      if (own !== undefined) {
        around.used.add(own);
        this.value(field, around.object[own], at, around);
        found = true;
      } else if (this.#isInPieces(field, `${name}.${inner}`, at, around)) found = true;
      else if (required.has(inner)) lacking.push(at);
    }
    if (found) for (const one of lacking) this.#problems.missing(one);
    return found;
  }

  #schema(schema: Schema): ReadSchema {
    let known = this.#read.get(schema);
    if (known === undefined) {
      known = new ReadSchema(DEFINED.get(schema['$ref']) ?? schema);
      this.#read.set(schema, known);
    }
    return known;
  }

  #list({ items }: ReadSchema, list: readonly unknown[], place: Place, around: Around | undefined): void {
    if (items === undefined) return;
    if (list.length === 0) this.#condition(items, false, place, around);
    const path = place.path.item();
    for (let index = 0; index < list.length; index++) {
      this.value(items, list[index], { path, up: place, step: index }, around);
    }
  }

  #object(known: ReadSchema, object: Fields, place: Place, around: Around | undefined): void {
    const { properties, items } = known;
    if (known.isContent) {
      if (!Object.hasOwn(object, '_type')) this.#problems.mistyped(place, known.expected, 'object');
    } else if (properties !== undefined || known.values !== undefined) {
      this.#fields(known, object, place, around);
    } else if (items !== undefined && known.types.has('boolean')) {
      // A section enters an object as it would an item.
      this.value(items, object, place, around);
    } else if (items !== undefined) {
      const path = place.path.item();
      for (const name of Object.keys(object))
        this.value(items, object[name], { path, up: place, step: name }, around);
    }
  }

  #fields(known: ReadSchema, object: Fields, place: Place, around: Around | undefined): void {
    const { properties, required, values } = known;
    const here: Around = { object, place, used: new Set(), outer: around };
    for (const [name, field] of properties ?? []) {
      const own = keyLike(object, name);
      if (own !== undefined) {
        here.used.add(own);
        this.value(field, object[own], within(place, name), here);
      } else if (
        !this.#isInPieces(field, name, within(place, name), here) &&
        !(known.isEntered && this.#isAround(name, field, around)) &&
        required.has(name) &&
        !instead(known, name, known.isEntered ? here : { ...here, outer: undefined })
      ) {
        this.#problems.missing(within(place, name));
      }
    }
    if (values === true) return;
    for (const name of Object.keys(object)) {
      if (here.used.has(name)) continue;
      if (values === undefined) {
        if (this.#outside === 0) this.#problems.unused(place, name);
      } else this.value(values, object[name], { path: place.path.item(), up: place, step: name }, here);
    }
  }

  #mistyped(known: ReadSchema, value: unknown, place: Place, around: Around | undefined): void {
    // An item that is no object leaves all its names to the data around it.
    if (
      known.isEntered &&
      [...known.required].every((name) => has(name, around) || instead(known, name, around))
    ) {
      for (const [name, field] of known.properties ?? []) this.#isAround(name, field, around);
    } else if (value === null) this.#problems.missing(place);
    else this.#problems.mistyped(place, known.expected, typeName(value));
  }
}

const has = (name: string, around: Around | undefined): boolean =>
  around !== undefined && (keyLike(around.object, name) !== undefined || has(name, around.outer));

/** Whether other names are there that will do for one that is not; they are used then. */
const instead = (known: ReadSchema, name: string, around: Around | undefined): boolean => {
  const names = known.instead.get(name)?.find((others) => others.every((one) => has(one, around)));
  for (const one of names ?? [])
    for (let at = around; at !== undefined; at = at.outer) {
      const own = keyLike(at.object, one);
      if (own !== undefined) at.used.add(own);
    }
  return names !== undefined;
};

const within = (place: Place, name: string): Place => ({
  path: place.path.name(name),
  up: place,
  step: name,
});

/** A schema, read once. */
class ReadSchema {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema> | undefined;
  readonly required: ReadonlySet<string>;
  /** Of some that are required: lists of names that will do for them. */
  readonly instead: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly items: Schema | undefined;
  /** The schema of names that are not listed; true where anything goes. */
  readonly values: Schema | true | undefined;
  readonly isEntered: boolean;
  /** Prints; an object only where it says that it is a picture, a link or rich text. */
  readonly isContent: boolean;
  readonly #isDate: boolean;
  readonly #pattern: RegExp | undefined;
  readonly #range: readonly [number, number];

  constructor(schema: Schema) {
    const { type, properties, required, items, additionalProperties: values, pattern } = schema;
    this.types = new Set(Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : ANY);
    this.properties = isFields(properties)
      ? new Map(Object.entries(properties).filter((entry): entry is [string, Schema] => isFields(entry[1])))
      : undefined;
    this.instead = new Map(choicesOf(schema).map(([[name = ''] = [], ...others]) => [name, others]));
    this.required = new Set([
      ...(Array.isArray(required) ? required.map(String) : []),
      ...this.instead.keys(),
    ]);
    this.items = isFields(items) ? items : undefined;
    this.values = values === true || isFields(values) ? values : undefined;
    this.isEntered = schema['unevaluatedProperties'] === true;
    this.isContent = schema === TEXT;
    this.#isDate = schema === DATE_SCHEMA;
    this.#pattern = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
    this.#range = [
      Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY),
      Number(schema['maximum'] ?? Number.POSITIVE_INFINITY),
    ];
  }

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

  get expected(): string {
    if (this.isContent) return 'text';
    if (this.#isDate) return 'date';
    const types = [...this.types].filter((type) => type !== 'null');
    return (this.#pattern === undefined ? types : types.filter((type) => type !== 'string')).join(' or ');
  }
}

/** Each choice is a list of names that have to be there, of which the first is the field itself. */
const choicesOf = ({ allOf }: Schema): string[][][] =>
  (Array.isArray(allOf) ? allOf.filter(isFields) : []).map(({ anyOf }) =>
    (Array.isArray(anyOf) ? anyOf.filter(isFields) : []).map(({ required }) =>
      Array.isArray(required) ? required.map(String) : [],
    ),
  );

const SCALARS = ['string', 'number', 'boolean', 'null'];
/** What schema.ts defines as text, in the keywords that are read here. */
const TEXT: Schema = { type: [...SCALARS, 'array', 'object'], items: { type: SCALARS } };

const DEFINED: ReadonlyMap<unknown, Schema> = new Map<unknown, Schema>([
  [TEXT_REFERENCE, TEXT],
  [DATE_REFERENCE, DATE_SCHEMA],
]);

/** As many characters as arithmetic reads. */
const MAX_NUMBER = 400;

const ANY = [...SCALARS, 'array', 'object'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
