/**
 * checkData :: schema of an inspection, data → what is missing, mistyped or unused, and where
 *
 * Says what `POST /template/validate` says (a test holds the two together), but here, because it is asked after every
 * pause in typing: no round trip, nothing taken from the organization's requests, and every place has its squiggle.
 * It reads the keywords that the server's schemas are written in.
 */
import { FoundProblems, type Spot } from './found-problems.ts';
import { isRecord } from './path.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** An object in which names are looked for, and those of its names that turned out to be used by what is inside. */
interface Scope {
  readonly object: Fields;
  readonly spot: Spot | undefined;
  readonly used: Set<string>;
  readonly outer: Scope | undefined;
}

export const checkData = (schema: Schema, data: unknown): ReturnType<FoundProblems['report']> => {
  const walk = new Walk(isRecord(schema['$defs']) ? schema['$defs'] : {});
  walk.value(schema, data, undefined, undefined);
  return walk.problems.report();
};

class Walk {
  readonly problems = new FoundProblems();
  readonly #definitions: Schema;
  readonly #read = new Map<Schema, Read>();
  readonly #looked = new Map<Schema, Set<Fields>>();
  /** Above 0 while a name is followed that an item left to the data around it. */
  #outside = 0;

  constructor(definitions: Schema) {
    this.#definitions = definitions;
  }

  value(schema: Schema, value: unknown, spot: Spot | undefined, scope: Scope | undefined): void {
    const read = this.#reading(schema);
    if (isRecord(value) && read.types.has('object')) this.#object(read, value, spot, scope);
    else if (Array.isArray(value) && read.types.has('array')) this.#list(read, value, spot, scope);
    else if (!takes(read, value)) this.#mistyped(read, value, spot, scope);
    else if (read.items !== undefined && spot !== undefined)
      this.#condition(read.items, Boolean(value), spot, scope);
  }

  #list(read: Read, list: readonly unknown[], spot: Spot | undefined, scope: Scope | undefined): void {
    if (read.items === undefined) return;
    if (list.length === 0 && spot !== undefined) this.#condition(read.items, false, spot, scope);
    for (const [index, item] of list.entries())
      this.value(read.items, item, { up: spot, step: index, isEach: true }, scope);
  }

  #object(read: Read, object: Fields, spot: Spot | undefined, scope: Scope | undefined): void {
    const { items } = read;
    if (read.isText) {
      if (!Object.hasOwn(object, '_type')) this.problems.mistyped(spot, 'text', 'object');
    } else if (read.properties !== undefined || read.values !== undefined)
      this.#fields(read, object, spot, scope);
    else if (items !== undefined && read.types.has('boolean')) this.value(items, object, spot, scope);
    else if (items !== undefined)
      for (const [name, one] of Object.entries(object))
        this.value(items, one, { up: spot, step: name, isEach: true }, scope);
  }

  #fields(read: Read, object: Fields, spot: Spot | undefined, outer: Scope | undefined): void {
    const scope: Scope = { object, spot, used: new Set(), outer };
    for (const [name, field] of read.properties ?? []) {
      const inside: Spot = { up: spot, step: name, isEach: false };
      if (Object.hasOwn(object, name)) this.value(field, object[name], inside, scope);
      else if (!(read.isEntered && this.#isAround(name, field, outer)) && read.required.has(name))
        this.problems.missing(inside);
    }
    if (read.values === true) return;
    for (const [name, one] of Object.entries(object)) {
      if (read.properties?.has(name) === true || scope.used.has(name)) continue;
      if (read.values !== undefined)
        this.value(read.values, one, { up: spot, step: name, isEach: true }, scope);
      else if (this.#outside === 0) this.problems.unused({ up: spot, step: name, isEach: false });
    }
  }

  /** A section that is no list and no object: its names are looked for around it. */
  #condition(items: Schema, holds: boolean, spot: Spot, scope: Scope | undefined): void {
    const read = this.#reading(items);
    if (!read.isEntered) return;
    for (const [name, field] of read.properties ?? []) {
      if (this.#isAround(name, field, scope) || !read.required.has(name) || !holds) continue;
      this.problems.missing({ up: spot.up, step: name, isEach: false });
    }
  }

  /** Looked into once: every item of a long list may leave the same name to the data around it. */
  #isAround(name: string, field: Schema, scope: Scope | undefined): boolean {
    for (let at = scope; at !== undefined; at = at.outer) {
      if (!Object.hasOwn(at.object, name)) continue;
      at.used.add(name);
      const looked = this.#looked.get(field) ?? new Set<Fields>();
      this.#looked.set(field, looked);
      if (looked.has(at.object)) return true;
      looked.add(at.object);
      this.#outside += 1;
      this.value(field, at.object[name], { up: at.spot, step: name, isEach: false }, scope);
      this.#outside -= 1;
      return true;
    }
    return false;
  }

  #mistyped(read: Read, value: unknown, spot: Spot | undefined, scope: Scope | undefined): void {
    // An item that is no object leaves all its names to the data around it.
    if (read.isEntered && [...read.required].every((name) => isIn(name, scope))) {
      for (const [name, field] of read.properties ?? []) this.#isAround(name, field, scope);
    } else if (value === null && spot !== undefined) this.problems.missing(spot);
    else this.problems.mistyped(spot, expected(read), typeName(value));
  }

  #reading(schema: Schema): Read {
    let read = this.#read.get(schema);
    if (read === undefined) {
      const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
      read = readSchema(name === undefined ? schema : this.#definition(name), name === 'text');
      this.#read.set(schema, read);
    }
    return read;
  }

  #definition(name: string): Schema {
    const found = this.#definitions[name];
    // The server writes text as alternatives; together they take any scalar, lists of them, and marked objects.
    if (name === 'text') return { type: ANY, items: { type: SCALARS } };
    return isRecord(found) ? found : {};
  }
}

const SCALARS = ['string', 'number', 'boolean', 'null'];
const ANY = [...SCALARS, 'array', 'object'];
/** As many characters as the server reads a number from. */
const LONGEST_NUMBER = 400;

interface Read {
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Schema> | undefined;
  readonly required: ReadonlySet<string>;
  readonly items: Schema | undefined;
  readonly values: Schema | true | undefined;
  readonly pattern: RegExp | undefined;
  /** Names that are not in it are looked for in the data around it. */
  readonly isEntered: boolean;
  readonly isText: boolean;
}

const readSchema = (schema: Schema, isText: boolean): Read => {
  const { type, properties, required, items, additionalProperties: values, pattern } = schema;
  return {
    types: new Set(Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : ANY),
    properties: isRecord(properties)
      ? new Map(Object.entries(properties).filter((one): one is [string, Schema] => isRecord(one[1])))
      : undefined,
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    items: isRecord(items) ? items : undefined,
    values: values === true || isRecord(values) ? values : undefined,
    pattern: typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined,
    isEntered: schema['unevaluatedProperties'] === true,
    isText,
  };
};

const takes = ({ types, pattern }: Read, value: unknown): boolean => {
  if (typeof value === 'string') {
    if (!types.has('string')) return false;
    return pattern === undefined || (value.length <= LONGEST_NUMBER && pattern.test(value));
  }
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(typeName(value));
};

const expected = ({ types, pattern, isText }: Read): string => {
  if (isText) return 'text';
  const names = [...types].filter((type) => type !== 'null');
  return (pattern === undefined ? names : names.filter((type) => type !== 'string')).join(' or ');
};

const isIn = (name: string, scope: Scope | undefined): boolean =>
  scope !== undefined && (Object.hasOwn(scope.object, name) || isIn(name, scope.outer));

export const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
