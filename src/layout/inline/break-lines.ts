/**
 * breakLines :: Atom[], width → Line[]
 *
 * Greedy, as Word is: a line takes what fits, blanks hang over its end. Tabs other than left ones shrink as the text that
 * they align grows.
 */
import type { LineSpacing } from '../../wml/paragraph-properties.ts';
import type { Atom, WordAtom } from './atoms.ts';
import type { Line, PlacedAtom } from './lines.ts';
import { nextStop, type Stop, type Stops } from './tabs.ts';
import type { TextFormat } from './text-format.ts';

export interface LineShape {
  /** Width of the column. */
  readonly width: number;
  readonly indentLeft: number;
  readonly indentRight: number;
  readonly indentFirst: number;
  readonly alignment: 'left' | 'center' | 'right' | 'both' | 'distribute';
  readonly spacing: LineSpacing;
  /** Lines stand on a grid of this pitch; 0 for none. */
  readonly grid: number;
  /** How much of its blanks a justified line may lose to take one more word: a share of their width. */
  readonly shrink: number;
  readonly stops: Stops;
  /** Words end where the line does, at any letter (`w:wordWrap` off). */
  readonly breakWords?: boolean;
  /** Of the paragraph's mark: an empty line's height, and part of the last one's. */
  readonly mark: TextFormat;
  /** Where text may stand beside floating things, by the place from the paragraph's top; the whole width where absent. */
  readonly room?: (top: number, height: number) => Room;
  /** Called once a line: a budget looks at the clock. */
  readonly tick?: () => void;
}

export interface Room {
  readonly left: number;
  readonly right: number;
  /** Points to move down before this room is there. */
  readonly skip: number;
}

/** Sums of advances differ in their last digits from what Word has in its integers. */
const TOLERANCE = 0.02;
/** A character is never narrower; keeps the number of pieces of an endless word bounded. */
const LEAST_ROOM = 1;

export const breakLines = (atoms: readonly Atom[], shape: LineShape): Line[] => {
  const breaker = new LineBreaker(atoms, shape);
  return breaker.run();
};

interface Pending {
  /** Index in the line's atoms of the tab that is still to be settled. */
  readonly index: number;
  readonly start: number;
  readonly stop: Stop;
  /** Width after the tab, and up to its decimal point. */
  content: number;
  beforePoint: number | undefined;
}

class LineBreaker {
  readonly #atoms: readonly Atom[];
  readonly #shape: LineShape;
  readonly #lines: Line[] = [];
  /** Rest of a word that was cut. */
  #carried: WordAtom | undefined;
  #at = 0;
  #top = 0;

  constructor(atoms: readonly Atom[], shape: LineShape) {
    this.#atoms = atoms;
    this.#shape = shape;
  }

  run(): Line[] {
    do this.#line();
    while (this.#at < this.#atoms.length || this.#carried !== undefined || this.#endsOpen());
    return this.#lines;
  }

  /** A break as the last thing leaves an empty line for the mark; after a page break the mark stays behind [M]. */
  #endsOpen(): boolean {
    const ends = this.#lines.at(-1)?.ends;
    return ends === 'line' || ends === 'column';
  }

  #line(): void {
    this.#shape.tick?.();
    const { indentLeft, indentFirst, indentRight, width, mark, room } = this.#shape;
    const first = this.#lines.length === 0;
    let left = indentLeft + (first ? indentFirst : 0);
    let right = width - indentRight;
    let skip = 0;
    if (room !== undefined) {
      const guess = this.#atoms[this.#at];
      const height = Math.max((guess?.ascent ?? 0) + (guess?.descent ?? 0), mark.ascent + mark.descent);
      const beside = room(this.#top, this.#spaced(height));
      skip = beside.skip;
      left = Math.max(left, beside.left + (first ? Math.max(0, indentFirst) : 0));
      right = Math.min(right, beside.right);
    }
    const filled = this.#fill(left, Math.max(right, left + LEAST_ROOM));
    const line = this.#finish(filled, left, Math.max(right, left + LEAST_ROOM), skip);
    this.#lines.push(line);
    this.#top += line.height + skip;
  }

