/**
 * Glyphs of the glyf table (OpenType 1.9): read as points, moved and stretched, written again.
 *
 * readOutline :: glyph → points and contours (composites flattened)
 * encodeOutline :: points and contours → glyph
 */
import { badFont } from './sfnt.ts';

export interface Outline {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly onCurve: readonly boolean[];
  /** Index of the last point of each contour. */
  readonly ends: readonly number[];
}

/** The glyph's bytes; empty for a glyph without an outline. */
export type GlyphData = (glyph: number) => DataView;

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

const ARGS_ARE_WORDS = 0x0001;
const ARGS_ARE_XY = 0x0002;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_X_AND_Y_SCALE = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

const HEADER_BYTES = 10;
/** Fonts nest components two or three deep; a cycle must end. */
const DEEPEST_COMPONENT = 8;
/** maxp counts points in 16 bits. */
const MOST_POINTS = 0xffff;

const EMPTY_OUTLINE: Outline = { xs: [], ys: [], onCurve: [], ends: [] };

export const isComposite = (data: DataView): boolean =>
  data.byteLength >= HEADER_BYTES && data.getInt16(0) < 0;

interface Component {
  readonly glyph: number;
  /** Where the glyph id stands in the data, for renumbering. */
  readonly at: number;
  readonly flags: number;
  readonly arguments: readonly [number, number];
  /** xx, xy, yx, yy. */
  readonly matrix: readonly [number, number, number, number];
  /** First byte behind this component. */
  readonly end: number;
}

