/**
 * validateData :: schema of an inspection, data → what is missing, what has the wrong type, what no tag uses
 *
 * Not a general JSON Schema validator: those stop at "invalid", and know nothing of paths that a template never reads.
 * It reads the keywords that `inspect` writes and takes anything else as "any value".
 */

export interface DataProblem {
  /** `items[].sku`: a loop's items are one path. */
  readonly path: string;
  /** The first place: `items[3].sku`. */
  readonly first: string;
  readonly count: number;
}

export interface TypeProblem extends DataProblem {
  readonly expected: string;
  readonly found: string;
}

export interface DataReport {
  readonly valid: boolean;
  readonly missing: readonly DataProblem[];
  readonly mistyped: readonly TypeProblem[];
  readonly unused: readonly DataProblem[];
  /** More distinct paths were found than are listed. */
  readonly truncated: boolean;
}

/** Distinct paths of each kind. Data can hold any number of names that the template does not know. */
const MOST_PATHS = 1000;

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly first: string;
}

export const validateData = (schema: Schema, data: unknown): DataReport => {
  const collect = new Collector();
  visit(schema, data, { path: '', first: '' }, collect);
  return collect.report();
};

const visit = (schema: Schema, value: unknown, place: Place, collect: Collector): void => {
  const options = alternatives(schema);
  const fitting = options.find(
    (option) => typesOf(option).length === 0 || typesOf(option).some((type) => isType(type, value)),
  );
  if (fitting === undefined) {
    const expected = [...new Set(options.flatMap(typesOf))].join(' or ');
    collect.mistyped(place, expected, typeName(value));
    return;
  }
  if (Array.isArray(value)) {
    const items = fitting['items'];
    if (isSchema(items))
      value.forEach((item: unknown, index) => {
        visit(items, item, { path: `${place.path}[]`, first: `${place.first}[${index}]` }, collect);
      });
    return;
  }
  if (typeof value === 'object' && value !== null) visitFields(fitting, value as Fields, place, collect);
};

const visitFields = (schema: Schema, value: Fields, place: Place, collect: Collector): void => {
  const { properties } = schema;
  // A template that prints or walks the whole object uses whatever is in it.
  if (!isSchema(properties)) return;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, field] of Object.entries(properties)) {
    const at = within(place, name);
    const present = Object.hasOwn(value, name) && value[name] !== null;
    if (!present) {
      if (required.includes(name)) collect.missing(at);
    } else if (isSchema(field)) visit(field, value[name], at, collect);
  }
  if (isSchema(schema['additionalProperties']) || schema['additionalProperties'] === true) return;
  for (const name of Object.keys(value))
    if (!Object.hasOwn(properties, name)) collect.unused(within(place, name));
};

const within = ({ path, first }: Place, name: string): Place => {
  const step = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  const trim = (text: string): string => (text.startsWith('.') ? text.slice(1) : text);
  return { path: trim(path + step), first: trim(first + step) };
};

const alternatives = (schema: Schema): readonly Schema[] => {
  const any = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(any) ? any.filter(isSchema) : [schema];
};

const typesOf = ({ type }: Schema): readonly string[] =>
  Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isType = (type: string, value: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value);
  return type === typeName(value);
};

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

type Found = { -readonly [Name in keyof DataProblem]: DataProblem[Name] };

class Collector {
  readonly #missing = new Map<string, Found>();
  readonly #mistyped = new Map<string, Found & { expected: string; found: string }>();
  readonly #unused = new Map<string, Found>();
  #truncated = false;

  missing(place: Place): void {
    this.#add(this.#missing, place.path, () => ({ ...place, count: 0 }));
  }

  mistyped(place: Place, expected: string, found: string): void {
    this.#add(this.#mistyped, `${place.path} ${found}`, () => ({ ...place, count: 0, expected, found }));
  }

  unused(place: Place): void {
    this.#add(this.#unused, place.path, () => ({ ...place, count: 0 }));
  }

  report(): DataReport {
    const [missing, mistyped, unused] = [
      [...this.#missing.values()],
      [...this.#mistyped.values()],
      [...this.#unused.values()],
    ];
    const valid = missing.length === 0 && mistyped.length === 0;
    return { valid, missing, mistyped, unused, truncated: this.#truncated };
  }

  #add<T extends Found>(into: Map<string, T>, key: string, make: () => T): void {
    let problem = into.get(key);
    if (problem === undefined) {
      if (into.size >= MOST_PATHS) {
        this.#truncated = true;
        return;
      }
      problem = make();
      into.set(key, problem);
    }
    problem.count += 1;
  }
}
