/**
 * directAtoms :: Atom[], the paragraph's direction → the same atoms with levels of the Unicode bidirectional algorithm
 * visualLine :: Line → the line with its atoms where they are seen
 *
 * Lines are broken in reading order, along a line that begins where the paragraph does: at the right, if it runs from
 * right to left. Only then are atoms put in the order they are seen in (UAX 9, L2).
 */
import bidiModule, { type Bidi } from 'bidi-js';
import { spansWithin } from '../../wml/origin-spans.ts';
import type { Atom, WordAtom } from './atoms.ts';
import type { LineShape } from './line-shape.ts';
import type { Line, PlacedAtom } from './lines.ts';

export interface Direction {
  readonly rightToLeft: boolean;
  /** Of the column, from whose right edge such a paragraph is measured. */
  readonly width: number;
}

// Its types describe the module for bundlers; what Node.js imports is the function itself.
const bidi = (bidiModule as unknown as () => Bidi)();

/** Letters that stand for others of their kind while levels are found. */
const STRONG_RIGHT = '\u05d0';
const STRONG_LEFT = 'a';
const OBJECT = '\ufffc';
const LINE_END = '\u2028';

/** Undefined where everything runs from left to right. */
/** That get their levels in the time of a line. */
const LETTERS_A_LINE = 16;

export const directAtoms = (
  atoms: readonly Atom[],
  rightToLeft: boolean,
  tick: (count: number) => void,
): readonly Atom[] | undefined => {
  if (!rightToLeft && !atoms.some(isRightToLeft)) return undefined;
  const texts = atoms.map(directedText);
  const text = texts.join('');
  tick(text.length / LETTERS_A_LINE);
  const { levels } = bidi.getEmbeddingLevels(
    withRunDirection(text, runDirections(atoms, texts, text.length)),
    rightToLeft ? 'rtl' : 'ltr',
  );
  const out: Atom[] = [];
  let at = 0;
  let before = rightToLeft ? 1 : 0;
  for (const [index, atom] of atoms.entries()) {
    const length = texts[index]?.length ?? 0;
    // What takes no room goes along with what it follows.
    if (length === 0) out.push({ ...atom, level: before });
    else if (atom.kind === 'word') addParts(atom, levels.subarray(at, at + length), out);
    else out.push({ ...atom, level: levels[at] ?? before });
    at += length;
    before = out.at(-1)?.level ?? before;
  }
  return out;
};

const isRightToLeft = (atom: Atom): boolean =>
  atom.kind === 'word' && (atom.word.rightToLeft === true || atom.format.properties.rightToLeft === true);

const runDirections = (atoms: readonly Atom[], texts: readonly string[], length: number): Uint8Array => {
  const out = new Uint8Array(length);
  let at = 0;
  for (const [index, { format }] of atoms.entries()) {
    const end = at + (texts[index]?.length ?? 0);
    if (format.properties.rightToLeft === true) out.fill(1, at, end);
    at = end;
  }
  return out;
};

const directedText = (atom: Atom): string => {
  switch (atom.kind) {
    case 'word':
    case 'space':
      return atom.text;
    case 'tab':
      return '\t';
    case 'break':
      return LINE_END;
    case 'object':
    case 'math':
      return OBJECT;
    case 'mark':
      return '';
  }
};

const NEUTRAL: ReadonlySet<string> = new Set(['WS', 'ON', 'CS', 'ES', 'ET']);

/**
 * §17.3.2.30: in a run of that direction, blanks and signs have it, too; but not between words that run the other way, nor
 * in and around numbers. In other runs, signs go with the word of theirs that they stand beside [M]: "| Page" after a number
 * that runs from right to left. `rightToLeft` says it of each unit of the text.
 */
const withRunDirection = (text: string, rightToLeft: Uint8Array): string => {
  const out = text.split('');
  const types = out.map((unit) => bidi.getBidiCharTypeName(unit));
  const isNeutral = (at: number): boolean => NEUTRAL.has(types[at] ?? '');
  for (let start = 0; start < out.length; start++) {
    if (!isNeutral(start)) continue;
    const turned = rightToLeft[start] === 1;
    let end = start;
    while (end + 1 < out.length && (rightToLeft[end + 1] === 1) === turned && isNeutral(end + 1)) end += 1;
    const [before, after] = [start - 1, end + 1].map((at) =>
      (rightToLeft[at] === 1) === turned ? types[at] : undefined,
    );
    if (turned) {
      const apart = before === 'L' && (after === 'L' || after === 'EN');
      for (let at = start; at <= end && !apart; at++) {
        const type = types[at];
        const ofNumber =
          type !== 'WS' && type !== 'ON' && (isNumber(types[at - 1]) || isNumber(types[at + 1]));
        if (!ofNumber) out[at] = STRONG_RIGHT;
      }
    } else if (before === 'L' || after === 'L') {
      // Blanks between the two directions stay the paragraph's.
      let [first, last] = [start, end];
      while (before !== 'L' && first <= last && types[first] === 'WS') first += 1;
      while (after !== 'L' && last >= first && types[last] === 'WS') last -= 1;
      out.fill(STRONG_LEFT, first, last + 1);
    }
    start = end;
  }
  return out.join('');
};

