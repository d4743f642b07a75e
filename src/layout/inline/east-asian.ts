/**
 * eastAsianAtoms :: Atom[], the paragraph's rules → the same text with Word's East Asian typography
 *
 * Lines may end between ideographs, but not before or after certain characters; a quarter of an em parts ideographs from
 * Latin letters and digits; punctuation beside punctuation gives up half of its square.
 */

import { isEastAsian } from '../text/scripts.ts';
import type { Atom, SpaceAtom, WordAtom } from './atoms.ts';
import { CLOSING, HANGING, type Kinsoku, OPENING } from './kinsoku.ts';

export interface EastAsianRules {
  /** Undefined where the paragraph does without. */
  readonly kinsoku: Kinsoku | undefined;
  /** Hangul stays together between blanks. */
  readonly wholeWords: boolean;
  readonly spaceLatin: boolean;
  readonly spaceDigits: boolean;
  readonly hanging: boolean;
  /** What gives way where a line needs room. */
  readonly compress: 'none' | 'punctuation' | 'kana';
}

/** Between East Asian and other text, in em of the East Asian one [M]. */
const QUARTER = 0.25;

/** Undefined where nothing of it is East Asian. */
export const eastAsianAtoms = (
  atoms: readonly Atom[],
  rules: EastAsianRules,
): readonly Atom[] | undefined => {
  if (!atoms.some(isEastAsianAtom)) return undefined;
  const out: Atom[] = [];
  /** The last atom with letters, where nothing but marks follows it. */
  let previous: { readonly index: number; readonly atom: WordAtom; readonly last: number } | undefined;
  for (const atom of atoms) {
    if (atom.kind === 'mark') {
      out.push(atom);
      continue;
    }
    if (atom.kind !== 'word' || atom.text === '') {
      out.push(atom);
      previous = undefined;
      continue;
    }
    const first = atom.text.codePointAt(0) ?? 0;
    // A note's number stands close to what it belongs to [M].
    if (previous !== undefined) join(out, previous, first, atom.note === undefined ? rules : CLOSE);
    const last = lastPoint(atom.text);
    const own = atom.eastAsian === true ? punctuated(atom, last, rules) : atom;
    previous = { index: out.length, atom: own, last };
    out.push(own);
  }
  return out;
};

/** Punctuation fills half of its square: the other half is there to give away. Kana give a little [M]. */
const punctuated = (atom: WordAtom, codePoint: number, { hanging, compress }: EastAsianRules): WordAtom => {
  const hangs = hanging && HANGING.has(codePoint);
  const squeeze = compress === 'none' ? 0 : squeezeOf(codePoint, compress) * atom.width;
  if (!hangs && squeeze === 0) return atom;
  return { ...atom, ...(hangs && { hangs }), ...(squeeze !== 0 && { squeeze }) };
};

const KANA_SQUEEZE = 0.04;

const squeezeOf = (codePoint: number, compress: 'punctuation' | 'kana'): number => {
  if (CLOSING.has(codePoint)) return 0.5;
  if (OPENING.has(codePoint)) return -0.5;
  return compress === 'kana' && codePoint >= 0x3041 && codePoint <= 0x30fe ? KANA_SQUEEZE : 0;
};

const isEastAsianAtom = (atom: Atom): boolean => atom.kind === 'word' && atom.eastAsian === true;

export const lastPoint = (text: string): number => {
  const unit = text.charCodeAt(text.length - 1);
  return unit >= 0xdc00 && unit < 0xe000 ? (text.codePointAt(text.length - 2) ?? unit) : unit;
};

/** Settles what comes between an atom and the one that begins with `first`. */
const join = (
  out: Atom[],
  { index, atom, last }: { readonly index: number; readonly atom: WordAtom; readonly last: number },
  first: number,
  rules: EastAsianRules,
): void => {
  const [before, after] = [isEastAsian(last), isEastAsian(first)];
  if (!before && !after) return;
  const breakAfter = mayBreak(last, first, rules);
  const gap = gapBetween(last, first, rules) * atom.format.size;
  // A space of its own, so that it goes where the line ends.
  if (gap > 0) {
    if (atom.breakAfter) out[index] = { ...atom, breakAfter: false };
    out.push(gapAtom(atom, gap, breakAfter));
  } else if (atom.breakAfter !== breakAfter) out[index] = { ...atom, breakAfter };
};

const gapAtom = ({ format, link }: WordAtom, width: number, breakAfter: boolean): SpaceAtom => ({
  kind: 'space',
  text: '',
  word: NOTHING,
  width,
  ascent: 0,
  descent: 0,
  format,
  link,
  breakAfter,
});

const CLOSE: EastAsianRules = {
  kinsoku: undefined,
  wholeWords: true,
  spaceLatin: false,
  spaceDigits: false,
  hanging: false,
  compress: 'none',
};

const NOTHING: SpaceAtom['word'] = { parts: [], width: 0, ascent: 0, descent: 0 };

const isHangul = (codePoint: number): boolean =>
  (codePoint >= 0xac00 && codePoint < 0xd7b0) ||
  (codePoint >= 0x1100 && codePoint < 0x1200) ||
  (codePoint >= 0x3130 && codePoint < 0x3190);

const mayBreak = (before: number, after: number, { kinsoku, wholeWords }: EastAsianRules): boolean => {
  const breaks = (codePoint: number): boolean =>
    isEastAsian(codePoint) && !(wholeWords && isHangul(codePoint));
  if (!breaks(before) && !breaks(after)) return false;
  return kinsoku === undefined || (!kinsoku.notLast.has(before) && !kinsoku.notFirst.has(after));
};

/** Ideographs, kana and Hangul; their punctuation brings its own space. */
export const isLetter = (codePoint: number): boolean =>
  isEastAsian(codePoint) &&
  !(codePoint >= 0x3000 && codePoint < 0x3005) &&
  !(codePoint >= 0x3008 && codePoint < 0x3021) &&
  codePoint !== 0x30fb &&
  !(codePoint >= 0xfe30 && codePoint < 0xfe70) &&
  !(codePoint >= 0xff00 && codePoint < 0xfff0);

const isDigit = (codePoint: number): boolean => codePoint >= 0x30 && codePoint <= 0x39;

const isLatin = (codePoint: number): boolean =>
  (codePoint >= 0x41 && codePoint <= 0x5a) ||
  (codePoint >= 0x61 && codePoint <= 0x7a) ||
  (codePoint >= 0xc0 && codePoint < 0x530 && codePoint !== 0xd7 && codePoint !== 0xf7);

const gapBetween = (before: number, after: number, rules: EastAsianRules): number => {
  const other = isLetter(before) ? after : isLetter(after) ? before : undefined;
  if (other === undefined) return 0;
  return (rules.spaceLatin && isLatin(other)) || (rules.spaceDigits && isDigit(other)) ? QUARTER : 0;
};
