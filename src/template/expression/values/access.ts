/** reader :: key → (Value → Value). Own, enumerable data only; never what a prototype offers. */
import { isList, ownProperty, type Value, type ValueObject } from './values.ts';

export type Read = (object: Value) => Value;

/** Computed access: the key is a value. */
export const readKey = (object: Value, key: Value): Value => {
  if (typeof key === 'string') return readName(object, key);
  if (typeof key === 'number') return readIndex(object, key);
  if (typeof key === 'boolean' || key === null) return readName(object, String(key));
  return undefined;
};

export const readName = (object: Value, key: string): Value => {
  if (typeof object === 'string')
    return key === 'length' ? object.length : readCharacter(object, Number(key || Number.NaN));
  if (typeof object !== 'object' || object === null) return undefined;
  if (isList(object)) {
    if (key === 'length') return object.length;
    return INDEX.test(key) ? object[Number(key)] : undefined;
  }
  return ownProperty(object as ValueObject, key);
};

const INDEX = /^(?:0|[1-9]\d*)$/;

const readCharacter = (text: string, index: number): Value =>
  Number.isInteger(index) && index >= 0 ? text[index] : undefined;

const readIndex = (object: Value, key: number): Value => {
  if (isList(object)) return Number.isInteger(key) && key >= 0 ? object[key] : undefined;
  if (typeof object === 'string') return readCharacter(object, key);
  return readName(object, String(key));
};

/** Constant keys, decided once. */
export const reader = (key: string | number): Read => {
  if (typeof key === 'number') return (object) => readIndex(object, key);
  if (key === 'length' || INDEX.test(key)) return (object) => readName(object, key);
  return (object) =>
    typeof object === 'object' && object !== null ? ownProperty(object as ValueObject, key) : undefined;
};
