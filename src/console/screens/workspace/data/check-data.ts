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
  readonly #looked = new Map<Schema, Map<Fields, boolean>>();
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
      const own = keyLike(object, name);
      if (own !== undefined) {
        scope.used.add(own);
        this.value(field, object[own], inside, scope);
      } else if (
        !this.#isInPieces(field, name, inside, scope) &&
        !(read.isEntered && this.#isAround(name, field, outer)) &&
        read.required.has(name) &&
        !hasInstead(read, name, read.isEntered ? scope : { ...scope, outer: undefined })
      )
        this.problems.missing(inside);
    }
    if (read.values === true) return;
    for (const [name, one] of Object.entries(object)) {
      if (scope.used.has(name)) continue;
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
      if (hasInstead(read, name, scope)) continue;
      this.problems.missing({ up: spot.up, step: name, isEach: false });
    }
  }

  /** Looked into once: every item of a long list may leave the same name to the data around it. */
  #isAround(name: string, field: Schema, scope: Scope | undefined): boolean {
    for (let at = scope; at !== undefined; at = at.outer) {
      const own = keyLike(at.object, name);
      if (own === undefined && this.#reading(field).properties === undefined) continue;
      if (own !== undefined) at.used.add(own);
      const looked = this.#looked.get(field) ?? new Map<Fields, boolean>();
      this.#looked.set(field, looked);
      const known = looked.get(at.object);
      if (known === true) return true;
      const spot: Spot = { up: at.spot, step: name, isEach: false };
      const isInPieces = own === undefined && (known ?? this.#isInPieces(field, name, spot, at));
      looked.set(at.object, isInPieces || own !== undefined);
      if (isInPieces) return true;
      if (own === undefined) continue;
      this.#outside += 1;
      this.value(field, at.object[own], spot, scope);
      this.#outside -= 1;
      return true;
    }
    return false;
  }

  /** An object that is not there, but its fields are, under names with points: `"user.name"`. */
  #isInPieces(schema: Schema, name: string, spot: Spot, scope: Scope): boolean {
    const { properties, required } = this.#reading(schema);
    const lacking: Spot[] = [];
    let found = false;
    for (const [inner, field] of properties ?? []) {
      const inside: Spot = { up: spot, step: inner, isEach: false };
      const own = keyLike(scope.object, `${name}.${inner}`);
      if (own !== undefined) {
        scope.used.add(own);
        this.value(field, scope.object[own], inside, scope);
        found = true;
      } else if (this.#isInPieces(field, `${name}.${inner}`, inside, scope)) found = true;
      else if (required.has(inner)) lacking.push(inside);
    }
    if (found) for (const one of lacking) this.problems.missing(one);
    return found;
  }

  #mistyped(read: Read, value: unknown, spot: Spot | undefined, scope: Scope | undefined): void {
    // An item that is no object leaves all its names to the data around it.
    if (
      read.isEntered &&
      [...read.required].every((name) => isIn(name, scope) || hasInstead(read, name, scope))
    ) {
      for (const [name, field] of read.properties ?? []) this.#isAround(name, field, scope);
    } else if (value === null && spot !== undefined) this.problems.missing(spot);
    else this.problems.mistyped(spot, expected(read), typeName(value));
  }

  #reading(schema: Schema): Read {
    let read = this.#read.get(schema);
    if (read === undefined) {
      const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
      read = readSchema(name === undefined ? schema : this.#definition(name), name);
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
  /** Of some that are required: lists of names that will do for them. */
  readonly instead: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly items: Schema | undefined;
  readonly values: Schema | true | undefined;
  readonly pattern: RegExp | undefined;
  readonly least: number;
  readonly most: number;
  /** Names that are not in it are looked for in the data around it. */
  readonly isEntered: boolean;
  readonly isText: boolean;
  readonly isDate: boolean;
}

const readSchema = (schema: Schema, defined: string | undefined): Read => {
  const { type, properties, required, items, additionalProperties: values, pattern } = schema;
  const instead = new Map(choicesOf(schema).map(([[name = ''] = [], ...others]) => [name, others]));
  return {
    types: new Set(Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : ANY),
    properties: isRecord(properties)
      ? new Map(Object.entries(properties).filter((one): one is [string, Schema] => isRecord(one[1])))
      : undefined,
    required: new Set([...namesOf(required), ...instead.keys()]),
    instead,
    items: isRecord(items) ? items : undefined,
    values: values === true || isRecord(values) ? values : undefined,
    pattern: typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined,
    isEntered: schema['unevaluatedProperties'] === true,
    least: Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY),
    most: Number(schema['maximum'] ?? Number.POSITIVE_INFINITY),
    isText: defined === 'text',
    isDate: defined === 'date',
  };
};

const namesOf = (required: unknown): string[] => (Array.isArray(required) ? required.map(String) : []);

/** Each choice is a list of names that have to be there, of which the first is the field itself. */
const choicesOf = ({ allOf }: Schema): string[][][] =>
  (Array.isArray(allOf) ? allOf.filter(isRecord) : []).map(({ anyOf }) =>
    (Array.isArray(anyOf) ? anyOf.filter(isRecord) : []).map(({ required }) => namesOf(required)),
  );

const takes = ({ types, pattern, least, most }: Read, value: unknown): boolean => {
  if (typeof value === 'string') {
    if (!types.has('string')) return false;
    return pattern === undefined || (value.length <= LONGEST_NUMBER && pattern.test(value));
  }
  if (typeof value === 'number') {
    if (value < least || value > most) return false;
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  }
  return types.has(typeName(value));
};

const expected = ({ types, pattern, isText, isDate }: Read): string => {
  if (isText) return 'text';
  if (isDate) return 'date';
  const names = [...types].filter((type) => type !== 'null');
  return (pattern === undefined ? names : names.filter((type) => type !== 'string')).join(' or ');
};

/** Tags compare letters as they look: the data may have `ä` as one character or as two. */
const keyLike = (object: Fields, name: string): string | undefined => {
  if (Object.hasOwn(object, name)) return name;
  if (name === name.normalize('NFD')) return undefined;
  return Object.keys(object).find((key) => key.normalize('NFC') === name);
};

const isIn = (name: string, scope: Scope | undefined): boolean =>
  scope !== undefined && (keyLike(scope.object, name) !== undefined || isIn(name, scope.outer));

/** Whether other names are there that will do for one that is not; they are used then. */
const hasInstead = (read: Read, name: string, scope: Scope | undefined): boolean => {
  const names = read.instead.get(name)?.find((others) => others.every((one) => isIn(one, scope)));
  for (const one of names ?? [])
    for (let at = scope; at !== undefined; at = at.outer) {
      const own = keyLike(at.object, one);
      if (own !== undefined) at.used.add(own);
    }
  return names !== undefined;
};

export const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
