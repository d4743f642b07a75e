/**
 * jsonShape :: JSON bytes → how deep they are nested, and the bytes that they take of a heap once parsed
 *
 * Both in one walk, before anything is built, and the bytes need not be valid JSON for it. The memory is an upper bound of what V8
 * was measured to take: JSON.parse can't be ended half-way, so data that outgrow the heap would end its process. The worst are lists of
 * `{}` at 29 bytes for each byte of JSON; what people send takes about nine.
 */
import { PlatenError } from '../errors.ts';

/** An object or a list, with its first value's place. */
const CONTAINER_BYTES = 64;
/** The place of each further value, and what a fraction takes there. */
const VALUE_BYTES = 24;
/** A property: its place, and the name where no other object has it. */
const PROPERTY_BYTES = 80;
const TEXT_BYTES = 32;
const CHARACTER_BYTES = 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

interface JsonShape {
  readonly memory: number;
  /** Levels of objects and arrays at the deepest place. */
  readonly depth: number;
}

export const dataMemory = (json: Uint8Array): number => jsonShape(json).memory;

export const jsonShape = (json: Uint8Array): JsonShape => {
  let memory = 0;
  let depth = 0;
  let level = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      const end = stringEnd(json, at + 1);
      memory += TEXT_BYTES + (end - at) * CHARACTER_BYTES;
      at = end;
    } else if (byte === COMMA) memory += VALUE_BYTES;
    else if (byte === COLON) memory += PROPERTY_BYTES;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      memory += CONTAINER_BYTES;
      level += 1;
      if (level > depth) depth = level;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level -= 1;
  }
  return { memory, depth };
};

/** Where the closing quote stands. */
const stringEnd = (json: Uint8Array, start: number): number => {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
};

/** The same, refused where it is more than there is. */
export const dataMemoryWithin = (limit: number, json: Uint8Array): number => {
  const bytes = dataMemory(json);
  if (bytes <= limit) return bytes;
  throw new PlatenError('render_memory', 'The data need more memory than a rendering process has for them.', {
    hint: 'Send less data, or split it over several documents; the operator may raise PLATEN_WORKER_BYTES.',
  });
};
