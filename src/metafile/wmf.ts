/**
 * playWmf :: Windows metafile → drawing ([MS-WMF])
 *
 * A WMF knows no device: its window is stretched over whatever it is shown in. Its parameters are 16-bit words, the last one
 * of a call first.
 */
import type { FontLibrary } from '../fonts/font.ts';
import { decodeDib } from '../images/decode/dib.ts';
import { badImage } from '../images/decode/guard.ts';
import type { ImageId } from '../layout/display-list.ts';
import { GdiDevice, PICTURE_UNITS } from './gdi-device.ts';
import { arcPath, type Bounds, ellipsePath, linesPath, rectanglePath, roundedPath } from './gdi-paths.ts';
import { averageOf, SRCCOPY } from './gdi-rasters.ts';
import { brushOf, colorRef, OTHER, type Point, penOf } from './gdi-state.ts';
import { decodeText, drawText, isMultiByte } from './gdi-text.ts';
import { fillOperation } from './pattern-fill.ts';

const PLACEABLE = 0x9ac6cdd7;
const PLACEABLE_BYTES = 22;
const HEADER_BYTES = 18;
/** Pen of the thinnest kind, in points, where the picture says how large it is; else a share of it. */
const THIN = 0.5;

export const playWmf = (bytes: Uint8Array, fonts: FontLibrary, image: ImageId): GdiDevice => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const placeable = view.getUint32(0, true) === PLACEABLE;
  const start = (placeable ? PLACEABLE_BYTES : 0) + HEADER_BYTES;
  const window = (placeable ? placeableWindow(view) : undefined) ?? firstWindow(view, start);
  const [width, height] = [Math.abs(window.extent[0]), Math.abs(window.extent[1])];
  if (width === 0 || height === 0) throw badImage('it has no size');
  const unit = PICTURE_UNITS / Math.max(width, height);
  const size: Point = [width * unit, height * unit];
  const inch = placeable ? view.getUint16(14, true) || 1440 : 1440;
  const device = new GdiDevice(
    {
      width: size[0],
      height: size[1],
      matrix: [1, 0, 0, 1, 0, 0],
      extent: size,
      dot: Math.min((THIN / 72) * inch * unit, PICTURE_UNITS / 200),
      dotsPerMillimetre: [unit, unit],
    },
    fonts,
    image,
  );
  device.set({ mapMode: 8, windowOrigin: window.origin, windowExtent: window.extent });
  for (const record of records(view, start)) play(record, device);
  device.finish();
  return device;
};

interface Window {
  readonly origin: Point;
  readonly extent: Point;
}

/** Undefined where it is empty, as some programs leave it. */
const placeableWindow = (view: DataView): Window | undefined => {
  const [left, top] = [view.getInt16(6, true), view.getInt16(8, true)];
  const [width, height] = [view.getInt16(10, true) - left, view.getInt16(12, true) - top];
  return width === 0 || height === 0 ? undefined : { origin: [left, top], extent: [width, height] };
};

const firstWindow = (view: DataView, start: number): Window => {
  let [origin, extent]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  for (const { call, word } of records(view, start)) {
    if (call === 0x20b) origin = [word(1), word(0)];
    if (call === 0x20c) extent = [word(1), word(0)];
    if (call === 0x20c || call === 0x213 || call === 0x324) break;
  }
  return { origin, extent };
};

interface WmfRecord {
  readonly call: number;
  readonly view: DataView;
  /** Where the parameters begin, and where the record ends. */
  readonly at: number;
  readonly end: number;
  /** The parameter by its number, signed. */
  readonly word: (index: number) => number;
}

function* records(view: DataView, start: number): Generator<WmfRecord> {
  for (let at = start; at + 6 <= view.byteLength; ) {
    const words = view.getUint32(at, true);
    const call = view.getUint16(at + 4, true);
    if (call === 0) return;
    if (words < 3) throw badImage('the WMF file is damaged');
    const [first, end] = [at + 6, Math.min(view.byteLength, at + words * 2)];
    yield { call, view, at: first, end, word: (index) => view.getInt16(first + index * 2, true) };
    at += words * 2;
  }
}

/** Say how colours, palettes and bitmaps are treated on screens, or talk to printers. */
const SILENT: ReadonlySet<number> = new Set([
  0x0105, 0x0107, 0x020a, 0x0108, 0x020d, 0x020e, 0x0211, 0x0412, 0x0231, 0x0234, 0x0035, 0x0436, 0x0037,
  0x0139, 0x0626, 0x0149,
]);

