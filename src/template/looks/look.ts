/**
 * lookOf :: unit and its looks → changes of properties
 *
 * What a look changes is told level by level, as Word keeps it: letters in `w:rPr`, paragraphs in `w:pPr`, cells and rows
 * in theirs. What is said of a row or a cell reaches all that is in it.
 */
import { dataError } from '../../errors.ts';
import { escapeAttribute } from '../../ooxml/xml.ts';
import { EMU_PER_POINT, emu, TWIPS_PER_POINT } from '../../units.ts';
import type { StyleCatalogue } from '../../wml/styles.ts';
import { readLength } from '../content/lengths.ts';
import {
  checkedLooks,
  isOnLook,
  type Line,
  type LookUnit,
  lineOf,
  lookColour,
  lookStyle,
  NONE,
  pointsOf,
  unknownStyle,
} from './look-options.ts';
import { vmlFill, vmlLine } from './vml-shape.ts';

/** Elements by name, as markup; an empty one takes the element away. `w:tcBorders/w:top` is one inside another. */
export type Patch = ReadonlyMap<string, string>;

export interface Look {
  readonly run: Patch;
  readonly paragraph: Patch;
  readonly cell: Patch;
  readonly row: Patch;
  readonly shape: Patch;
  /** Of a shape that is an older drawing. */
  readonly vml: Patch;
  /** Twips, of a column. */
  readonly width?: number;
  /** Columns that a cell takes. */
  readonly span?: number;
}

const NO_PATCH: Patch = new Map();
export const NO_LOOK: Look = {
  run: NO_PATCH,
  paragraph: NO_PATCH,
  cell: NO_PATCH,
  row: NO_PATCH,
  shape: NO_PATCH,
  vml: NO_PATCH,
};

const both = (base: Patch, over: Patch): Patch =>
  over.size === 0 ? base : base.size === 0 ? over : new Map([...base, ...over]);

/** `over` wins. */
export const combineLooks = (base: Look, over: Look): Look => {
  if (base === NO_LOOK) return over;
  if (over === NO_LOOK) return base;
  return {
    run: both(base.run, over.run),
    paragraph: both(base.paragraph, over.paragraph),
    cell: both(base.cell, over.cell),
    row: both(base.row, over.row),
    shape: both(base.shape, over.shape),
    vml: both(base.vml, over.vml),
    ...((over.width ?? base.width) !== undefined && { width: over.width ?? base.width }),
    ...((over.span ?? base.span) !== undefined && { span: over.span ?? base.span }),
  } as Look;
};

interface LookContext {
  readonly styles: StyleCatalogue;
  readonly dialect: 'transitional' | 'strict';
}

export const lookOf = (
  unit: LookUnit,
  given: Readonly<Record<string, unknown>>,
  context: LookContext,
): Look => {
  const looks = checkedLooks(unit, given);
  const run = new Map<string, string>();
  const paragraph = new Map<string, string>();
  const cell = new Map<string, string>();
  const row = new Map<string, string>();
  const shape = new Map<string, string>();
  const vml = new Map<string, string>();
  let width: number | undefined;
  let span: number | undefined;
  const box = unit === 'text' ? run : unit === 'paragraph' ? paragraph : cell;
  for (const [name, value] of Object.entries(looks)) {
    switch (name) {
      case 'bold':
        put(run, ['w:b', 'w:bCs'], toggled(value));
        break;
      case 'italic':
        put(run, ['w:i', 'w:iCs'], toggled(value));
        break;
      case 'strike':
        put(run, ['w:strike'], toggled(value));
        break;
      case 'underline':
        put(run, ['w:u'], ` w:val="${underlineOf(value)}"`);
        break;
      case 'color':
        put(run, ['w:color'], ` w:val="${lookColour(value) ?? 'auto'}"`);
        break;
      case 'size':
        put(run, ['w:sz', 'w:szCs'], ` w:val="${Math.round(pointsOf(value) * 2)}"`);
        break;
      case 'font': {
        const font = escapeAttribute(value);
        put(run, ['w:rFonts'], ` w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:cs="${font}"`);
        break;
      }
      case 'style': {
        const style = lookStyle(context.styles, unit, value);
        if (style === undefined && value !== NONE) {
          const { message, hint } = unknownStyle(context.styles, unit, value);
          throw dataError(message, hint);
        }
        const element = unit === 'text' ? 'w:rStyle' : 'w:pStyle';
        const markup = style === undefined ? '' : `<${element} w:val="${escapeAttribute(style.id)}"/>`;
        (unit === 'text' ? run : paragraph).set(element, markup);
        break;
      }
      case 'fill':
        if (unit === 'shape') {
          for (const [element, markup] of shapeFill(value)) shape.set(element, markup);
          for (const [place, markup] of vmlFill(lookColour(value))) vml.set(place, markup);
        } else box.set('w:shd', shadingOf(value));
        break;
      case 'align':
        put(paragraph, ['w:jc'], ` w:val="${alignmentOf(value, context.dialect)}"`);
        break;
      case 'valign':
        put(cell, ['w:vAlign'], ` w:val="${value.toLowerCase()}"`);
        break;
      case 'height': {
        const rule = looks['exact'] !== undefined && isOnLook(looks['exact']) ? 'exact' : 'atLeast';
        put(row, ['w:trHeight'], ` w:val="${twipsOf(value, name)}" w:hRule="${rule}"`);
        break;
      }
      case 'width':
        width = twipsOf(value, name);
        break;
      case 'span':
        span = Number(value);
        break;
      case 'border':
        if (unit === 'shape') {
          shape.set('a:ln', shapeLine(value));
          for (const [place, markup] of vmlLine(lineOf(value))) vml.set(place, markup);
        } else if (unit === 'text') run.set('w:bdr', lineMarkup('w:bdr', lineOf(value)));
        break;
    }
  }
  for (const [name, markup] of bordersOf(looks, unit)) box.set(name, markup);
  return {
    run,
    paragraph,
    cell,
    row,
    shape,
    vml,
    ...(width !== undefined && { width }),
    ...(span !== undefined && { span }),
  };
};

