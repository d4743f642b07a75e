/**
 * leftToWord :: part with blocks → the fields in it that only Word can bring up to date
 *
 * Blocks change what is counted and listed. Captions, most tables of contents and cross-references are made anew; numbers of
 * chapters, references in words and lists of marked entries stay as the template has them until Word updates its fields.
 */
import { descendantsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { type Field, fieldsOf } from '../../word/field-marks.ts';
import { readSequence } from './sequences.ts';

interface MadeAnew {
  /** Paragraphs of tables of contents. */
  readonly renewed: ReadonlySet<XmlElement>;
  /** Where references begin. */
  readonly references: ReadonlySet<XmlElement>;
}

export const leftToWord = (root: XmlElement, { renewed, references }: MadeAnew): Field[] => {
  const fields = fieldsOf(root);
  const captions = fields
    .filter(({ instruction }) => readSequence(instruction) !== undefined)
    .map(({ begin }) => begin.start)
    .sort((a, b) => a - b);
  const counted = bookmarksAround(root, captions);
  return fields.filter(({ instruction, begin }) => {
    const sequence = readSequence(instruction);
    if (sequence !== undefined) return sequence.isLeftToWord;
    if (/^\s*TOC\b/i.test(instruction)) return !isWithin(begin, renewed);
    if (NUMBER_OF_STYLE.test(instruction)) return true;
    return !references.has(begin) && counted.has(REFERENCE.exec(instruction)?.[1] ?? '');
  });
};

/** `STYLEREF 1 \s`, the number of the chapter before that of the figure. */
const NUMBER_OF_STYLE = /^\s*STYLEREF\b.*\\[nrwst]\b/is;
const REFERENCE = /^\s*REF\s+"?([^\s"\\]+)/i;

const isWithin = (element: XmlElement, paragraphs: ReadonlySet<XmlElement>): boolean => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent)
    if (paragraphs.has(at)) return true;
  return false;
};

/** Names of bookmarks with a caption's number in them. */
const bookmarksAround = (root: XmlElement, offsets: readonly number[]): Set<string> => {
  const names = new Set<string>();
  if (offsets.length === 0) return names;
  const open = new Map<string, XmlElement>();
  for (const element of descendantsOf(root)) {
    const id = element.attribute('w:id') ?? '';
    if (element.name === 'w:bookmarkStart') open.set(id, element);
    const start = element.name === 'w:bookmarkEnd' ? open.get(id) : undefined;
    const first = start === undefined ? undefined : offsets[countUpTo(offsets, start.start)];
    if (first !== undefined && first < element.start) names.add(start?.attribute('w:name') ?? '');
  }
  return names;
};

/** How many of them, in order, are not above the limit. */
const countUpTo = (offsets: readonly number[], limit: number): number => {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
