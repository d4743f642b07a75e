/**
 * readGifBlocks :: GIF file → what stands before the pixels of its first frame (GIF89a §18 to §25)
 *
 * Throws RangeError where the file is cut off.
 */

export interface GifBlocks {
  /** Of the whole picture. */
  readonly screen: { readonly width: number; readonly height: number };
  readonly frame: { readonly width: number; readonly height: number; readonly interlaced: boolean };
  /** 0xRRGGBB: the frame's own colours, or everybody's. None where the file has none. */
  readonly palette: readonly number[];
  /** The colour that is not drawn. */
  readonly transparent: number | undefined;
  /** Bits of a pixel, where codes begin to stand for several. */
  readonly codeBits: number;
  /** Where the blocks with the pixels begin. */
  readonly pixels: number;
}

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
const SCREEN_BYTES = 13;
const DESCRIPTOR_BYTES = 10;

/** Undefined where no picture follows. */
export const readGifBlocks = (bytes: Uint8Array): GifBlocks | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shared = readColors(view, SCREEN_BYTES, view.getUint8(10));
  let transparent: number | undefined;
  let at = SCREEN_BYTES + shared.length * 3;
  for (; view.getUint8(at) === EXTENSION; at = endOfBlocks(view, at + 2)) {
    if (view.getUint8(at + 1) === GRAPHIC_CONTROL && (view.getUint8(at + 3) & 1) === 1)
      transparent = view.getUint8(at + 6);
  }
  if (view.getUint8(at) !== IMAGE) return undefined;
  const flags = view.getUint8(at + 9);
  const own = readColors(view, at + DESCRIPTOR_BYTES, flags);
  const end = at + DESCRIPTOR_BYTES + own.length * 3;
  return {
    screen: { width: view.getUint16(6, true), height: view.getUint16(8, true) },
    frame: {
      width: view.getUint16(at + 5, true),
      height: view.getUint16(at + 7, true),
      interlaced: (flags & 0x40) !== 0,
    },
    palette: own.length === 0 ? shared : own,
    transparent,
    codeBits: view.getUint8(end),
    pixels: end + 1,
  };
};

const readColors = (view: DataView, at: number, flags: number): readonly number[] =>
  Array.from(
    { length: (flags & 0x80) === 0 ? 0 : 2 << (flags & 7) },
    (_, index) => (view.getUint16(at + index * 3) << 8) | view.getUint8(at + index * 3 + 2),
  );

/** Blocks begin with their length; one of nothing ends them. */
export const endOfBlocks = (view: DataView, start: number): number => {
  let at = start;
  while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
  return at + 1;
};
