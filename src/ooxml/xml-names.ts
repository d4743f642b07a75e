/**
 * The names of one source, each stored once. A part of 10 MB has some sixty distinct names and half a million
 * occurrences: hashing them in place, without cutting a string out of the source, is half of the parser's speed.
 */
import type { NamespaceContext } from './namespaces.ts';

export interface NameRecord {
  readonly raw: string;
  /** The prefix that an attribute of this name declares: '' for `xmlns`, `w` for `xmlns:w`. */
  readonly declares: string | undefined;
  /** The context that the two below hold for. */
  context: NamespaceContext | undefined;
  element: string | undefined;
  attribute: string | undefined;
}

const BUCKETS = 1024;
/** A source made so that its names collide falls back to a Map, whose hash nobody can guess. */
const BUCKET_DEPTH = 4;

const VALID = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]*(:[\p{L}_][\p{L}\p{N}\p{M}_.·-]*)?$/u;

/** 1 where a character ends a name; all of these are ASCII. */
const ENDS = new Uint8Array(128);
for (const char of ' \t\r\n/>="\'<&?!') ENDS[char.charCodeAt(0)] = 1;

export class NameTable {
  readonly #source: string;
  readonly #buckets: (NameRecord[] | undefined)[] = new Array(BUCKETS).fill(undefined);
  readonly #overflow = new Map<string, NameRecord>();
  #size = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get size(): number {
    return this.#size;
  }

  /** The name that starts at `from`, or undefined where none does. */
  read(from: number): NameRecord | undefined {
    const source = this.#source;
    let hash = 0;
    let end = from;
    for (; ; end++) {
      const code = source.charCodeAt(end);
      if (code < 128 ? ENDS[code] === 1 : Number.isNaN(code)) break;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    const length = end - from;
    const slot = (hash ^ (hash >>> 10)) & (BUCKETS - 1);
    const bucket = this.#buckets[slot];
    if (bucket !== undefined) {
      for (let index = 0; index < bucket.length; index++) {
        const record = bucket[index] as NameRecord;
        if (record.raw.length === length && source.startsWith(record.raw, from)) return record;
      }
    }
    return this.#add(source.slice(from, end), slot);
  }

  #add(raw: string, slot: number): NameRecord | undefined {
    const known = this.#overflow.get(raw);
    if (known !== undefined) return known;
    if (!VALID.test(raw)) return undefined;
    const declares = raw === 'xmlns' ? '' : raw.startsWith('xmlns:') ? raw.slice(6) : undefined;
    const record: NameRecord = {
      raw,
      declares,
      context: undefined,
      element: undefined,
      attribute: undefined,
    };
    this.#size += 1;
    const bucket = this.#buckets[slot];
    if (bucket === undefined) this.#buckets[slot] = [record];
    else if (bucket.length < BUCKET_DEPTH) bucket.push(record);
    else this.#overflow.set(raw, record);
    return record;
  }

  elementName(record: NameRecord, context: NamespaceContext): string | undefined {
    if (record.context !== context) resolve(record, context);
    return record.element;
  }

  attributeName(record: NameRecord, context: NamespaceContext): string | undefined {
    if (record.context !== context) resolve(record, context);
    return record.attribute;
  }
}

const resolve = (record: NameRecord, context: NamespaceContext): void => {
  const { raw, declares } = record;
  record.context = context;
  record.element = context.elementName(raw);
  record.attribute = declares === undefined ? context.attributeName(raw) : raw;
};