const play = (record: WmfRecord, device: GdiDevice): void => {
  const { call, view, at, word } = record;
  const color = (index: number) => colorRef(view.getUint32(at + index * 2, true));
  /** Bottom, right, top and left, from this word on. */
  const box = (index: number): Bounds => ({
    bottom: word(index),
    right: word(index + 1),
    top: word(index + 2),
    left: word(index + 3),
  });
  switch (call) {
    case 0x0201:
      device.setLook({ background: color(0) });
      return;
    case 0x0102:
      device.setLook({ opaque: word(0) === 2 });
      return;
    case 0x0103:
      // Pictures are stretched whatever they say: a device with dots is not there.
      return;
    case 0x0104:
      device.setLook({ rop: word(0) });
      return;
    case 0x0106:
      device.setLook({ evenOdd: word(0) !== 2 });
      return;
    case 0x0209:
      device.setLook({ textColor: color(0) });
      return;
    case 0x012e:
      device.setLook({ textAlign: word(0) });
      return;
    case 0x020b:
      device.set({ windowOrigin: [word(1), word(0)] });
      return;
    case 0x020c:
      device.set({ windowExtent: [word(1), word(0)] });
      return;
    case 0x020f: {
      const [x, y] = device.state.windowOrigin;
      device.set({ windowOrigin: [x + word(1), y + word(0)] });
      return;
    }
    case 0x0410: {
      const [x, y] = device.state.windowExtent;
      device.set({
        windowExtent: [(x * word(3)) / (word(2) || 1), (y * word(1)) / (word(0) || 1)],
      });
      return;
    }
    case 0x001e:
      device.save();
      return;
    case 0x0127:
      device.restore(word(0));
      return;
    case 0x0214:
      device.setLook({ position: [word(1), word(0)] });
      return;
    case 0x0213: {
      const to: Point = [word(1), word(0)];
      device.draw(linesPath([device.state.position, to], false), 'lines');
      device.setLook({ position: to });
      return;
    }
    case 0x0415:
      device.exclude(box(0));
      return;
    case 0x0416:
      device.clip(device.map(rectanglePath(box(0))));
      return;
    case 0x012c:
      // A region that was never made leaves everything to be seen.
      device.setLook({ clips: [] });
      return;
    case 0x0817:
    case 0x081a:
    case 0x0830:
      arc(record, device);
      return;
    case 0x0418:
      device.draw(ellipsePath(box(0)), 'area');
      return;
    case 0x041b:
      device.draw(rectanglePath(box(0)), 'area');
      return;
    case 0x061c:
      device.draw(roundedPath(box(2), word(1), word(0)), 'area');
      return;
    case 0x041f: {
      const [x, y] = [word(3), word(2)];
      device.fill(device.map(rectanglePath({ left: x, top: y, right: x + 1, bottom: y + 1 })), color(0));
      return;
    }
    case 0x0324:
      device.draw(linesPath(points(record, 1, word(0)), true), 'area');
      return;
    case 0x0325:
      device.draw(linesPath(points(record, 1, word(0)), false), 'lines');
      return;
    case 0x0538:
      polygons(record, device);
      return;
    case 0x0521:
    case 0x0a32:
      text(record, device);
      return;
    case 0x061d:
    case 0x0940:
    case 0x0b41:
    case 0x0f43:
    case 0x0d33:
      bitmap(record, device);
      return;
    case 0x012d:
      device.select(device.object(view.getUint16(at, true)));
      return;
    case 0x01f0:
      device.remove(view.getUint16(at, true));
      return;
    case 0x02fa:
      device.createNext(penOf(word(0), word(1), color(3)));
      return;
    case 0x02fc:
      device.createNext(brushOf(word(0), color(1), device.state.background));
      return;
    case 0x02fb:
      font(record, device);
      return;
    case 0x00f7:
    case 0x06ff:
      device.createNext(OTHER);
      return;
    case 0x0142:
      patternBrush(record, device);
      return;
    default:
      if (!SILENT.has(call)) throw badImage(`its record ${call.toString(16)} is not known`);
  }
};

const points = ({ view, at, end }: WmfRecord, from: number, count: number): readonly Point[] => {
  if (count < 0 || at + (from + count * 2) * 2 > end) throw badImage('the WMF file is damaged');
  return Array.from({ length: count }, (_, index) => {
    const place = at + (from + index * 2) * 2;
    return [view.getInt16(place, true), view.getInt16(place + 2, true)] as const;
  });
};

const polygons = (record: WmfRecord, device: GdiDevice): void => {
  const { view, at, word } = record;
  let from = 1 + word(0);
  const path = Array.from({ length: Math.max(0, word(0)) }, (_, index) => {
    const count = view.getUint16(at + (1 + index) * 2, true);
    const polygon = linesPath(points(record, from, count), true);
    from += count * 2;
    return polygon;
  });
  device.draw(path.flat(), 'area');
};

