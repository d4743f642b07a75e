/**
 * textOf :: DOCX → what a reader sees, line by line
 *
 * One reader for both sides of a comparison, with the rules that wrote the fixtures' expected texts:
 *   a paragraph is a line; a row is a line, its cells joined with ` | `, paragraphs of a cell with `¶`, a table in a
 *   cell as `[[row ; row]]`; tabs are tabs, breaks `↵`; text boxes follow the paragraph that holds them; deleted text
 *   and field codes are not read; then headers and footers by name of the part, and notes where they are asked for.
 */

import { contentTypeOf } from '../../src/ooxml/content-types.ts';
import { type DocxPackage, openDocx } from '../../src/ooxml/docx.ts';
import { childOf, descendantsOf, elementsOf, textContent, type XmlElement } from '../../src/ooxml/xml.ts';

export interface TextOptions {
  /** Footnotes and endnotes too, which the fixtures' expected texts leave out. */
  readonly notes: boolean;
  /** Without the entries of tables of contents. */
  readonly withoutContents?: boolean;
}

export const textOf = (file: Uint8Array, { notes, withoutContents }: TextOptions): string => {
  const docx = openDocx(file);
  const body = childOf(docx.xml(docx.mainPart), 'w:body');
  const leftOut = body !== undefined && withoutContents === true ? contentsOf(body) : NONE;
  const lines = body === undefined ? [] : blocksOf(body, leftOut);
  for (const part of partsOf(
    docx,
    notes ? /\b(header|footer|footnotes|endnotes)\+xml$/ : /\b(header|footer)\+xml$/,
  ))
    lines.push(`== ${part}`, ...blocksOf(docx.xml(part)));
  return lines.join('\n');
};

/** Also the parts that nothing refers to: an engine fills them all the same. */
const partsOf = (docx: DocxPackage, type: RegExp): string[] =>
  [...docx.archive.entries.keys()]
    .filter((name) => type.test(contentTypeOf(docx.contentTypes, name) ?? ''))
    .sort();

/** The same text but for blank paragraphs, which held only tags, and "undefined", which Platen leaves empty. */
export const normal = (text: string): string =>
  text
    .replaceAll('undefined', '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/^¶+|¶+$|(?<=\| )¶+|¶+(?= \|)/g, '')
        .replaceAll(/¶{2,}/g, '¶')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');

const THROUGH: ReadonlySet<string> = new Set([
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:sdtContent',
  'w:sdt',
  'w:footnote',
  'w:endnote',
]);

const UNREAD: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:rPr',
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'w:delInstrText',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:rt',
  'w:rubyPr',
  'm:rPr',
  'm:ctrlPr',
]);

const NONE: ReadonlySet<XmlElement> = new Set();

const blocksOf = (parent: XmlElement, leftOut = NONE): string[] =>
  elementsOf(parent).flatMap((element) => blockLines(element, leftOut));

const blockLines = (element: XmlElement, leftOut = NONE): string[] => {
  if (leftOut.has(element)) return [];
  if (element.name === 'w:p') {
    const { text, boxes } = paragraphOf(element);
    return [text, ...boxes.map((line) => `[textbox] ${line}`)];
  }
  if (element.name === 'w:tbl') return rowsOf(element);
  if (element.name === 'mc:AlternateContent')
    return blocksOf(childOf(element, 'mc:Choice') ?? element, leftOut);
  return THROUGH.has(element.name) ? blocksOf(element, leftOut) : [];
};

/** The paragraphs that a TOC field runs through (ECMA-376 §17.16.5.68), its first and last among them. */
const contentsOf = (body: XmlElement): Set<XmlElement> => {
  const found = new Set<XmlElement>();
  const fields: { isContents: boolean }[] = [];
  let paragraph: XmlElement | undefined;
  const note = (): void => {
    if (paragraph !== undefined && fields.some(({ isContents }) => isContents)) found.add(paragraph);
  };
  for (const element of descendantsOf(body)) {
    if (element.name === 'w:p') {
      paragraph = element;
      note();
    }
    const field = fields.at(-1);
    if (element.name === 'w:instrText' && field !== undefined && /^\s*TOC\b/.test(textContent(element))) {
      field.isContents = true;
      note();
    }
    const type = element.name === 'w:fldChar' ? element.attribute('w:fldCharType') : undefined;
    if (type === 'begin') fields.push({ isContents: false });
    if (type === 'end') fields.pop();
  }
  return found;
};

const rowsOf = (table: XmlElement): string[] =>
  within(table, 'w:tr').map((row) => within(row, 'w:tc').map(cellText).join(' | '));

/** Rows of a table, cells of a row: controls and tracked changes may stand around them. */
const within = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((element) => {
    if (element.name === name) return [element];
    return THROUGH.has(element.name) ? within(element, name) : [];
  });

const cellText = (cell: XmlElement): string =>
  elementsOf(cell)
    .flatMap((element) => {
      if (element.name === 'w:tbl') return [`[[${rowsOf(element).join(' ; ')}]]`];
      if (element.name !== 'w:p') return blockLines(element);
      const { text, boxes } = paragraphOf(element);
      return [text, ...boxes];
    })
    .join('¶');

const paragraphOf = (paragraph: XmlElement): { text: string; boxes: readonly string[] } => {
  let text = '';
  const boxes: string[] = [];
  const read = (parent: XmlElement): void => {
    for (const element of elementsOf(parent)) {
      if (UNREAD.has(element.name)) continue;
      if (element.name === 'w:txbxContent') boxes.push(...blocksOf(element));
      else if (element.name === 'mc:AlternateContent')
        read(childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback') ?? element);
      else {
        const sign = signOf(element);
        if (sign === undefined) read(element);
        else text += sign;
      }
    }
  };
  read(paragraph);
  return { text, boxes };
};

const signOf = (element: XmlElement): string | undefined => {
  switch (element.name) {
    case 'w:t':
    case 'm:t':
      return leafText(element);
    case 'w:tab':
    case 'w:ptab':
      return '\t';
    case 'w:br':
    case 'w:cr':
      return '↵';
    case 'w:noBreakHyphen':
      return '-';
    case 'w:sym':
      return symbol(element.attribute('w:char'));
    default:
      return undefined;
  }
};

/** docx-templates writes `w:br` into `w:t`, which Word reads as a break. */
const leafText = (leaf: XmlElement): string => {
  const parts = leaf.children.map((node) =>
    node.kind === 'element' && (node.name === 'w:br' || node.name === 'w:cr')
      ? '↵'
      : textContent(node).replaceAll(/\r\n|[\r\n\t]/g, ' '),
  );
  const text = parts.join('');
  if (leaf.attribute('xml:space') === 'preserve') return text;
  return text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
};

const symbol = (code: string | undefined): string => {
  const number = Number.parseInt(code ?? '', 16);
  return Number.isNaN(number) ? '' : String.fromCodePoint(number);
};