  #next(): Atom | undefined {
    return this.#carried ?? this.#atoms[this.#at];
  }

  #take(): void {
    if (this.#carried !== undefined) this.#carried = undefined;
    else this.#at += 1;
  }

  #fill(left: number, right: number): { atoms: PlacedAtom[]; ends: Line['ends'] } {
    const atoms: PlacedAtom[] = [];
    let x = left;
    let pending: Pending | undefined;
    /** Width of the blanks that justification may change. */
    let blanks = 0;
    /** How much of `atoms` stands before the last place where the line may end, and what to go back to. */
    let cut:
      | { readonly length: number; readonly at: number; readonly carried: WordAtom | undefined }
      | undefined;
    const settle = (): void => {
      if (pending === undefined) return;
      x = settleTab(atoms, pending, x);
      pending = undefined;
    };
    for (let atom = this.#next(); atom !== undefined; atom = this.#next()) {
      if (atom.kind === 'break') {
        this.#take();
        atoms.push({ atom, x, width: 0 });
        settle();
        return { atoms, ends: atom.type };
      }
      if (atom.kind === 'tab') {
        settle();
        const stop = this.#stopFor(atom, x, left, right);
        if (stop === undefined && atoms.length > 0) return { atoms, ends: 'wrap' };
        this.#take();
        const position = stop?.position ?? x;
        const aligned = stop !== undefined && stop.alignment !== 'left';
        if (aligned) pending = { index: atoms.length, start: x, stop, content: 0, beforePoint: undefined };
        atoms.push({
          atom,
          x,
          width: aligned ? 0 : position - x,
          ...(stop !== undefined && { leader: stop.leader }),
        });
        if (!aligned) x = position;
        cut = { length: atoms.length, at: this.#at, carried: this.#carried };
        blanks = 0;
        continue;
      }
      const limit = pending === undefined ? right : Math.max(right, pending.stop.position);
      const end = x + atom.width + (pending === undefined ? 0 : pendingWidth(pending, atom));
      const slack = pending === undefined ? blanks * this.#shape.shrink : 0;
      const fits =
        atom.kind === 'space' ||
        atom.kind === 'mark' ||
        end <= limit + TOLERANCE + slack ||
        // A picture wider than the line stands in it all the same.
        (atom.kind === 'object' && !hasInk(atoms, atoms.length));
      if (fits) {
        this.#take();
        atoms.push({ atom, x, width: atom.width });
        x += atom.width;
        if (atom.kind === 'space') blanks += atom.width;
        if (pending !== undefined) growPending(pending, atom);
        if (atom.breakAfter || this.#breaksBefore())
          cut = { length: atoms.length, at: this.#at, carried: this.#carried };
        continue;
      }
      settle();
      return this.#wrap(atoms, cut, atom, right - x);
    }
    settle();
    return { atoms, ends: 'paragraph' };
  }

  /** Pictures and wide characters let a line end before them, whatever stands there. */
  #breaksBefore(): boolean {
    return this.#next()?.kind === 'object';
  }

  #wrap(
    atoms: PlacedAtom[],
    cut: { readonly length: number; readonly at: number; readonly carried: WordAtom | undefined } | undefined,
    atom: Atom,
    rest: number,
  ): { atoms: PlacedAtom[]; ends: Line['ends'] } {
    const divided = this.#shape.breakWords === true && atom.kind === 'word' && rest > 0;
    if (!divided && cut !== undefined && cut.length > 0 && hasInk(atoms, cut.length)) {
      this.#at = cut.at;
      this.#carried = cut.carried;
      return { atoms: atoms.slice(0, cut.length), ends: 'wrap' };
    }
    // Nothing to go back to: the word is longer than the line.
    if (atom.kind === 'word') {
      const pieces = splitWord(
        atom,
        rest,
        atoms.every((placed) => placed.atom.kind !== 'word'),
      );
      if (pieces !== undefined) {
        this.#take();
        const last = atoms.at(-1);
        const x = last === undefined ? 0 : last.x + last.width;
        atoms.push({ atom: pieces[0], x: atoms.length === 0 ? this.#startOf() : x, width: pieces[0].width });
        this.#carried = pieces[1];
        return { atoms, ends: 'wrap' };
      }
    }
    if (atoms.some((placed) => placed.atom.kind !== 'mark')) return { atoms, ends: 'wrap' };
    this.#take();
    atoms.push({ atom, x: this.#startOf(), width: atom.width });
    return { atoms, ends: this.#next() === undefined ? 'paragraph' : 'wrap' };
  }

  #startOf(): number {
    const { indentLeft, indentFirst } = this.#shape;
    return indentLeft + (this.#lines.length === 0 ? indentFirst : 0);
  }

  /** Undefined where the tab leads past the end of the line: the text goes on in the next. */
  #stopFor(atom: Extract<Atom, { kind: 'tab' }>, x: number, left: number, right: number): Stop | undefined {
    const { stops, indentLeft } = this.#shape;
    if (atom.position !== undefined) {
      const { alignment, leader } = atom.position;
      const position = alignment === 'left' ? left : alignment === 'center' ? (left + right) / 2 : right;
      return { position: Math.max(x, position), alignment, leader };
    }
    const stop = nextStop(stops, x);
    if (atom.ofNumber && indentLeft > x && stop.position > indentLeft)
      return { position: indentLeft, alignment: 'left', leader: 'none' };
    if (stop.alignment === 'left' && stop.position > right + TOLERANCE) return undefined;
    return stop;
  }

  #spaced(natural: number): number {
    const { rule, value } = this.#shape.spacing;
    if (rule === 'exact') return value;
    return rule === 'atLeast' ? Math.max(value, natural) : natural * value;
  }

  #finish(
    { atoms, ends }: { atoms: PlacedAtom[]; ends: Line['ends'] },
    left: number,
    right: number,
    skip: number,
  ): Line {
    const { mark } = this.#shape;
    const { ascent, descent } = naturalHeight(atoms, mark);
    const end = inkEnd(atoms, left);
    const { placed, wordSpacing, shift } = this.#align(atoms, { left, right, end, ends });
    return {
      atoms: placed,
      wordSpacing,
      left: left + shift,
      right: end + shift,
      ascent,
      descent,
      ...this.#heights(ascent, descent, atoms),
      skip,
      ends,
    };
  }

  /** §17.3.1.33. A multiple adds its extra below the text [M]; less than one takes from above. */
  #heights(
    ascent: number,
    descent: number,
    atoms: readonly PlacedAtom[],
  ): { readonly height: number; readonly baseline: number; readonly leading: number } {
    const natural = ascent + descent;
    const { spacing, grid } = this.#shape;
    const { rule, value } = spacing;
    // Exact: four fifths above the baseline.
    if (rule === 'exact') return { height: value, baseline: value * 0.8, leading: 0 };
    if (rule === 'atLeast') {
      const height = Math.max(value, natural);
      return { height, baseline: ascent + (height - natural), leading: 0 };
    }
    if (grid > 0) {
      const height = Math.max(1, Math.ceil((natural * value) / grid - 0.001)) * grid;
      return { height, baseline: ascent + (height - natural) / 2, leading: 0 };
    }
    // Pictures are not multiplied: only the text of their line is.
    const tallest = Math.max(
      0,
      ...atoms.filter(({ atom }) => atom.kind === 'object').map(({ atom }) => atom.ascent),
    );
    if (tallest > 0 && value > 1) {
      const { mark } = this.#shape;
      const extra = (mark.ascent + mark.descent) * (value - 1);
      return { height: natural + extra, baseline: ascent, leading: extra };
    }
    if (value < 1) return { height: natural * value, baseline: ascent - natural * (1 - value), leading: 0 };
    return { height: natural * value, baseline: ascent, leading: natural * (value - 1) };
  }

  #align(
    atoms: PlacedAtom[],
    line: {
      readonly left: number;
      readonly right: number;
      readonly end: number;
      readonly ends: Line['ends'];
    },
  ): { placed: readonly PlacedAtom[]; wordSpacing: number; shift: number } {
    const { alignment } = this.#shape;
    const spare = line.right - line.end;
    if (alignment === 'both' && spare < -TOLERANCE && this.#shape.shrink > 0) return justify(atoms, spare);
    if (alignment === 'left' || spare <= 0) return { placed: atoms, wordSpacing: 0, shift: 0 };
    if (alignment === 'both' || alignment === 'distribute') {
      // A line that the paragraph or a page ends is as it is; one ended by hand is stretched (§17.3.1.13).
      if (alignment === 'both' && line.ends !== 'wrap' && line.ends !== 'line')
        return { placed: atoms, wordSpacing: 0, shift: 0 };
      return justify(atoms, spare);
    }
    const shift = alignment === 'center' ? spare / 2 : spare;
    return { placed: atoms.map((placed) => ({ ...placed, x: placed.x + shift })), wordSpacing: 0, shift };
  }
}

