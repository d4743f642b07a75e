/** drawEmfText :: text records → letters ([MS-EMF] 2.3.5.7, 2.3.5.8, 2.3.5.37) */
import { badImage } from '../images/decode/guard.ts';
import { boundsAt, type EmfRecord } from './emf-record.ts';
import type { GdiDevice } from './gdi-device.ts';
import { decodeText, drawText, isMultiByte } from './gdi-text.ts';

const NO_RECTANGLE = 0x100;
const SMALL_CHARACTERS = 0x200;
/** Advances are pairs, across and down. */
const PAIRS = 0x2000;
const MOST_LETTERS = 100_000;

export const drawEmfText = ({ type, view }: EmfRecord, device: GdiDevice): void => {
  if (type === 120) {
    small(view, device);
    return;
  }
  const [count, at] = [view.getUint32(44, true), view.getUint32(48, true)];
  const options = view.getUint32(52, true);
  const advancesAt = view.getUint32(72, true);
  const wide = type === 84;
  const text = read(view, at, count, wide, device);
  const step = (options & PAIRS) !== 0 ? 8 : 4;
  const given = advancesAt > 0 && advancesAt + count * step <= view.byteLength;
  const advances =
    given && (wide || !isMultiByte(device.state.font.charset))
      ? Array.from({ length: count }, (_, index) => view.getInt32(advancesAt + index * step, true))
      : undefined;
  drawText(device, {
    text,
    at: [view.getInt32(36, true), view.getInt32(40, true)],
    options,
    bounds: (options & 6) === 0 ? undefined : boundsAt(view, 56),
    advances,
  });
};

const small = (view: DataView, device: GdiDevice): void => {
  const [count, options] = [view.getUint32(16, true), view.getUint32(20, true)];
  const boxed = (options & NO_RECTANGLE) === 0;
  const text = read(view, boxed ? 52 : 36, count, (options & SMALL_CHARACTERS) === 0, device);
  drawText(device, {
    text,
    at: [view.getInt32(8, true), view.getInt32(12, true)],
    options,
    bounds: boxed ? boundsAt(view, 36) : undefined,
  });
};

const read = (view: DataView, at: number, count: number, wide: boolean, device: GdiDevice): string => {
  if (count > MOST_LETTERS || at + count * (wide ? 2 : 1) > view.byteLength)
    throw badImage('the EMF file is damaged');
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, count * (wide ? 2 : 1));
  return wide ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes, device.state.font.charset);
};
