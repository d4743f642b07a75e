/**
 * sampleOf :: FieldNode → data that render the template without a missing value
 *
 * The same template always gets the same sample: it is stored, shown and compared.
 */
import type { Example } from '../expression/references/references.ts';
import { isEntry, isMap, kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';
import { SampleScalars } from './sample-scalar.ts';

/** By depth. Deeper lists have one item: sizes multiply, and a template may nest a thousand of them. */
const LENGTHS = [3, 2, 2];
/** `items[40].name` is filled up so far. */
const MAX_LENGTH = 100;
/** Past it, lists have one item: a template of a few bytes may not ask for megabytes of sample. */
const MAX_VALUES = 10_000;

export const sampleOf = (root: FieldNode): Record<string, unknown> => {
  const maker = new SampleMaker(root);
  const sample = maker.object(root, 0, 0);
  maker.fillMaps();
  return sample;
};

interface OpenMap {
  readonly object: Record<string, unknown>;
  readonly field: FieldNode;
  readonly seed: number;
  readonly depth: number;
}

class SampleMaker {
  readonly #scalars: SampleScalars;
  readonly #maps: OpenMap[] = [];
  /** What each field was given, for the maps that it has the keys of. */
  readonly #given = new Map<FieldNode, Set<Example>>();
  #left = MAX_VALUES;

  constructor(root: FieldNode) {
    this.#scalars = new SampleScalars(root);
  }

  object(field: FieldNode, seed: number, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      [...field.names.values()].map((inner) => [inner.key, this.#value(inner, seed, depth)]),
    );
  }

  #value(field: FieldNode, seed: number, depth: number): unknown {
    this.#left -= 1;
    const kind = kindOf(field);
    switch (kind) {
      case 'list':
        return this.#list(field, seed, depth);
      case 'object':
        return isMap(field) ? this.#map(field, seed, depth) : this.object(field, seed, depth);
      default: {
        const value = this.#scalars.value(field, seed);
        const given = this.#given.get(field) ?? new Set();
        this.#given.set(field, given.add(value));
        // Content whose parts are read too has to be the object that has them.
        if (field.names.size === 0) return value;
        return { [kind === 'image' ? 'data' : 'url']: value, ...this.object(field, seed, depth) };
      }
    }
  }

  #list(field: FieldNode, seed: number, depth: number): unknown[] {
    const { element } = field;
    const usual = this.#left > 0 ? Math.max(LENGTHS[depth] ?? 1, depth < 2 ? testsOf(element) : 1) : 1;
    const length = Math.max(usual, this.#left > 0 ? Math.min(field.length, MAX_LENGTH) : 1);
    const isPlain = element === undefined || (element.names.size === 0 && element.element === undefined);
    const wanted = isPlain ? field.tests.find(({ op }) => op === 'contains') : undefined;
    return Array.from({ length }, (_, index) => {
      if (index === 0 && wanted !== undefined) return wanted.value;
      if (element !== undefined) return this.#value(element, seed * length + index, depth + 1);
      return this.#scalars.item(field, index);
    });
  }

  #map(field: FieldNode, seed: number, depth: number): Record<string, unknown> {
    const object = this.object(field, seed, depth);
    this.#maps.push({ object, field, seed, depth });
    return object;
  }

  /** Objects whose names are values of other fields, once all those are there. */
  fillMaps(): void {
    for (let at = 0; at < this.#maps.length; at++) {
      const { object, field, seed, depth } = this.#maps[at] as OpenMap;
      const keys = [...field.keyFields].flatMap((key) => [...(this.#given.get(key) ?? [])]);
      const names = keys.length > 0 ? keys.map(String) : ['first', 'second'].slice(0, LENGTHS[depth] ?? 1);
      if (this.#left <= 0) names.length = 1;
      const value = isEntry(field.element) ? field.element?.names.get('value') : field.element;
      names.forEach((name, index) => {
        if (Object.hasOwn(object, name)) return;
        const item = value === undefined ? index + 1 : this.#value(value, seed + index, depth + 1);
        Object.defineProperty(object, name, {
          value: item,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      });
    }
  }
}

/** A list is long enough to show each of the values that its items are compared with. */
const testsOf = (element: FieldNode | undefined): number => {
  let most = element?.tests.length ?? 0;
  for (const { tests } of element?.names.values() ?? []) most = Math.max(most, tests.length);
  return Math.min(most, 5);
};