const put = (patch: Map<string, string>, names: readonly string[], attributes: string): void => {
  for (const name of names) patch.set(name, `<${name}${attributes}/>`);
};

const toggled = (value: string): string => (isOnLook(value) ? '' : ' w:val="0"');

const underlineOf = (value: string): string => {
  const kind = value.toLowerCase();
  return kind === 'true' ? 'single' : kind === 'false' ? NONE : kind;
};

const shadingOf = (value: string): string =>
  value === NONE ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${lookColour(value) ?? 'auto'}"/>`;

/** The dialects call the sides differently (ECMA-376 §17.18.44, part 4 §14.11.2). */
const alignmentOf = (value: string, dialect: 'transitional' | 'strict'): string => {
  const side = value.toLowerCase();
  if (side === 'justify') return 'both';
  if (dialect === 'transitional' || side === 'center') return side;
  return side === 'left' ? 'start' : 'end';
};

const twipsOf = (value: string, name: string): number => {
  const length = readLength(value, { name, unit: 'cm', whole: emu(0) }) ?? emu(0);
  const twips = Math.round((length / EMU_PER_POINT) * TWIPS_PER_POINT);
  if (twips > MAX_TWIPS) throw dataError(`The ${name} ${value} is more than 55 cm, Word's largest page.`);
  return twips;
};

/** 22 inches. */
const MAX_TWIPS = 31_680;

const EIGHTHS = 8;
const lineMarkup = (name: string, line: Line | undefined): string => {
  if (line === undefined) return '';
  if (line.line === 'nil') return `<${name} w:val="nil"/>`;
  const size = Math.max(2, Math.round(line.width * EIGHTHS));
  return `<${name} w:val="${line.line}" w:sz="${size}" w:space="0" w:color="${line.colour}"/>`;
};

const SIDES = ['top', 'left', 'bottom', 'right'] as const;

/** All sides, and those that are named over them. */
const bordersOf = (looks: Readonly<Record<string, string>>, unit: LookUnit): [string, string][] => {
  if (unit === 'text' || unit === 'shape') return [];
  const parent = unit === 'paragraph' ? 'w:pBdr' : 'w:tcBorders';
  return SIDES.flatMap((side): [string, string][] => {
    const value = looks[`border-${side}`] ?? looks['border'];
    return value === undefined ? [] : [[`${parent}/w:${side}`, lineMarkup(`w:${side}`, lineOf(value))]];
  });
};

const FILLS = ['a:noFill', 'a:solidFill', 'a:gradFill', 'a:blipFill', 'a:pattFill', 'a:grpFill'];

const shapeFill = (value: string): [string, string][] => {
  const colour = lookColour(value);
  return FILLS.map((name) => {
    if (name === 'a:noFill' && colour === undefined) return [name, '<a:noFill/>'];
    if (name === 'a:solidFill' && colour !== undefined)
      return [name, `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`];
    return [name, ''];
  });
};

const DASHES: Readonly<Record<string, string>> = { dotted: 'sysDot', dashed: 'dash' };

const shapeLine = (value: string): string => {
  const line = lineOf(value);
  if (line === undefined || line.line === 'nil') return '<a:ln><a:noFill/></a:ln>';
  const dash = DASHES[line.line];
  const colour = line.colour === 'auto' ? '000000' : line.colour;
  const compound = line.line === 'double' ? ' cmpd="dbl"' : '';
  const width = Math.round(line.width * EMU_PER_POINT);
  return `<a:ln w="${width}"${compound}><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>${dash === undefined ? '' : `<a:prstDash val="${dash}"/>`}</a:ln>`;
};
