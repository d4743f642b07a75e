/**
 * checkData :: schema of an inspection, data → what is missing, what has the wrong type, what no tag uses
 *
 * Not a general JSON Schema validator: those stop at "invalid", and know neither of paths that a template never reads
 * nor of names that an item leaves to the data around it. It reads the keywords that an inspection's schema is written in.
 * `POST /template/validate` answers with it, and the console asks it after every pause in typing, in the browser.
 */
import { DataProblems, type FoundProblems, type Spot } from './data-problems.ts';
import { Names } from './did-you-mean.ts';
import { type Fields, isRecord, keyLike } from './names.ts';
import { type ReadSchema, ReadSchemas, type Schema, typeName } from './read-schema.ts';

/** An object of the data in which names are looked for, and those of its names that turned out to be used. */
interface Around {
  readonly object: Fields;
  readonly spot: Spot;
  readonly used: Set<string>;
  readonly outer: Around | undefined;
}

/** `mostPlaces`: as many places of each problem are told. */
export const checkData = (schema: Schema, data: unknown, mostPlaces: number): FoundProblems => {
  const problems = new DataProblems(mostPlaces);
  new Check(schema, problems).value(schema, data, problems.root, undefined);
  const report = problems.report();
  if (report.missing.length === 0 || !isRecord(data)) return report;
  const names = new Names(data);
  const missing = report.missing.map((problem) => {
    const suggestion = names.like(problem.path, false);
    return suggestion === undefined ? problem : { ...problem, suggestion };
  });
  return { ...report, missing };
};

class Check {
  readonly #problems: DataProblems;
  readonly #schemas: ReadSchemas;
  /** Whether an object around has what a schema is about. */
  readonly #seen = new Map<Schema, Map<Fields, boolean>>();
  /** Above 0 while a name is followed that an item left to the data around it. */
  #outside = 0;

  constructor(root: Schema, problems: DataProblems) {
    this.#schemas = new ReadSchemas(root);
    this.#problems = problems;
  }

  value(schema: Schema, value: unknown, spot: Spot, around: Around | undefined): void {
    const known = this.#schemas.of(schema);
    if (isRecord(value) && known.types.has('object')) this.#object(known, value, spot, around);
    else if (Array.isArray(value) && known.types.has('array')) this.#list(known, value, spot, around);
    else if (!known.takes(value)) this.#mistyped(known, value, spot, around);
    else if (known.items !== undefined) this.#condition(known.items, value, spot, around);
  }

  /** A section that is no list and no object: its names are looked for around it. */
  #condition(items: Schema, value: unknown, spot: Spot, around: Around | undefined): void {
    const known = this.#schemas.of(items);
    const { isEntered, properties, required } = known;
    if (!isEntered) return;
    for (const [name, field] of properties ?? []) {
      if (this.#isAround(name, field, around) || !required.has(name) || !value || spot.up === undefined)
        continue;
      if (instead(known, name, around)) continue;
      this.#problems.missing(within(spot.up, name));
    }
  }

  /**
   * Whether a name is in the data around an item. It is used there then, and looked into once: every item of a long
   * list may lack it.
   */
  #isAround(name: string, field: Schema, around: Around | undefined): boolean {
    for (let at = around; at !== undefined; at = at.outer) {
      const own = keyLike(at.object, name);
      if (own === undefined && this.#schemas.of(field).properties === undefined) continue;
      if (own !== undefined) at.used.add(own);
      const seen = this.#seen.get(field) ?? new Map<Fields, boolean>();
      this.#seen.set(field, seen);
      const known = seen.get(at.object);
      if (known === true) return true;
      const isInPieces =
        own === undefined && (known ?? this.#isInPieces(field, name, within(at.spot, name), at));
      seen.set(at.object, isInPieces || own !== undefined);
      if (isInPieces) return true;
      if (own === undefined) continue;
      // What of it is used is told where it stands.
      this.#outside += 1;
      this.value(field, at.object[own], within(at.spot, name), around);
      this.#outside -= 1;
      return true;
    }
    return false;
  }

  /** An object that is not there, but its fields are, under names with points: `"user.name"`. */
  #isInPieces(schema: Schema, name: string, spot: Spot, around: Around): boolean {
    const { properties, required } = this.#schemas.of(schema);
    const lacking: Spot[] = [];
    let found = false;
    for (const [inner, field] of properties ?? []) {
      const at = within(spot, inner);
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

  #list({ items }: ReadSchema, list: readonly unknown[], spot: Spot, around: Around | undefined): void {
    if (items === undefined) return;
    if (list.length === 0) this.#condition(items, false, spot, around);
    const path = spot.path.item();
    for (let index = 0; index < list.length; index++) {
      this.value(items, list[index], { path, up: spot, step: index }, around);
    }
  }

  #object(known: ReadSchema, object: Fields, spot: Spot, around: Around | undefined): void {
    const { properties, items } = known;
    if (known.isContent) {
      if (!Object.hasOwn(object, '_type')) this.#problems.mistyped(spot, known.expected, 'object');
    } else if (properties !== undefined || known.values !== undefined) {
      this.#fields(known, object, spot, around);
    } else if (items !== undefined && known.types.has('boolean')) {
      // A section enters an object as it would an item.
      this.value(items, object, spot, around);
    } else if (items !== undefined) {
      const path = spot.path.item();
      for (const name of Object.keys(object))
        this.value(items, object[name], { path, up: spot, step: name }, around);
    }
  }

  #fields(known: ReadSchema, object: Fields, spot: Spot, around: Around | undefined): void {
    const { properties, required, values } = known;
    const here: Around = { object, spot, used: new Set(), outer: around };
    for (const [name, field] of properties ?? []) {
      const own = keyLike(object, name);
      if (own !== undefined) {
        here.used.add(own);
        this.value(field, object[own], within(spot, name), here);
      } else if (
        !this.#isInPieces(field, name, within(spot, name), here) &&
        !(known.isEntered && this.#isAround(name, field, around)) &&
        required.has(name) &&
        !instead(known, name, known.isEntered ? here : { ...here, outer: undefined })
      ) {
        this.#problems.missing(within(spot, name));
      }
    }
    if (values === true) return;
    for (const name of Object.keys(object)) {
      if (here.used.has(name)) continue;
      if (values === undefined) {
        if (this.#outside === 0) this.#problems.unused(spot, name);
      } else this.value(values, object[name], { path: spot.path.item(), up: spot, step: name }, here);
    }
  }

  #mistyped(known: ReadSchema, value: unknown, spot: Spot, around: Around | undefined): void {
    // An item that is no object leaves all its names to the data around it.
    if (
      known.isEntered &&
      [...known.required].every((name) => has(name, around) || instead(known, name, around))
    ) {
      for (const [name, field] of known.properties ?? []) this.#isAround(name, field, around);
    } else if (value === null) this.#problems.missing(spot);
    else this.#problems.mistyped(spot, known.expected, typeName(value));
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

const within = (spot: Spot, name: string): Spot => ({
  path: spot.path.name(name),
  up: spot,
  step: name,
});
