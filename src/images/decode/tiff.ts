/**
 * readTiff :: TIFF file → its first picture (TIFF 6.0)
 *
 * Scans, mostly: a fax stays as it came, as a JPEG does, since PDF holds both; everything else is decoded.
 */

import { inflateSync } from 'node:zlib';
import type { Pixels } from '../png-encode.ts';
import { badImage, checkPixels, damagedImage, guardImage } from './guard.ts';
import { unpackBits, unpackLzw } from './tiff-packing.ts';

const NONE = 1;
const FAX_1D = 2;
const FAX_4 = 4;
const LZW = 5;
const JPEG = 7;
const DEFLATE: readonly number[] = [8, 32946];
const PACK_BITS = 32773;

/** Black and white, coded as faxes are (ITU-T T.4 and T.6). */
export interface TiffFax {
  readonly kind: 'fax';
  readonly width: number;
  readonly height: number;
  /** `rows`: each by itself, from a byte on. `mixed`: some rows by how they differ from the one above. */
  readonly coding: 'rows' | 'group 3' | 'group 3 mixed' | 'group 4';
  readonly blackIsOne: boolean;
  readonly data: Uint8Array;
}

interface TiffJpeg {
  readonly kind: 'jpeg';
  readonly file: Uint8Array;
  /** Three colours are red, green and blue where the TIFF says so: a JPEG by itself would mean others. */
  readonly isRgb: boolean;
}

type TiffPicture = TiffFax | TiffJpeg | { readonly kind: 'pixels'; readonly pixels: Pixels };

export const readTiff = (bytes: Uint8Array): TiffPicture =>
  guardImage(() => {
    const tags = new Tags(bytes);
    const { compression, pieces } = layoutOf(tags);
    if (tags.number(274, 1) !== 1) throw badImage('the TIFF file is turned');
    const [only] = pieces;
    if (compression >= FAX_1D && compression <= FAX_4) {
      if (only === undefined || pieces.length > 1) throw badImage('the TIFF file is a fax in several pieces');
      return faxOf(tags, compression, only.data);
    }
    if (compression === JPEG) {
      if (only === undefined || pieces.length > 1)
        throw badImage('the TIFF file has several JPEG files in it');
      return jpegOf(tags, only.data);
    }
    return { kind: 'pixels', pixels: pixelsOf(tags) };
  });

/** Sizes of the types of values: bytes, letters, 16 and 32 bits. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4 };
/** A picture has some dozen entries; strips of one row make a list as long as it is high. */
const MOST_ENTRIES = 1000;
const MOST_VALUES = 1_000_000;

class Tags {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #little: boolean;
  readonly #entries = new Map<
    number,
    { readonly type: number; readonly count: number; readonly at: number }
  >();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#little = this.#view.getUint8(0) === 0x49;
    const start = this.#view.getUint32(4, this.#little);
    const count = this.#view.getUint16(start, this.#little);
    if (count > MOST_ENTRIES) throw damagedImage('TIFF');
    for (let index = 0; index < count; index++) {
      const at = start + 2 + index * 12;
      const [type, values] = [this.#short(at + 2), this.#long(at + 4)];
      const size = (SIZES[type] ?? 8) * values;
      this.#entries.set(this.#short(at), {
        type,
        count: values,
        at: size <= 4 ? at + 8 : this.#long(at + 8),
      });
    }
  }

  #short(at: number): number {
    return this.#view.getUint16(at, this.#little);
  }

  #long(at: number): number {
    return this.#view.getUint32(at, this.#little);
  }

  numbers(tag: number): readonly number[] {
    const entry = this.#entries.get(tag);
    if (entry === undefined) return [];
    const size = SIZES[entry.type];
    if (size === undefined || entry.count > MOST_VALUES) throw damagedImage('TIFF');
    return Array.from({ length: entry.count }, (_, index) => {
      const at = entry.at + index * size;
      return size === 1 ? this.#view.getUint8(at) : size === 2 ? this.#short(at) : this.#long(at);
    });
  }

  number(tag: number, otherwise: number): number {
    return this.numbers(tag)[0] ?? otherwise;
  }

  /** Between two places of the file. */
  part(at: number, length: number): Uint8Array {
    if (at + length > this.bytes.byteLength) throw damagedImage('TIFF');
    return this.bytes.subarray(at, at + length);
  }

  get little(): boolean {
    return this.#little;
  }
}

