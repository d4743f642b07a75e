/**
 * PdfFile: objects → bytes, in one pass.
 *
 * Streams go out as they come; everything else is gathered into compressed object streams (§7.5.7), and the cross-reference
 * is a stream as well (§7.5.8): a third of the size of the classic form. Nothing is kept but the offsets. The file's id is
 * the hash of what was written, so the same input gives the same bytes.
 */
import { createHash, type Hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { deflateMemory, withoutRoom } from '../deflate-memory.ts';
import { emptyByteText, giveBack } from './byte-text.ts';
import { reference } from './syntax.ts';

export interface PdfSink {
  write(chunk: Uint8Array): void;
}

/** Readers unpack a whole object stream to get at one object; a hundred or two is what writers agree on. */
const OBJECTS_PER_STREAM = 128;
const LEAST_ROOM = 1024;
const MOST_ROOM = 65_536;
/** Bytes that go to the sink and into the hash at once. */
const HANDED = 64 * 1024;
/** Of a cross-reference that is not packed: those of a few pages. */
const MOST_PLAIN_ROWS = 32;
const BINARY_MARK = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

export class PdfFile {
  readonly #sink: PdfSink;
  /** zlib's, of all streams that are made here. */
  readonly level: number;
  /** Of all that was written; none once the file has its id. */
  #hash: Hash | undefined = createHash('sha256');
  readonly #locations = new Locations();
  #offset = 0;
  /** What was not handed on yet: most pieces are short, and a small file goes in one for each page and two for the rest. */
  readonly #out = emptyByteText();
  #packing: { object: number; body: string }[] = [];

  constructor(sink: PdfSink, level: number) {
    this.#sink = sink;
    this.level = level;
    this.#write(BINARY_MARK);
  }

  get size(): number {
    return this.#offset;
  }

  /** A number for an object that will be written later. */
  allocate(): number {
    return this.#locations.allocate();
  }

  add(body: string, object = this.allocate()): number {
    this.#packing.push({ object, body });
    if (this.#packing.length >= OBJECTS_PER_STREAM) this.#pack();
    return object;
  }

  /** `entries` is the inside of the dictionary, without Length and Filter. */
  addStream(entries: string, data: Uint8Array | string, object = this.allocate()): number {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    return this.addEncodedStream(`${entries}/Filter/FlateDecode`, this.deflate(bytes), object);
  }

  /** As streams of this file are: a view into more than that, so whoever keeps it takes `ownBytes`. */
  deflate(bytes: Uint8Array): Uint8Array {
    // Room for what is packed to half: zlib takes 16 KiB each time by itself, of which a page fills two or three.
    const chunkSize = Math.min(MOST_ROOM, Math.max(LEAST_ROOM, bytes.byteLength >> 1));
    const settings = { level: this.level, chunkSize, ...deflateMemory(bytes.byteLength) };
    return withoutRoom(deflateSync(bytes, { ...settings, info: true }));
  }

  /** Data that is stored as it is: `entries` names its filter, if it has one. */
  addEncodedStream(entries: string, data: Uint8Array, object = this.allocate()): number {
    this.#locations.standsAt(object, this.#offset);
    this.#write(`${object} 0 obj\n<<${entries}/Length ${data.byteLength}>>stream\n`);
    this.#writeBytes(data);
    this.#write('\nendstream\nendobj\n');
    return object;
  }

  finish(trailer: { readonly root: number; readonly info: number }): void {
    this.#pack();
    const start = this.#offset;
    const object = this.allocate();
    this.#locations.standsAt(object, start);
    const width = bytesFor(start);
    const id = `<${this.#takeId()}>`;
    const entries =
      `/Type/XRef/Size ${this.#locations.length}/W[1 ${width} 2]/Root ${reference(trailer.root)}` +
      `/Info ${reference(trailer.info)}/ID[${id}${id}]`;
    // What few rows gain by being packed is less than what has to be said of it.
    if (this.#locations.length <= MOST_PLAIN_ROWS)
      this.addEncodedStream(entries, crossReference(this.#locations, width), object);
    else
      this.addStream(
        `${entries}/DecodeParms<</Predictor 12/Columns ${width + 3}>>`,
        differences(crossReference(this.#locations, width), width + 3),
        object,
      );
    this.#write(`startxref\n${start}\n%%EOF\n`);
    this.handOn();
    giveBack(this.#out);
  }

  #takeId(): string {
    this.handOn();
    const id = this.#hash?.digest('hex').slice(0, 32) ?? '';
    this.#hash = undefined;
    return id;
  }

  #pack(): void {
    if (this.#packing.length === 0) return;
    const stream = this.allocate();
    let header = '';
    let bodies = '';
    this.#packing.forEach(({ object, body }, index) => {
      header += `${object} ${bodies.length} `;
      bodies += `${body}\n`;
      this.#locations.isPacked(object, stream, index);
    });
    const count = this.#packing.length;
    this.#packing = [];
    this.addStream(`/Type/ObjStm/N ${count}/First ${header.length}`, header + bodies, stream);
  }

  #write(text: string): void {
    this.#out.add(text);
    this.#offset += text.length;
    if (this.#out.length > HANDED) this.handOn();
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#offset += bytes.byteLength;
    if (bytes.byteLength > HANDED) {
      this.handOn();
      this.#hand(bytes);
      return;
    }
    this.#out.addBytes(bytes);
    if (this.#out.length > HANDED) this.handOn();
  }

  /** All that was written so far. */
  handOn(): void {
    if (this.#out.length > 0) this.#hand(Buffer.from(this.#out.take()));
  }

  #hand(bytes: Uint8Array): void {
    this.#hash?.update(bytes);
    this.#sink.write(bytes);
  }
}

const FIRST_ROOM = 32;
const NOWHERE = -2;
const UNPACKED = -1;

/** Where objects stand. A file of many documents has millions of them: some bytes each. */
class Locations {
  /** The first is nobody's (§7.5.4). */
  length = 1;
  /** The offset, or the number of the stream that holds it. */
  #where = new Float64Array(FIRST_ROOM);
  /** Its place in that stream, or what else is the case. */
  #index = new Int16Array(FIRST_ROOM).fill(NOWHERE);

  allocate(): number {
    if (this.length === this.#where.length) {
      const [where, index] = [this.#where, this.#index];
      this.#where = new Float64Array(where.length * 2);
      this.#where.set(where);
      this.#index = new Int16Array(index.length * 2).fill(NOWHERE);
      this.#index.set(index);
    }
    return this.length++;
  }

  standsAt(object: number, offset: number): void {
    this.#where[object] = offset;
    this.#index[object] = UNPACKED;
  }

  isPacked(object: number, stream: number, index: number): void {
    this.#where[object] = stream;
    this.#index[object] = index;
  }

  /** As a row of the cross-reference has it. */
  row(object: number): readonly [type: number, value: number, last: number] {
    const index = this.#index[object] ?? NOWHERE;
    if (index === NOWHERE) return [TYPE_FREE, 0, object === 0 ? 0xffff : 0];
    const where = this.#where[object] ?? 0;
    return index === UNPACKED ? [TYPE_OFFSET, where, 0] : [TYPE_PACKED, where, index];
  }
}

const bytesFor = (value: number): number => {
  let bytes = 1;
  while (value >= 256 ** bytes) bytes++;
  return bytes;
};

const TYPE_FREE = 0;
const TYPE_OFFSET = 1;
const TYPE_PACKED = 2;
const FILTER_UP = 2;

/** Rows of type, offset or stream, and index. */
const crossReference = (locations: Locations, width: number): Uint8Array => {
  const columns = width + 3;
  const rows = new Uint8Array(locations.length * columns);
  for (let object = 0; object < locations.length; object++) {
    const [type, where, last] = locations.row(object);
    const at = object * columns;
    let value = where;
    rows[at] = type;
    for (let byte = width; byte >= 1; byte--) {
      rows[at + byte] = value % 256;
      value = Math.floor(value / 256);
    }
    rows[at + width + 1] = last >> 8;
    rows[at + width + 2] = last & 0xff;
  }
  return rows;
};

/** Each row as its difference to the row above: that compresses to little. */
const differences = (rows: Uint8Array, columns: number): Uint8Array => {
  const count = rows.length / columns;
  const filtered = new Uint8Array(rows.length + count);
  for (let row = 0, at = 0; row < count; row++) {
    filtered[at++] = FILTER_UP;
    for (let from = row * columns; from < (row + 1) * columns; from++)
      filtered[at++] = (rows[from] ?? 0) - (rows[from - columns] ?? 0);
  }
  return filtered;
};
