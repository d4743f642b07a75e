/** What can be told of values without data: where they come from, and of what kind they have to be. */

export type ReferenceKind =
  | 'unknown'
  | 'boolean'
  | 'text'
  | 'number'
  | 'date'
  | 'html'
  | 'markdown'
  | 'link'
  | 'image'
  | 'object'
  | 'list';

/** Stands in a path for "each element of the list". */
export const EACH = '[]';

/** Where a value comes from: a path from some name. */
export interface Origin {
  readonly levels: number;
  readonly name: string;
  /** Keys, with EACH for elements: `items[].price` is `items` + `['[]', 'price']`. */
  readonly path: readonly string[];
}

export type Shape =
  | { readonly type: 'unknown' }
  /** Made by the template itself: a literal, the result of a formatter. */
  | { readonly type: 'made'; readonly kind: ReferenceKind }
  | { readonly type: 'origin'; readonly origin: Origin }
  | { readonly type: 'list'; readonly of: Shape }
  | { readonly type: 'object'; readonly entries: Readonly<Record<string, Shape>> };

export const UNKNOWN: Shape = { type: 'unknown' };

export const made = (kind: ReferenceKind): Shape => ({ type: 'made', kind });

const stepped = ({ levels, name, path }: Origin, key: string): Shape => ({
  type: 'origin',
  origin: { levels, name, path: [...path, key] },
});

export const elementOf = (shape: Shape): Shape => {
  if (shape.type === 'origin') return stepped(shape.origin, EACH);
  return shape.type === 'list' ? shape.of : UNKNOWN;
};

export const propertyOf = (shape: Shape, key: string): Shape => {
  if (shape.type === 'origin') return stepped(shape.origin, key);
  if (shape.type === 'object' && Object.hasOwn(shape.entries, key)) return shape.entries[key] ?? UNKNOWN;
  return UNKNOWN;
};

/** A path with points, as list formatters take it. */
export const pathOf = (shape: Shape, path: string): Shape => path.split('.').reduce(propertyOf, shape);

export const listOf = (of: Shape): Shape => ({ type: 'list', of });

/** Boolean is what any value is to a condition, text what any value is to print: both yield to better knowledge. */
const RANK: Readonly<Record<ReferenceKind, number>> = {
  unknown: 0,
  boolean: 1,
  text: 2,
  number: 3,
  date: 3,
  html: 4,
  markdown: 4,
  link: 4,
  image: 4,
  object: 5,
  list: 6,
};

export const strongerKind = (a: ReferenceKind, b: ReferenceKind): ReferenceKind =>
  RANK[b] > RANK[a] ? b : a;

export type Example = string | number | boolean;

export interface Reference {
  readonly origin: Origin;
  readonly kind: ReferenceKind;
  /** Only read where it may be missing (conditions, `?.`, `??`, `default`): the data may lack it. */
  readonly optional: boolean;
  /** Literals that it is compared with: good sample values. */
  readonly examples: readonly Example[];
}

export interface References {
  readonly reads: readonly Reference[];
  /** Where the result comes from: for a loop over `items | sortBy:"a"`, `items` itself. */
  readonly result: Shape;
}

/**
 * What a name stands for, where the engine knows better than "data": a loop variable is `items[]`, a `SET` variable
 * the shape of its value, `@index` nothing of the data. Undefined: data.
 */
export type ResolveName = (levels: number, name: string) => Shape | undefined;

/** What the tag makes of the result: a loop needs a list, a condition anything (and it may be missing). */
export interface ResultUse {
  readonly kind: ReferenceKind;
  readonly optional: boolean;
}
