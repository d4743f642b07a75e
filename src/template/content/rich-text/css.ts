/** readDeclarations :: style attribute → property values; readCssLength and readBorder make Word's units of them */
import { readColour } from './css-colours.ts';

export type Declarations = ReadonlyMap<string, string>;

const NO_DECLARATIONS: Declarations = new Map();

/** More than any hand or editor writes; beyond, the rest is not read. */
const MOST_CHARACTERS = 4000;

/** Semicolons inside quotes and parentheses do not separate. */
export const readDeclarations = (style: string | undefined): Declarations => {
  if (style === undefined || style === '') return NO_DECLARATIONS;
  const found = new Map<string, string>();
  for (const declaration of style
    .slice(0, MOST_CHARACTERS)
    .match(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'()])+/g) ?? []) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (value !== '') found.set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  return found;
};

const TWIPS_PER: Readonly<Record<string, number>> = {
  px: 15,
  pt: 20,
  pc: 240,
  in: 1440,
  cm: 1440 / 2.54,
  mm: 144 / 2.54,
};

const LENGTH = /^([-+]?(?:\d+\.?\d*|\.\d+))\s*(px|pt|pc|in|cm|mm|em|rem|ex|ch|%)?$/i;

/**
 * Twips. `em` is the font's size and `whole` what 100 % is, both in twips; a plain number counts as pixels, as in
 * HTML's own attributes. Undefined for what is no length.
 */
export const readCssLength = (text: string | undefined, em: number, whole?: number): number | undefined => {
  const match = LENGTH.exec(text?.trim() ?? '');
  if (match === null) return undefined;
  const value = Number(match[1]);
  const unit = (match[2] ?? 'px').toLowerCase();
  if (unit === '%' && whole === undefined) return undefined;
  const factor =
    unit === '%'
      ? (whole ?? 0) / 100
      : unit === 'ex' || unit === 'ch'
        ? em / 2
        : unit.endsWith('em')
          ? em
          : TWIPS_PER[unit];
  return Math.round(value * (factor ?? 0));
};

/** `top right bottom left` from a shorthand and its long forms. */
export const readEdges = (declarations: Declarations, property: string): readonly (string | undefined)[] => {
  const [top, right = top, bottom = top, left = right] = declarations.get(property)?.split(/\s+/) ?? [];
  const long = (edge: string): string | undefined => declarations.get(`${property}-${edge}`);
  return [long('top') ?? top, long('right') ?? right, long('bottom') ?? bottom, long('left') ?? left];
};

export interface Border {
  /** `w:val` of a border; "none" takes one away. */
  readonly style: string;
  /** Eighths of a point. */
  readonly size: number;
  readonly color: string;
}

const BORDER_STYLES: Readonly<Record<string, string>> = {
  none: 'none',
  hidden: 'none',
  solid: 'single',
  dashed: 'dashed',
  dotted: 'dotted',
  double: 'double',
  groove: 'threeDEngrave',
  ridge: 'threeDEmboss',
  inset: 'inset',
  outset: 'outset',
};
const BORDER_WIDTHS: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' };

/** `1px solid #ccc` in any order; CSS draws nothing without a style. */
const readBorder = (text: string | undefined): Border | undefined => {
  if (text === undefined) return undefined;
  const words: readonly string[] = text.toLowerCase().match(/[a-z]+\([^)]*\)|\S+/g) ?? [];
  const style = words.map((word) => BORDER_STYLES[word]).find((found) => found !== undefined);
  if (style === undefined) return words.includes('0') ? { style: 'none', size: 0, color: 'auto' } : undefined;
  const width = words
    .map((word) => readCssLength(BORDER_WIDTHS[word] ?? word, 240))
    .find((found) => found !== undefined);
  const color = words.map(readColour).find((found) => found !== undefined);
  // Twips to eighths of a point; ST_EighthPointMeasure ends at 96 for lines.
  const size = Math.min(96, Math.max(2, Math.round((width ?? 45) * 0.4)));
  return width === 0 ? { style: 'none', size: 0, color: 'auto' } : { style, size, color: color ?? 'auto' };
};

export type Edge = 'top' | 'right' | 'bottom' | 'left';
export type Borders = Partial<Readonly<Record<Edge, Border>>>;

/** `border`, its four long forms, and `border-style/-width/-color` for all edges at once. */
export const readBorders = (declarations: Declarations): Borders => {
  const together = ['border-width', 'border-style', 'border-color']
    .map((name) => declarations.get(name) ?? '')
    .join(' ')
    .trim();
  const all = readBorder(declarations.get('border') ?? (together === '' ? undefined : together));
  const borders: { [edge in Edge]?: Border } = {};
  for (const edge of ['top', 'right', 'bottom', 'left'] as const) {
    const border = readBorder(declarations.get(`border-${edge}`)) ?? all;
    if (border !== undefined) borders[edge] = border;
  }
  return borders;
};
