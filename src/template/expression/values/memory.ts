/**
 * bytesKept :: Value → bytes. What values take of a thread's heap, as upper bounds of what V8 was measured to take on 64
 * bits. The heap's own limit is no wall: V8 lets a thread end when it comes near, but one large allocation past it
 * aborts the process with everybody's requests in it. So everything is counted before it is made, and a render ends by
 * this account long before the heap does.
 */
import { Callable, isContent, type Value } from './values.ts';

export const BYTES = {
  /** A text beside its characters, a part of another text among them. */
  text: 32,
  character: 2,
  /** An empty list that has room to grow, and what holds it. */
  list: 184,
  /** A slot is 8, a fraction in it 16 more; a list that grows takes two and a half times its slots while it is copied. */
  element: 24,
  /** An object of the template: a table, since its keys are not known beforehand. */
  object: 160,
  property: 64,
  /** An entry of a `Map` or a `Set`. */
  entry: 56,
  /** A function with the names that it can see. */
  function: 256,
  /** A date, or content for Word. */
  small: 96,
} as const;

/** Longer texts are charged where they are made, shorter ones where something keeps them: most are written and gone. */
export const FREE_TEXT = 64;

/** Lists, objects and functions were charged when they were made, numbers are in the price of an element. */
export const bytesKept = (value: Value): number => {
  if (typeof value === 'string') return BYTES.text + Math.min(value.length, FREE_TEXT) * BYTES.character;
  if (typeof value !== 'object' || value === null || value instanceof Callable) return 0;
  return value instanceof Date || isContent(value) ? BYTES.small : 0;
};