export const readComponents = (data: DataView): readonly Component[] => {
  const components: Component[] = [];
  let at = HEADER_BYTES;
  for (let more = true; more; ) {
    const flags = data.getUint16(at);
    const glyph = data.getUint16(at + 2);
    const words = (flags & ARGS_ARE_WORDS) !== 0;
    let next = at + (words ? 8 : 6);
    const first = words ? data.getInt16(at + 4) : data.getInt8(at + 4);
    const second = words ? data.getInt16(at + 6) : data.getInt8(at + 5);
    const fraction = (): number => {
      const value = data.getInt16(next) / 0x4000;
      next += 2;
      return value;
    };
    let matrix: Component['matrix'] = [1, 0, 0, 1];
    if ((flags & HAS_SCALE) !== 0) {
      const scale = fraction();
      matrix = [scale, 0, 0, scale];
    } else if ((flags & HAS_X_AND_Y_SCALE) !== 0) {
      matrix = [fraction(), 0, 0, fraction()];
    } else if ((flags & HAS_MATRIX) !== 0) {
      matrix = [fraction(), fraction(), fraction(), fraction()];
    }
    components.push({ glyph, at: at + 2, flags, arguments: [first, second], matrix, end: next });
    at = next;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
  return components;
};

export const readOutline = (glyphData: GlyphData, glyph: number, depth = 0): Outline => {
  const data = glyphData(glyph);
  if (data.byteLength < HEADER_BYTES) return EMPTY_OUTLINE;
  if (!isComposite(data)) return readSimple(data);
  if (depth >= DEEPEST_COMPONENT) throw badFont('its glyphs are made of each other');

  const xs: number[] = [];
  const ys: number[] = [];
  const onCurve: boolean[] = [];
  const ends: number[] = [];
  for (const component of readComponents(data)) {
    const part = readOutline(glyphData, component.glyph, depth + 1);
    if (xs.length + part.xs.length > MOST_POINTS) throw badFont('one of its glyphs has too many points');
    const [xx, xy, yx, yy] = component.matrix;
    const partXs = part.xs.map((x, index) => xx * x + yx * (part.ys[index] ?? 0));
    const partYs = part.xs.map((x, index) => xy * x + yy * (part.ys[index] ?? 0));
    const [first, second] = component.arguments;
    const placed = (component.flags & ARGS_ARE_XY) !== 0;
    const dx = placed ? first : (xs[first & 0xffff] ?? 0) - (partXs[second & 0xffff] ?? 0);
    const dy = placed ? second : (ys[first & 0xffff] ?? 0) - (partYs[second & 0xffff] ?? 0);
    const before = xs.length;
    for (const x of partXs) xs.push(x + dx);
    for (const y of partYs) ys.push(y + dy);
    for (const on of part.onCurve) onCurve.push(on);
    for (const end of part.ends) ends.push(before + end);
  }
  return { xs, ys, onCurve, ends };
};

const readSimple = (data: DataView): Outline => {
  const contours = data.getInt16(0);
  const ends = Array.from({ length: contours }, (_, index) => data.getUint16(HEADER_BYTES + index * 2));
  const count = contours === 0 ? 0 : (ends[contours - 1] ?? 0) + 1;
  let at = HEADER_BYTES + contours * 2;
  at += 2 + (contours === 0 ? 0 : data.getUint16(at)); // the hinting program

  const flags = new Uint8Array(count);
  for (let index = 0; index < count; ) {
    const flag = data.getUint8(at++);
    let times = 1 + ((flag & REPEAT) !== 0 ? data.getUint8(at++) : 0);
    for (; times > 0 && index < count; times--) flags[index++] = flag;
  }
  const coordinates = (short: number, sameOrPositive: number): number[] => {
    const values = new Array<number>(count);
    let value = 0;
    for (let index = 0; index < count; index++) {
      const flag = flags[index] ?? 0;
      if ((flag & short) !== 0) {
        const step = data.getUint8(at++);
        value += (flag & sameOrPositive) !== 0 ? step : -step;
      } else if ((flag & sameOrPositive) === 0) {
        value += data.getInt16(at);
        at += 2;
      }
      values[index] = value;
    }
    return values;
  };
  const xs = coordinates(X_SHORT, X_SAME_OR_POSITIVE);
  const ys = coordinates(Y_SHORT, Y_SAME_OR_POSITIVE);
  return { xs, ys, onCurve: Array.from(flags, (flag) => (flag & ON_CURVE) !== 0), ends };
};

/** Stretches by `scale` about the origin, then moves right by `shift`. */
export const stretch = (outline: Outline, scale: number, shift: number): Outline => ({
  ...outline,
  xs: outline.xs.map((x) => Math.round(x * scale + shift)),
  ys: outline.ys.map(Math.round),
});

/** Stretches upwards and downwards, about its middle. */
export const heightened = (outline: Outline, scale: number): Outline => {
  const middle = (Math.min(...outline.ys) + Math.max(...outline.ys)) / 2;
  return { ...outline, ys: outline.ys.map((y) => Math.round(middle + (y - middle) * scale)) };
};

/** Coordinates must be whole numbers within 15 bits, so that steps fit into 16; what lies outside is cut to them. */
export const encodeOutline = (outline: Outline): Uint8Array => {
  const count = outline.xs.length;
  if (count === 0) return new Uint8Array(0);
  const clamp = (value: number): number => Math.max(-16_384, Math.min(16_383, Math.round(value)));
  const xs = outline.xs.map(clamp);
  const ys = outline.ys.map(clamp);

  const flags: number[] = [];
  const xBytes: number[] = [];
  const yBytes: number[] = [];
  const coordinate = (step: number, bytes: number[], short: number, same: number): number => {
    if (step === 0) return same;
    if (Math.abs(step) < 256) {
      bytes.push(Math.abs(step));
      return step > 0 ? short | same : short;
    }
    bytes.push((step >> 8) & 0xff, step & 0xff);
    return 0;
  };
  for (let index = 0; index < count; index++) {
    flags.push(
      (outline.onCurve[index] === true ? ON_CURVE : 0) |
        coordinate((xs[index] ?? 0) - (xs[index - 1] ?? 0), xBytes, X_SHORT, X_SAME_OR_POSITIVE) |
        coordinate((ys[index] ?? 0) - (ys[index - 1] ?? 0), yBytes, Y_SHORT, Y_SAME_OR_POSITIVE),
    );
  }
  const packedFlags = packFlags(flags);

  const bytes = new Uint8Array(
    HEADER_BYTES + outline.ends.length * 2 + 2 + packedFlags.length + xBytes.length + yBytes.length,
  );
  const view = new DataView(bytes.buffer);
  view.setInt16(0, outline.ends.length);
  view.setInt16(2, Math.min(...xs));
  view.setInt16(4, Math.min(...ys));
  view.setInt16(6, Math.max(...xs));
  view.setInt16(8, Math.max(...ys));
  let at = HEADER_BYTES;
  for (const end of outline.ends) {
    view.setUint16(at, end);
    at += 2;
  }
  at += 2; // no hinting program
  bytes.set(packedFlags, at);
  bytes.set(xBytes, at + packedFlags.length);
  bytes.set(yBytes, at + packedFlags.length + xBytes.length);
  return bytes;
};

/** Equal flags in a row are one flag and a count. */
const packFlags = (flags: readonly number[]): readonly number[] => {
  const packed: number[] = [];
  for (let index = 0; index < flags.length; ) {
    const flag = flags[index] ?? 0;
    let run = 1;
    while (run < 256 && flags[index + run] === flag) run++;
    if (run > 2) packed.push(flag | REPEAT, run - 1);
    else for (let times = 0; times < run; times++) packed.push(flag);
    index += run;
  }
  return packed;
};

/** A simple glyph's bytes without its hinting program: nobody runs it in a PDF, and it is a third of the glyph. */
export const withoutHints = (data: DataView): Uint8Array => {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (isComposite(data)) {
    const components = readComponents(data);
    const last = components.at(-1);
    const copy = bytes.slice(0, last?.end ?? bytes.byteLength);
    const view = new DataView(copy.buffer);
    for (const { at, flags } of components) view.setUint16(at - 2, flags & ~HAS_INSTRUCTIONS);
    return copy;
  }
  const contours = data.getInt16(0);
  const at = HEADER_BYTES + contours * 2;
  const length = contours === 0 ? 0 : data.getUint16(at);
  if (length === 0) return bytes.slice();
  if (at + 2 + length > bytes.byteLength) throw badFont('one of its glyphs is cut off');
  const copy = new Uint8Array(bytes.byteLength - length);
  copy.set(bytes.subarray(0, at));
  copy.set(bytes.subarray(at + 2 + length), at + 2);
  return copy;
};
