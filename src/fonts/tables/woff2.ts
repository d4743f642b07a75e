/**
 * openWoff2 :: WOFF 2 file → the tables of the font; outlines in their plain form when they are asked for
 *
 * W3C "WOFF File Format 2.0": all tables in one Brotli stream, glyf and loca taken apart into seven streams (§5.1). Read
 * for the fonts that come with Platen, which have simple glyphs and composites but nothing rarer: a collection or a
 * transformed hmtx is refused.
 */

import { brotliDecompressSync } from 'node:zlib';
import { encodeOutline, type Outline } from './glyf.ts';
import { badFont, tagAt, viewOf } from './sfnt.ts';

const SIGNATURE = 0x774f4632;
const HEADER_BYTES = 48;
/** §4.1: tags by the number in the directory; 63 is followed by the tag itself. */
const KNOWN_TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));
const OTHER_TAG = 63;
/** More than any font has; what a damaged file may claim. */
const LARGEST_FONT = 64 * 1024 * 1024;

export interface Woff2 {
  /** All but glyf and loca. */
  readonly tables: ReadonlyMap<string, Uint8Array>;
  /** With long offsets, whatever `head` says. Those that are not wanted are empty, unless a wanted one is made of others. */
  readonly glyphs: (wanted: ReadonlySet<number>) => {
    readonly glyf: Uint8Array;
    readonly loca: Uint8Array;
  };
}

export const openWoff2 = (file: Uint8Array): Woff2 => {
  const view = viewOf(file);
  if (view.getUint32(0) !== SIGNATURE) throw badFont('it is no WOFF 2 file');
  const input = new Stream(view, HEADER_BYTES);
  const count = view.getUint16(12);
  const records: { tag: string; length: number; transformed: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = input.byte();
    const tag = (flags & 63) === OTHER_TAG ? input.tag() : (KNOWN_TAGS[flags & 63] ?? '');
    const version = flags >> 6;
    const plain = input.base128();
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    records.push({ tag, length: transformed ? input.base128() : plain, transformed });
  }
  const data = brotliDecompressSync(file.subarray(input.at, input.at + view.getUint32(20)), {
    maxOutputLength: LARGEST_FONT,
  });
  const tables = new Map<string, Uint8Array>();
  let packed: Uint8Array | undefined;
  let at = 0;
  for (const { tag, length, transformed } of records) {
    const bytes = data.subarray(at, at + length);
    at += length;
    if (tag === 'glyf' && transformed) packed = bytes;
    else if (!transformed) tables.set(tag, bytes);
    else if (tag !== 'loca') throw badFont(`its table ${tag} is packed in a way that is not known`);
  }
  if (packed === undefined) throw badFont('its outlines are not packed as they should be');
  const outlines = viewOf(packed);
  const head = tables.get('head');
  if (head === undefined || head.byteLength < 54) throw badFont('it lacks the head table');
  // Written with long offsets, whatever it was.
  const copy = head.slice();
  viewOf(copy).setInt16(50, 1);
  tables.set('head', copy);
  const glyphs: Woff2['glyphs'] = (wanted) => plainGlyphs(outlines, wanted) ?? plainGlyphs(outlines);
  return { tables, glyphs };
};

class Stream {
  readonly #view: DataView;
  at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  byte(): number {
    return this.#view.getUint8(this.at++);
  }

