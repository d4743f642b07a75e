/**
 * finishLine :: atoms with places, where the line may stand → Line: how high it is, and how it is aligned
 */

import type { TextFormat } from '../text/text-format.ts';
import type { Atom, SpaceAtom } from './atoms.ts';
import { isOverfull } from './fit.ts';
import type { LineShape } from './line-shape.ts';
import type { Line, PlacedAtom } from './lines.ts';

export interface FilledLine {
  readonly atoms: PlacedAtom[];
  readonly ends: Line['ends'];
}

export const finishLine = (
  { atoms, ends }: FilledLine,
  left: number,
  right: number,
  skip: number,
  shape: LineShape,
): Line => {
  const { ascent, descent } = naturalHeight(atoms, shape.mark);
  const { height, baseline, leading, onGrid } = lineHeight(ascent, descent, atoms, shape);
  // Where Latin words may be cut, blanks that end a paragraph count as its text does [M].
  const end = shape.breakWords === true && ends === 'paragraph' ? textEnd(atoms, left) : inkEnd(atoms, left);
  const { placed, wordSpacing, shift, spread } = align(atoms, { left, right, end, ends }, shape);
  return {
    atoms: placed,
    wordSpacing,
    ...(spread !== undefined && { spread }),
    left: left + shift,
    right: end + shift,
    ascent,
    descent,
    height,
    baseline,
    leading,
    ...(onGrid === true && { onGrid }),
    skip,
    ends,
  };
};

/** §17.3.1.33. A multiple adds its extra below the text [M]; less than one takes from above. */
const lineHeight = (
  ascent: number,
  descent: number,
  atoms: readonly PlacedAtom[],
  { spacing, grid, mark }: LineShape,
): Pick<Line, 'height' | 'baseline' | 'leading' | 'onGrid'> => {
  const natural = ascent + descent;
  const { rule, value } = spacing;
  // Exact: four fifths above the baseline.
  if (rule === 'exact') return { height: value, baseline: value * 0.8, leading: 0 };
  if (rule === 'atLeast') {
    const height = Math.max(value, natural);
    return { height, baseline: ascent + (height - natural), leading: 0 };
  }
  if (grid > 0) {
    const height = gridHeight(natural, value, grid);
    // The text is in the middle; what is below it may hang over the end of the page, as a multiple's extra may [M].
    const beside = (height - natural) / 2;
    return { height, baseline: ascent + beside, leading: beside, onGrid: true };
  }
  // Pictures are not multiplied: only the text of their line is.
  if (value !== 1 && hasPicture(atoms)) {
    const extra = (mark.ascent + mark.descent) * (value - 1);
    if (extra < 0) return { height: natural + extra, baseline: ascent + extra, leading: 0 };
    return { height: natural + extra, baseline: ascent, leading: extra };
  }
  // So is what a number or a bullet needs above the text [M].
  const label = value > 1 ? labelExtra(atoms, ascent, mark) : 0;
  if (label > 0) {
    const extra = (natural - label) * (value - 1);
    return { height: natural + extra, baseline: ascent, leading: extra };
  }
  if (value < 1) return { height: natural * value, baseline: ascent - natural * (1 - value), leading: 0 };
  return { height: natural * value, baseline: ascent, leading: natural * (value - 1) };
};

/** As many lines of the grid as the content needs; a multiple is one of a single line, and a minimum [M]. */
export const gridHeight = (natural: number, multiple: number, grid: number): number =>
  Math.max(multiple, Math.ceil(natural / grid - 0.001)) * grid;

/** By how much a label makes the line higher than its text does. */
const labelExtra = (atoms: readonly PlacedAtom[], ascent: number, mark: TextFormat): number => {
  if (atoms[0]?.atom.ofLabel !== true) return 0;
  let own = 0;
  for (const { atom } of atoms)
    if (atom.ofLabel !== true && atom.kind !== 'tab' && atom.kind !== 'break')
      own = Math.max(own, atom.ascent);
  return Math.max(0, ascent - (own === 0 ? mark.ascent : own));
};

