/**
 * Atoms: what a paragraph is to the line breaker. Each is indivisible (but for words longer than a line), measured, and
 * says whether a line may end after it.
 */

import type { Drawing, Link } from '../../wml/model.ts';
import type { OriginSpan } from '../../wml/origin-spans.ts';
import type { MathBox } from '../math/math-box.ts';
import type { Word } from '../text/measure-words.ts';
import type { TextFormat } from '../text/text-format.ts';

interface Common {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  readonly format: TextFormat;
  readonly link: Link | undefined;
  readonly breakAfter: boolean;
  /** Where the document is to be mapped: which of its text came from which tag. */
  readonly origins?: readonly OriginSpan[] | undefined;
  /** Of the number or bullet that begins the paragraph. */
  readonly ofLabel?: boolean;
  /** Of the bidirectional algorithm, where the paragraph needs it: odd ones run from right to left. */
  readonly level?: number;
}

export interface WordAtom extends Common {
  readonly kind: 'word';
  readonly text: string;
  readonly word: Word;
  /** A hyphen that shows only where the line ends after it (U+00AD). */
  readonly softHyphen: boolean;
  /** The first part of a word that was divided: its last character is a hyphen that the text has not. */
  readonly divided?: true;
  /** One character of a script that is written without blanks. */
  readonly eastAsian?: boolean;
  /** How much narrower it may become where a line needs room; negative takes it from before the ink. */
  readonly squeeze?: number;
  /** East Asian punctuation: stands beyond the end of the line where there is no room. */
  readonly hangs?: boolean;
  /** Where a note is referred to, its id. */
  readonly note: string | undefined;
}

export interface SpaceAtom extends Common {
  readonly kind: 'space';
  readonly text: string;
  readonly word: Word;
}

export interface TabAtom extends Common {
  readonly kind: 'tab';
  /** `w:ptab`: aligned against the margins instead of the stops. */
  readonly position:
    | { readonly alignment: 'left' | 'center' | 'right'; readonly leader: TabLeader }
    | undefined;
  /** Ends a number: goes to the hanging indent. */
  readonly ofNumber: boolean;
}

export type TabLeader = 'none' | 'dot' | 'hyphen' | 'underscore' | 'middleDot';

interface BreakAtom extends Common {
  readonly kind: 'break';
  readonly type: 'line' | 'page' | 'column';
}

interface ObjectAtom extends Common {
  readonly kind: 'object';
  readonly drawing: Drawing;
  readonly height: number;
}

/** A formula, or a piece of one that a line may end after. */
export interface MathAtom extends Common {
  readonly kind: 'math';
  readonly box: MathBox;
  /** Higher or deeper than a line of its letters: like a picture, it is not multiplied [M]. */
  readonly tall: boolean;
  /** The formula begins with it, or goes on. */
  readonly first: boolean;
  /** Where it stands on lines of its own. */
  readonly display: 'left' | 'center' | 'right' | undefined;
}

/** Takes no room: bookmarks, and drawings that stand elsewhere. */
interface MarkAtom extends Common {
  readonly kind: 'mark';
  readonly bookmark: string | undefined;
  readonly anchored: Drawing | undefined;
}

export type Atom = WordAtom | SpaceAtom | TabAtom | BreakAtom | ObjectAtom | MathAtom | MarkAtom;

/** Nothing of it is seen; blanks that do not break are as the others [M]. */
export const isBare = (atoms: readonly Atom[]): boolean =>
  atoms.every(
    (atom) => atom.kind === 'mark' || atom.kind === 'space' || (atom.kind === 'word' && isBlank(atom.text)),
  );

const isBlank = (text: string): boolean => /^\u00a0*$/.test(text);
