/** What can be told of values without data: where they come from, and of what kind they have to be. */
import type { ComparisonOperator, Expression } from './tree.ts';

export type ReferenceKind =
  | 'unknown'
  | 'boolean'
  /** A text or a list: `x.length`, `x[0]`, `x.includes(y)`. */
  | 'sequence'
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
  /**
   * One of two places where a name may be found, and not the likelier one, whose path this is: nothing is missing where
   * it is not there.
   */
  readonly soft?: readonly string[];
  /** Reached by a name without a word on whose name it is. */
  readonly bare?: true;
}

export type Shape =
  | { readonly type: 'unknown' }
  /** Made by the template itself: a literal, the result of a formatter. `variable`: kept by `SET` under that number. */
  | { readonly type: 'made'; readonly kind: ReferenceKind; readonly variable?: number }
  | { readonly type: 'origin'; readonly origin: Origin }
  | { readonly type: 'list'; readonly of: Shape }
  /** `rest` is what was spread into it. */
  | { readonly type: 'object'; readonly entries: Readonly<Record<string, Shape>>; readonly rest?: Shape }
  /** One of several: `a ?? b`, `[...a, ...b]`. */
  | { readonly type: 'either'; readonly of: readonly Shape[] }
  | { readonly type: 'function'; readonly arrow: Extract<Expression, { type: 'arrow' }> };

export const UNKNOWN: Shape = { type: 'unknown' };

export const made = (kind: ReferenceKind): Shape => ({ type: 'made', kind });

const stepped = (origin: Origin, key: string): Shape => ({
  type: 'origin',
  origin: { ...origin, path: [...origin.path, key] },
});

/** What no alternative knows is unknown; one alternative is no alternative. */
export const either = (shapes: readonly Shape[]): Shape => {
  const known = shapes.flatMap((shape) => (shape.type === 'either' ? shape.of : [shape]));
  const origins = known.filter(({ type }) => type !== 'unknown' && type !== 'made');
  if (origins.length > 1) return { type: 'either', of: origins };
  return origins[0] ?? known.find(({ type }) => type === 'made') ?? UNKNOWN;
};

export const elementOf = (shape: Shape): Shape => {
  if (shape.type === 'origin') return stepped(shape.origin, EACH);
  if (shape.type === 'either') return either(shape.of.map(elementOf));
  return shape.type === 'list' ? shape.of : UNKNOWN;
};

export const propertyOf = (shape: Shape, key: string): Shape => {
  if (shape.type === 'origin') return stepped(shape.origin, key);
  if (shape.type === 'either') return either(shape.of.map((one) => propertyOf(one, key)));
  if (shape.type !== 'object') return UNKNOWN;
  if (Object.hasOwn(shape.entries, key)) return shape.entries[key] ?? UNKNOWN;
  return shape.rest === undefined ? UNKNOWN : propertyOf(shape.rest, key);
};

/** A path with points, as list formatters take it. */
export const pathOf = (shape: Shape, path: string): Shape => path.split('.').reduce(propertyOf, shape);

export const listOf = (of: Shape): Shape => ({ type: 'list', of });

/** Boolean is what any value is to a condition, text what any value is to print: both yield to better knowledge. */
const RANK: Readonly<Record<ReferenceKind, number>> = {
  unknown: 0,
  boolean: 1,
  sequence: 2,
  text: 3,
  number: 4,
  date: 4,
  html: 5,
  markdown: 5,
  link: 5,
  image: 5,
  object: 6,
  list: 7,
};

export const strongerKind = (a: ReferenceKind, b: ReferenceKind): ReferenceKind =>
  RANK[b] > RANK[a] ? b : a;

export type Example = string | number | boolean;

/** A comparison that the value is put to, with the value on its left. */
export interface Test {
  readonly op: Exclude<ComparisonOperator, 'in'>;
  readonly value: Example;
}

export interface Reference {
  readonly origin: Origin;
  readonly kind: ReferenceKind;
  /** Only read where it may be missing (conditions, `?.`, `??`, `default`): the data may lack it. */
  readonly optional: boolean;
  /** Literals that it is compared with: good sample values. */
  readonly examples: readonly Example[];
  readonly tests: readonly Test[];
  /** Only such values will do: the code of a currency, the digits of a bar code. */
  readonly choices: readonly Example[];
  /** A method is called on it, so it has to be of its kind: no number will do for a text. */
  readonly isReceiver: boolean;
  /** Its `length` is read: of a text or a list, or else a name like any other. */
  readonly isMeasured: boolean;
  /** `x in it`: a list, a text or an object. */
  readonly isContainer: boolean;
  /** How many elements the list has at least, where one is reached by its index. */
  readonly length: number;
  /** What it is looked up by, or compared with, where that is no literal. */
  readonly keys: readonly Shape[];
  readonly peers: readonly Shape[];
  /** Names of the same object that will do for it, all of them together: of `first-name`, `first` and `name`. */
  readonly instead: readonly (readonly string[])[];
}

export interface References {
  readonly reads: readonly Reference[];
  /** Where the result comes from: for a loop over `items | sortBy:"a"`, `items` itself. */
  readonly result: Shape;
  /** Variables of `SET` that are shown, so that what they were made of must not be missing. */
  readonly variables: readonly number[];
}

/**
 * What a name stands for, where the engine knows better than "data": a loop variable is `items[]`, a `SET` variable
 * the shape of its value, `@index` nothing of the data. Undefined: data.
 */
export type ResolveName = (levels: number, name: string) => Shape | undefined;

/** Whether a name is one of the template (a loop's, a SET variable) and no field. Asking it tells nothing of the data. */
export type IsVariable = (levels: number, name: string) => boolean;

/** What the tag makes of the result: a loop needs a list, a condition anything (and it may be missing). */
export interface ResultUse {
  readonly kind: ReferenceKind;
  readonly optional: boolean;
}
