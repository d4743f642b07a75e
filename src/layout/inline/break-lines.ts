/**
 * breakLines :: Atom[], width → Line[]
 *
 * Greedy, as Word is: a line takes what fits, blanks hang over its end.
 */
import { growPending, type Pending, pendingWidth, settleTab } from './aligned-tabs.ts';
import { type Atom, isBare, type WordAtom } from './atoms.ts';
import { directedWord } from './bidi.ts';
import { divideWord } from './divide-word.ts';
import { type FilledLine, finishLine, gridHeight } from './finish-line.ts';
import { endsWithin, firstLineEdges, isTakenIn, LEAST_ROOM } from './fit.ts';
import type { LineShape } from './line-shape.ts';
import { hasInk, isText, type Line, type PlacedAtom } from './lines.ts';
import { splitWord } from './split-word.ts';
import { nextStop, type Stop } from './tabs.ts';

export const breakLines = (atoms: readonly Atom[], shape: LineShape): Line[] => {
  const only = singleLine(atoms, shape);
  return only === undefined ? new LineBreaker(atoms, shape).run() : [only];
};

/** Text that fits into one line, as that of most cells does, has nothing to break. */
const singleLine = (atoms: readonly Atom[], shape: LineShape): Line | undefined => {
  if (shape.room !== undefined) return undefined;
  const { left, right } = firstLineEdges(shape);
  if (!fitsOneLine(atoms, left, right)) return undefined;
  shape.tick?.();
  let x = left;
  const placed = atoms.map((atom): PlacedAtom => {
    const { width } = atom;
    const at = x;
    x += width;
    return { atom, x: at, width };
  });
  return finishLine({ atoms: placed, ends: 'paragraph' }, left, right, 0, shape);
};

const fitsOneLine = (atoms: readonly Atom[], left: number, right: number): boolean => {
  let x = left;
  for (const { kind, width } of atoms) {
    if (kind !== 'word' && kind !== 'space' && kind !== 'mark') return false;
    x += width;
    if (kind === 'word' && !endsWithin(x, right)) return false;
  }
  return true;
};

/** The first `kept` of lines stand; what follows them is broken again, for places that are counted from there. */
export const breakRest = (
  atoms: readonly Atom[],
  lines: readonly Line[],
  kept: number,
  shape: LineShape,
): Line[] => new LineBreaker(atoms, shape, lines.slice(0, kept), startOf(atoms, lines, kept)).run();

/** The last place where a line may end: how much stands before it, and what to go back to. */
interface Cut {
  readonly length: number;
  readonly at: number;
  readonly carried: WordAtom | undefined;
  /** Where the last ink before it ends, and the width of the blanks before that. */
  readonly ink: number;
  readonly inner: number;
}

/** By which share of their width blanks would grow if the line ended there. */
const growthAt = (cut: Cut | undefined, right: number): number =>
  cut === undefined || cut.inner === 0 ? Number.POSITIVE_INFINITY : (right - cut.ink) / cut.inner;

interface Start {
  readonly at: number;
  readonly carried: WordAtom | undefined;
}

/** Where in its atoms a line begins; in the middle of one, where a word was longer than its line. */
const startOf = (atoms: readonly Atom[], lines: readonly Line[], index: number): Start => {
  let at = 0;
  let done = 0;
  for (const line of lines.slice(0, index))
    for (const { atom } of line.atoms) {
      const whole = atoms[at];
      if (atom === whole || atom.kind !== 'word' || whole?.kind !== 'word') {
        at += 1;
        continue;
      }
      done += atom.text.length - (atom.divided === true ? 1 : 0);
      if (done < whole.text.length) continue;
      at += 1;
      done = 0;
    }
  const cut = atoms[at];
  if (done === 0 || cut?.kind !== 'word') return { at, carried: undefined };
  return { at: at + 1, carried: directedWord(cut, cut.text.slice(done), cut.level) };
};

const isPageBreak = ({ ends, atoms }: Line): boolean =>
  ends === 'page' && atoms.every(({ atom }) => atom.kind === 'break');

class LineBreaker {
  readonly #atoms: readonly Atom[];
  readonly #shape: LineShape;
  readonly #lines: Line[];
  /** Rest of a word that was cut. */
  #carried: WordAtom | undefined;
  #at = 0;
  #top = 0;
  /** Lines just before that end with a hyphen of a divided word. */
  #hyphens = 0;
  /** Where the last thing stands that shows. */
  #inkEnd: number | undefined;
  /** Lines at the beginning that are known to be page breaks. */
  #breaks = 0;