/** Tabs and breaks are as high as nothing where something else stands in the line [M]; the mark counts where it is alone. */
const naturalHeight = (
  atoms: readonly PlacedAtom[],
  mark: TextFormat,
): { readonly ascent: number; readonly descent: number } => {
  let [ascent, descent] = [0, 0];
  let [weakAscent, weakDescent] = [0, 0];
  for (const { atom } of atoms) {
    if (atom.kind === 'tab' || atom.kind === 'break') {
      weakAscent = Math.max(weakAscent, atom.ascent);
      weakDescent = Math.max(weakDescent, atom.descent);
    } else {
      ascent = Math.max(ascent, atom.ascent);
      descent = Math.max(descent, atom.descent);
    }
  }
  if (ascent + descent > 0) return { ascent, descent };
  if (weakAscent + weakDescent > 0) return { ascent: weakAscent, descent: weakDescent };
  return { ascent: mark.ascent, descent: mark.descent };
};

const hasInk = (atoms: readonly PlacedAtom[], length: number): boolean => {
  for (let index = 0; index < length; index++) {
    const kind = atoms[index]?.atom.kind;
    if (kind !== 'mark' && kind !== undefined) return true;
  }
  return false;
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

/** Blanks after the last tab share what is left over. */
const justify = (
  atoms: readonly PlacedAtom[],
  spare: number,
): { placed: readonly PlacedAtom[]; wordSpacing: number; shift: number } => {
  let from = 0;
  let to = -1;
  for (const [index, { atom }] of atoms.entries()) {
    if (atom.kind === 'tab') from = index + 1;
    if (atom.kind !== 'space' && atom.kind !== 'mark' && atom.kind !== 'break') to = index;
  }
  let blanks = 0;
  for (let index = from; index < to; index++) {
    const atom = atoms[index]?.atom;
    if (atom?.kind === 'space') blanks += atom.text.length;
  }
  if (blanks === 0) return { placed: atoms, wordSpacing: 0, shift: 0 };
  const wordSpacing = spare / blanks;
  let shift = 0;
  const placed = atoms.map((one, index) => {
    if (index < from || index > to) return shift === 0 ? one : { ...one, x: one.x + shift };
    const moved = { ...one, x: one.x + shift };
    if (one.atom.kind !== 'space' || index >= to) return moved;
    const extra = wordSpacing * one.atom.text.length;
    shift += extra;
    return { ...moved, width: one.width + extra };
  });
  return { placed, wordSpacing, shift: 0 };
};

/** How much of an aligned tab is used up by the text behind it, the next atom included. */
const tabWidth = (pending: Pending, content: number, beforePoint: number | undefined): number => {
  const room = pending.stop.position - pending.start;
  const { alignment } = pending.stop;
  if (alignment === 'center') return Math.max(0, room - content / 2);
  if (alignment === 'decimal') return Math.max(0, room - (beforePoint ?? content));
  return Math.max(0, room - content);
};

const pendingWidth = (pending: Pending, atom: Atom): number =>
  tabWidth(pending, pending.content + atom.width, pointIn(pending, atom));

const pointIn = (pending: Pending, atom: Atom): number | undefined => {
  if (pending.beforePoint !== undefined || atom.kind !== 'word') return pending.beforePoint;
  const point = atom.text.search(/[.,](?=\d*\D*$)/);
  if (point < 0) return undefined;
  return pending.content + atom.format.measureWord(atom.text.slice(0, point)).width;
};

const growPending = (pending: Pending, atom: Atom): void => {
  pending.beforePoint = pointIn(pending, atom);
  pending.content += atom.width;
};

/** Gives the tab its width and moves what stands behind it. */
const settleTab = (atoms: PlacedAtom[], pending: Pending, x: number): number => {
  let ink = 0;
  for (let index = pending.index + 1; index < atoms.length; index++) {
    const placed = atoms[index];
    if (placed !== undefined && placed.atom.kind !== 'space') ink = placed.x + placed.width - pending.start;
  }
  const width = tabWidth(pending, ink, pending.beforePoint);
  const tab = atoms[pending.index];
  if (tab !== undefined) atoms[pending.index] = { ...tab, width };
  for (let index = pending.index + 1; index < atoms.length; index++) {
    const placed = atoms[index];
    if (placed !== undefined) atoms[index] = { ...placed, x: placed.x + width };
  }
  return x + width;
};

/** As many characters as there is room for; at least one where the line is empty. */
const splitWord = (
  atom: WordAtom,
  room: number,
  lineIsEmpty: boolean,
): readonly [WordAtom, WordAtom] | undefined => {
  const characters = [...atom.text];
  if (characters.length < 2) return undefined;
  let count = 0;
  let low = 1;
  let high = characters.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { width } = atom.format.measureWord(characters.slice(0, middle).join(''));
    if (width <= room + TOLERANCE) {
      count = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  if (count === 0) {
    if (!lineIsEmpty) return undefined;
    count = 1;
  }
  return [
    wordPiece(atom, characters.slice(0, count).join('')),
    wordPiece(atom, characters.slice(count).join('')),
  ];
};

const wordPiece = (atom: WordAtom, text: string): WordAtom => {
  const word = atom.format.measureWord(text);
  return { ...atom, text, word, width: word.width, ascent: word.ascent, descent: word.descent };
};
