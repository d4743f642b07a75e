/**
 * What fits on a line, for all who ask: the line breaker, words that are cut, rows that repeat another but for their texts.
 */
import type { Atom, WordAtom } from './atoms.ts';
import type { LineShape } from './line-shape.ts';

/** Sums of advances differ in their last digits from what Word has in its integers. */
const TOLERANCE = 0.02;
/** Rows of squares are a little shorter in Word's units: 0.15 seen taken, 0.25 not [M]. */
const SQUARE_TOLERANCE = 0.2;
/** A character is never narrower; keeps the number of pieces of an endless word bounded. */
export const LEAST_ROOM = 1;

/** Where a line begins and has to end, from the left edge of the column. */
export interface LineEdges {
  readonly left: number;
  readonly right: number;
}

/** Of a paragraph's first line where nothing stands beside it. */
export const firstLineEdges = ({ indentLeft, indentFirst, indentRight, width }: LineShape): LineEdges => {
  const left = indentLeft + indentFirst;
  return { left, right: Math.max(width - indentRight, left + LEAST_ROOM) };
};

/** Whether what ends at `end` ends before the line does. */
export const endsWithin = (end: number, right: number): boolean => end <= right + TOLERANCE;

/** Whether a line is longer than its room: what it took has to give some of its width. */
export const isOverfull = (spare: number): boolean => spare < -TOLERANCE;

/** What a line holds when the next atom would go over its end. */
interface FullLine {
  /** Where the atom would begin and end, and where the line does. */
  readonly x: number;
  readonly end: number;
  readonly limit: number;
  /** Width of the blanks that justification may change. */
  readonly blanks: number;
  /** The share of their width by which blanks would have to grow if the line ended before the atom; undefined where they don't. */
  readonly growth: number | undefined;
  /** What East Asian punctuation, and kana, may give up. */
  readonly spare: number;
  /** Behind a tab that aligns the text, nothing gives way. */
  readonly isAligned: boolean;
  readonly isEmpty: boolean;
  readonly hasInk: () => boolean;
}

/** Whether an atom that ends beyond its line stands in it all the same. */
export const isTakenIn = (atom: Atom, line: FullLine): boolean => {
  if (line.end <= line.limit + TOLERANCE + slackFor(atom, line)) return true;
  // A picture wider than the line stands in it all the same.
  if (atom.kind === 'object') return !line.hasInk();
  return atom.kind === 'word' && atom.hangs === true && endsWithin(line.x, line.limit) && !line.isEmpty;
};

/**
 * For one more word blanks lose a quarter of their width at most, 0.250 seen taken, 0.252 not; and only where they would have to
 * grow by twice as much without it, 2.00 seen taken, 1.96 not [M].
 */
const MOST_LOST = 0.25;
const LEAST_GAIN = 2;
/** For one syllable of Hangul they lose less: 0.069 seen taken, 0.101 not [M]. */
const LOST_FOR_SQUARE = 0.09;

/** The share of their width that blanks give up where they would grow by another otherwise. */
export const lossFor = (growth: number): number => Math.min(MOST_LOST, Math.max(0, growth) / LEAST_GAIN);

const slackFor = (atom: Atom, { x, limit, blanks, growth, spare, isAligned }: FullLine): number => {
  const isSquare = atom.kind === 'word' && atom.eastAsian === true;
  const lost = isSquare ? LOST_FOR_SQUARE : lossFor(growth ?? 0);
  const fromBlanks = isAligned || growth === undefined ? 0 : blanks * lost;
  const squeezed = !isAligned && atom.kind === 'word' && spare > 0 ? squeezable(atom, spare, x >= limit) : 0;
  return fromBlanks + squeezed + (isSquare ? SQUARE_TOLERANCE : 0);
};

const isPunctuation = ({ squeeze = 0, width }: WordAtom): boolean => Math.abs(squeeze) > width / 8;

/**
 * A character that the line's end cuts in two is taken in where others give the room, up to half of a character; one that
 * may not begin a line, at any price [M].
 */
const squeezable = (atom: WordAtom, spare: number, beyond: boolean): number => {
  if (atom.squeeze !== undefined && atom.squeeze > 0 && isPunctuation(atom)) return spare + atom.squeeze;
  return beyond ? 0 : Math.min(spare, atom.format.size / 2);
};
