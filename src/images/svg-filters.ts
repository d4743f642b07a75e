/**
 * withUsefulOctaves :: markup of resvg → markup;  filterSeconds :: markup, size → seconds that its filters take
 *
 * A filter of fifty bytes may visit each pixel a million times. Three kinds can; all others visit it once or a few
 * times, so that a picture is as long as it is slow. resvg's own markup is looked at: there, style sheets are resolved,
 * `use` is written out, and every number is plain.
 */

/** Nanoseconds on one core, measured: for a pixel and an octave, a neighbour, a field of the matrix. */
const OCTAVE_NS = 250;
const NEIGHBOUR_NS = 4;
const FIELD_NS = 15;

/** Each octave has half the strength of the one before: the eleventh is a quarter of a step of colour. */
const MOST_OCTAVES = 10;

const FILTER = /<filter id="([^"]*)"[^>]*>(.*?)<\/filter>/gs;
const USE = / filter="([^"]*)"/g;
const NAME = /url\(#([^)]*)\)/g;
const TURBULENCE = /<feTurbulence\b[^>]*? numOctaves="(\d+)"/g;
const MORPHOLOGY = /<feMorphology\b[^>]*? radius="([\d.e+-]+)(?: ([\d.e+-]+))?"/g;
const MATRIX = /<feConvolveMatrix\b[^>]*? order="(\d+)(?: (\d+))?"/g;
/** A picture inside the picture, as resvg writes it. */
const INNER = /data:image\/svg\+xml;base64,\s*([A-Za-z0-9+/=\s]+)/g;

export const withUsefulOctaves = (markup: string): string =>
  markup.replaceAll(
    / numOctaves="(\d+)"/g,
    (_, count: string) => ` numOctaves="${Math.min(Number(count), MOST_OCTAVES)}"`,
  );

/** Pictures inside the picture, each read as the picture itself was. */
export const withInnerPictures = (markup: string, read: (bytes: Uint8Array) => string): string =>
  markup.replaceAll(INNER, (_, data: string) => {
    const inner = read(Buffer.from(data, 'base64'));
    return `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`;
  });

interface DrawnSize {
  /** Of the picture's own units. */
  readonly scale: number;
  readonly pixels: number;
}

export const filterSeconds = (markup: string, size: DrawnSize): number => {
  const costs = new Map<string, number>();
  for (const [, id = '', steps = ''] of markup.matchAll(FILTER)) costs.set(id, stepsNs(steps, size));
  let total = 0;
  for (const [, used = ''] of markup.matchAll(USE))
    for (const [, id = ''] of used.matchAll(NAME)) total += costs.get(id) ?? 0;
  let seconds = (total * size.pixels) / 1e9;
  for (const [, data = ''] of markup.matchAll(INNER))
    seconds += filterSeconds(Buffer.from(data, 'base64').toString(), size);
  return seconds;
};

/** For one pixel. A neighbourhood is no larger than the picture. */
const stepsNs = (steps: string, { scale, pixels }: DrawnSize): number => {
  let total = 0;
  for (const [, octaves] of steps.matchAll(TURBULENCE)) total += Number(octaves) * OCTAVE_NS;
  for (const [, across, down = across] of steps.matchAll(MORPHOLOGY)) {
    const neighbours = (2 * Number(across) * scale + 1) * (2 * Number(down) * scale + 1);
    total += Math.min(neighbours, pixels) * NEIGHBOUR_NS;
  }
  for (const [, across, down = across] of steps.matchAll(MATRIX))
    total += Number(across) * Number(down) * FIELD_NS;
  return total;
};
