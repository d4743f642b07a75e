/**
 * readPng :: PNG file → its header, palette and compressed data (PNG 3rd edition §5 and §11)
 */
import { pngChunks } from '../structure/png-chunks.ts';
import { damagedImage } from './guard.ts';

const TYPE_GRAY = 0;
export const TYPE_RGB = 2;
export const TYPE_PALETTE = 3;
export const TYPE_GRAY_ALPHA = 4;
export const TYPE_RGBA = 6;

export const PNG_CHANNELS: Readonly<Record<number, number>> = {
  [TYPE_GRAY]: 1,
  [TYPE_RGB]: 3,
  [TYPE_PALETTE]: 1,
  [TYPE_GRAY_ALPHA]: 2,
  [TYPE_RGBA]: 4,
};

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly type: number;
  readonly interlaced: boolean;
  /** 0xRRGGBB. */
  readonly palette: readonly number[];
  readonly transparency: Uint8Array | undefined;
  readonly data: readonly Uint8Array[];
}

const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [TYPE_GRAY]: [1, 2, 4, 8, 16],
  [TYPE_RGB]: [8, 16],
  [TYPE_PALETTE]: [1, 2, 4, 8],
  [TYPE_GRAY_ALPHA]: [8, 16],
  [TYPE_RGBA]: [8, 16],
};

export const readPng = (bytes: Uint8Array): PngParts => {
  const parts: Uint8Array[] = [];
  let palette: readonly number[] = [];
  let transparency: Uint8Array | undefined;
  for (const chunk of pngChunks(bytes)) {
    const { name, data } = chunk;
    if (name === 'PLTE') palette = readPalette(data);
    else if (name === 'tRNS') transparency = data;
    else if (name === 'IDAT') {
      // What is not decoded here must be right: a viewer would show the damage.
      if (!chunk.isIntact()) throw damagedImage('PNG');
      parts.push(data);
    }
  }
  // The header stands first, so always at the same place.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = view.getUint8(25);
  const bits = view.getUint8(24);
  const missing = parts.length === 0 || (type === TYPE_PALETTE && palette.length === 0);
  if (missing || BIT_DEPTHS[type]?.includes(bits) !== true) throw damagedImage('PNG');
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bits,
    type,
    interlaced: view.getUint8(28) === 1,
    palette,
    transparency,
    data: parts,
  };
};

const readPalette = (body: Uint8Array): readonly number[] =>
  Array.from(
    { length: Math.min(256, Math.floor(body.byteLength / 3)) },
    (_, index) =>
      ((body[index * 3] ?? 0) << 16) | ((body[index * 3 + 1] ?? 0) << 8) | (body[index * 3 + 2] ?? 0),
  );

/** PNG 3rd edition §9.4: of left, above and upper left, the one nearest to left + above − upper left. */
export const paeth = (left: number, above: number, corner: number): number => {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - corner - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};
