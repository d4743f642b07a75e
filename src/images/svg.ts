/**
 * readSvg :: SVG bytes → size and safe markup;  rasterizeSvg :: safe markup → PNG
 *
 * What is stored in a document is not the SVG that came, but resvg's reading of it: paths, gradients and embedded
 * pictures. Scripts, event handlers, external references, style sheets and fonts are gone by construction, and Word
 * and the raster twin show the same.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dataError } from '../errors.ts';
import { derived, digest } from './derived-cache.ts';
import { damaged } from './image-error.ts';
import type { ImageLimits } from './limits.ts';
import { type ResvgOptions, withResvg } from './resvg.ts';
import { svgCost } from './svg-cost.ts';
import { filterSeconds, withInnerPictures, withUsefulOctaves } from './svg-filters.ts';

export interface SvgPicture {
  /** CSS pixels, 96 an inch. */
  readonly width: number;
  readonly height: number;
  readonly markup: string;
}

/** Bounds of the raster twin. 4,000 pixels are a page at 400 dpi; beyond, a twin only costs. */
const TWIN_MOST_PIXELS_A_SIDE = 4000;
/** Of a core; a render has 30. Textures and shadows of drawing programs take less than one. */
const MOST_FILTER_SECONDS = 5;
const DEEPEST_PICTURE = 3;

const decode = (bytes: Uint8Array): string => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const label = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : declared;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw damaged('SVG', `its text is not ${label}`);
  }
};

/** Entities are refused, not resolved; a document type without them only names a DTD that nobody fetches. */
const withoutDoctype = (text: string): string => {
  const at = doctypeAt(text);
  if (at < 0) return text;
  const end = text.indexOf('>', at);
  const subset = text.indexOf('[', at);
  if (end < 0) throw damaged('SVG', 'it is not well-formed XML');
  if (subset >= 0 && subset < end) {
    throw dataError(
      'The SVG picture declares entities, which are not allowed.',
      'Export it again as plain SVG, without a DOCTYPE that has square brackets.',
    );
  }
  const rest = text.slice(0, at) + text.slice(end + 1);
  if (doctypeAt(rest) >= 0) throw damaged('SVG', 'it is not well-formed XML');
  return rest;
};

/** Where XML has it: before the first element. In comments and instructions it is text like any other. */
const doctypeAt = (text: string): number => {
  let at = text.indexOf('<');
  while (at >= 0) {
    const closing = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined;
    if (closing === undefined) return /^<!DOCTYPE/i.test(text.slice(at, at + 9)) ? at : -1;
    const end = text.indexOf(closing, at + (closing === '-->' ? 4 : 2));
    at = end < 0 ? -1 : text.indexOf('<', end);
  }
  return -1;
};

