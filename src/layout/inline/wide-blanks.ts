/**
 * wideBlanks :: Atom[] → the same with blanks that are half of a square, as `w:balanceSingleByteDoubleByteWidth` makes them
 *
 * A blank is as wide as its font has it between two characters that are neither blanks nor East Asian letters; any other is half
 * an em: beside an ideograph, beside another blank, at either end of the paragraph, behind a blank that does not break [M].
 */
import type { LayoutContext } from '../context.ts';
import type { Atom, WordAtom } from './atoms.ts';
import { isLetter, lastPoint } from './east-asian.ts';

/** Whatever the font says: DengXian has 0.274 em, Malgun Gothic 0.352, Arial 0.278, Consolas 0.55, and Word's files 0.5 for all [M]. */
const WIDE_BLANK = 0.5;
const NO_BREAK_SPACE = 0xa0;

export const hasWideBlanks = ({ document: { settings } }: LayoutContext): boolean =>
  settings.compatibility.has('w:balanceSingleByteDoubleByteWidth');

/** Whether a text by itself leaves open how wide its blanks are. */
export const leavesBlanksOpen = (text: string): boolean => /^ | $| {2}|\u00a0/.test(text);

export const wideBlanks = (atoms: readonly Atom[]): readonly Atom[] =>
  atoms.map((atom, index) => {
    if (atom.kind !== 'space' || !/^ +$/.test(atom.text) || isBetweenLetters(atom.text, atoms, index))
      return atom;
    return { ...atom, width: atom.text.length * atom.format.size * atom.format.scale * WIDE_BLANK };
  });

const isBetweenLetters = ({ length }: string, atoms: readonly Atom[], index: number): boolean => {
  if (length > 1) return false;
  const [before, after] = [besideOf(atoms, index, -1), besideOf(atoms, index, 1)];
  return (
    before !== undefined &&
    after !== undefined &&
    keepsBlank(lastPoint(before.text)) &&
    keepsBlank(after.text.codePointAt(0) ?? 0)
  );
};

const keepsBlank = (codePoint: number): boolean => codePoint !== NO_BREAK_SPACE && !isLetter(codePoint);

/** The word beside a place, where nothing but marks stands between. */
const besideOf = (atoms: readonly Atom[], index: number, step: 1 | -1): WordAtom | undefined => {
  let at = index + step;
  while (atoms[at]?.kind === 'mark') at += step;
  const atom = atoms[at];
  return atom?.kind === 'word' && atom.text !== '' ? atom : undefined;
};
