/**
 * measure :: bytes → format, pixels, resolution, orientation
 *
 * Reads headers and checks that the file is whole; decodes nothing. Throws where the file is not a picture, is
 * damaged, or is past a limit.
 */
import { dataError } from '../errors.ts';
import { damaged } from './image-error.ts';
import type { ImageInfo, Measured, Orientation } from './image-info.ts';
import type { ImageLimits } from './limits.ts';
import { measureGif } from './measure-gif.ts';
import { measureJpeg } from './measure-jpeg.ts';
import { measurePng } from './measure-png.ts';
import { measureWebp } from './measure-webp.ts';
import { sniff } from './sniff.ts';

/** What Word assumes of a picture that does not say. */
export const DEFAULT_DPI = 96;

/**
 * Files claim 0, 1 or 65,535 dots an inch when they mean "unknown"; a picture at such a value would be metres wide or
 * a hair. 20 is below every screen and printer, 4,800 above every scanner. PNG counts dots a metre, so 300 an inch
 * arrives as 299.9994.
 */
const believable = (dpi: number | undefined): number =>
  dpi !== undefined && dpi >= 20 && dpi <= 4800 ? Math.round(dpi * 100) / 100 : DEFAULT_DPI;

const READERS = { png: measurePng, jpeg: measureJpeg, gif: measureGif, webp: measureWebp } as const;

const SUPPORTED = 'Use PNG, JPEG, GIF, SVG or WebP.';

export const measure = (bytes: Uint8Array, limits: ImageLimits): ImageInfo => {
  if (bytes.byteLength === 0) throw dataError('The picture is empty.');
  if (bytes.byteLength > limits.bytes) {
    throw dataError(`The picture has ${bytes.byteLength} bytes; ${limits.bytes} is the limit.`);
  }
  const format = sniff(bytes);
  if (format === undefined) throw dataError('The value is not a picture of a known format.', SUPPORTED);
  if (format === 'svg') return { format };
  if (format === 'bmp' || format === 'tiff' || format === 'emf' || format === 'wmf') {
    throw dataError(`Pictures of the format ${format.toUpperCase()} are not supported.`, SUPPORTED);
  }

  const measured = readSafely(format, bytes);
  const { width, height } = measured;
  if (width < 1 || height < 1) throw damaged(format.toUpperCase(), 'it has no pixels');
  const mostPixels = format === 'webp' ? limits.decodedPixels : limits.pixels;
  if (width * height > mostPixels) {
    throw dataError(`The picture has ${width} × ${height} pixels; ${mostPixels} in all is the limit.`);
  }
  return {
    format,
    width,
    height,
    dpiX: believable(measured.dpiX),
    dpiY: believable(measured.dpiY ?? measured.dpiX),
    orientation: measured.orientation,
  };
};

/** A header that points past the end of the file surfaces as a RangeError of DataView: that file is cut off. */
const readSafely = (format: keyof typeof READERS, bytes: Uint8Array): Measured => {
  try {
    return READERS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(format.toUpperCase(), 'it is cut off');
    throw error;
  }
};

/** Whether the picture stands on its side as stored, so that width and height trade places on paper. */
export const isTurned = (orientation: Orientation): boolean => orientation >= 5;
