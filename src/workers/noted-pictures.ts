/**
 * Pictures at addresses :: a first pass with stand-ins → the addresses that the document needs
 *
 * Rendering is synchronous and reaches for nothing. So it runs once with a pixel in place of each picture that is not
 * there, which shows all the addresses at once, and again when they have been fetched.
 */
import type { FetchedPicture } from './protocol.ts';

/** One transparent pixel, as PNG. */
const PIXEL: FetchedPicture = {
  bytes: Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII='),
    (char) => char.charCodeAt(0),
  ),
};

export class NotedPictures extends Map<string, FetchedPicture> {
  readonly missing = new Set<string>();

  override get(url: string): FetchedPicture {
    const known = super.get(url);
    if (known === undefined) this.missing.add(url);
    return known ?? PIXEL;
  }
}
