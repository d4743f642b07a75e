/**
 * playEmf :: enhanced metafile → drawing ([MS-EMF])
 *
 * Its records are calls on a device whose size is known; the frame says what of it is the picture. Where it also holds the
 * records of GDI+ (EMF+, "dual"), those that every program understands draw the same.
 */
import type { FontLibrary } from '../fonts/font.ts';
import { badImage } from '../images/decode/guard.ts';
import type { ImageId, Matrix } from '../layout/display-list.ts';
import { drawBitmap } from './emf-bitmaps.ts';
import { drawFigure } from './emf-figures.ts';
import { makeObject, stock } from './emf-objects.ts';
import { boundsAt, type EmfRecord, matrixAt } from './emf-record.ts';
import { drawEmfText } from './emf-text.ts';
import { GdiDevice, PICTURE_UNITS, product } from './gdi-device.ts';
import { rectanglePath } from './gdi-paths.ts';
import { colorRef, IDENTITY, type Point } from './gdi-state.ts';

const EOF = 14;
const COMMENT = 70;

export const playEmf = (bytes: Uint8Array, fonts: FontLibrary, image: ImageId): GdiDevice => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const device = new GdiDevice(frameOf(view), fonts, image);
  const plus = new PlusRecords();
  for (const record of records(view)) {
    if (record.type === EOF) break;
    if (record.type === COMMENT) plus.look(record.view);
    else play(record, device);
  }
  device.finish();
  return device;
};

function* records(view: DataView): Generator<EmfRecord> {
  // The header is one, too.
  for (let at = view.getUint32(4, true); at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    if (size < 8 || size % 4 !== 0 || at + size > view.byteLength) throw badImage('the EMF file is damaged');
    yield { type: view.getUint32(at, true), view: new DataView(view.buffer, view.byteOffset + at, size) };
    at += size;
  }
}

/** [MS-EMF] 2.2.9: the frame is in hundredths of a millimetre, the device says how many dots that is. */
const frameOf = (view: DataView) => {
  const word = (at: number): number => view.getInt32(at, true);
  const headerBytes = view.getUint32(4, true);
  const [left, top, right, bottom] = [word(24), word(28), word(32), word(36)];
  const [dots, lines] = [word(72), word(76)];
  const exact = headerBytes >= 108 && word(100) > 0 && word(104) > 0;
  const [across, down] = exact ? [word(100) / 10, word(104) / 10] : [word(80) * 100, word(84) * 100];
  const [width, height] = [right - left, bottom - top];
  if (!(dots > 0 && lines > 0 && across > 0 && down > 0 && width > 0 && height > 0))
    throw badImage('it has no size');
  const unit = PICTURE_UNITS / Math.max(width, height);
  const [sx, sy] = [(across / dots) * unit, (down / lines) * unit];
  const matrix: Matrix = [sx, 0, 0, sy, -left * unit, -top * unit];
  return {
    width: width * unit,
    height: height * unit,
    matrix,
    extent: [1, 1] as const,
    dot: Math.min(sx, sy),
    dotsPerMillimetre: [(dots / across) * 100, (lines / down) * 100] as const,
  };
};

/** EMF+: whether its own records draw something that the others do not. */
class PlusRecords {
  #dual = true;

