/** Objects of the data, and the names in them as tags call them. */

export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the name could also be written with other characters for the same letters: `ä` as one or as two. */
export const hasForms = (name: string): boolean => /[^\0-\x7f]/.test(name) && name !== name.normalize('NFD');

/** Objects with more names than this are gone through once. */
const FEW_NAMES = 16;
const formsOf = new WeakMap<object, ReadonlyMap<string, string>>();

/**
 * The name under which an object has what a tag calls `name`, which is composed (NFC): what types and exports
 * decomposed letters is found as well.
 */
export const keyLike = (object: object, name: string): string | undefined => {
  if (Object.hasOwn(object, name)) return name;
  if (!hasForms(name)) return undefined;
  const keys = Object.keys(object);
  if (keys.length <= FEW_NAMES) return keys.find((key) => key.normalize('NFC') === name);
  let forms = formsOf.get(object);
  if (forms === undefined) {
    forms = new Map(keys.map((key) => [key.normalize('NFC'), key]));
    formsOf.set(object, forms);
  }
  return forms.get(name);
};
