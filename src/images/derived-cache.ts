/**
 * What was worked out from a picture's bytes (a converted WebP, an SVG's reading and its twins), kept for the next
 * document: the same logo comes with every invoice. Keyed by content, so nobody can be served anything but what their
 * own bytes give; bounded, least recently used first.
 */
import { createHash } from 'node:crypto';

/** Per thread. A twin is some 100 KB, a converted photograph a few MB. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

const entries = new Map<string, Entry>();
let total = 0;

export const digest = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('base64');

/** `make`'s result, from the cache where it is there; `size` says what keeping it costs. Errors are not kept. */
export const derived = <Value>(key: string, make: () => Value, size: (value: Value) => number): Value => {
  const kept = entries.get(key);
  if (kept !== undefined) {
    entries.delete(key);
    entries.set(key, kept);
    return kept.value as Value;
  }
  const value = make();
  const bytes = size(value);
  if (bytes > MOST_BYTES / 4) return value;
  entries.set(key, { value, bytes });
  total += bytes;
  for (const [oldest, entry] of entries) {
    if (total <= MOST_BYTES) break;
    entries.delete(oldest);
    total -= entry.bytes;
  }
  return value;
};