  constructor(atoms: readonly Atom[], shape: LineShape, lines: Line[] = [], start?: Start) {
    this.#atoms = atoms;
    this.#shape = shape;
    this.#lines = lines;
    if (start === undefined) return;
    this.#at = start.at;
    this.#carried = start.carried;
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
    const first = this.#isFirst();
    let left = indentLeft + (first ? indentFirst : 0);
    let right = width - indentRight;
    let skip = 0;
    if (room !== undefined) {
      const guess = this.#atoms[this.#at];
      const height = Math.max((guess?.ascent ?? 0) + (guess?.descent ?? 0), mark.ascent + mark.descent);
      const bare = isBare(this.#atoms);
      const beside = room(this.#top, this.#spaced(height, bare), bare ? LEAST_FOR_MARK : undefined);
      skip = beside.skip;
      if (beside.width !== undefined) right = Math.max(0, beside.width - indentRight);
      if (beside.more !== undefined) {
        this.#parts([beside, ...beside.more], left, right, skip);
        return;
      }
      left = Math.max(left, beside.left + (first ? Math.max(0, indentFirst) : 0));
      right = Math.min(right, beside.right);
    }
    const filled = this.#fill(left, Math.max(right, left + LEAST_ROOM));
    const line = finishLine(filled, left, Math.max(right, left + LEAST_ROOM), skip, this.#shape);
    this.#lines.push(line);
    this.#top += line.height + skip;
  }

  /** Page breaks that a paragraph begins with stand before its first line [M]. */
  #isFirst(): boolean {
    for (let next = this.#lines[this.#breaks]; next !== undefined; next = this.#lines[this.#breaks]) {
      if (!isPageBreak(next)) return false;
      this.#breaks += 1;
    }
    return true;
  }

  /** A line in several parts, with something between them. */
  #parts(
    rooms: readonly { readonly left: number; readonly right: number }[],
    from: number,
    to: number,
    skip: number,
  ): void {
    const parts: Line[] = [];
    for (const [index, room] of rooms.entries()) {
      const left = Math.max(from, room.left);
      const right = Math.min(to, room.right);
      const next = this.#next();
      const last = index === rooms.length - 1;
      // A word is not cut while another part may hold it.
      if (right - left < LEAST_ROOM && !(last && parts.length === 0)) continue;
      if (next?.kind === 'word' && next.width > right - left && !(last && parts.length === 0)) continue;
      const end = Math.max(right, left + LEAST_ROOM);
      const line = finishLine(this.#fill(left, end), left, end, skip, this.#shape);
      parts.push(line);
      if (line.ends !== 'wrap') break;
    }
    const height = parts.reduce((most, line) => Math.max(most, line.height), 0);
    const baseline = parts.reduce((most, line) => Math.max(most, line.baseline), 0);
    for (const [index, line] of parts.entries())
      this.#lines.push({
        ...line,
        height,
        baseline,
        skip: index === 0 ? skip : 0,
        ...(index < parts.length - 1 && { beside: true }),
      });
    this.#top += height + skip;
  }