const ROOT = /<(?:[A-Za-z_][\w.-]*:)?svg\b(?:"[^"]*"|'[^']*'|[^"'>])*>/;
const LENGTH = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)([a-z]*)\\s*["']`);
const VIEW_BOX = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/;

/** Browsers take a missing width or height from the other by the view box's ratio; resvg takes it from the box as it is. */
const withBothSizes = (text: string): string =>
  text.replace(ROOT, (root) => {
    const width = LENGTH('width').exec(root);
    const height = LENGTH('height').exec(root);
    const box = VIEW_BOX.exec(root);
    const known = width ?? height;
    if (box === null || known === null || (width !== null && height !== null)) return root;
    const ratio = Number(box[1]) / Number(box[2]);
    const other = width === null ? Number(known[1]) * ratio : Number(known[1]) / ratio;
    if (!Number.isFinite(other)) return root;
    const attribute = ` ${width === null ? 'width' : 'height'}="${other}${known[2] ?? ''}"`;
    const without = root.replace(/\s(?:width|height)\s*=\s*["'][\d.\s]*%\s*["']/g, '');
    return without.replace(/svg\b/, (name) => name + attribute);
  });

const SERIF =
  /^(?:serif|times|times new roman|georgia|cambria|garamond|palatino|palatino linotype|book antiqua)$/i;
const MONOSPACE = /^(?:monospace|courier|courier new|consolas|menlo|monaco|lucida console|ui-monospace)$/i;
const FONT_DECLARATION = /(font(?:-family)?\s*[:=]\s*)("[^"<>]*"|'[^'<>]*'|[^;}<>"]*)/g;
const FAMILY = /[A-Za-z][\w-]*(?: [A-Za-z][\w-]*)*/g;

/** Families that the bundled fonts stand in for; all others fall back to the sans-serif one. */
const withBundledFamilies = (svg: string): string =>
  svg.replace(FONT_DECLARATION, (_match, head: string, families: string) =>
    head.concat(
      families.replace(FAMILY, (family) =>
        SERIF.test(family) ? 'Tinos' : MONOSPACE.test(family) ? 'Cousine' : family,
      ),
    ),
  );

const FONT_STYLES = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'] as const;
const FONT_PACKAGES = { Arimo: 'arimo', Tinos: 'tinos', Cousine: 'cousine' } as const;
const fontCache = new Map<string, readonly Uint8Array[]>();

const fontsOf = (family: keyof typeof FONT_PACKAGES): readonly Uint8Array[] => {
  const cached = fontCache.get(family);
  if (cached !== undefined) return cached;
  const require = createRequire(import.meta.url);
  const fonts = FONT_STYLES.map((style) => {
    const file = `@expo-google-fonts/${FONT_PACKAGES[family]}/${style}/${family}_${style}.ttf`;
    return new Uint8Array(readFileSync(require.resolve(file)));
  });
  fontCache.set(family, fonts);
  return fonts;
};

const optionsFor = (svg: string): ResvgOptions => {
  const hasText = svg.includes('<text') || svg.includes(':text');
  const fontBuffers = hasText
    ? [
        ...fontsOf('Arimo'),
        ...(svg.includes('Tinos') ? fontsOf('Tinos') : []),
        ...(svg.includes('Cousine') ? fontsOf('Cousine') : []),
      ]
    : [];
  return {
    font: {
      fontBuffers,
      defaultFontFamily: 'Arimo',
      // resvg's last resort for an unknown family is "serif"; documents look better with the sans-serif one.
      serifFamily: 'Arimo',
      sansSerifFamily: 'Arimo',
      monospaceFamily: 'Cousine',
    },
  };
};

const read = (bytes: Uint8Array, limits: ImageLimits, depth = 0): SvgPicture => {
  if (depth > DEEPEST_PICTURE) throw dataError('The SVG picture has pictures inside pictures too deep.');
  const text = withoutDoctype(decode(bytes));
  if (svgCost(text) > limits.svgElements) {
    throw dataError(`The SVG picture draws more than ${limits.svgElements} elements, which is the limit.`);
  }
  const svg = withBundledFamilies(withBothSizes(text));
  const picture = withResvg(svg, optionsFor(svg), (it) => ({
    width: it.width,
    height: it.height,
    markup: it.toString(),
  }));
  if (picture === undefined) throw damaged('SVG', 'it cannot be read');
  const inner = (data: Uint8Array): string => read(data, limits, depth + 1).markup;
  return { ...picture, markup: withInnerPictures(withUsefulOctaves(picture.markup), inner) };
};

export const readSvg = (bytes: Uint8Array, limits: ImageLimits): SvgPicture =>
  derived(
    `svg:${digest(bytes)}`,
    () => read(bytes, limits),
    (picture) => picture.markup.length * 2,
  );

const draw = (picture: SvgPicture, fitTo: NonNullable<ResvgOptions['fitTo']>): Uint8Array => {
  const scale = fitTo.value / Math.max(picture.width, picture.height);
  const size = { scale, pixels: picture.width * picture.height * scale ** 2 };
  if (filterSeconds(picture.markup, size) > MOST_FILTER_SECONDS) {
    throw dataError(
      'The filters of the SVG picture take too long to draw.',
      'Export it as PNG, or with its effects as bitmaps.',
    );
  }
  const png = withResvg(picture.markup, { ...optionsFor(''), fitTo }, (it) => {
    const image = it.render();
    const bytes = image.asPng();
    image.free();
    return bytes;
  });
  if (png === undefined) throw dataError('The SVG picture cannot be drawn.');
  return png;
};

/** A PNG of the picture, `width` pixels wide, or less where that would be past all use. */
export const rasterizeSvg = (picture: SvgPicture, width: number): Uint8Array => {
  const scale = Math.min(
    width / picture.width,
    TWIN_MOST_PIXELS_A_SIDE / picture.width,
    TWIN_MOST_PIXELS_A_SIDE / picture.height,
  );
  const fitTo =
    picture.width >= picture.height
      ? ({ mode: 'width', value: Math.max(1, Math.round(picture.width * scale)) } as const)
      : ({ mode: 'height', value: Math.max(1, Math.round(picture.height * scale)) } as const);
  return derived(
    `twin:${fitTo.value}:${digest(picture.markup)}`,
    () => draw(picture, fitTo),
    (png) => png.byteLength,
  );
};
