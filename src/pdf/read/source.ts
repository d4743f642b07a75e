/**
 * PdfSource :: bytes → objects of a PDF, for copying
 *
 * Reads what Platen and LibreOffice write: cross-references as tables or streams, objects packed into streams. A file that is
 * damaged is refused, not mended: it was made a moment ago.
 */
import { inflateSync } from 'node:zlib';
import { unfilter } from '../../images/decode/png.ts';
import { badPdf, isDict, type PdfDict, PdfReader, PdfRef, type PdfStream, type PdfValue } from './values.ts';

type Location =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

interface PackedObjects {
  readonly bytes: Buffer;
  readonly offsets: readonly number[];
}

/** The end of a file, where it says where its cross-reference stands. */
const TAIL_BYTES = 1024;
/** No stream of a cross-reference or of packed objects is larger. */
const MOST_UNPACKED = 256 * 1024 * 1024;

export type PdfObject = PdfValue | PdfStream;

export const isStream = (object: PdfObject): object is PdfStream =>
  typeof object === 'object' && 'data' in object;

export class PdfSource {
  readonly #bytes: Buffer;
  readonly #locations = new Map<number, Location | undefined>();
  readonly #packed = new Map<number, PackedObjects>();
  readonly #objects = new Map<number, PdfObject>();
  readonly trailer: PdfDict = new Map();

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const tail = this.#bytes.toString('latin1', Math.max(0, bytes.byteLength - TAIL_BYTES));
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1];
    if (start === undefined) throw badPdf('its end is missing');
    this.#readReferences(Number(start));
    if (this.trailer.has('/Encrypt')) throw badPdf('it is protected with a password');
  }

  get root(): PdfDict {
    return this.dict(this.trailer.get('/Root'), 'its catalog');
  }

  /** What stands at the end of references. */
  resolve(value: PdfValue | undefined): PdfObject | undefined {
    let found: PdfObject | undefined = value;
    for (let steps = 0; found instanceof PdfRef; steps++) {
      if (steps > 16) throw badPdf('references in it lead nowhere');
      found = this.object(found.object);
    }
    return found;
  }

  dict(value: PdfValue | undefined, what: string): PdfDict {
    const found = this.resolve(value);
    if (found === undefined || isStream(found) || !isDict(found)) throw badPdf(`${what} is missing`);
    return found;
  }

  /** Undefined where it is none. */
  maybeDict(value: PdfValue | undefined): PdfDict | undefined {
    const found = this.resolve(value);
    return found === undefined || isStream(found) || !isDict(found) ? undefined : found;
  }

  /** Empty where it is none. */
  array(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? (found as readonly PdfValue[]) : [];
  }

  stream(value: PdfValue | undefined): PdfStream | undefined {
    const found = this.resolve(value);
    return found !== undefined && isStream(found) ? found : undefined;
  }

  /** Unpacked, where it is packed in the usual way or not at all; undefined for all other ways. */
  data({ dict, data }: PdfStream): Buffer | undefined {
    const named = this.resolve(dict.get('/Filter'));
    const filter = Array.isArray(named) && named.length === 1 ? this.resolve(named[0] as PdfValue) : named;
    if (filter === undefined || filter === 'null' || (Array.isArray(filter) && filter.length === 0))
      return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (filter !== '/FlateDecode') return undefined;
    try {
      const unpacked = inflateSync(data, { maxOutputLength: MOST_UNPACKED });
      return this.#unpredicted(unpacked, dict);
    } catch (error) {
      if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true)
        throw badPdf('a stream in it is damaged');
      throw error;
    }
  }

  /** `null` where the file has none of that number (§7.3.10). */
  object(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const location = this.#locations.get(number);
    let object: PdfObject = 'null';
    if (location?.kind === 'offset') object = this.#objectAt(location.offset, number);
    else if (location?.kind === 'packed') object = this.#packedObject(location);
    this.#objects.set(number, object);
    return object;
  }

  #objectAt(offset: number, number: number | undefined): PdfObject {
    const reader = new PdfReader(this.#bytes, offset);
    const found = reader.wholeNumber();
    reader.wholeNumber();
    if ((number !== undefined && found !== number) || reader.word() !== 'obj')
      throw badPdf('an object in it is not where it should be');
    const value = reader.value();
    if (!isDict(value)) return value;
    const end = reader.at;
    if (reader.word() !== 'stream') {
      reader.at = end;
      return value;
    }
    // CR LF or LF follows the word (§7.3.8.1).
    let start = reader.at;
    if (this.#bytes[start] === 0x0d) start++;
    if (this.#bytes[start] === 0x0a) start++;
    const length = Number(this.resolve(value.get('/Length')));
    reader.at = start + length;
    if (!Number.isSafeInteger(length) || length < 0 || reader.word() !== 'endstream')
      throw badPdf('a stream in it has another length than it says');
    return { dict: value, data: this.#bytes.subarray(start, start + length) };
  }

  #packedObject({ stream: number, index }: Location & { readonly kind: 'packed' }): PdfValue {
    let packed = this.#packed.get(number);
    if (packed === undefined) {
      packed = this.#unpack(number);
      this.#packed.set(number, packed);
    }
    const offset = packed.offsets[index];
    if (offset === undefined) throw badPdf('an object in it is not where it should be');
    return new PdfReader(packed.bytes, offset).value();
  }

  #unpack(number: number): PackedObjects {
    const location = this.#locations.get(number);
    const stream = location?.kind === 'offset' ? this.#objectAt(location.offset, number) : 'null';
    if (!isStream(stream)) throw badPdf('packed objects are missing in it');
    const bytes = this.data(stream);
    const first = Number(stream.dict.get('/First'));
    const count = Number(stream.dict.get('/N'));
    if (bytes === undefined || !(count >= 0 && count <= bytes.byteLength))
      throw badPdf('packed objects in it are damaged');
    const reader = new PdfReader(bytes);
    const offsets = Array.from({ length: count }, () => {
      reader.wholeNumber();
      return first + reader.wholeNumber();
    });
    return { bytes, offsets };
  }

  /** The newest part first; what an older one says holds where no newer one did. */
  #readReferences(start: number): void {
    const seen = new Set<number>();
    const next = [start];
    for (let at = next.shift(); at !== undefined; at = next.shift()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const trailer = this.#readSection(at);
      for (const [key, value] of trailer) if (!this.trailer.has(key)) this.trailer.set(key, value);
      for (const key of ['/XRefStm', '/Prev']) if (trailer.has(key)) next.push(Number(trailer.get(key)));
    }
  }

  #readSection(at: number): PdfDict {
    const reader = new PdfReader(this.#bytes, at);
    reader.skip();
    if (this.#bytes.toString('latin1', reader.at, reader.at + 4) === 'xref') {
      reader.at += 4;
      return this.#readTable(reader);
    }
    const stream = this.#objectAt(at, undefined);
    if (!isStream(stream)) throw badPdf('its table of objects is missing');
    this.#readTableStream(stream);
    return stream.dict;
  }

  #readTable(reader: PdfReader): PdfDict {
    for (;;) {
      const word = reader.word();
      if (word === 'trailer') break;
      const first = Number(word);
      const count = reader.wholeNumber();
      if (!/^\d+$/.test(word)) throw badPdf('its table of objects is damaged');
      for (let index = 0; index < count; index++) {
        const offset = reader.wholeNumber();
        reader.wholeNumber();
        this.#locate(first + index, reader.word() === 'n' ? { kind: 'offset', offset } : undefined);
      }
    }
    const trailer = reader.value();
    if (!isDict(trailer)) throw badPdf('its trailer is missing');
    return trailer;
  }

  #readTableStream(stream: PdfStream): void {
    const { dict } = stream;
    const bytes = this.data(stream);
    const widths = this.array(dict.get('/W')).map(Number);
    const [type = 0, second = 0, third = 0] = widths;
    if (bytes === undefined || widths.length !== 3) throw badPdf('its table of objects is damaged');
    const given = this.array(dict.get('/Index')).map(Number);
    const ranges = given.length === 0 ? [0, Number(dict.get('/Size'))] : given;
    let at = 0;
    const field = (width: number): number => {
      let value = 0;
      for (const end = at + width; at < end; at++) value = value * 256 + (bytes[at] ?? 0);
      return value;
    };
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const [first = 0, count = 0] = ranges.slice(range, range + 2);
      for (let index = 0; index < count && at < bytes.byteLength; index++) {
        const kind = type === 0 ? 1 : field(type);
        const [one, two] = [field(second), field(third)];
        if (kind === 1) this.#locate(first + index, { kind: 'offset', offset: one });
        else if (kind === 2) this.#locate(first + index, { kind: 'packed', stream: one, index: two });
        else this.#locate(first + index, undefined);
      }
    }
  }

  #locate(object: number, location: Location | undefined): void {
    if (!this.#locations.has(object)) this.#locations.set(object, location);
  }

  #unpredicted(bytes: Buffer, dict: PdfDict): Buffer {
    const given = this.resolve(dict.get('/DecodeParms'));
    const parameters = this.maybeDict(Array.isArray(given) ? given[0] : (given as PdfValue | undefined));
    const predictor = Number(parameters?.get('/Predictor') ?? 1);
    if (predictor === 1) return bytes;
    if (predictor < 10) throw badPdf('a stream in it is packed in an unknown way');
    const columns = Number(parameters?.get('/Columns') ?? 1);
    const lines = Math.floor(bytes.byteLength / (columns + 1));
    const out = Buffer.alloc(lines * columns);
    let above: Uint8Array = new Uint8Array(columns);
    for (let line = 0; line < lines; line++) {
      const at = line * (columns + 1);
      const target = out.subarray(line * columns, (line + 1) * columns);
      target.set(bytes.subarray(at + 1, at + 1 + columns));
      unfilter(target, above, 1, bytes[at] ?? 0);
      above = target;
    }
    return out;
  }
}
