/**
 * wordChanges :: words of two documents, with their places → what was moved, changed, is new or lost
 *
 * Words are matched in reading order: by runs of words that each document has once, then by the longest common sequence between
 * them. What stands on one side alone between two matches is new or lost, and on both sides changed. What is matched and stands
 * elsewhere has moved, unless it went along with what stands before it: a line that is new at the top pushes all others down, and
 * has moved none of them. Neighbours of one kind on one line are one mark.
 */
import type { Box, PageOfWords } from '../convert/native/page-words.ts';
import type { PlacedBox, WordChanges, WordMark } from '../service/renderer-ports.ts';

interface Word {
  readonly text: string;
  readonly page: number;
  readonly box: Box;
}

/** As many as somebody looks at. */
const MOST_MARKS = 2_000;
/** Points: less is rounding. */
const TOLERANCE = 0.75;
/** Words in a row that stand once in each document hold the two together. */
const RUN = 4;
/** A table of this many cells takes some milliseconds; a larger gap between anchors is all changed. */
const MOST_CELLS = 1_000_000;

export const wordChanges = (from: readonly PageOfWords[], to: readonly PageOfWords[]): WordChanges => {
  const [old, fresh] = [flat(from), flat(to)];
  const marks = new Marks();
  const drift = new Drift();
  let [i, j] = [0, 0];
  const gap = (oldEnd: number, freshEnd: number): void => {
    if (oldEnd > i || freshEnd > j) drift.pushed();
    marks.replaced(old.slice(i, oldEnd), fresh.slice(j, freshEnd));
    [i, j] = [oldEnd, freshEnd];
  };
  for (const [a, b] of matches(old, fresh)) {
    gap(a, b);
    const [was, is] = [old[a] as Word, fresh[b] as Word];
    if (drift.hasMoved(was, is)) marks.moved(was, is);
    [i, j] = [a + 1, b + 1];
  }
  gap(old.length, fresh.length);
  return { pages: { from: from.length, to: to.length }, ...marks.result() };
};

const flat = (pages: readonly PageOfWords[]): readonly Word[] =>
  pages.flatMap(({ words }, index) => words.map(([text, ...box]) => ({ text, page: index + 1, box })));

/** How far a word stands from where it stood. */
interface Shift {
  readonly pages: number;
  readonly x: number;
  readonly y: number;
}

const isNone = (points: number): boolean => Math.abs(points) <= TOLERANCE;

/**
 * Where words are carried by those before them, word after word in reading order. What is new, lost or changed pushes what comes
 * next, by however much. Across, words push the rest of their line alone.
 */
class Drift {
  #carried: Shift = { pages: 0, x: 0, y: 0 };
  #isPushed = false;
  #last:
    | { readonly was: Word; readonly is: Word; readonly shift: Shift; readonly hasMoved: boolean }
    | undefined;

  pushed(): void {
    this.#isPushed = true;
  }

  hasMoved(was: Word, is: Word): boolean {
    const shift = { pages: is.page - was.page, x: is.box[0] - was.box[0], y: is.box[1] - was.box[1] };
    const hasMoved = this.#judge(was, is, shift);
    this.#last = { was, is, shift, hasMoved };
    return hasMoved;
  }

  #judge(was: Word, is: Word, shift: Shift): boolean {
    // What stands where it stood, as the next cell of a row may, says nothing about what comes next.
    if (shift.pages === 0 && isNone(shift.x) && isNone(shift.y)) return false;
    const last = this.#last;
    const onLine = last !== undefined && isSameLine(last.was, was) && isSameLine(last.is, is);
    const wentAlong =
      shift.pages === this.#carried.pages &&
      isNone(shift.y - this.#carried.y) &&
      isNone(shift.x - (onLine ? last.shift.x : 0));
    if (wentAlong) return onLine && last.hasMoved;
    // Also by what has come to this page from the one before.
    const wasPushed = this.#isPushed || (last?.is.page === is.page && last.was.page !== was.page);
    this.#carried = shift;
    this.#isPushed = false;
    return !wasPushed;
  }
}

type Pair = readonly [old: number, fresh: number];

interface Span {
  readonly old: readonly [from: number, to: number];
  readonly fresh: readonly [from: number, to: number];
}

/** Equal words have equal numbers: compared, and looked up in runs, many times. */
const numbered = (old: readonly Word[], fresh: readonly Word[]): readonly [Int32Array, Int32Array] => {
  const known = new Map<string, number>();
  const numbersOf = (words: readonly Word[]): Int32Array => {
    const numbers = new Int32Array(words.length);
    for (const [index, { text }] of words.entries()) {
      const number = known.get(text) ?? known.size;
      if (number === known.size) known.set(text, number);
      numbers[index] = number;
    }
    return numbers;
  };
  return [numbersOf(old), numbersOf(fresh)];
};

/** Pairs of equal words, both rising. */
const matches = (oldWords: readonly Word[], freshWords: readonly Word[]): readonly Pair[] => {
  const [old, fresh] = numbered(oldWords, freshWords);
  const isEqual = (a: number, b: number): boolean => old[a] === fresh[b];
  const found: Pair[] = [];
  let [i, j] = [0, 0];
  const fill = (a: number, b: number): void => {
    for (const pair of between(isEqual, { old: [i, a], fresh: [j, b] })) found.push(pair);
    [i, j] = [a, b];
  };
  for (const [a, b] of anchors(old, fresh)) {
    // A run may begin within the one before; and two that differ may have the same sum.
    if (a < i || b < j || !isEqual(a, b)) continue;
    fill(a, b);
    while (i < old.length && j < fresh.length && isEqual(i, j)) {
      found.push([i, j]);
      [i, j] = [i + 1, j + 1];
    }
  }
  fill(old.length, fresh.length);
  return found;
};

