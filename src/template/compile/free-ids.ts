/** firstFreeIds :: package → the first ids that nothing in it uses */
import type { DocxPackage } from '../../ooxml/docx.ts';
import type { Program } from './program.ts';

/** Word refuses drawing ids beyond a signed 32-bit number; files that use such ids start over below. */
const MAX_ID = 0x3fffffff;

const highest = (text: string, pattern: RegExp): number => {
  let max = 0;
  for (const match of text.matchAll(pattern)) {
    const id = Number(match[1]);
    if (id > max && id < MAX_ID) max = id;
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
    drawing = Math.max(drawing, highest(text, /docPr\s[^>]*?\bid="(\d+)"/g));
    bookmark = Math.max(bookmark, highest(text, /\bw:id="(\d+)"/g), highest(text, /<w:id w:val="(\d+)"/g));
  }
  const [numbering] = docx.partsOf('numbering');
  const text = numbering === undefined ? '' : docx.text(numbering);
  return {
    drawing: drawing + 1,
    bookmark: bookmark + 1,
    note: bookmark + 1,
    number: highest(text, /numId="(\d+)"/g) + 1,
    abstract: highest(text, /abstractNumId="(\d+)"/g) + 1,
  };
};