  word(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  signed(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }

  tag(): string {
    this.at += 4;
    return tagAt(this.#view, this.at - 4);
  }

  take(length: number): Uint8Array {
    this.at += length;
    if (this.at > this.#view.byteLength) throw badFont('it is cut off');
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.at - length, length);
  }

  /** UIntBase128 (§4.3). */
  base128(): number {
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
    throw badFont('one of its lengths is damaged');
  }

  /** 255UInt16 (§4.4). */
  short(): number {
    const code = this.byte();
    if (code === 253) return this.word();
    if (code === 255) return this.byte() + 253;
    return code === 254 ? this.byte() + 506 : code;
  }
}

const STREAMS = 7;
const TRANSFORM_HEADER = 8 + STREAMS * 4;
const COMPOSITE = -1;
const [MORE_COMPONENTS, HAS_INSTRUCTIONS] = [0x0020, 0x0100];
const [ARGS_ARE_WORDS, HAS_SCALE, HAS_X_AND_Y_SCALE, HAS_MATRIX] = [0x0001, 0x0008, 0x0040, 0x0080];

/** §5.1: streams of contours, points, flags, coordinates, composites, boxes and programs. Programs are left away. */
function plainGlyphs(view: DataView): ReturnType<Woff2['glyphs']>;
function plainGlyphs(view: DataView, wanted: ReadonlySet<number>): ReturnType<Woff2['glyphs']> | undefined;
function plainGlyphs(view: DataView, wanted?: ReadonlySet<number>): ReturnType<Woff2['glyphs']> | undefined {
  const count = view.getUint16(4);
  let at = TRANSFORM_HEADER;
  const [contours, points, flags, coordinates, composites, boxes] = Array.from(
    { length: STREAMS },
    (_, index) => {
      const stream = new Stream(view, at);
      at += view.getUint32(8 + index * 4);
      return stream;
    },
  ) as [Stream, Stream, Stream, Stream, Stream, Stream, Stream];
  const boxed = boxes.take(4 * Math.ceil(count / 32));
  const glyphs: Uint8Array[] = [];
  for (let glyph = 0; glyph < count; glyph++) {
    const parts = contours.signed();
    const hasBox = ((boxed[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0;
    const box = hasBox ? boxes.take(8) : undefined;
    const isWanted = wanted?.has(glyph) ?? true;
    if (parts === 0) glyphs.push(NOTHING);
    else if (parts === COMPOSITE) {
      if (wanted !== undefined && isWanted) return undefined;
      glyphs.push(composite(composites, coordinates, box));
    } else {
      const outline = simple(parts, points, flags, coordinates);
      glyphs.push(isWanted ? encodeOutline(outline) : NOTHING);
    }
  }
  const sizes = glyphs.map(({ byteLength }) => (byteLength + 3) & ~3);
  const glyf = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  const loca = new Uint8Array((count + 1) * 4);
  let offset = 0;
  for (const [glyph, bytes] of glyphs.entries()) {
    glyf.set(bytes, offset);
    offset += sizes[glyph] ?? 0;
    viewOf(loca).setUint32((glyph + 1) * 4, offset);
  }
  return { glyf, loca };
}

const NOTHING = new Uint8Array(0);

const simple = (parts: number, points: Stream, flags: Stream, coordinates: Stream): Outline => {
  const ends: number[] = [];
  let total = 0;
  for (let part = 0; part < parts; part++) {
    total += points.short();
    ends.push(total - 1);
  }
  const xs = new Array<number>(total);
  const ys = new Array<number>(total);
  const onCurve = new Array<boolean>(total);
  let [x, y] = [0, 0];
  for (let index = 0; index < total; index++) {
    const flag = flags.byte();
    const [dx, dy] = step(flag & 127, coordinates);
    x += dx;
    y += dy;
    xs[index] = x;
    ys[index] = y;
    onCurve[index] = flag >> 7 === 0;
  }
  coordinates.short(); // the length of its program
  return { xs, ys, onCurve, ends };
};

/** The triplet encoding of §5.2: 128 ways to write a step in one to four bytes. */
const step = (flag: number, input: Stream): readonly [number, number] => {
  const signed = (value: number, bit: number): number => ((flag >> bit) & 1 ? value : -value);
  if (flag < 10) return [0, signed(((flag & 14) << 7) + input.byte(), 0)];
  if (flag < 20) return [signed((((flag - 10) & 14) << 7) + input.byte(), 0), 0];
  if (flag < 84) {
    const rest = flag - 20;
    const byte = input.byte();
    return [signed(1 + (rest & 0x30) + (byte >> 4), 0), signed(1 + ((rest & 0x0c) << 2) + (byte & 15), 1)];
  }
  if (flag < 120) {
    const rest = flag - 84;
    const dx = 1 + (Math.floor(rest / 12) << 8) + input.byte();
    const dy = 1 + (((rest % 12) >> 2) << 8) + input.byte();
    return [signed(dx, 0), signed(dy, 1)];
  }
  if (flag < 124) {
    const [a, b, c] = [input.byte(), input.byte(), input.byte()];
    return [signed((a << 4) + (b >> 4), 0), signed(((b & 15) << 8) + c, 1)];
  }
  const dx = (input.byte() << 8) + input.byte();
  return [signed(dx, 0), signed((input.byte() << 8) + input.byte(), 1)];
};

const composite = (input: Stream, coordinates: Stream, box: Uint8Array | undefined): Uint8Array => {
  const pieces: Uint8Array[] = [];
  let programmed = false;
  for (let more = true; more; ) {
    const head = input.take(4);
    const flags = ((head[0] ?? 0) << 8) | (head[1] ?? 0);
    const scale = flags & HAS_SCALE ? 2 : flags & HAS_X_AND_Y_SCALE ? 4 : flags & HAS_MATRIX ? 8 : 0;
    const rest = input.take((flags & ARGS_ARE_WORDS ? 4 : 2) + scale);
    const own = head.slice();
    viewOf(own).setUint16(0, flags & ~HAS_INSTRUCTIONS);
    pieces.push(own, rest);
    programmed ||= (flags & HAS_INSTRUCTIONS) !== 0;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
  if (programmed) coordinates.short();
  const bytes = new Uint8Array(10 + pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  viewOf(bytes).setInt16(0, COMPOSITE);
  if (box !== undefined) bytes.set(box, 2);
  let at = 10;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
};
