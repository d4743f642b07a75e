/** What a picture may cost. Past a limit the picture is refused, never shrunk in silence. */

export interface ImageLimits {
  /** Of the file. 20 MiB is what a request body may hold unless the operator says otherwise, so this bounds remote files most of all. */
  readonly bytes: number;
  /** Width times height of a picture that is passed on as it is: Word decodes it, so a bomb is its problem and ours. */
  readonly pixels: number;
  /** The same for a picture that is decoded here (WebP): 4 bytes a pixel, twice while it is being converted. */
  readonly decodedPixels: number;
  /** Elements that an SVG draws once all its references are followed: nested `use` grows exponentially. */
  readonly svgElements: number;
}

export const DEFAULT_IMAGE_LIMITS: ImageLimits = {
  bytes: 20 * 1024 * 1024,
  pixels: 100_000_000,
  decodedPixels: 25_000_000,
  svgElements: 50_000,
};