const isNumber = (type: string | undefined): boolean => type === 'EN' || type === 'AN';

/** A word in stretches of one level. */
const addParts = (atom: WordAtom, levels: Uint8Array, out: Atom[]): void => {
  let start = 0;
  for (let end = 1; end <= levels.length; end++) {
    if (end < levels.length && levels[end] === levels[start]) continue;
    const level = levels[start] ?? 0;
    const isLast = end === levels.length;
    out.push({
      ...directedWord(atom, atom.text.slice(start, end), level, start),
      breakAfter: isLast && atom.breakAfter,
      softHyphen: isLast && atom.softHyphen,
      note: isLast ? atom.note : undefined,
    });
    start = end;
  }
};

/** Measured as it will be drawn: from right to left where its level is odd. `from`: where in the atom's text it begins. */
export const directedWord = (atom: WordAtom, text: string, level: number | undefined, from = 0): WordAtom => {
  const odd = level !== undefined && level % 2 === 1;
  // A note's mark is what it says, which its atom's text need not be.
  const word =
    text === atom.text && !odd ? atom.word : atom.format.measureWord(text, odd ? 'rightToLeft' : undefined);
  const { width, ascent } = word;
  // What a number needs below the baseline makes no line higher, in whichever direction it runs (one document: 0.9 pt an item) [M].
  const descent = atom.ofLabel === true ? atom.descent : word.descent;
  const piece = { ...atom, text, word, width, ascent, descent, ...(level !== undefined && { level }) };
  if (atom.origins === undefined) return piece;
  return { ...piece, origins: spansWithin(atom.origins, from, from + text.length) };
};

type RoomAt = NonNullable<LineShape['room']>;

/** Room beside things, as such a paragraph measures it. */
export const mirroredRoom =
  (room: RoomAt, width: number): RoomAt =>
  (top, height, least) => {
    const { left, right, more = [], ...rest } = room(top, height, least);
    const mirrored = [{ left, right }, ...more]
      .map((part) => ({ left: width - part.right, right: width - part.left }))
      .reverse();
    const [first, ...others] = mirrored;
    return { left: 0, right: width, ...rest, ...first, ...(others.length > 0 && { more: others }) };
  };

/** Atoms stay in reading order; their places are those of the order they are seen in. */
export const visualLine = (line: Line, { rightToLeft, width }: Direction): Line => {
  const { atoms } = line;
  const base = rightToLeft ? 1 : 0;
  const levels = atoms.map(({ atom }) => atom.level ?? base);
  // L1: blanks at the end of a line are the paragraph's.
  for (let index = atoms.length - 1; index >= 0; index--) {
    const kind = atoms[index]?.atom.kind;
    if (kind !== 'space' && kind !== 'mark' && kind !== 'break') break;
    levels[index] = base;
  }
  const order = seenOrder(levels);
  if (rightToLeft) order.reverse();
  const placed: PlacedAtom[] = [...atoms];
  let x = atoms[0]?.x ?? 0;
  for (const index of order) {
    const one = atoms[index];
    if (one === undefined) continue;
    placed[index] = { ...one, x: rightToLeft ? width - x - one.width : x };
    x += one.width;
  }
  if (!rightToLeft) return { ...line, atoms: placed };
  return { ...line, atoms: placed, left: width - line.right, right: width - line.left };
};

/** L2: from the highest level to the lowest odd one, each stretch is turned around. From left to right. */
const seenOrder = (levels: readonly number[]): number[] => {
  const order = levels.map((_, index) => index);
  const most = Math.max(0, ...levels);
  for (let level = most; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((levels[order[start] ?? 0] ?? 0) < level) continue;
      let end = start;
      while (end + 1 < order.length && (levels[order[end + 1] ?? 0] ?? 0) >= level) end += 1;
      const turned = order.slice(start, end + 1).reverse();
      order.splice(start, turned.length, ...turned);
      start = end;
    }
  }
  return order;
};
