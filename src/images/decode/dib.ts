/**
 * decodeDib :: device-independent bitmap → RGBA pixels ([MS-WMF] 2.2.2.9); decodeBmp :: a file with one
 *
 * What BMP files and metafiles hold: 1 to 32 bits, palettes, bit fields, run lengths. Pictures of several million pixels
 * come this way, so rows are walked by plain loops.
 */
import type { Pixels } from '../png-encode.ts';
import { checkPixels, damagedImage, guardImage } from './guard.ts';

const CORE_HEADER = 12;
const UNCOMPRESSED = 0;
const RLE8 = 1;
const RLE4 = 2;
const BIT_FIELDS = 3;

interface DibPlaces {
  /** Of the header. */
  readonly header: number;
  /** Of the pixels; right behind header and palette where absent. */
  readonly bits?: number;
  /** The fourth byte of a pixel says how much of it shows, and the other three are multiplied by it. */
  readonly alpha?: boolean;
}

interface DibHeader {
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly depth: number;
  readonly compression: number;
  readonly colors: number;
}

const FILE_HEADER = 14;

export const decodeBmp = (bytes: Uint8Array): Pixels =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return decodeDib(view, { header: FILE_HEADER, bits: view.getUint32(10, true) });
  });

export const decodeDib = (view: DataView, places: DibPlaces): Pixels => {
  const header = readHeader(view, places.header);
  const { width, height, depth } = header;
  checkPixels(width, height);
  const masks = header.compression === BIT_FIELDS && header.bytes === 40 ? 12 : 0;
  const paletteAt = places.header + header.bytes + masks;
  const entry = header.bytes === CORE_HEADER ? 3 : 4;
  const count = depth <= 8 ? header.colors || 1 << depth : header.colors;
  const bits = places.bits ?? paletteAt + count * entry;
  const palette = depth <= 8 ? readPalette(view, paletteAt, entry, Math.min(256, count)) : [];
  const data = new Uint8Array(width * height * 4);
  if (header.compression === RLE8 || header.compression === RLE4)
    runLengths(view, bits, header, palette, data);
  else if (depth <= 8) indexed(view, bits, header, palette, data);
  else direct(view, { bits, masksAt: places.header + 40, alpha: places.alpha === true }, header, data);
  return { width, height, kind: 'rgba', data };
};

const readHeader = (view: DataView, at: number): DibHeader => {
  const bytes = view.getUint32(at, true);
  if (bytes === CORE_HEADER) {
    const [width, height] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
    const depth = view.getUint16(at + 10, true);
    if (![1, 4, 8, 24].includes(depth)) throw damagedImage('BMP');
    return { bytes, width, height, topDown: false, depth, compression: UNCOMPRESSED, colors: 0 };
  }
  if (bytes < 40 || bytes > 1024) throw damagedImage('BMP');
  const signed = view.getInt32(at + 8, true);
  const depth = view.getUint16(at + 14, true);
  const compression = view.getUint32(at + 16, true);
  const fits =
    compression === UNCOMPRESSED
      ? [1, 4, 8, 16, 24, 32].includes(depth)
      : compression === RLE8
        ? depth === 8
        : compression === RLE4
          ? depth === 4
          : compression === BIT_FIELDS && (depth === 16 || depth === 32);
  if (!fits) throw damagedImage('BMP');
  return {
    bytes,
    width: view.getInt32(at + 4, true),
    height: Math.abs(signed),
    topDown: signed < 0,
    depth,
    compression,
    colors: Math.min(view.getUint32(at + 32, true), 0x10000),
  };
};

/** 0xRRGGBB. */
const readPalette = (view: DataView, at: number, entry: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => {
    const place = at + index * entry;
    return (view.getUint8(place + 2) << 16) | (view.getUint8(place + 1) << 8) | view.getUint8(place);
  });

const put = (data: Uint8Array, at: number, color: number): void => {
  data[at] = color >> 16;
  data[at + 1] = (color >> 8) & 0xff;
  data[at + 2] = color & 0xff;
  data[at + 3] = 255;
};

const strideOf = ({ width, depth }: DibHeader): number => Math.ceil((width * depth) / 32) * 4;

