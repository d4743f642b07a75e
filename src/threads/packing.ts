/**
 * Bytes on their way to another thread: they change their owner instead of being copied once more on the other side. A view on
 * a part of a buffer can't, so it is copied first; and so is what its owner wants to keep.
 */
export interface Packed {
  readonly value: unknown;
  readonly transfer: readonly ArrayBuffer[];
}

/** What is sent is plain data, and bytes stand near its top. */
const DEEPEST = 3;

/** Whoever has it gives it away. */
export const packed = (value: unknown): Packed => pack(value, isWhole);

/** Whoever has it keeps it. */
export const copied = (value: unknown): Packed => pack(value, () => false);

const isWhole = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer && byteLength === buffer.byteLength;

const pack = (whole: unknown, mayGo: (bytes: Uint8Array) => boolean): Packed => {
  const transfer = new Set<ArrayBuffer>();
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Uint8Array) {
      const bytes = mayGo(value) ? value : new Uint8Array(value);
      transfer.add(bytes.buffer as ArrayBuffer);
      return bytes;
    }
    if (depth > DEEPEST) return value;
    if (Array.isArray(value)) return mapped(value, (one) => walk(one, depth + 1));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return mappedFields(value as Record<string, unknown>, (one) => walk(one, depth + 1));
  };
  return { value: walk(whole, 0), transfer: [...transfer] };
};

/** The same one where nothing in it has changed: most of what is sent has no bytes at all. */
const mapped = (list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] => {
  let copy: unknown[] | undefined;
  for (const [index, one] of list.entries()) {
    const next = change(one);
    if (next === one) continue;
    copy ??= [...list];
    copy[index] = next;
  }
  return copy ?? list;
};

const mappedFields = (
  fields: Record<string, unknown>,
  change: (one: unknown) => unknown,
): Record<string, unknown> => {
  let copy: Record<string, unknown> | undefined;
  for (const name in fields) {
    const next = change(fields[name]);
    if (next === fields[name]) continue;
    copy ??= { ...fields };
    copy[name] = next;
  }
  return copy ?? fields;
};