interface Piece {
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly compression: number;
  /** Of a strip or tile. */
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly pieces: readonly Piece[];
}

const layoutOf = (tags: Tags): Layout => {
  const [width, height] = [tags.number(256, 0), tags.number(257, 0)];
  checkPixels(width, height);
  const tiled = tags.numbers(322).length > 0;
  const pieceWidth = tiled ? tags.number(322, width) : width;
  const pieceHeight = Math.min(
    tiled ? tags.number(323, height) : tags.number(278, height),
    tiled ? 65_536 : height,
  );
  if (pieceWidth < 1 || pieceHeight < 1) throw damagedImage('TIFF');
  checkPixels(pieceWidth, pieceHeight);
  const [offsets, counts] = [tags.numbers(tiled ? 324 : 273), tags.numbers(tiled ? 325 : 279)];
  const across = Math.ceil(width / pieceWidth);
  const expected = across * Math.ceil(height / pieceHeight);
  if (offsets.length < expected) throw damagedImage('TIFF');
  const pieces = offsets.slice(0, expected).map((at, index) => ({
    x: (index % across) * pieceWidth,
    y: Math.floor(index / across) * pieceHeight,
    // Old programs leave the length away where there is one strip.
    data: tags.part(at, counts[index] ?? tags.bytes.byteLength - at),
  }));
  return { width, height, compression: tags.number(259, NONE), pieceWidth, pieceHeight, pieces };
};

const reversed = (data: Uint8Array): Uint8Array =>
  data.map((byte) => {
    let out = 0;
    for (let bit = 0; bit < 8; bit++) out |= ((byte >> bit) & 1) << (7 - bit);
    return out;
  });

const faxCoding = (tags: Tags, compression: number): TiffFax['coding'] => {
  if (compression === FAX_1D) return 'rows';
  if (compression === FAX_4) return 'group 4';
  return (tags.number(292, 0) & 1) === 0 ? 'group 3' : 'group 3 mixed';
};

const faxOf = (tags: Tags, compression: number, data: Uint8Array): TiffFax => ({
  kind: 'fax',
  width: tags.number(256, 0),
  height: tags.number(257, 0),
  coding: faxCoding(tags, compression),
  blackIsOne: tags.number(262, 0) === 1,
  data: tags.number(266, 1) === 2 ? reversed(data) : data,
});

/** Tables that all pieces share stand apart: a JPEG file without a picture. */
const jpegOf = (tags: Tags, data: Uint8Array): TiffJpeg => {
  const tables = Uint8Array.from(tags.numbers(347));
  return {
    kind: 'jpeg',
    file: tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), data.subarray(2)]) : data,
    isRgb: tags.number(262, 6) === 2,
  };
};

const pixelsOf = (tags: Tags): Pixels => {
  const { width, height, compression, pieceWidth, pieceHeight, pieces } = layoutOf(tags);
  const samples = tags.number(277, 1);
  const bits = tags.number(258, 1);
  if (tags.number(284, 1) !== 1 && samples > 1) throw badImage('the TIFF file has its colours apart');
  if (![1, 2, 4, 8, 16].includes(bits) || samples < 1 || samples > 8)
    throw badImage(`the TIFF file has ${bits} bits`);
  if (tags.numbers(339).some((format) => format !== 1)) throw badImage('the TIFF file has fractions in it');
  const stride = Math.ceil((pieceWidth * samples * bits) / 8);
  const shown = colors(tags, bits);
  const data = new Uint8Array(width * height * 4);
  for (const piece of pieces) {
    const rows = Math.min(pieceHeight, height - piece.y);
    const raw = unpacked(piece.data, compression, stride * pieceHeight);
    if (raw.length < stride * rows) throw damagedImage('TIFF');
    if (tags.number(317, 1) === 2) undifference(raw, { stride, samples, bits, little: tags.little });
    const sample = sampler(raw, bits, tags.little);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < Math.min(pieceWidth, width - piece.x); x++) {
        const first = x * samples;
        const at = ((piece.y + y) * width + piece.x + x) * 4;
        shown((index) => sample(y * stride, first + index), data, at);
      }
  }
  return { width, height, kind: 'rgba', data };
};