const hasPicture = (atoms: readonly PlacedAtom[]): boolean => {
  for (const { atom } of atoms)
    if (atom.kind === 'object' ? atom.ascent > 0 : atom.kind === 'math' && atom.tall) return true;
  return false;
};

interface Aligned {
  readonly placed: readonly PlacedAtom[];
  readonly wordSpacing: number;
  readonly shift: number;
  readonly spread?: number;
}

const align = (
  atoms: PlacedAtom[],
  line: {
    readonly left: number;
    readonly right: number;
    readonly end: number;
    readonly ends: Line['ends'];
  },
  { alignment: usual, shrinks, keepsBreaks }: LineShape,
): Aligned => {
  const spare = line.right - line.end;
  if (isOverfull(spare) && atoms.some(({ atom }) => atom.kind === 'word' && atom.squeeze !== undefined))
    return { placed: squeeze(atoms, -spare), wordSpacing: 0, shift: 0 };
  const alignment = displayedAt(atoms) ?? usual;
  if (alignment === 'both' && isOverfull(spare) && shrinks) return justify(atoms, spare);
  if (alignment === 'left' || spare <= 0) return { placed: atoms, wordSpacing: 0, shift: 0 };
  if (alignment === 'both' || alignment === 'distribute') {
    // A line that the paragraph or a page ends is as it is; one ended by hand is stretched (§17.3.1.13).
    if (alignment === 'both' && line.ends !== 'wrap' && (line.ends !== 'line' || keepsBreaks === true))
      return { placed: atoms, wordSpacing: 0, shift: 0 };
    return justify(atoms, spare);
  }
  const shift = alignment === 'center' ? spare / 2 : spare;
  return { placed: atoms.map((placed) => ({ ...placed, x: placed.x + shift })), wordSpacing: 0, shift };
};

/** A formula on lines of its own has a side of its own, whatever the paragraph's is (§22.1.2.88). */
const displayedAt = (atoms: readonly PlacedAtom[]): LineShape['alignment'] | undefined => {
  let index = 0;
  while (atoms[index]?.atom.kind === 'mark') index += 1;
  const first = atoms[index]?.atom;
  return first?.kind === 'math' ? first.display : undefined;
};

/** Tabs and breaks are as high as nothing where something else stands in the line [M]; the mark counts where it is alone. */
const naturalHeight = (
  atoms: readonly PlacedAtom[],
  mark: TextFormat,
): { readonly ascent: number; readonly descent: number } => {
  let [ascent, descent] = [0, 0];
  let [weakAscent, weakDescent] = [0, 0];
  // A number or a bullet with nothing behind it stands before the mark [M].
  let onlyLabel = atoms[0]?.atom.ofLabel === true;
  const end = endOfContent(atoms);
  for (let index = 0; index < end; index++) {
    const atom = (atoms[index] as PlacedAtom).atom;
    if (atom.ofLabel !== true && (atom.kind !== 'tab' || !atom.ofNumber)) onlyLabel = false;
    if (atom.kind === 'tab' || atom.kind === 'break') {
      weakAscent = Math.max(weakAscent, atom.ascent);
      weakDescent = Math.max(weakDescent, atom.descent);
    } else {
      ascent = Math.max(ascent, atom.ascent);
      descent = Math.max(descent, atom.descent);
    }
  }
  if (onlyLabel) return { ascent: Math.max(ascent, mark.ascent), descent: Math.max(descent, mark.descent) };
  if (ascent + descent > 0) return { ascent, descent };
  if (weakAscent + weakDescent > 0) return { ascent: weakAscent, descent: weakDescent };
  return { ascent: mark.ascent, descent: mark.descent };
};

/** Blanks that end a line make it no higher, whatever their size [M]. */
const endOfContent = (atoms: readonly PlacedAtom[]): number => {
  let end = atoms.length;
  while (end > 0 && atoms[end - 1]?.atom.kind === 'space') end -= 1;
  return end === 0 ? atoms.length : end;
};

