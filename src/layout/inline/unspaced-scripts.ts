/**
 * unspacedAtoms :: Atom[] → the same text, cut where words of scripts end that are written without blanks
 *
 * Thai, Lao, Khmer and Burmese: lines end between words, which only a dictionary knows (UAX 14, class SA). A word may
 * begin in one run and end in the next, so the paragraph's text is looked at as a whole.
 */
import type { Atom, WordAtom } from './atoms.ts';
import { directedWord } from './bidi.ts';

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
/** What a line may not begin with: signs of repetition and abbreviation, marks, closing punctuation. */
const NOT_FIRST = /^[\u0e2f\u0e46\u0eaf\u0ec6\u17d4-\u17da\u104a\u104b\p{M}\p{Pe}\p{Pf}!%,.:;?…]/u;
/** Nor may it end with what opens. */
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Undefined where no text is of such a script. */
export const unspacedAtoms = (atoms: readonly Atom[]): readonly Atom[] | undefined => {
  if (!atoms.some((atom) => atom.kind === 'word' && UNSPACED.test(atom.text))) return undefined;
  const out: Atom[] = [];
  for (let start = 0; start < atoms.length; ) {
    let end = start;
    while (end < atoms.length && (atoms[end]?.kind === 'word' || atoms[end]?.kind === 'mark')) end += 1;
    if (end === start) end += 1;
    cutStretch(atoms.slice(start, end), out);
    start = end;
  }
  return out;
};

/** Words and marks without a blank among them. */
const cutStretch = (atoms: readonly Atom[], out: Atom[]): void => {
  const text = atoms.map(textOf).join('');
  if (!UNSPACED.test(text)) {
    for (const atom of atoms) out.push(atom);
    return;
  }
  const ends = wordEnds(text);
  let at = 0;
  let next = 0;
  for (const atom of atoms) {
    if (atom.kind !== 'word') {
      out.push(atom);
      continue;
    }
    const end = at + atom.text.length;
    const cuts: number[] = [];
    for (; (ends[next] ?? Number.POSITIVE_INFINITY) <= end; next++) cuts.push((ends[next] as number) - at);
    addPieces(atom, cuts, out);
    at = end;
  }
};

const addPieces = (atom: WordAtom, cuts: readonly number[], out: Atom[]): void => {
  const { length } = atom.text;
  let start = 0;
  for (const cut of cuts) {
    if (cut === length && start === 0) break;
    const piece = directedWord(atom, atom.text.slice(start, cut), undefined, start);
    const isLast = cut === length;
    out.push({ ...piece, breakAfter: true, ...(!isLast && { softHyphen: false, note: undefined }) });
    start = cut;
  }
  if (start === length) return;
  const rest = start === 0 ? atom : directedWord(atom, atom.text.slice(start), undefined, start);
  out.push(cuts.at(-1) === length ? { ...rest, breakAfter: true } : rest);
};

const textOf = (atom: Atom): string => (atom.kind === 'word' ? atom.text : '');

let segmenter: Intl.Segmenter | undefined;

/** Where a line may end: behind a word, where one of the two sides is of such a script. */
const wordEnds = (text: string): readonly number[] => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  const ends: number[] = [];
  for (const { index } of segmenter.segment(text)) {
    if (index === 0) continue;
    // A character on either side: looking through all that stands before takes as long as words times letters.
    const [before, after] = [text.slice(Math.max(0, index - 2), index), text.slice(index, index + 2)];
    const beside = text.slice(index - 1, index + 1);
    if (UNSPACED.test(beside) && !NOT_FIRST.test(after) && !NOT_LAST.test(before)) ends.push(index);
  }
  return ends;
};
