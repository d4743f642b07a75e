/**
 * prepareImage :: bytes → a picture that Word can show
 *
 * PNG, JPEG and GIF pass as they are, WebP becomes PNG, SVG becomes safe SVG with a raster twin made on demand.
 */

import { decodeWebp } from './decode/webp.ts';
import { derived, digest } from './derived-cache.ts';
import type { Orientation } from './image-info.ts';
import { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './limits.ts';
import { DEFAULT_DPI, isTurned, measure } from './measure.ts';
import { encodePng } from './png-encode.ts';
import { readSvg, type SvgPicture } from './svg.ts';

export type PreparedImage =
  | {
      readonly kind: 'raster';
      readonly format: 'png' | 'jpeg' | 'gif';
      readonly bytes: Uint8Array;
      /** Inches, upright: what the picture measures once `orientation` is applied. */
      readonly width: number;
      readonly height: number;
      readonly orientation: Orientation;
    }
  | {
      readonly kind: 'vector';
      readonly picture: SvgPicture;
      readonly width: number;
      readonly height: number;
      readonly orientation: 1;
    };

const webpToPng = (bytes: Uint8Array): Uint8Array =>
  derived(
    `webp:${digest(bytes)}`,
    () => encodePng(decodeWebp(bytes)),
    (png) => png.byteLength,
  );

export const prepareImage = (
  bytes: Uint8Array,
  limits: ImageLimits = DEFAULT_IMAGE_LIMITS,
): PreparedImage => {
  const info = measure(bytes, limits);
  if (info.format === 'svg') {
    const picture = readSvg(bytes, limits);
    const width = picture.width / DEFAULT_DPI;
    return { kind: 'vector', picture, width, height: picture.height / DEFAULT_DPI, orientation: 1 };
  }
  const { orientation } = info;
  const across = info.width / info.dpiX;
  const down = info.height / info.dpiY;
  const stored =
    info.format === 'webp'
      ? ({ format: 'png', bytes: webpToPng(bytes) } as const)
      : ({ format: info.format, bytes } as const);
  return {
    kind: 'raster',
    ...stored,
    width: isTurned(orientation) ? down : across,
    height: isTurned(orientation) ? across : down,
    orientation,
  };
};