  look(view: DataView): void {
    const bytes = view.getUint32(8, true);
    if (bytes < 4 || view.getUint32(12, true) !== 0x2b464d45) return;
    for (let at = 16; at + 12 <= Math.min(view.byteLength, 12 + bytes); ) {
      const type = view.getUint16(at, true);
      const size = view.getUint32(at + 4, true);
      if (type === 0x4001) this.#dual = (view.getUint16(at + 2, true) & 1) !== 0;
      // From clearing to strings: what draws ([MS-EMFPLUS] 2.1.1.1).
      else if (!this.#dual && type >= 0x4009 && type <= 0x401c) throw badImage('it is drawn by GDI+ alone');
      if (size < 12) return;
      at += size;
    }
  }
}

/** On screens, in palettes and in colour spaces alone. */
const SILENT: ReadonlySet<number> = new Set([
  13, 16, 21, 23, 28, 48, 49, 50, 51, 52, 58, 65, 98, 99, 100, 101, 109, 111, 112, 113, 119, 121, 122,
]);

const play = (record: EmfRecord, device: GdiDevice): void => {
  const { type, view } = record;
  const word = (at: number): number => view.getInt32(at, true);
  const pair = (): Point => [word(8), word(12)];
  if (drawFigure(record, device) || drawBitmap(record, device) || makeObject(record, device)) return;
  switch (type) {
    case 9:
      device.set({ windowExtent: pair() });
      return;
    case 10:
      device.set({ windowOrigin: pair() });
      return;
    case 11:
      device.set({ viewportExtent: pair() });
      return;
    case 12:
      device.set({ viewportOrigin: pair() });
      return;
    case 17:
      device.set({ mapMode: word(8) });
      return;
    case 31:
      device.set({ viewportExtent: scaled(device.state.viewportExtent, view) });
      return;
    case 32:
      device.set({ windowExtent: scaled(device.state.windowExtent, view) });
      return;
    case 35:
      device.set({ world: matrixAt(view) });
      return;
    case 36:
      device.set({ world: modified(device.state.world, matrixAt(view), word(32)) });
      return;
    case 18:
      device.setLook({ opaque: word(8) === 2 });
      return;
    case 19:
      device.setLook({ evenOdd: word(8) !== 2 });
      return;
    case 20:
      device.setLook({ rop: word(8) });
      return;
    case 22:
      device.setLook({ textAlign: word(8) });
      return;
    case 24:
      device.setLook({ textColor: colorRef(word(8)) });
      return;
    case 25:
      device.setLook({ background: colorRef(word(8)) });
      return;
    case 57:
      device.setLook({ clockwise: word(8) === 2 });
      return;
    case 27:
      device.setLook({ position: pair() });
      if (device.path !== undefined) device.draw([['M', ...pair()]], 'lines');
      return;
    case 29:
      device.exclude(boundsAt(view, 8));
      return;
    case 30:
      device.clip(device.map(rectanglePath(boundsAt(view, 8))));
      return;
    case 33:
      device.save();
      return;
    case 34:
      device.restore(word(8));
      return;
    case 37:
      device.select(stock(view.getUint32(8, true)) ?? device.object(word(8)));
      return;
    case 40:
      device.remove(word(8));
      return;
    case 59:
      device.path = [];
      return;
    case 60:
      device.endPath();
      return;
    case 61:
      device.path?.push(['Z']);
      return;
    case 62:
      device.paintPath(true, false);
      return;
    case 63:
      device.paintPath(true, true);
      return;
    case 64:
      device.paintPath(false, true);
      return;
    case 67:
      clipTo(device, device.takePath(), word(8));
      return;
    case 68:
      device.path = undefined;
      return;
    case 75:
      selectRegion(view, device);
      return;
    case 83:
    case 84:
    case 120:
      drawEmfText(record, device);
      return;
    case 115:
      if ((word(8) & 1) !== 0) throw badImage('it is mirrored');
      return;
    default:
      if (!SILENT.has(type)) throw badImage(`its record ${type} is not known`);
  }
};

const scaled = ([x, y]: Point, view: DataView): Point => {
  const part = (at: number): number => view.getInt32(at, true) || 1;
  return [(x * part(8)) / part(12), (y * part(16)) / part(20)];
};

/** [MS-EMF] 2.1.24: identity, before, after, instead. */
const modified = (world: Matrix, matrix: Matrix, mode: number): Matrix => {
  switch (mode) {
    case 1:
      return IDENTITY;
    case 2:
      return product(world, matrix);
    case 3:
      return product(matrix, world);
    default:
      return matrix;
  }
};

const RGN_AND = 1;
const RGN_DIFF = 4;
const RGN_COPY = 5;

const clipTo = (device: GdiDevice, path: Parameters<GdiDevice['clip']>[0], mode: number): void => {
  if (mode === RGN_COPY) device.setLook({ clips: [path] });
  else if (mode === RGN_AND) device.clip(path);
  else throw badImage('it adds to what shows');
};

/** Rectangles of a region ([MS-EMF] 2.2.24), in dots of the device. */
const MOST_RECTANGLES = 10_000;

const selectRegion = (view: DataView, device: GdiDevice): void => {
  const [bytes, mode] = [view.getUint32(8, true), view.getInt32(12, true)];
  if (bytes === 0) {
    if (mode === RGN_COPY) device.setLook({ clips: [] });
    return;
  }
  const count = view.getUint32(24, true);
  if (count > MOST_RECTANGLES) throw badImage('its clipping is too complex');
  const header = 16 + view.getUint32(16, true);
  const rectangles = Array.from({ length: count }, (_, index) => boundsAt(view, header + index * 16));
  const { matrix } = device.frame;
  if (mode === RGN_DIFF) {
    const outer = device.state;
    device.set({ mapMode: 1, world: IDENTITY, windowOrigin: [0, 0], viewportOrigin: [0, 0] });
    for (const rectangle of rectangles) device.exclude(rectangle);
    const { clips } = device.state;
    device.set({ ...outer, clips });
    return;
  }
  const path = rectangles.flatMap((rectangle) => device.map(rectanglePath(rectangle), matrix));
  clipTo(device, path.length === 0 ? [['M', 0, 0], ['L', 0, 0], ['Z']] : path, mode);
};
