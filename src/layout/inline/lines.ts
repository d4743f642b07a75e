/** Lines as the breaker makes them: atoms with places, and how high the line is. */
import type { Atom, TabLeader } from './atoms.ts';

export interface PlacedAtom {
  readonly atom: Atom;
  /** From the left edge of the text column. */
  readonly x: number;
  readonly width: number;
  readonly leader?: TabLeader;
}

export interface Line {
  /** The next one stands at the same height, on the other side of something. */
  readonly beside?: boolean;
  readonly atoms: readonly PlacedAtom[];
  /** Points added to each blank. */
  readonly wordSpacing: number;
  /** Points added between East Asian characters, where the line is justified. */
  readonly spread?: number;
  /** From the first place atoms may stand to the last ink, trailing blanks left out. */
  readonly left: number;
  readonly right: number;
  readonly ascent: number;
  readonly descent: number;
  /** What the line takes of the page, and where in it the baseline lies. */
  readonly height: number;
  readonly baseline: number;
  /** Of the height, what a multiple added below the text. */
  readonly leading: number;
  /** As high as lines of the grid, with as much above the text as below. */
  readonly onGrid?: boolean;
  /** Points between the line before and this one that a picture beside the text forced. */
  readonly skip: number;
  readonly ends: 'wrap' | 'line' | 'page' | 'column' | 'paragraph';
}

export const isText = (atom: Atom): boolean =>
  (atom.kind === 'word' && atom.ofLabel !== true) || atom.kind === 'object';

export const hasInk = (atoms: readonly PlacedAtom[], length: number): boolean => {
  for (let index = 0; index < length; index++) {
    const kind = atoms[index]?.atom.kind;
    if (kind !== 'mark' && kind !== undefined) return true;
  }
  return false;
};
