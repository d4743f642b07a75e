/**
 * Colours as documents write them, to what is drawn: hexadecimal, by theme role with tint and shade (ECMA-376
 * §17.3.2.6), highlight names, shading patterns, and DrawingML's transformed colours (§20.1.2.3).
 */
import { elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { hexColor, type Rgb, type Theme, themeColor } from './theme.ts';

/** `auto`: black, or white on what is dark. */
export type WordColor = Rgb | 'auto';

const channels = (color: Rgb): [number, number, number] => [
  (color >> 16) & 0xff,
  (color >> 8) & 0xff,
  color & 0xff,
];

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
const rgb = (red: number, green: number, blue: number): Rgb =>
  (byte(red) << 16) | (byte(green) << 8) | byte(blue);

/** Between two colours: 0 is the first. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [a, b] = [channels(from), channels(to)];
  return rgb(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share);
};

/** Hue, saturation and lightness, 0 to 1. */
const toHsl = (color: Rgb): [number, number, number] => {
  const [red, green, blue] = channels(color).map((value) => value / 255) as [number, number, number];
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (high + low) / 2;
  const span = high - low;
  if (span === 0) return [0, 0, lightness];
  const saturation = span / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    high === red
      ? ((green - blue) / span + 6) % 6
      : high === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return [sixth / 6, Math.min(1, saturation), lightness];
};

const fromHsl = (hue: number, saturation: number, lightness: number): Rgb => {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const at = (offset: number): number => {
    const place = (offset + hue * 12) % 12;
    return 255 * (lightness - (chroma / 2) * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return rgb(at(0), at(8), at(4));
};

/** The same colour, lighter or darker by a factor of its lightness. */
export const withLightness = (color: Rgb, factor: number): Rgb => {
  const [hue, saturation, lightness] = toHsl(color);
  return fromHsl(hue, saturation, unit(lightness * factor));
};

const unit = (value: number): number => Math.max(0, Math.min(1, value));

/** Word's own tint and shade act on lightness; the attribute is a hexadecimal byte. */
const tinted = (color: Rgb, tint: string | undefined, shade: string | undefined): Rgb => {
  let [hue, saturation, lightness] = toHsl(color);
  const share = (text: string): number => Number.parseInt(text, 16) / 255;
  if (shade !== undefined && /^[\da-f]{1,2}$/i.test(shade)) lightness *= share(shade);
  if (tint !== undefined && /^[\da-f]{1,2}$/i.test(tint)) lightness = 1 - (1 - lightness) * share(tint);
  return fromHsl(hue, saturation, unit(lightness));
};

interface ColorNames {
  readonly value: string;
  readonly theme: string;
  readonly tint: string;
  readonly shade: string;
}

const COLOR_NAMES: ColorNames = {
  value: 'w:val',
  theme: 'w:themeColor',
  tint: 'w:themeTint',
  shade: 'w:themeShade',
};
export const BORDER_COLOR: ColorNames = { ...COLOR_NAMES, value: 'w:color' };
const FILL_COLOR: ColorNames = {
  value: 'w:fill',
  theme: 'w:themeFill',
  tint: 'w:themeFillTint',
  shade: 'w:themeFillShade',
};

export const readColor = (
  element: XmlElement | undefined,
  theme: Theme,
  names: ColorNames = COLOR_NAMES,
): WordColor | undefined => {
  if (element === undefined) return undefined;
  const role = element.attribute(names.theme);
  const base = role === undefined || role === 'none' ? undefined : themeColor(theme, role);
  if (base !== undefined) {
    const [tint, shade] = [element.attribute(names.tint), element.attribute(names.shade)];
    return tint === undefined && shade === undefined ? base : tinted(base, tint, shade);
  }
  const value = element.attribute(names.value);
  return value === 'auto' ? 'auto' : hexColor(value);
};

/** ST_HighlightColor (§17.18.40). */
const HIGHLIGHTS: Readonly<Record<string, Rgb>> = {
  black: 0x000000,
  blue: 0x0000ff,
  cyan: 0x00ffff,
  green: 0x00ff00,
  magenta: 0xff00ff,
  red: 0xff0000,
  yellow: 0xffff00,
  white: 0xffffff,
  darkBlue: 0x00008b,
  darkCyan: 0x008b8b,
  darkGreen: 0x006400,
  darkMagenta: 0x800080,
  darkRed: 0x8b0000,
  darkYellow: 0x808000,
  darkGray: 0xa9a9a9,
  lightGray: 0xd3d3d3,
};

/** Null takes a highlight away that a style gives. */
export const highlightColor = (name: string | undefined): Rgb | null | undefined =>
  name === undefined ? undefined : name === 'none' ? null : HIGHLIGHTS[name];

/** `w:shd` (§17.3.1.31): what fills the area; null where nothing does. Patterns are drawn as their average. */
export const readShading = (element: XmlElement | undefined, theme: Theme): Rgb | null | undefined => {
  if (element === undefined) return undefined;
  const pattern = element.attribute('w:val') ?? 'clear';
  const fill = readColor(element, theme, FILL_COLOR);
  if (pattern === 'nil') return null;
  if (pattern === 'clear') return fill === undefined || fill === 'auto' ? null : fill;
  const color = readColor(element, theme, { ...BORDER_COLOR });
  const front = color === undefined || color === 'auto' ? 0x000000 : color;
  const back = fill === undefined || fill === 'auto' ? 0xffffff : fill;
  const percent = /^pct(\d+)$/.exec(pattern)?.[1];
  if (percent !== undefined) return mix(back, front, Number(percent) / 100);
  return mix(back, front, pattern === 'solid' ? 1 : pattern.startsWith('thin') ? 0.25 : 0.5);
};

/** Dark enough that automatic text on it is white: Word's own threshold lies near a quarter of the luminance. */
export const isDark = (color: Rgb): boolean => {
  const [red, green, blue] = channels(color);
  return (red * 299 + green * 587 + blue * 114) / 1000 < 61;
};

export interface DrawnColor {
  readonly color: Rgb;
  readonly opacity: number;
}

/** The colour inside `a:solidFill`, `a:gs` and their kin; `placeholder` is what `phClr` stands for in a theme's style. */
export const readDrawingColor = (
  parent: XmlElement | undefined,
  theme: Theme,
  placeholder?: Rgb,
): DrawnColor | undefined => {
  if (parent === undefined) return undefined;
  for (const element of elementsOf(parent)) {
    const color = drawingColorOf(element, theme, placeholder);
    if (color !== undefined) return color;
  }
  return undefined;
};

/** One colour by itself: `a:srgbClr`, `a:schemeClr` and their kin. */
export const drawingColorOf = (
  element: XmlElement,
  theme: Theme,
  placeholder?: Rgb,
): DrawnColor | undefined => {
  const base = baseColor(element, theme, placeholder);
  return base === undefined ? undefined : transformed(base, element);
};

const PRESETS: Readonly<Record<string, Rgb>> = {
  black: 0x000000,
  white: 0xffffff,
  red: 0xff0000,
  green: 0x008000,
  blue: 0x0000ff,
  yellow: 0xffff00,
  gray: 0x808080,
  grey: 0x808080,
  orange: 0xffa500,
  purple: 0x800080,
  cyan: 0x00ffff,
  magenta: 0xff00ff,
};

/** DrawingML writes plain attributes; Word's text effects say the same in a namespace of their own. */
const drawnValue = (element: XmlElement): string | undefined =>
  element.attribute('val') ?? element.attribute('w14:val');

const baseColor = (element: XmlElement, theme: Theme, placeholder: Rgb | undefined): Rgb | undefined => {
  const value = drawnValue(element) ?? '';
  switch (element.name) {
    case 'a:srgbClr':
    case 'w14:srgbClr':
      return hexColor(value);
    case 'a:schemeClr':
    case 'w14:schemeClr':
      return value === 'phClr' ? placeholder : themeColor(theme, value);
    case 'a:sysClr':
      return hexColor(element.attribute('lastClr')) ?? (value === 'window' ? 0xffffff : 0x000000);
    case 'a:prstClr':
      return PRESETS[value];
    case 'a:scrgbClr': {
      const part = (name: string): number => (Number(element.attribute(name) ?? 0) / 100_000) * 255;
      return rgb(part('r'), part('g'), part('b'));
    }
    default:
      return undefined;
  }
};

const transformed = (base: Rgb, element: XmlElement): DrawnColor => {
  let color = base;
  let opacity = 1;
  for (const change of elementsOf(element)) {
    const amount = Number(drawnValue(change) ?? 100_000) / 100_000;
    if (!Number.isFinite(amount)) continue;
    const [hue, saturation, lightness] = toHsl(color);
    switch (change.name.replace(/^w14:/, 'a:')) {
      case 'a:alpha':
        opacity = unit(amount);
        break;
      case 'a:lumMod':
        color = fromHsl(hue, saturation, unit(lightness * amount));
        break;
      case 'a:lumOff':
        color = fromHsl(hue, saturation, unit(lightness + amount));
        break;
      case 'a:hueOff':
        // 60,000ths of a degree; a colour of the wheel.
        color = fromHsl((((hue + (amount * 100_000) / 21_600_000) % 1) + 1) % 1, saturation, lightness);
        break;
      case 'a:satOff':
        color = fromHsl(hue, unit(saturation + amount), lightness);
        break;
      case 'a:alphaOff':
        opacity = unit(opacity + amount);
        break;
      case 'a:satMod':
        color = fromHsl(hue, unit(saturation * amount), lightness);
        break;
      case 'a:shade':
        color = mixLight(0x000000, color, unit(amount));
        break;
      case 'a:tint':
        color = mixLight(0xffffff, color, unit(amount));
        break;
    }
  }
  return { color, opacity };
};

/** Mixed as light is: half of 4F81BD is 385D8A, the outline that Office gave its shapes for years. */
const mixLight = (back: Rgb, front: Rgb, share: number): Rgb => {
  const [from, to] = [channels(back), channels(front)];
  const part = (index: number): number => {
    const [low, high] = [toLight((from[index] ?? 0) / 255), toLight((to[index] ?? 0) / 255)];
    return fromLight(low + (high - low) * share) * 255;
  };
  return rgb(part(0), part(1), part(2));
};

/** IEC 61966-2-1. */
const toLight = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLight = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
