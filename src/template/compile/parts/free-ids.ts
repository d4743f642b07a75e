/** firstFreeIds :: package → the first ids that nothing in it uses */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import type { Program } from '../../program.ts';

/** Word refuses drawing ids beyond a signed 32-bit number; files that use such ids start over below. */
const MAX_ID = 0x3fffffff;

const DIGITS = /(\d+)"/y;
const PART_OF_NAME = /\w/;

/** The highest number in the attribute `name`; only where it is the whole of its name, if `isWhole`. */
const highest = (text: string, name: string, isWhole = false): number => {
  let max = 0;
  const start = `${name}="`;
  // Looking for a fixed text is ten times as fast as for a pattern.
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (isWhole && PART_OF_NAME.test(text[at - 1] ?? '')) continue;
    max = Math.max(max, numberAt(text, at + start.length));
  }
  return max;
};

const numberAt = (text: string, at: number): number => {
  DIGITS.lastIndex = at;
  const id = Number(DIGITS.exec(text)?.[1] ?? 0);
  return id < MAX_ID ? id : 0;
};

/** The ids of drawings: the attribute `id` of `docPr`, wherever it stands among the others. */
const highestDrawing = (text: string): number => {
  let max = 0;
  for (let at = text.indexOf('docPr'); at >= 0; at = text.indexOf('docPr', at + 1)) {
    const tag = text.slice(at, text.indexOf('>', at) + 1);
    const id = Number(/^docPr\s[^>]*?\bid="(\d+)"/.exec(tag)?.[1] ?? 0);
    if (id < MAX_ID) max = Math.max(max, id);
  }
  return max;
};

export const firstFreeIds = (docx: DocxPackage): Program['nextId'] => {
  let drawing = 0;
  let bookmark = 0;
  for (const { name, kind } of docx.parts) {
    if (
      kind !== 'document' &&
      kind !== 'header' &&
      kind !== 'footer' &&
      kind !== 'footnotes' &&
      kind !== 'endnotes' &&
      kind !== 'comments'
    )
      continue;
    const text = docx.text(name);
    drawing = Math.max(drawing, highestDrawing(text));
    bookmark = Math.max(bookmark, highest(text, 'w:id', true), highest(text, '<w:id w:val'));
  }
  const [numbering] = docx.partsOf('numbering');
  const text = numbering === undefined ? '' : docx.text(numbering);
  return {
    drawing: drawing + 1,
    bookmark: bookmark + 1,
    note: bookmark + 1,
    number: highest(text, 'numId') + 1,
    abstract: highest(text, 'abstractNumId') + 1,
  };
};
