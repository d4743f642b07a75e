/**
 * Together :: marks and elements in the order of the document → looks that keep what stands between two marks on one page
 *
 * Word's own means: each paragraph is kept whole and with the next, but for those of the last row or the last paragraph, and
 * rows don't break across pages (ECMA-376 §17.3.1.14, §17.3.1.15, §17.4.6).
 */
import type { XmlElement } from '../../ooxml/xml.ts';
import { nearest } from '../word/ancestry.ts';
import { type Look, NO_LOOK } from './look.ts';

const WHOLE: Look = { ...NO_LOOK, paragraph: new Map([['w:keepLines', '<w:keepLines/>']]) };
const WITH_NEXT: Look = {
  ...NO_LOOK,
  paragraph: new Map([
    ['w:keepNext', '<w:keepNext/>'],
    ['w:keepLines', '<w:keepLines/>'],
  ]),
};
const WHOLE_ROW: Look = { ...NO_LOOK, row: new Map([['w:cantSplit', '<w:cantSplit/>']]) };

export class Together {
  readonly #open: XmlElement[][] = [];

  begin(parent: XmlElement): void {
    // Where the mark stands in a text, its paragraph is the first.
    const paragraph = nearest(parent, 'w:p');
    this.#open.push(paragraph === undefined ? [] : [paragraph]);
  }

  meet(element: XmlElement): void {
    if (element.name !== 'w:p' && element.name !== 'w:tr') return;
    for (const elements of this.#open) elements.push(element);
  }

  end(say: (element: XmlElement, look: Look) => void): void {
    const elements = this.#open.pop() ?? [];
    const last = elements.findLast(({ name }) => name === 'w:p');
    if (last === undefined) return;
    const rows = new Set(elements.filter(({ name }) => name === 'w:tr'));
    const lastRow = outermost(last, rows);
    for (const element of elements) {
      if (element.name === 'w:tr') say(element, WHOLE_ROW);
      else {
        const isLast = element === last || (lastRow !== undefined && outermost(element, rows) === lastRow);
        say(element, isLast ? WHOLE : WITH_NEXT);
      }
    }
  }
}

const outermost = (element: XmlElement, rows: ReadonlySet<XmlElement>): XmlElement | undefined => {
  let found: XmlElement | undefined;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent)
    if (rows.has(at)) found = at;
  return found;
};