const unpacked = (data: Uint8Array, compression: number, most: number): Uint8Array => {
  if (compression === NONE) return Uint8Array.from(data.subarray(0, most));
  if (compression === LZW) return unpackLzw(data, most);
  if (compression === PACK_BITS) return unpackBits(data, most);
  if (DEFLATE.includes(compression))
    return Uint8Array.from(inflateSync(data, { maxOutputLength: most + 1024 }));
  throw badImage(`the TIFF file is packed in a way (${compression}) that is not known`);
};

interface Rows {
  readonly stride: number;
  readonly samples: number;
  readonly bits: number;
  readonly little: boolean;
}

/** Each sample is the difference from the one before it. */
const undifference = (raw: Uint8Array, { stride, samples, bits, little }: Rows): void => {
  if (bits !== 8 && bits !== 16) throw badImage('the TIFF file has differences of parts of bytes');
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const size = bits / 8;
  for (let row = 0; row + stride <= raw.length; row += stride)
    for (let at = row + samples * size; at < row + stride; at += size) {
      if (bits === 8) raw[at] = (raw[at] ?? 0) + (raw[at - samples] ?? 0);
      else view.setUint16(at, view.getUint16(at, little) + view.getUint16(at - samples * 2, little), little);
    }
};

/** A sample of a row, 0 to the most that its bits hold; of 16 bits the upper ones. */
const sampler =
  (raw: Uint8Array, bits: number, little: boolean) =>
  (row: number, index: number): number => {
    if (bits === 8) return raw[row + index] ?? 0;
    if (bits === 16) return raw[row + index * 2 + (little ? 1 : 0)] ?? 0;
    const bit = index * bits;
    return ((raw[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
  };

type Shown = (sample: (index: number) => number, data: Uint8Array, at: number) => void;

/** TIFF 6.0, section 8 (PhotometricInterpretation). */
const colors = (tags: Tags, bits: number): Shown => {
  const photometric = tags.number(262, 0);
  const samples = tags.number(277, 1);
  const largest = bits >= 8 ? 255 : (1 << bits) - 1;
  const basic = photometric === 2 ? 3 : photometric === 5 ? 4 : 1;
  if (samples < basic || ![0, 1, 2, 3, 5].includes(photometric))
    throw badImage('the TIFF file has unknown colours');
  // 1 and 2: how much of the pixel shows.
  const transparent = samples > basic && [1, 2].includes(tags.number(338, 0));
  const map = photometric === 3 ? tags.numbers(320) : [];
  return (sample, data, at) => {
    const put = (red: number, green: number, blue: number): void => {
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = transparent ? (sample(basic) * 255) / largest : 255;
    };
    if (photometric === 2)
      put((sample(0) * 255) / largest, (sample(1) * 255) / largest, (sample(2) * 255) / largest);
    else if (photometric === 3) {
      const [index, size] = [sample(0), map.length / 3];
      put((map[index] ?? 0) >> 8, (map[size + index] ?? 0) >> 8, (map[2 * size + index] ?? 0) >> 8);
    } else if (photometric === 5) {
      const white = 255 - sample(3);
      const part = (index: number): number => ((255 - sample(index)) * white) / 255;
      put(part(0), part(1), part(2));
    } else {
      const light = (sample(0) * 255) / largest;
      const gray = photometric === 0 ? 255 - light : light;
      put(gray, gray, gray);
    }
  };
};
