/**
 * Which looks each unit takes. One table for two readers: the compiler, which checks names and literal values when a
 * template is uploaded, and whoever makes markup of values that come from the data.
 */
import { dataError } from '../../errors.ts';
import { type Style, type StyleCatalogue, styleById, styleByName } from '../../wml/styles.ts';
import { inShort } from '../content/in-short.ts';
import { isLength, LENGTH_HINT } from '../content/lengths.ts';
import { readColour } from '../content/rich-text/css-colours.ts';
import { suggest } from '../expression/suggest.ts';

export const LOOK_UNITS = ['text', 'paragraph', 'cell', 'row', 'column', 'shape'] as const;
export type LookUnit = (typeof LOOK_UNITS)[number];

/** Takes a look away that the template has; a value that is empty leaves it as it is. */
export const NONE = 'none';

interface LookOption {
  /** Undefined where the value is fine, else what it should be. */
  check(text: string): string | undefined;
  readonly kind: 'text' | 'boolean' | 'number';
  /** A value that will do, for sample data. */
  readonly sample: string | number | boolean;
}

const COLOUR_HINT = 'Colours are #RRGGBB, RRGGBB, a name of CSS such as red, or none.';

/** As in CSS, and as Word writes them; undefined for what is no colour. pwndoc's data hold the markup of a shading. */
export const lookColour = (text: string): string | undefined => {
  const plain = /\bw:fill="([0-9a-f]{6})"/i.exec(text)?.[1] ?? text.trim();
  return readColour(/^[0-9a-f]{6}$/i.test(plain) ? `#${plain}` : plain);
};

const colour: LookOption = {
  check: (text) => (text === NONE || lookColour(text) !== undefined ? undefined : COLOUR_HINT),
  kind: 'text',
  sample: '#FDE9D9',
};

const TRUE = ['true', 'yes', 'on', '1'];
const FALSE = ['false', 'no', 'off', '0', NONE];
export const isOnLook = (text: string): boolean => TRUE.includes(text.toLowerCase());

const toggle: LookOption = {
  check: (text) => ([...TRUE, ...FALSE].includes(text.toLowerCase()) ? undefined : 'It is true or false.'),
  kind: 'boolean',
  sample: true,
};

const choice = (...choices: readonly string[]): LookOption => ({
  check: (text) => (choices.includes(text.toLowerCase()) ? undefined : `Choices are ${choices.join(', ')}.`),
  kind: 'text',
  sample: choices[0] ?? '',
});

/** Word's largest page is 22 inches; sizes of letters end at 1638 points (ECMA-376 §17.3.2.38 and Word's own limits). */
const length: LookOption = {
  check: (text) => (isLength(text) && !text.includes('%') ? undefined : LENGTH_HINT.replace(' or %', '')),
  kind: 'number',
  sample: 3,
};
const POINTS = /^\s*(\d+(?:\.\d+)?)\s*(?:pt)?\s*$/;
export const pointsOf = (text: string): number => Number(POINTS.exec(text)?.[1] ?? Number.NaN);
const points: LookOption = {
  check: (text) =>
    pointsOf(text) >= 1 && pointsOf(text) <= 1638 ? undefined : 'It is a number of points from 1 to 1638.',
  kind: 'number',
  sample: 11,
};

const LINES: Readonly<Record<string, string>> = {
  single: 'single',
  solid: 'single',
  double: 'double',
  dotted: 'dotted',
  dashed: 'dashed',
  thick: 'thick',
  [NONE]: 'nil',
};

export interface Line {
  /** `w:val` of the border. */
  readonly line: string;
  /** Points. */
  readonly width: number;
  /** RRGGBB, or `auto`. */
  readonly colour: string;
}

/** `1pt dashed red`, in any order; what is left out is a thin black line. */
export const lineOf = (text: string): Line | undefined => {
  let [line, width, colour] = ['single', 0.5, 'auto'];
  for (const word of text.trim().split(/\s+/)) {
    const known = LINES[word.toLowerCase()];
    const given = lookColour(word);
    if (known !== undefined) line = known;
    else if (/^\d+(?:\.\d+)?pt$/i.test(word) && Number.parseFloat(word) <= 12)
      width = Number.parseFloat(word);
    else if (given !== undefined) colour = given;
    else return undefined;
  }
  return { line, width, colour };
};

const border: LookOption = {
  check: (text) =>
    lineOf(text) === undefined
      ? 'A line is a width up to 12pt, a kind (single, double, dotted, dashed, thick, none) and a colour: "1pt dashed red".'
      : undefined,
  kind: 'text',
  sample: '1pt solid black',
};

const span: LookOption = {
  check: (text) =>
    /^[1-9]\d?$/.test(text) && Number(text) <= 63 ? undefined : 'It is a number from 1 to 63.',
  kind: 'number',
  sample: 1,
};

