/** Markup :: document, words of a line → the paragraph that they stand in, as it is written, with its style and the one before it */
import { type DocxPackage, openDocx } from '../../src/ooxml/docx.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../src/ooxml/xml.ts';
import { plain, type Word } from './words.ts';

interface Paragraph {
  readonly part: string;
  readonly element: XmlElement;
  readonly text: string;
}

/** Characters of markup that are shown. */
const MOST_SHOWN = 900;
const MOST_OF_PROPERTIES = 300;

export class Markup {
  readonly #docx: DocxPackage;
  readonly #paragraphs: readonly Paragraph[];

  constructor(file: Uint8Array) {
    this.#docx = openDocx(file);
    this.#paragraphs = (['document', 'header', 'footer', 'footnotes', 'endnotes'] as const)
      .flatMap((kind) => this.#docx.partsOf(kind))
      .flatMap((part) => paragraphsOf(part, this.#docx.xml(part)));
  }

  /** What is written where a line stands, in lines. */
  around(line: readonly Word[], share: number): readonly string[] {
    const at = this.#find(line, share);
    const paragraph = this.#paragraphs[at];
    if (paragraph === undefined) return ['no paragraph holds these words'];
    const { part, element } = paragraph;
    const before = this.#paragraphs[at - 1];
    const written = this.#docx.text(part);
    const properties = childOf(element, 'w:pPr');
    return [
      ...(before?.part === part
        ? [
            `before: ${shown(written, childOf(before.element, 'w:pPr'), MOST_OF_PROPERTIES)} “${before.text.slice(0, 40)}”`,
          ]
        : []),
      `${part}${place(element)}: ${cut(tidy(written.slice(element.start, element.end)), MOST_SHOWN)}`,
      ...this.#styles(childOf(properties, 'w:pStyle')?.attribute('w:val')),
    ];
  }

  /** The paragraph with the longest stretch of the line (a list's number is in none); of several, the one nearest to its share of the text. */
  #find(line: readonly Word[], share: number): number {
    for (let length = line.length; length > 0; length--)
      for (let from = 0; from + length <= line.length; from++) {
        const stretch = line.slice(from, from + length);
        const text = stretch.map((one) => one.text).join('');
        const found = [...this.#paragraphs.keys()].filter((at) => this.#paragraphs[at]?.text.includes(text));
        if (found.length > 0) return this.#nearest(found, share);
      }
    return -1;
  }

  #nearest(found: readonly number[], share: number): number {
    const lengths = this.#paragraphs.map(({ text, part }) =>
      part === this.#docx.mainPart ? text.length : 0,
    );
    const wanted = share * lengths.reduce((sum, length) => sum + length, 0);
    let passed = 0;
    const begins = lengths.map((length) => {
      passed += length;
      return passed - length;
    });
    const far = (at: number): number => Math.abs((begins[at] ?? 0) - wanted);
    return found.reduce((best, at) => (far(at) < far(best) ? at : best));
  }

  /** The style and those it is based on. */
  #styles(id: string | undefined): readonly string[] {
    const [part] = this.#docx.partsOf('styles');
    if (part === undefined) return [];
    const styles = elementsOf(this.#docx.xml(part), 'w:style').filter(
      (style) => style.attribute('w:type') === 'paragraph',
    );
    const lines: string[] = [];
    let style = styles.find((one) =>
      id === undefined ? isOn(one.attribute('w:default')) : one.attribute('w:styleId') === id,
    );
    while (style !== undefined && lines.length < 8) {
      const written = this.#docx.text(part);
      const both = ['w:pPr', 'w:rPr'].map((name) => shown(written, childOf(style, name), MOST_OF_PROPERTIES));
      lines.push(`style ${style.attribute('w:styleId')}: ${both.join('')}`);
      const base = childOf(style, 'w:basedOn')?.attribute('w:val');
      style = styles.find((one) => one.attribute('w:styleId') === base);
    }
    return lines;
  }
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Outer paragraphs without the text of boxes in them, which are paragraphs of their own. */
const paragraphsOf = (part: string, root: XmlElement): readonly Paragraph[] => {
  const texts = new Map<XmlElement, string[]>();
  for (const element of descendantsOf(root)) {
    if (element.name === 'w:p') texts.set(element, []);
    else if (element.name === 'w:t') {
      let parent = element.parent;
      while (parent !== undefined && parent.name !== 'w:p') parent = parent.parent;
      if (parent)
        texts.get(parent)?.push(element.children.map((node) => ('text' in node ? node.text : '')).join(''));
    }
  }
  return [...texts].map(([element, all]) => ({ part, element, text: plain(all.join('')) }));
};

/** In how many cells and boxes it stands. */
const place = (element: XmlElement): string => {
  const outside: string[] = [];
  for (let parent = element.parent; parent !== undefined; parent = parent.parent)
    if (parent.name === 'w:tc' || parent.name === 'w:txbxContent')
      outside.push(parent.name === 'w:tc' ? 'cell' : 'box');
  return outside.length === 0 ? '' : ` (in a ${outside.join(' in a ')})`;
};

const shown = (written: string, element: XmlElement | undefined, most: number): string =>
  element === undefined ? '' : cut(tidy(written.slice(element.start, element.end)), most);

const tidy = (markup: string): string =>
  markup
    .replaceAll(/ (w:rsid\w*|w14:(paraId|textId)|xmlns:\w+)="[^"]*"/g, '')
    .replaceAll(/<w:(proofErr|bookmarkStart|bookmarkEnd|lang)\b[^>]*\/>/g, '')
    .replaceAll(/\s+/g, ' ');

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
