/**
 * eastAsianAtoms :: Atom[], the paragraph's rules → the same text with Word's East Asian typography
 *
 * Lines may end between ideographs, but not before or after certain characters; a quarter of an em parts ideographs from
 * Latin letters and digits; punctuation beside punctuation gives up half of its square.
 */

import { eastAsianLanguage } from '../../fonts/families/east-asian-families.ts';
import { isEastAsian } from '../text/scripts.ts';
import type { Atom, SpaceAtom, WordAtom } from './atoms.ts';
import { HANGING, isClosing, type Kinsoku, MIDDLE, OPENING } from './kinsoku.ts';

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
  /** Punctuation beside punctuation gives up half of its square, whether the line needs it or not. */
  readonly closesUp: boolean;
  /** Colons and question marks have their ink at the left of their squares, as fonts of China have it. */
  readonly mainland: boolean;
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
  /** Where the last atom with letters is, where nothing but marks follows it. */
  let previous: number | undefined;
  for (const atom of atoms) {
    if (atom.kind === 'mark') {
      out.push(atom);
      continue;
    }
    if (atom.kind !== 'word' || atom.text === '') {
      out.push(
        atom.kind === 'space' && isHeld(out[previous ?? -1], rules) ? { ...atom, breakAfter: false } : atom,
      );
      previous = undefined;
      continue;
    }
    const own = atom.eastAsian === true ? punctuated(atom, lastPoint(atom.text), rules) : atom;
    const before = previous === undefined ? undefined : out[previous];
    // A note's number stands close to what it belongs to [M].
    const held = atom.note === undefined ? rules : CLOSE;
    const [left, right] =
      before?.kind === 'word' && held.closesUp
        ? closedUp(before, own, held)
        : [before as WordAtom | undefined, own];
    if (previous !== undefined && left !== undefined) join(out, previous, left, right, held);
    previous = out.length;
    out.push(right);
  }
  return out;
};

/** What may not end a line does not end it with a blank behind it either (one document: "{", a blank and a word) [M]. */
const isHeld = (before: Atom | undefined, { kinsoku }: EastAsianRules): boolean =>
  before?.kind === 'word' && kinsoku?.notLast.has(lastPoint(before.text)) === true;

/** Punctuation fills half of its square: the other half is there to give away. Kana give a little [M]. */
const punctuated = (atom: WordAtom, codePoint: number, rules: EastAsianRules): WordAtom => {
  const { hanging, compress } = rules;
  const hangs = hanging && HANGING.has(codePoint);
  const squeeze = compress === 'none' ? 0 : squeezeOf(atom, codePoint, rules);
  if (!hangs && squeeze === 0) return atom;
  return { ...atom, ...(hangs && { hangs }), ...(squeeze !== 0 && { squeeze }) };
};

const KANA_SQUEEZE = 0.04;
/** In em. DengXian has quotes of 0.356: there is no half to give away [M]. */
const NARROWEST_SQUARE = 0.75;

const squeezeOf = (atom: WordAtom, codePoint: number, { compress, mainland }: EastAsianRules): number => {
  const half = halfOf(atom, mainland);
  if (half !== undefined) return half;
  return compress === 'kana' && codePoint >= 0x3041 && codePoint <= 0x30fe ? KANA_SQUEEZE * atom.width : 0;
};

const isEastAsianAtom = (atom: Atom): boolean => atom.kind === 'word' && atom.eastAsian === true;

export const lastPoint = (text: string): number => {
  const unit = text.charCodeAt(text.length - 1);
  return unit >= 0xdc00 && unit < 0xe000 ? (text.codePointAt(text.length - 2) ?? unit) : unit;
};

/** Settles what comes between an atom, `index` in `out`, and the one behind it. */
const join = (out: Atom[], index: number, atom: WordAtom, next: WordAtom, rules: EastAsianRules): void => {
  out[index] = atom;
  if (atom.eastAsian !== true && next.eastAsian !== true) return;
  const [last, first] = [lastPoint(atom.text), next.text.codePointAt(0) ?? 0];
  const breakAfter = mayBreak(atom, next, rules);
  const other = atom.eastAsian === true ? next : atom;
  const gap = isOfEastAsia(other) ? 0 : gapBetween(last, first, rules) * atom.format.size;
  // A space of its own, so that it goes where the line ends.
  if (gap > 0) {
    if (atom.breakAfter) out[index] = { ...atom, breakAfter: false };
    out.push(gapAtom(atom, gap, breakAfter));
  } else if (atom.breakAfter !== breakAfter) out[index] = { ...atom, breakAfter };
};

/** Letters that are said to be of such a language stand close [M]. */
const isOfEastAsia = ({ format }: WordAtom): boolean =>
  eastAsianLanguage(format.properties.language) !== undefined;

/**
 * Of two signs one gives the blank half of its square away: what closes, or else what opens behind it (2 documents of Japan, 5 of
 * China: 0.50 em between ） and 。, ） and ：, ： and （, ” and ，, 」 and 「, 」 and ・; in lines that had room, too) [M].
 */
const closedUp = (
  before: WordAtom,
  after: WordAtom,
  { mainland }: EastAsianRules,
): readonly [WordAtom, WordAtom] => {
  const [left, right] = [halfOf(before, mainland), halfOf(after, mainland)];
  if (left === undefined || right === undefined) return [before, after];
  if (left > 0) return [{ ...before, width: before.width - left, squeeze: 0 }, after];
  return right < 0
    ? [
        { ...before, width: before.width + right },
        { ...after, squeeze: 0 },
      ]
    : [before, after];
};

/** The blank half of a sign's square: positive behind its ink, negative before it, 0 on neither side; undefined of what is no sign. */
const halfOf = ({ text, width, format, eastAsian }: WordAtom, mainland: boolean): number | undefined => {
  const codePoint = text.codePointAt(0) ?? 0;
  if (eastAsian !== true || width < format.size * NARROWEST_SQUARE) return undefined;
  if (isClosing(codePoint, mainland)) return width / 2;
  if (OPENING.has(codePoint)) return -width / 2;
  return MIDDLE.has(codePoint) ? 0 : undefined;
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
  closesUp: false,
  mainland: false,
};

const NOTHING: SpaceAtom['word'] = { parts: [], width: 0, ascent: 0, descent: 0 };

const isHangul = (codePoint: number): boolean =>
  (codePoint >= 0xac00 && codePoint < 0xd7b0) ||
  (codePoint >= 0x1100 && codePoint < 0x1200) ||
  (codePoint >= 0x3130 && codePoint < 0x3190);

const mayBreak = (before: WordAtom, after: WordAtom, { kinsoku, wholeWords }: EastAsianRules): boolean => {
  const [last, first] = [lastPoint(before.text), after.text.codePointAt(0) ?? 0];
  const breaks = ({ eastAsian }: WordAtom, codePoint: number): boolean =>
    eastAsian === true && !(wholeWords && isHangul(codePoint));
  if (!breaks(before, last) && !breaks(after, first)) return false;
  return kinsoku === undefined || (!kinsoku.notLast.has(last) && !kinsoku.notFirst.has(first));
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
