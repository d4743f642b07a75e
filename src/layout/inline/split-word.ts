/** A word longer than a line, cut where the line ends. */
import type { WordAtom } from './atoms.ts';
import { directedWord } from './bidi.ts';
import { endsWithin } from './fit.ts';

/** As many characters as there is room for; at least one where the line is empty. */
export const splitWord = (
  atom: WordAtom,
  room: number,
  lineIsEmpty: boolean,
): readonly [WordAtom, WordAtom] | undefined => {
  const characters = charactersOf(atom.text);
  if (characters.length < 2) return undefined;
  let count = 0;
  let low = 1;
  let high = characters.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { width } = wordPiece(atom, characters.slice(0, middle).join(''));
    if (endsWithin(width, room)) {
      count = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  if (count === 0) {
    if (!lineIsEmpty) return undefined;
    count = 1;
  }
  const first = characters.slice(0, count).join('');
  return [wordPiece(atom, first), wordPiece(atom, characters.slice(count).join(''), first.length)];
};

/** Letters keep their marks and vowels. */
const MARKED = /[\u0300-\u036f\u0590-\u10ff\u1780-\u17ff]/;
let segmenter: Intl.Segmenter | undefined;

const charactersOf = (text: string): readonly string[] => {
  if (!MARKED.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
};

const wordPiece = (atom: WordAtom, text: string, from = 0): WordAtom =>
  directedWord(atom, text, atom.level, from);