/** Where runs of words begin that each side has once; those that rise on both sides. */
const anchors = (old: Int32Array, fresh: Int32Array): readonly Pair[] => {
  const [mine, theirs] = [runsOf(old), runsOf(fresh)];
  const pairs: Pair[] = [];
  for (const [run, place] of mine) {
    const other = place < 0 ? undefined : theirs.get(run);
    if (other !== undefined && other >= 0) pairs.push([place, other]);
  }
  return longestRise(pairs.sort(([a], [b]) => a - b));
};

/** By a sum of their words: where each begins; -1 where it stands more than once. */
const runsOf = (words: Int32Array): ReadonlyMap<number, number> => {
  const runs = new Map<number, number>();
  for (let at = 0; at + RUN <= words.length; at += 1) {
    let sum = 0;
    for (let next = at; next < at + RUN; next += 1)
      sum = (Math.imul(sum ^ (words[next] ?? 0), 0x9e3779b1) ^ (sum >>> 15)) | 0;
    runs.set(sum, runs.has(sum) ? -1 : at);
  }
  return runs;
};

const longestRise = (pairs: readonly Pair[]): readonly Pair[] => {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, b]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as Pair)[1] < b) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = index;
  }
  const rise: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number) rise.push(pairs[at] as Pair);
  return rise.reverse();
};

/** The longest common sequence of what stands between two anchors. */
const between = (isEqual: (a: number, b: number) => boolean, span: Span): readonly Pair[] => {
  const head: Pair[] = [];
  const tail: Pair[] = [];
  let [[a, aEnd], [b, bEnd]] = [[...span.old], [...span.fresh]] as [[number, number], [number, number]];
  while (a < aEnd && b < bEnd && isEqual(a, b)) head.push([a++, b++]);
  while (a < aEnd && b < bEnd && isEqual(aEnd - 1, bEnd - 1)) tail.push([--aEnd, --bEnd]);
  const [rows, columns] = [aEnd - a, bEnd - b];
  if (rows === 0 || columns === 0 || rows * columns > MOST_CELLS) return [...head, ...tail.reverse()];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] = isEqual(a + row, b + column)
        ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
        : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (isEqual(a + row, b + column)) head.push([a + row++, b + column++]);
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row += 1;
    else column += 1;
  }
  return [...head, ...tail.reverse()];
};

class Marks {
  readonly #counts = { moved: 0, changed: 0, new: 0, lost: 0 };
  readonly #marks: WordMark[] = [];
  #isTruncated = false;
  /** Neighbours that have moved, and together make one mark. */
  #moving: { readonly was: Word[]; readonly is: Word[] } | undefined;

  moved(was: Word, is: Word): void {
    this.#counts.moved += 1;
    const last = this.#moving;
    const isNext = last !== undefined && isSameLine(last.was.at(-1), was) && isSameLine(last.is.at(-1), is);
    if (!isNext) this.#endMove();
    this.#moving ??= { was: [], is: [] };
    this.#moving.was.push(was);
    this.#moving.is.push(is);
  }

  replaced(old: readonly Word[], fresh: readonly Word[]): void {
    if (old.length === 0 && fresh.length === 0) return;
    this.#endMove();
    if (old.length === 0) this.#add('new', fresh.length, { text: textOf(fresh), to: boxesOf(fresh) });
    else if (fresh.length === 0) this.#add('lost', old.length, { text: textOf(old), from: boxesOf(old) });
    else
      this.#add('changed', Math.max(old.length, fresh.length), {
        text: textOf(fresh),
        was: textOf(old),
        from: boxesOf(old),
        to: boxesOf(fresh),
      });
  }

  result(): Omit<WordChanges, 'pages'> {
    this.#endMove();
    return { counts: this.#counts, marks: this.#marks, truncated: this.#isTruncated };
  }

  #endMove(): void {
    const moving = this.#moving;
    if (moving === undefined) return;
    this.#moving = undefined;
    const { was, is } = moving;
    this.#add('moved', 0, { text: textOf(is), from: boxesOf(was), to: boxesOf(is) });
  }

  #add(kind: WordMark['kind'], words: number, mark: Omit<WordMark, 'kind'>): void {
    this.#counts[kind] += words;
    if (this.#marks.length < MOST_MARKS) this.#marks.push({ kind, ...mark });
    else this.#isTruncated = true;
  }
}

const SHOWN_CHARACTERS = 500;

const textOf = (words: readonly Word[]): string => {
  const text = words.map((word) => word.text).join(' ');
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
};

/** Points: a gap that is no other column. */
const BLANK = 20;

const isSameLine = (before: Word | undefined, word: Word): boolean => {
  if (before === undefined || before.page !== word.page) return false;
  const [x, y, width, height] = before.box;
  const isLevel = Math.abs(y + height - word.box[1] - word.box[3]) < height / 2;
  return isLevel && Math.abs(word.box[0] - x - width) < BLANK;
};

/** A box a line. */
const boxesOf = (words: readonly Word[]): readonly PlacedBox[] => {
  const boxes: PlacedBox[] = [];
  let last: Word | undefined;
  for (const word of words) {
    const [x, y, width, height] = word.box;
    const open = boxes.at(-1);
    if (open !== undefined && isSameLine(last, word)) {
      const [left, top] = [Math.min(open.x, x), Math.min(open.y, y)];
      boxes[boxes.length - 1] = {
        page: word.page,
        x: left,
        y: top,
        width: rounded(Math.max(open.x + open.width, x + width) - left),
        height: rounded(Math.max(open.y + open.height, y + height) - top),
      };
    } else boxes.push({ page: word.page, x, y, width, height });
    last = word;
  }
  return boxes;
};

const rounded = (points: number): number => Math.round(points * 100) / 100;
