/**
 * How large a picture is shown, how it is turned, and what is cropped. Plain numbers in EMU; no XML.
 *
 * DrawingML gives a picture's frame before it is turned (§20.1.7.6 `a:xfrm`): flips first, then a clockwise rotation
 * about the centre. Word never looks at a file's own orientation, so it is expressed here.
 */
import type { Orientation } from '../../images/image-info.ts';
import { EMU_PER_INCH, type Emu, emu } from '../../units.ts';

export interface Size {
  readonly width: Emu;
  readonly height: Emu;
}

export type Fit = 'contain' | 'cover' | 'stretch';

/** Shares of the picture cut off at each edge, as `a:srcRect` counts them: 1/1,000 of a percent. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NO_CROP: Crop = { left: 0, top: 0, right: 0, bottom: 0 };
const WHOLE = 100_000;

/** The largest picture that Word's own dialogs take: 22 in. */
const MOST = 22 * EMU_PER_INCH;

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: emu(Math.max(1, Math.round(width * factor))),
  height: emu(Math.max(1, Math.round(height * factor))),
});

const bounded = (size: Size): Size => scaled(size, Math.min(1, MOST / size.width, MOST / size.height));

export const naturalSize = (image: { readonly width: number; readonly height: number }): Size => ({
  width: emu(Math.max(1, Math.round(image.width * EMU_PER_INCH))),
  height: emu(Math.max(1, Math.round(image.height * EMU_PER_INCH))),
});

interface Placement {
  readonly size: Size;
  /** Of the upright picture. */
  readonly crop: Crop;
}

interface Wanted {
  readonly natural: Size;
  readonly width?: Emu | undefined;
  readonly height?: Emu | undefined;
  readonly fit: Fit;
  /** Where nothing is asked for, the picture is never wider than this. */
  readonly column: Emu;
  /** Crop that stays whatever is shown (a template's picture). */
  readonly crop?: Crop;
}

/** What remains visible of a size behind a crop. */
const visible = (size: Size, crop: Crop): Size => ({
  width: emu((size.width * (WHOLE - crop.left - crop.right)) / WHOLE),
  height: emu((size.height * (WHOLE - crop.top - crop.bottom)) / WHOLE),
});

/** Cuts the longer side, equally at both ends, until the visible part has the box's ratio. */
const cropTo = (box: Size, size: Size, kept: Crop): Crop => {
  const shown = visible(size, kept);
  const ratio = box.width / box.height / (shown.width / shown.height);
  if (ratio >= 1) {
    const cut = Math.round(((1 - 1 / ratio) * (WHOLE - kept.top - kept.bottom)) / 2);
    return { ...kept, top: kept.top + cut, bottom: kept.bottom + cut };
  }
  const cut = Math.round(((1 - ratio) * (WHOLE - kept.left - kept.right)) / 2);
  return { ...kept, left: kept.left + cut, right: kept.right + cut };
};

export const place = ({ natural, width, height, fit, column, crop = NO_CROP }: Wanted): Placement => {
  const shown = visible(natural, crop);
  if (width === undefined && height === undefined) {
    return { size: bounded(scaled(shown, Math.min(1, column / shown.width))), crop };
  }
  if (width === undefined || height === undefined) {
    const factor = width === undefined ? (height ?? shown.height) / shown.height : width / shown.width;
    return { size: bounded(scaled(shown, factor)), crop };
  }
  const box = bounded({ width, height });
  switch (fit) {
    case 'stretch':
      return { size: box, crop };
    case 'cover':
      return { size: box, crop: cropTo(box, natural, crop) };
    case 'contain':
      return { size: scaled(shown, Math.min(box.width / shown.width, box.height / shown.height)), crop };
  }
};

export interface Turn {
  /** Degrees, clockwise, 0 to under 360. */
  readonly degrees: number;
  readonly flipHorizontal: boolean;
  readonly flipVertical: boolean;
}

export const UPRIGHT: Turn = { degrees: 0, flipHorizontal: false, flipVertical: false };

/** Exif 2.32 §4.6.4 in DrawingML's terms. 5 and 7 are a mirror followed by a quarter turn. */
const TURNS: Readonly<Record<Orientation, Turn>> = {
  1: UPRIGHT,
  2: { ...UPRIGHT, flipHorizontal: true },
  3: { ...UPRIGHT, degrees: 180 },
  4: { ...UPRIGHT, flipVertical: true },
  5: { ...UPRIGHT, flipHorizontal: true, degrees: 270 },
  6: { ...UPRIGHT, degrees: 90 },
  7: { ...UPRIGHT, flipHorizontal: true, degrees: 90 },
  8: { ...UPRIGHT, degrees: 270 },
};

export const turnOf = (orientation: Orientation): Turn => TURNS[orientation];

export const turnedBy = (turn: Turn, degrees: number): Turn => ({
  ...turn,
  degrees: (((turn.degrees + degrees) % 360) + 360) % 360,
});

const isSideways = (turn: Turn): boolean => turn.degrees === 90 || turn.degrees === 270;

/** The frame before turning, of a picture that shall measure `size` once the file's orientation is applied. */
export const frameOf = (size: Size, orientation: Turn): Size =>
  isSideways(orientation) ? { width: size.height, height: size.width } : size;

/** A crop of the upright picture as one of the stored picture: undo the rotation, then the flips. */
export const storedCrop = (crop: Crop, turn: Turn): Crop => {
  const edges = [crop.top, crop.right, crop.bottom, crop.left];
  const quarter = Math.round(turn.degrees / 90) % 4;
  const at = (edge: number): number => edges[(edge + quarter) % 4] ?? 0;
  const [top, right, bottom, left] = [at(0), at(1), at(2), at(3)];
  return {
    top: turn.flipVertical ? bottom : top,
    bottom: turn.flipVertical ? top : bottom,
    left: turn.flipHorizontal ? right : left,
    right: turn.flipHorizontal ? left : right,
  };
};

/** How far the turned frame reaches beyond the unturned one, which is what text must keep away from. */
export const overhang = (frame: Size, turn: Turn): Size => {
  const angle = (turn.degrees * Math.PI) / 180;
  const across = Math.abs(frame.width * Math.cos(angle)) + Math.abs(frame.height * Math.sin(angle));
  const down = Math.abs(frame.width * Math.sin(angle)) + Math.abs(frame.height * Math.cos(angle));
  return {
    width: emu(Math.round((across - frame.width) / 2)),
    height: emu(Math.round((down - frame.height) / 2)),
  };
};
