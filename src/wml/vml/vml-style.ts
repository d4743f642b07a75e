/** How VML writes its values: CSS in attributes, fixed-point numbers, colours by name (ECMA-376 part 4 §19). */

import { lengthOf } from '../properties/word-values.ts';
import { hexColor, type Rgb } from '../theme.ts';

export type VmlStyle = ReadonlyMap<string, string>;

export const parseStyle = (text: string | undefined): VmlStyle =>
  new Map(
    (text ?? '').split(';').flatMap((entry) => {
      const colon = entry.indexOf(':');
      return colon < 0
        ? []
        : [[entry.slice(0, colon).trim().toLowerCase(), entry.slice(colon + 1).trim()] as const];
    }),
  );

/** CSS lengths of VML: a bare number counts pixels of 96 to the inch where it is a size. */
export const cssLength = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^-?[\d.]+$/.test(text)) return Number(text) * 0.75;
  if (text.endsWith('px')) return Number(text.slice(0, -2)) * 0.75;
  return lengthOf(text.startsWith('.') ? `0${text}` : text);
};

/** 65,536ths with an f, percent, or a plain share. */
export const fraction = (text: string | undefined, otherwise = 0): number => {
  if (text === undefined || text === '') return otherwise;
  const value = text.endsWith('f')
    ? Number(text.slice(0, -1)) / 65_536
    : text.endsWith('%')
      ? Number(text.slice(0, -1)) / 100
      : Number(text);
  return Number.isFinite(value) ? Math.max(-10, Math.min(10, value)) : otherwise;
};

/** Degrees; with `fd` or a large number, 65,536ths of them. */
export const angle = (text: string | undefined): number => {
  const value = Number.parseFloat(text ?? '0');
  if (!Number.isFinite(value)) return 0;
  return (text?.endsWith('f') === true || text?.endsWith('fd') === true ? value / 65_536 : value) % 360;
};

export const isTrue = (text: string | undefined): boolean => text === 't' || text === 'true' || text === '1';
export const isFalse = (text: string | undefined): boolean =>
  text === 'f' || text === 'false' || text === '0';

const NAMED: Readonly<Record<string, Rgb>> = {
  aqua: 0x00ffff,
  black: 0x000000,
  blue: 0x0000ff,
  fuchsia: 0xff00ff,
  gray: 0x808080,
  green: 0x008000,
  lime: 0x00ff00,
  maroon: 0x800000,
  navy: 0x000080,
  olive: 0x808000,
  orange: 0xffa500,
  purple: 0x800080,
  red: 0xff0000,
  silver: 0xc0c0c0,
  teal: 0x008080,
  white: 0xffffff,
  yellow: 0xffff00,
  window: 0xffffff,
  windowtext: 0x000000,
  buttonface: 0xf0f0f0,
  btnface: 0xf0f0f0,
  highlight: 0x0078d7,
};

/** `#abc`, `#aabbcc`, names; what a theme's number follows in brackets is what it stood for. */
export const vmlColor = (text: string | undefined, otherwise: Rgb): Rgb => {
  const name =
    text
      ?.replace(/\s*\[.*$/, '')
      .trim()
      .toLowerCase() ?? '';
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(name);
  if (short !== null)
    return hexColor(`${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`) ?? otherwise;
  return hexColor(name.replace('#', '')) ?? NAMED[name] ?? otherwise;
};

/** "x,y": what is left out is nothing. */
export const pairOf = (
  text: string | undefined,
  read: (part: string) => number | undefined,
): readonly [number, number] | undefined => {
  if (text === undefined) return undefined;
  const [first = '', second = ''] = text.split(',').map((part) => part.trim());
  return [read(first) ?? 0, read(second) ?? 0];
};