const arc = ({ call, word }: WmfRecord, device: GdiDevice): void => {
  const bounds: Bounds = { bottom: word(4), right: word(5), top: word(6), left: word(7) };
  const path = arcPath({ bounds, from: [word(3), word(2)], to: [word(1), word(0)], clockwise: false });
  if (call === 0x0817) {
    device.draw(path, 'lines');
    return;
  }
  const centre = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2] as const;
  device.draw([...path, ...(call === 0x081a ? [['L', ...centre] as const] : []), ['Z']], 'area');
};

const text = ({ call, view, at, end, word }: WmfRecord, device: GdiDevice): void => {
  const { charset } = device.state.font;
  const bytesOf = (from: number, count: number): Uint8Array => {
    if (count < 0 || from + count > end) throw badImage('the WMF file is damaged');
    return new Uint8Array(view.buffer, view.byteOffset + from, count);
  };
  if (call === 0x0521) {
    const count = word(0);
    const after = 1 + Math.ceil(count / 2);
    const string = decodeText(bytesOf(at + 2, count), charset);
    drawText(device, { text: string, at: [word(after + 1), word(after)], options: 0 });
    return;
  }
  const [count, options] = [word(2), word(3)];
  const boxed = (options & 6) !== 0;
  const from = at + (boxed ? 16 : 8);
  const bounds = boxed ? { left: word(4), top: word(5), right: word(6), bottom: word(7) } : undefined;
  const string = decodeText(bytesOf(from, count), charset);
  const advancesAt = from + count + (count % 2);
  const given = end - advancesAt >= count * 2 && count > 0 && !isMultiByte(charset);
  const advances = given
    ? Array.from({ length: count }, (_, index) => view.getInt16(advancesAt + index * 2, true))
    : undefined;
  drawText(device, { text: string, at: [word(1), word(0)], options, bounds, advances });
};

const font = ({ view, at, end, word }: WmfRecord, device: GdiDevice): void => {
  const name = Buffer.from(
    view.buffer,
    view.byteOffset + at + 18,
    Math.max(0, Math.min(32, end - at - 18)),
  ).toString('latin1');
  device.createNext({
    kind: 'font',
    height: word(0),
    width: word(1),
    escapement: word(2),
    bold: word(4) >= 600,
    italic: view.getUint8(at + 10) !== 0,
    underline: view.getUint8(at + 11) !== 0,
    strikeout: view.getUint8(at + 12) !== 0,
    charset: view.getUint8(at + 13),
    pitchAndFamily: view.getUint8(at + 17),
    family: name.split('\0')[0] ?? '',
  });
};

/** Bitmaps of each call: where its parameters are, counted in words. */
const bitmap = (record: WmfRecord, device: GdiDevice): void => {
  const { call, view, at, end, word } = record;
  const operation = view.getUint32(at, true) & 0xffffff;
  // A call that has no bitmap is as long as its number says, and fills.
  const without =
    call === 0x061d || ((call === 0x0940 || call === 0x0b41) && end - at <= (call >> 8) * 2 + 2);
  if (without) {
    const last = call === 0x061d ? 2 : call === 0x0940 ? 5 : 7;
    const [height, width, y, x] = [word(last), word(last + 1), word(last + 2), word(last + 3)];
    fillOperation(device, operation, { left: x, top: y, right: x + width, bottom: y + height });
    return;
  }
  if (call === 0x0d33) {
    const pixels = decodeDib(view, { header: at + 18 });
    const [ys, xs, height, width, y, x] = [word(3), word(4), word(5), word(6), word(7), word(8)];
    const source = { x: xs, y: pixels.height - ys - height, width, height };
    device.raster({ pixels, x, y, width, height, source, operation: SRCCOPY });
    return;
  }
  const first = call === 0x0f43 ? 3 : 2;
  const stretched = call !== 0x0940;
  const header = at + (call === 0x0f43 ? 22 : stretched ? 20 : 16);
  const pixels = decodeDib(view, { header });
  const [height, width] = stretched ? [word(first), word(first + 1)] : [word(4), word(5)];
  const [ys, xs] = stretched ? [word(first + 2), word(first + 3)] : [word(2), word(3)];
  const to = stretched ? first + 4 : 4;
  // Rows of what is stretched are counted from below, as they stand in the bitmap.
  const top = call === 0x0f43 ? pixels.height - ys - height : ys;
  device.raster({
    pixels,
    x: word(to + 3),
    y: word(to + 2),
    width: word(to + 1),
    height: word(to),
    source: { x: xs, y: top, width, height },
    operation,
  });
};

const patternBrush = ({ view, at }: WmfRecord, device: GdiDevice): void => {
  const pixels = decodeDib(view, { header: at + 4 });
  device.createNext({ kind: 'brush', color: averageOf(pixels.data) });
};
