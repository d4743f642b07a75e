/** references :: Expression → the paths that it reads, with what can be told of their kind. For inspection. */
import type { Expression } from './tree.ts';

export type ReferenceKind =
  | 'unknown'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'list'
  | 'object'
  | 'image'
  | 'html'
  | 'markdown'
  | 'link';

/** Stands in a path for "each element of the list". */
export const EACH = '[]';

/** Where a value comes from: a path from some name. */
export interface Origin {
  readonly levels: number;
  readonly name: string;
  /** Keys, with EACH for elements: `items[].price` is `items` + `['[]', 'price']`. */
  readonly path: readonly string[];
}

/** What is known of a value without data. */
export type Shape =
  | { readonly type: 'unknown' }
  | { readonly type: 'origin'; readonly origin: Origin }
  | { readonly type: 'list'; readonly of: Shape }
  | { readonly type: 'object'; readonly entries: Readonly<Record<string, Shape>> };

export interface Reference {
  readonly origin: Origin;
  readonly kind: ReferenceKind;
  /** Satisfied by `??`, `?.`, `default`, or read only by a condition: the data may lack it. */
  readonly optional: boolean;
  /** Literals that it is compared with: good sample values. */
  readonly examples: readonly (string | number | boolean)[];
}

export interface References {
  readonly reads: readonly Reference[];
  /** Where the result comes from: for a loop over `items | sortBy:"a"`, a list whose elements are `items[]`. */
  readonly result: Shape;
}

/**
 * What a name stands for, where the engine knows better than "data": a loop variable is `items[]`, a `SET` variable
 * the shape of its value. Undefined: data.
 */
export type ResolveName = (levels: number, name: string) => Shape | undefined;

export const references = (_tree: Expression, _resolve?: ResolveName): References => {
  throw new Error('being written');
};