const anyText: LookOption = { check: () => undefined, kind: 'text', sample: 'Arial' };

const UNDERLINES = ['true', 'false', 'single', 'double', 'dotted', 'dash', 'wave', NONE];

const LETTERS = {
  bold: toggle,
  italic: toggle,
  strike: toggle,
  underline: choice(...UNDERLINES),
  color: colour,
  size: points,
  font: anyText,
} as const;
const SIDES = {
  'border-top': border,
  'border-right': border,
  'border-bottom': border,
  'border-left': border,
} as const;
const ALIGN = { align: choice('left', 'center', 'right', 'justify') } as const;
const CELLS = {
  style: anyText,
  fill: colour,
  border,
  ...SIDES,
  ...ALIGN,
  valign: choice('top', 'center', 'bottom'),
} as const;

const OPTIONS: Readonly<Record<LookUnit, Readonly<Record<string, LookOption>>>> = {
  text: { style: anyText, fill: colour, border, ...LETTERS },
  paragraph: { style: anyText, fill: colour, border, ...SIDES, ...ALIGN, ...LETTERS },
  cell: { ...CELLS, span, ...LETTERS },
  row: { ...CELLS, height: length, exact: toggle, ...LETTERS },
  column: { ...CELLS, width: length, ...LETTERS },
  shape: { fill: colour, border },
};

/** `colour` is the same word. */
const plainName = (name: string): string => (name.toLowerCase() === 'colour' ? 'color' : name.toLowerCase());

export const lookOption = (unit: LookUnit, name: string): LookOption | undefined => {
  const known = OPTIONS[unit];
  const plain = plainName(name);
  return Object.hasOwn(known, plain) ? known[plain] : undefined;
};

interface LookProblem {
  readonly code: 'bad_argument' | 'unknown_style';
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with a look, before there is data. `literal` is its text; leave it out where the value is an expression. */
export const checkLook = (unit: LookUnit, name: string, literal?: string): LookProblem | undefined => {
  const option = lookOption(unit, name);
  if (option === undefined) {
    const names = Object.keys(OPTIONS[unit]);
    const near = suggest(name, names);
    return {
      code: 'bad_argument',
      message: `STYLE ${unit} has no look "${name}".`,
      hint: `${near === undefined ? '' : `Did you mean \`${near}\`? `}It takes ${names.join(', ')}.`,
    };
  }
  const hint = literal === undefined ? undefined : option.check(literal);
  if (hint === undefined || literal === undefined) return undefined;
  return {
    code: 'bad_argument',
    message: `${inShort(literal)} is not a value for ${name}.`,
    hint: `${hint} An expression stands in parentheses: \`${name}=(…)\`.`,
  };
};

/** Looks whose values are there, all checked, under their plain names. */
export const checkedLooks = (
  unit: LookUnit,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw dataError(`The look ${name} is ${inShort(value)}, not text or a number.`);
    const option = lookOption(unit, name);
    const hint = option?.check(String(value));
    if (option === undefined || hint !== undefined)
      throw dataError(`${inShort(value)} is not a value for ${name}.`, hint ?? '');
    checked[plainName(name)] = String(value);
  }
  return checked;
};

/** Of text the style of letters, also by the paragraph style that it belongs to; of everything else that of paragraphs. */
export const lookStyle = (styles: StyleCatalogue, unit: LookUnit, name: string): Style | undefined => {
  const kind = unit === 'text' ? 'character' : 'paragraph';
  const byId = styleById(styles, name);
  const own = styleByName(styles, kind, name) ?? (byId?.kind === kind ? byId : undefined);
  if (own !== undefined || unit !== 'text') return own;
  const paragraph = styleByName(styles, 'paragraph', name) ?? byId;
  const linked = paragraph?.link === undefined ? undefined : styleById(styles, paragraph.link);
  return linked?.kind === 'character' ? linked : undefined;
};

/** Names shown where none is near. */
const SHOWN_STYLES = 12;

export const unknownStyle = (styles: StyleCatalogue, unit: LookUnit, name: string): LookProblem => {
  const kind = unit === 'text' ? 'character' : 'paragraph';
  const names = styles.styles.filter((style) => style.kind === kind).map((style) => style.name);
  const wanted = name.toLowerCase();
  const near = suggest(name, names);
  const alike = names.filter((one) => one === near || one.toLowerCase().includes(wanted));
  const listed = alike.length > 0 ? alike : names;
  const shown = listed.slice(0, SHOWN_STYLES).join(', ');
  const rest = listed.length > SHOWN_STYLES ? ', …' : '';
  return {
    code: 'unknown_style',
    message: `The template has no ${kind} style ${inShort(name)}.`,
    hint:
      names.length === 0
        ? `It has no ${kind} styles at all: make one in Word.`
        : `${alike.length > 0 ? 'Near it are' : 'It has'} ${shown}${rest}.`,
  };
};
