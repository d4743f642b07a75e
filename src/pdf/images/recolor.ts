/**
 * recolored :: image object, what becomes of its colours → the same data in another colour space (ISO 32000-1 §8.6.6)
 *
 * Samples go through a function, so that even a JPEG stays as it is. A palette is another palette, and a colour that is left
 * away a colour key (§8.9.6.4).
 */
import type { Color, ImageItem, Item, Paint, Recolor } from '../../layout/display-list.ts';
import { fine } from '../syntax.ts';
import type { EncodedImage } from './encoded-image.ts';

/** Adds a function of PostScript's kind (§7.10.5), and says how it is referred to. */
export type AddFunction = (inputs: number, program: string) => string;

const PALETTE = /(\/Indexed\/DeviceRGB \d+<)([\da-f]+)(>)/i;
const SPACES: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3 };

/** Undefined where it cannot be said of this picture. */
export const recolored = (
  image: EncodedImage,
  recolor: Recolor,
  addFunction: AddFunction,
): EncodedImage | undefined => {
  const { entries } = image;
  if (recolor.kind === 'hidden') return keyed(image, recolor.color);
  const palette = PALETTE.exec(entries);
  if (palette !== null) {
    const mapped = (palette[2] ?? '').replace(/.{6}/g, (hex) =>
      recolorOf(recolor, Number.parseInt(hex, 16)).toString(16).padStart(6, '0'),
    );
    return { ...image, entries: entries.replace(palette[0], `${palette[1]}${mapped}${palette[3]}`) };
  }
  const space = /\/ColorSpace\/(\w+)/.exec(entries);
  const inputs = SPACES[space?.[1] ?? ''];
  if (space === null || inputs === undefined) return undefined;
  const colors =
    inputs === 1
      ? `[/Separation/Light/DeviceRGB ${addFunction(1, shown(recolor))}]`
      : `[/DeviceN[/R/G/B]/DeviceRGB ${addFunction(3, `${LIGHT} ${shown(recolor)}`)}<</Colorants<<${COLORANTS}>>>>]`;
  return { ...image, entries: entries.replace(space[0], `/ColorSpace${colors}`) };
};

/** Of red, green and blue on the stack. */
const LIGHT = '0.114 mul exch 0.587 mul add exch 0.299 mul add';

/** ISO 19005-2 wants to know what each is by itself. */
const COLORANTS = ['R', 'G', 'B']
  .map((name, index) => {
    const full = [0, 1, 2].map((part) => (part === index ? 1 : 0)).join(' ');
    return `/${name}[/Separation/${name}/DeviceRGB<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[${full}]>>]`;
  })
  .join('');

type Toned = Exclude<Recolor, { kind: 'hidden' }>;

/** From light on the stack to red, green and blue. */
const shown = (recolor: Toned): string => {
  switch (recolor.kind) {
    case 'gray':
      return 'dup dup';
    case 'bilevel':
      return `${fine(recolor.threshold)} ge {1 1 1}{0 0 0} ifelse`;
    case 'duotone': {
      const part = (shift: number): string => {
        const [from, to] = [(recolor.dark >> shift) & 0xff, (recolor.light >> shift) & 0xff];
        return `${fine((to - from) / 255)} mul ${fine(from / 255)} add`;
      };
      return `dup ${part(16)} exch dup ${part(8)} exch ${part(0)}`;
    }
  }
};

/** The same for one colour: of palettes, and of drawings. */
const recolorOf = (recolor: Toned, color: Color): Color => {
  const [red, green, blue] = [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff];
  const light = (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
  switch (recolor.kind) {
    case 'gray':
      return Math.round(light * 255) * 0x010101;
    case 'bilevel':
      return light >= recolor.threshold ? 0xffffff : 0;
    case 'duotone': {
      const part = (shift: number): number => {
        const [from, to] = [(recolor.dark >> shift) & 0xff, (recolor.light >> shift) & 0xff];
        return Math.round(from + (to - from) * light) << shift;
      };
      return part(16) | part(8) | part(0);
    }
  }
};

const keyed = (image: EncodedImage, color: Color): EncodedImage | undefined => {
  const { entries } = image;
  if (image.softMask !== undefined || entries.includes('/Mask[')) return undefined;
  const hex = color.toString(16).padStart(6, '0');
  const palette = PALETTE.exec(entries)?.[2]?.toLowerCase().match(/.{6}/g);
  if (palette !== undefined && palette !== null) {
    const index = palette.indexOf(hex);
    return index < 0 ? image : { ...image, entries: `${entries}/Mask[${index} ${index}]` };
  }
  const count = SPACES[/\/ColorSpace\/(\w+)/.exec(entries)?.[1] ?? ''];
  if (count === undefined || !entries.includes('/BitsPerComponent 8')) return undefined;
  const parts = [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff];
  if (count === 1 && new Set(parts).size > 1) return image;
  const ranges = parts.slice(0, count).map((part) => `${part} ${part}`);
  return { ...image, entries: `${entries}/Mask[${ranges.join(' ')}]` };
};

type Look = Pick<ImageItem, 'light' | 'recolor'>;

/** What one colour of a drawing becomes; undefined where all stay, or where it is not about colours that are drawn. */
export const toneOf = ({ light, recolor }: Look): ((color: Color) => Color) | undefined => {
  if (light === undefined && (recolor === undefined || recolor.kind === 'hidden')) return undefined;
  return (color) => {
    const lit = light === undefined ? color : litColor(color, light);
    return recolor === undefined || recolor.kind === 'hidden' ? lit : recolorOf(recolor, lit);
  };
};

const litColor = (color: Color, { gain, offset }: NonNullable<ImageItem['light']>): Color => {
  const part = (shift: number): number =>
    Math.max(0, Math.min(255, Math.round(((color >> shift) & 0xff) * gain + offset * 255))) << shift;
  return part(16) | part(8) | part(0);
};

export const tonedItem = (item: Item, tone: (color: Color) => Color): Item => {
  switch (item.kind) {
    case 'text':
      return { ...item, color: tone(item.color) };
    case 'rect':
      return { ...item, fill: tone(item.fill) };
    case 'path':
      return {
        ...item,
        ...(item.fill !== undefined && { fill: tonedPaint(item.fill, tone) }),
        ...(item.stroke !== undefined && { stroke: { ...item.stroke, color: tone(item.stroke.color) } }),
      };
    default:
      return item;
  }
};

const tonedPaint = (paint: Paint, tone: (color: Color) => Color): Paint =>
  typeof paint === 'number'
    ? tone(paint)
    : { ...paint, stops: paint.stops.map((stop) => ({ ...stop, color: tone(stop.color) })) };

export const tonedPixels = (
  rgba: Uint8Array | Uint8ClampedArray,
  tone: (color: Color) => Color,
): Uint8Array => {
  const data = new Uint8Array(rgba);
  for (let at = 0; at < data.length; at += 4) {
    const color = tone(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    data[at] = color >> 16;
    data[at + 1] = (color >> 8) & 0xff;
    data[at + 2] = color & 0xff;
  }
  return data;
};