const indexed = (
  view: DataView,
  bits: number,
  header: DibHeader,
  palette: readonly number[],
  data: Uint8Array,
): void => {
  const { width, height, depth, topDown } = header;
  const stride = strideOf(header);
  const mask = (1 << depth) - 1;
  for (let y = 0; y < height; y++) {
    const row = bits + (topDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const index = (view.getUint8(row + (bit >> 3)) >> (8 - depth - (bit & 7))) & mask;
      put(data, (y * width + x) * 4, palette[index] ?? 0);
    }
  }
};

interface DirectPlaces {
  readonly bits: number;
  readonly masksAt: number;
  readonly alpha: boolean;
}

const direct = (view: DataView, places: DirectPlaces, header: DibHeader, data: Uint8Array): void => {
  const { width, height, depth, topDown } = header;
  const stride = strideOf(header);
  const [red, green, blue] = fieldsOf(view, places.masksAt, header);
  for (let y = 0; y < height; y++) {
    const row = places.bits + (topDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x++) {
      const target = (y * width + x) * 4;
      const at = row + (x * depth) / 8;
      if (depth === 24) {
        data[target] = view.getUint8(at + 2);
        data[target + 1] = view.getUint8(at + 1);
        data[target + 2] = view.getUint8(at);
        data[target + 3] = 255;
        continue;
      }
      const value = depth === 16 ? view.getUint16(at, true) : view.getUint32(at, true);
      data[target] = sample(value, red);
      data[target + 1] = sample(value, green);
      data[target + 2] = sample(value, blue);
      data[target + 3] = 255;
      if (places.alpha && depth === 32) unmultiply(data, target, value >>> 24);
    }
  }
};

/** As the file has them, colours are multiplied by the alpha; a PDF wants them as they are. */
const unmultiply = (data: Uint8Array, at: number, alpha: number): void => {
  data[at + 3] = alpha;
  if (alpha === 0 || alpha === 255) return;
  for (let part = at; part < at + 3; part++) data[part] = Math.min(255, ((data[part] ?? 0) * 255) / alpha);
};

interface Field {
  readonly shift: number;
  readonly largest: number;
}

const field = (mask: number): Field => {
  if (mask === 0) return { shift: 0, largest: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, largest: mask >>> shift };
};

const sample = (value: number, { shift, largest }: Field): number =>
  largest === 0 ? 0 : Math.round((((value >>> shift) & largest) * 255) / largest);

const fieldsOf = (
  view: DataView,
  at: number,
  { depth, compression }: DibHeader,
): readonly [Field, Field, Field] => {
  const [red, green, blue] =
    compression === BIT_FIELDS
      ? [view.getUint32(at, true), view.getUint32(at + 4, true), view.getUint32(at + 8, true)]
      : depth === 16
        ? [0x7c00, 0x3e0, 0x1f]
        : [0xff0000, 0xff00, 0xff];
  return [field(red), field(green), field(blue)];
};

/** [MS-WMF] 3.1.6: pairs of count and value; a count of zero escapes. What no run covers is the first colour. */
const runLengths = (
  view: DataView,
  bits: number,
  { width, height, depth, topDown }: DibHeader,
  palette: readonly number[],
  data: Uint8Array,
): void => {
  for (let at = 0; at < data.length; at += 4) put(data, at, palette[0] ?? 0);
  let [x, y, at] = [0, 0, bits];
  const set = (index: number): void => {
    if (x < width && y < height)
      put(data, ((topDown ? y : height - 1 - y) * width + x) * 4, palette[index] ?? 0);
    x += 1;
  };
  while (y < height && at + 1 < view.byteLength) {
    const [count, value] = [view.getUint8(at), view.getUint8(at + 1)];
    at += 2;
    if (count > 0) {
      for (let one = 0; one < count; one++)
        set(depth === 8 ? value : one % 2 === 0 ? value >> 4 : value & 15);
    } else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return;
    else if (value === 2) {
      x += view.getUint8(at);
      y += view.getUint8(at + 1);
      at += 2;
    } else {
      for (let one = 0; one < value; one++) {
        const byte = view.getUint8(at + (depth === 8 ? one : one >> 1));
        set(depth === 8 ? byte : one % 2 === 0 ? byte >> 4 : byte & 15);
      }
      at += (Math.ceil((value * depth) / 16) * 2) | 0;
    }
  }
};
