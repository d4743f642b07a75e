/**
 * flowOf :: package → the words of the body in their order, with the marks that Word left where a page began
 *
 * A mark (`w:lastRenderedPageBreak`) stands in the first run of a page, as the pages were when Word saved the document. What
 * floats has places of its own and is no part of the flow; header rows are there on several pages.
 */
import type { DocxPackage } from '../../../src/ooxml/docx.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../../src/ooxml/xml.ts';

export interface Spot {
  /** The name of the bookmark that a marked copy has here. */
  readonly name: string;
  readonly kind: 'word' | 'mark';
  readonly text: string;
  /** The outermost row and cell around it: cells of a row go from page to page side by side. */
  readonly row: XmlElement | undefined;
  readonly cell: XmlElement | undefined;
  /** Where the run is to be parted: in the text of `within`, or between its children. */
  readonly run: XmlElement;
  readonly within: XmlElement | undefined;
  readonly at: number;
}

const NOT_IN_THE_FLOW: ReadonlySet<string> = new Set(['w:txbxContent', 'w:del', 'w:moveFrom', 'mc:Fallback']);
/** Ideographs and kana stand without blanks: a few of them in a row are a word to us. */
const WORD = /[\u3040-\u9fff]{1,6}|[^\s\u3040-\u9fff]+/gu;

export const flowOf = (docx: DocxPackage): readonly Spot[] => {
  const source = docx.text(docx.mainPart);
  const spots: Spot[] = [];
  const add = (spot: Omit<Spot, 'name'>): number => spots.push({ ...spot, name: `~${spots.length}` });
  for (const run of descendantsOf(docx.xml(docx.mainPart))) {
    if (run.name !== 'w:r' || run.rawName !== 'w:r') continue;
    const around = placeOf(run);
    if (around === undefined) continue;
    for (const child of elementsOf(run)) {
      if (child.name === 'w:lastRenderedPageBreak')
        add({ kind: 'mark', text: '', ...around, run, within: undefined, at: child.end });
      else if (child.name === 'w:t')
        for (const word of wordsOf(child, source)) add({ kind: 'word', ...around, run, ...word });
    }
  }
  return spots;
};

const wordsOf = (text: XmlElement, source: string): readonly Pick<Spot, 'text' | 'within' | 'at'>[] => {
  const written = source.slice(text.openEnd, text.closeStart);
  // What is not to be kept at its ends would be kept where it is parted.
  const whole = text.attribute('xml:space') !== 'preserve' && written !== written.trim();
  return [...written.matchAll(WORD)]
    .slice(0, whole ? 1 : undefined)
    .map(({ 0: word, index }) =>
      index === 0 || whole
        ? { text: word, within: undefined, at: text.start }
        : { text: word, within: text, at: text.openEnd + index },
    );
};

/** Undefined outside of the flow. */
const placeOf = (run: XmlElement): Pick<Spot, 'row' | 'cell'> | undefined => {
  let row: XmlElement | undefined;
  let cell: XmlElement | undefined;
  for (let one = run.parent; one !== undefined; one = one.parent) {
    if (NOT_IN_THE_FLOW.has(one.name)) return undefined;
    if (one.name === 'w:p' && childOf(childOf(one, 'w:pPr'), 'w:framePr') !== undefined) return undefined;
    if (one.name === 'w:tbl' && childOf(childOf(one, 'w:tblPr'), 'w:tblpPr') !== undefined) return undefined;
    if (one.name === 'w:tr') {
      if (childOf(childOf(one, 'w:trPr'), 'w:tblHeader') !== undefined) return undefined;
      row = one;
    } else if (one.name === 'w:tc') cell = one;
  }
  return { row, cell };
};