const inkEnd = (atoms: readonly PlacedAtom[], left: number): number => {
  for (let index = atoms.length - 1; index >= 0; index--) {
    const placed = atoms[index];
    if (placed === undefined || placed.atom.kind === 'space' || placed.atom.kind === 'mark') continue;
    if (placed.atom.kind === 'break') continue;
    return placed.x + placed.width;
  }
  return left;
};

const textEnd = (atoms: readonly PlacedAtom[], left: number): number => {
  const last = atoms.findLast(({ atom }) => atom.kind !== 'mark' && atom.kind !== 'break');
  return last === undefined ? left : last.x + last.width;
};

/** East Asian punctuation makes room: blank halves behind or before its ink go, all by the same share. */
const squeeze = (atoms: readonly PlacedAtom[], needed: number): readonly PlacedAtom[] => {
  let total = 0;
  for (const { atom } of atoms)
    if (atom.kind === 'word' && atom.squeeze !== undefined) total += Math.abs(atom.squeeze);
  const share = Math.min(1, needed / total);
  let shift = 0;
  return atoms.map((placed) => {
    const given = placed.atom.kind === 'word' ? (placed.atom.squeeze ?? 0) * share : 0;
    const x = placed.x - shift + Math.min(0, given);
    shift += Math.abs(given);
    return { ...placed, x };
  });
};

/** Blanks after the last tab share what is left over; so do the places between East Asian characters. */
const justify = (atoms: readonly PlacedAtom[], spare: number): Aligned => {
  // Blanks that the line begins with stay as they are [M].
  let from = atoms.findIndex(({ atom }) => atom.kind !== 'space' && atom.kind !== 'mark');
  let to = -1;
  for (const [index, { atom }] of atoms.entries()) {
    if (atom.kind === 'tab') from = index + 1;
    if (atom.kind !== 'space' && atom.kind !== 'mark' && atom.kind !== 'break') to = index;
  }
  let [blanks, squares] = [0, 0];
  let most = Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const atom = atoms[index]?.atom;
    if (atom?.kind === 'space') {
      blanks += blanksOf(atom);
      most = Math.min(most, Math.max(0, atom.format.size * WIDE_BLANK - atom.width / blanksOf(atom)));
    } else if (isBetweenSquares(atom, atoms[index + 1]?.atom)) squares += 1;
  }
  if (blanks + squares === 0) return { placed: atoms, wordSpacing: 0, shift: 0 };
  // Beside East Asian text, blanks grow to half an em before anything else does; then all share alike [M].
  const first = blanks === 0 ? 0 : Math.min(most, spare / blanks);
  const rest = (spare - first * blanks) / (blanks + squares);
  const wordSpacing = first + rest;
  const between = squares === 0 ? 0 : rest;
  let shift = 0;
  const placed = atoms.map((one, index) => {
    if (index < from || index > to) return shift === 0 ? one : { ...one, x: one.x + shift };
    const moved = { ...one, x: one.x + shift };
    if (index >= to) return moved;
    if (one.atom.kind === 'space') {
      const extra = wordSpacing * blanksOf(one.atom);
      shift += extra;
      return { ...moved, width: one.width + extra };
    }
    // Characters keep their width: what is added stands behind them.
    if (isBetweenSquares(one.atom, atoms[index + 1]?.atom)) shift += between;
    return moved;
  });
  return { placed, wordSpacing, shift: 0, ...(squares > 0 && { spread: between }) };
};

const WIDE_BLANK = 0.5;

/** Between East Asian and other text there is one without a character. */
const blanksOf = ({ text }: SpaceAtom): number => Math.max(1, text.length);

const isBetweenSquares = (atom: Atom | undefined, next: Atom | undefined): boolean =>
  atom?.kind === 'word' && next?.kind === 'word' && (atom.eastAsian === true || next.eastAsian === true);