  #next(): Atom | undefined {
    return this.#carried ?? this.#atoms[this.#at];
  }

  #take(): void {
    if (this.#carried !== undefined) this.#carried = undefined;
    else this.#at += 1;
  }

  #fill(left: number, right: number): FilledLine {
    const atoms: PlacedAtom[] = [];
    let x = left;
    let pending: Pending | undefined;
    /** Width of the blanks that justification may change. */
    let blanks = 0;
    /** What East Asian punctuation, and kana, may give up. */
    let spare = 0;
    let cut: Cut | undefined;
    /** Where the last ink ends, and what `blanks` was there. */
    let [ink, inner] = [left, 0];
    /** Asked by each tab: looking through all before it took as long as tabs times tabs. */
    let withText = false;
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
        // A number's tab stays with it; so do tabs that end a paragraph: where nothing follows, there is no second line [M].
        if (stop === undefined && atoms.length > 0 && !atom.ofNumber && !this.#endsInTabs())
          return { atoms, ends: 'wrap' };
        // A tab goes to the next line with what follows it [M].
        const before = !atom.ofNumber && withText;
        if (before) cut = { length: atoms.length, at: this.#at, carried: this.#carried, ink, inner };
        this.#take();
        const position = stop?.position ?? (atom.ofNumber ? Math.max(x, right) : x);
        const aligned = stop !== undefined && stop.alignment !== 'left';
        if (aligned) pending = { index: atoms.length, start: x, stop, content: 0, beforePoint: undefined };
        atoms.push({
          atom,
          x,
          width: aligned ? 0 : position - x,
          ...(stop !== undefined && { leader: stop.leader }),
        });
        if (!aligned) x = position;
        [ink, inner, blanks] = [x, 0, 0];
        if (!before) cut = { length: atoms.length, at: this.#at, carried: this.#carried, ink, inner };
        continue;
      }
      const limit = pending === undefined ? right : Math.max(right, pending.stop.position);
      const end = x + atom.width + (pending === undefined ? 0 : pendingWidth(pending, atom));
      const fits =
        atom.kind === 'space' ||
        atom.kind === 'mark' ||
        endsWithin(end, limit) ||
        isTakenIn(atom, {
          x,
          end,
          limit,
          blanks,
          growth: this.#shape.shrinks ? growthAt(cut, right) : undefined,
          spare,
          isAligned: pending !== undefined,
          isEmpty: atoms.length === 0,
          hasInk: () => hasInk(atoms, atoms.length),
        });
      if (fits) {
        this.#take();
        atoms.push({ atom, x, width: atom.width });
        withText ||= isText(atom);
        x += atom.width;
        if (atom.kind !== 'space' && atom.kind !== 'mark') [ink, inner] = [x, blanks];
        else if (atom.kind === 'space' && atom.text !== '' && ink > left) blanks += atom.width;
        if (atom.kind === 'word' && atom.squeeze !== undefined) spare += Math.abs(atom.squeeze);
        if (pending !== undefined) growPending(pending, atom);
        if (atom.breakAfter || this.#breaksBefore())
          cut = { length: atoms.length, at: this.#at, carried: this.#carried, ink, inner };
        continue;
      }
      settle();
      return this.#wrap(atoms, cut, atom, x, right, blanks);
    }
    settle();
    return { atoms, ends: 'paragraph' };
  }

  /** Nothing but tabs and blanks is left of the paragraph, and they may hang over the end of the line. */
  #endsInTabs(): boolean {
    if (this.#shape.tabsHang !== true) return false;
    this.#inkEnd ??= this.#atoms.findLastIndex(
      ({ kind }) => kind !== 'tab' && kind !== 'space' && kind !== 'mark',
    );
    return this.#at > this.#inkEnd;
  }

  /** Pictures and wide characters let a line end before them, whatever stands there. */
  #breaksBefore(): boolean {
    return this.#next()?.kind === 'object';
  }

  #wrap(
    atoms: PlacedAtom[],
    cut: Cut | undefined,
    atom: Atom,
    x: number,
    right: number,
    blanks: number,
  ): FilledLine {
    const rest = right - x;
    const hyphenated =
      atom.kind === 'word' ? this.#divide(atom, rest, blanks, growthAt(cut, right)) : undefined;
    this.#hyphens = hyphenated === undefined ? 0 : this.#hyphens + 1;
    if (hyphenated !== undefined) {
      const [first, second] = hyphenated;
      this.#take();
      atoms.push({ atom: first, x, width: first.width });
      this.#carried = second;
      return { atoms, ends: 'wrap' };
    }
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
        atoms.push({ atom: pieces[0], x, width: pieces[0].width });
        this.#carried = pieces[1];
        return { atoms, ends: 'wrap' };
      }
    }
    if (atoms.some((placed) => placed.atom.kind !== 'mark')) return { atoms, ends: 'wrap' };
    this.#take();
    atoms.push({ atom, x, width: atom.width });
    return { atoms, ends: this.#next() === undefined ? 'paragraph' : 'wrap' };
  }

  #divide(
    atom: WordAtom,
    rest: number,
    blanks: number,
    growth: number,
  ): readonly [WordAtom, WordAtom] | undefined {
    const { hyphenation, shrinks } = this.#shape;
    if (hyphenation === undefined || this.#hyphens >= hyphenation.limit) return undefined;
    return divideWord(atom, { rest, blanks: shrinks ? blanks : 0, growth }, hyphenation);
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
    if (stop.alignment === 'left' && !endsWithin(stop.position, right)) return undefined;
    return stop;
  }

  /** What must not overlap a float: the extra below text, of a spacing that is a multiple, may; an empty line's may not [M]. */
  #spaced(natural: number, bare: boolean): number {
    const { spacing, grid } = this.#shape;
    const { rule, value } = spacing;
    if (rule === 'exact') return value;
    // On a grid the text is in the middle of its lines.
    if (rule !== 'atLeast' && grid > 0) return (natural + gridHeight(natural, value, grid)) / 2;
    return rule === 'atLeast' ? Math.max(value, natural) : natural * (bare ? value : Math.min(value, 1));
  }
}

/** Points that a paragraph of its mark alone needs beside a float, whatever its indent: 14.2 was too little, 18 enough [M]. */
const LEAST_FOR_MARK = 18;
