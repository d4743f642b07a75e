/**
 * Copier: objects of one PDF → the same in another, each with a new number
 *
 * What pages are drawn with (fonts, pictures, the drawing itself) is written once for all documents: an object is known by the
 * hash of what it says after what it refers to has its new number. Everything else belongs to its document.
 */
import { createHash } from 'node:crypto';
import type { PdfFile } from '../file.ts';
import { isStream, type PdfObject, type PdfSource } from '../read/source.ts';
import {
  dictText,
  entryText,
  isDict,
  type PdfDict,
  PdfRef,
  type PdfValue,
  valueText,
} from '../read/values.ts';
import { reference } from '../syntax.ts';
import type { JoinedFonts } from './joined-fonts.ts';

/** What all documents of the file share. */
export interface Shared {
  readonly file: PdfFile;
  readonly fonts: JoinedFonts;
  /** Numbers of objects by the hash of what they say. */
  readonly known: Map<string, number>;
}

/** What becomes of an entry of a dictionary; undefined leaves it as it is, null leaves it out. */
export type EntryRule = (key: string, value: PdfValue, dict: PdfDict) => PdfValue | null | undefined;

export class Copier {
  readonly #source: PdfSource;
  readonly #shared: Shared;
  readonly #rule: EntryRule;
  readonly #numbers = new Map<number, number>();
  #waiting: number[] = [];
  /** Shared objects whose parts are being written. */
  readonly #begun = new Set<number>();

  constructor(source: PdfSource, shared: Shared, rule: EntryRule) {
    this.#source = source;
    this.#shared = shared;
    this.#rule = rule;
  }

  /** The object is written by somebody else. */
  assign(object: number, number: number): void {
    this.#numbers.set(object, number);
  }

  /** A value with new numbers; what it refers to is written by `finish`. */
  text(value: PdfValue): string {
    if (typeof value === 'string') return value;
    if (value instanceof PdfRef) return reference(this.number(value.object));
    if (isDict(value)) return `<<${this.entries(value)}>>`;
    return `[${value.map((one) => this.text(one)).join(' ')}]`;
  }

  /** The inside of a dictionary, by the rule. */
  entries(dict: PdfDict, leftOut: readonly string[] = []): string {
    let text = '';
    for (const [key, value] of dict) {
      if (leftOut.includes(key)) continue;
      const ruled = this.#rule(key, value, dict);
      if (ruled === null) continue;
      text += entryText(key, this.text(ruled ?? value));
    }
    return text;
  }

  number(object: number): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    const number = this.#shared.file.allocate();
    this.#numbers.set(object, number);
    this.#waiting.push(object);
    return number;
  }

  /** Writes what was referred to, and what that refers to. */
  finish(): void {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const object of waiting) this.#write(this.#source.object(object), this.number(object));
    }
  }

  #write(object: PdfObject, number: number): void {
    const { file } = this.#shared;
    if (isStream(object)) file.addEncodedStream(this.entries(object.dict, ['/Length']), object.data, number);
    else file.add(this.text(object), number);
  }

  /** A value that documents share with others. */
  sharedText(value: PdfValue): string {
    return valueText(value, (ref) => reference(this.#sharedNumber(ref.object)));
  }

  #sharedNumber(object: number): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    const { file } = this.#shared;
    if (this.#begun.has(object)) {
      // It refers to itself: nobody can share it, since nothing that refers to it is known by its hash.
      const number = file.allocate();
      this.#numbers.set(object, number);
      return number;
    }
    const found = this.#source.object(object);
    const font = isStream(found) || !isDict(found) ? undefined : this.#shared.fonts.take(this.#source, found);
    const number = font ?? this.#writeShared(object, found);
    this.#numbers.set(object, number);
    return number;
  }

  #writeShared(object: number, found: PdfObject): number {
    this.#begun.add(object);
    const data = isStream(found) ? found.data : undefined;
    const body = isStream(found)
      ? dictText(withoutLength(found.dict), (ref) => reference(this.#sharedNumber(ref.object)))
      : this.sharedText(found);
    this.#begun.delete(object);
    const { file, known } = this.#shared;
    const given = this.#numbers.get(object);
    if (given !== undefined)
      return data === undefined ? file.add(body, given) : file.addEncodedStream(body, data, given);
    const hash = createHash('sha256').update(body, 'latin1');
    if (data !== undefined) hash.update('\nstream\n').update(data);
    const key = hash.digest('base64');
    let number = known.get(key);
    if (number === undefined) {
      number = data === undefined ? file.add(body) : file.addEncodedStream(body, data);
      known.set(key, number);
    }
    return number;
  }
}

const withoutLength = (dict: PdfDict): PdfDict => {
  const copy = new Map(dict);
  copy.delete('/Length');
  return copy;
};
