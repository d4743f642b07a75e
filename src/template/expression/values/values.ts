/**
 * What an expression can yield. `undefined` is "missing" everywhere: JSON has no undefined, so nothing in the data
 * can be mistaken for it. Data is only ever read, hence the readonly shapes.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | Date
  | readonly Value[]
  | ValueObject
  | ContentValue
  | Callable;

export interface ValueObject {
  readonly [key: string]: Value;
}

/** The mark of a content value. A symbol, so that no data from JSON can pass for one. */
export const CONTENT: unique symbol = Symbol('platen.content');

export type ContentKind = 'html' | 'markdown' | 'image' | 'link' | 'qr' | 'barcode';

/** What a content formatter yields: the engine hands it to the emitter of its kind. */
interface ContentValue {
  readonly [CONTENT]: ContentKind;
  readonly value: Value;
  /** Named options as the formatter took them: `{ width: '4cm' }`. Only those that were given. */
  readonly options: ValueObject;
}

/** An arrow function, or a built-in passed by name (`.map(Number)`). A class, so that no data can pass for one. */
export class Callable {
  readonly #run: (args: Value[]) => Value;

  constructor(run: (args: Value[]) => Value) {
    this.#run = run;
  }

  call(args: Value[]): Value {
    return this.#run(args);
  }
}

export const content = (kind: ContentKind, value: Value, options: ValueObject): ContentValue => ({
  [CONTENT]: kind,
  value,
  options,
});

export const isContent = (value: Value): value is ContentValue =>
  typeof value === 'object' && value !== null && CONTENT in value;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** A plain object: data, or an object literal of the template. */
export const isObject = (value: Value): value is ValueObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Callable) &&
  !(CONTENT in value);

/**
 * Own data of that name; anything else (above all what a prototype offers) is missing. Objects come from JSON or from
 * the template, so what they own is enumerable; asking for that too would double the cost of the commonest step.
 */
export const ownProperty = (object: ValueObject, key: string): Value =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** For messages: what kind of thing a value is, in the words of a template author. */
export const describeKind = (value: Value): string => {
  if (value === undefined) return 'a missing value';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  if (value instanceof Date) return 'a date';
  if (value instanceof Callable) return 'a function';
  if (isList(value)) return 'a list';
  return isContent(value) ? `${value[CONTENT]} content` : 'an object';
};
