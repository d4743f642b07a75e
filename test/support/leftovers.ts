/**
 * leftovers :: DOCX → whatever still looks like a tag of the delimiter, in any part and attribute
 *
 * The closing check over output: what an accepted template leaves unfilled must have been warned about.
 */
import { openDocx } from '../../src/ooxml/docx.ts';
import { descendantsOf, textContent, type XmlElement } from '../../src/ooxml/xml.ts';
import type { DelimiterName } from '../../src/template/index.ts';

export interface Leftover {
  readonly part: string;
  /** `w:p`, `v:textpath@string` */
  readonly place: string;
  readonly text: string;
}

const TAGS: Readonly<Record<DelimiterName, RegExp>> = {
  BRACES: /\{[^{}]+\}/g,
  DOUBLE_BRACES: /\{\{[^{}]+\}\}/g,
  DOUBLE_SQUARE_BRACKETS: /\[\[[^[\]]+\]\]/g,
  TRIPLE_PLUS: /\+\+\+.+?\+\+\+/g,
};

/** Word itself writes these in braces: in `uri`, `storeItemID`, `fmtid`, `app.xml`. */
const GUID = /^\{[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}$/i;

/** Text that runs over several elements counts as one: of a paragraph, of a drawing's or a chart's. */
const LINES: ReadonlySet<string> = new Set(['w:p', 'a:p']);

export const leftovers = (file: Uint8Array, delimiter: DelimiterName): Leftover[] => {
  const docx = openDocx(file);
  const found: Leftover[] = [];
  for (const part of docx.archive.entries.keys()) {
    if (!/\.(xml|rels|vml)$/i.test(part)) continue;
    const look = (place: string, text: string): void => {
      for (const [tag] of text.matchAll(TAGS[delimiter]))
        if (!GUID.test(tag)) found.push({ part, place, text: tag });
    };
    const root = docx.xml(part);
    for (const element of [root, ...descendantsOf(root)]) {
      for (const [name, value] of element.attributes) look(`${element.name}@${name}`, value);
      if (LINES.has(element.name)) look(element.name, lineText(element));
      else if (!isInLine(element))
        for (const node of element.children) if (node.kind === 'text') look(element.name, node.text);
    }
  }
  return found;
};

const isInLine = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) if (LINES.has(at.name)) return true;
  return false;
};

/** Paragraphs inside, of text boxes, are lines of their own. */
const lineText = (line: XmlElement): string =>
  line.children
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind !== 'element' || LINES.has(node.name)) return '';
      return node.name === 'w:t' || node.name === 'a:t' ? textContent(node) : lineText(node);
    })
    .join('');
