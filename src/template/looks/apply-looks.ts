/** applyLooks :: rendered part with marks → the same with looks in place of the marks */

import { RENDERED } from '../../ooxml/limits.ts';
import { childOf, elementsOf, parseXml, type XmlElement } from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { isSelfClosed } from '../../ooxml/xml-markup.ts';
import { isVmlShape } from '../word/vml-shapes.ts';
import { type FoundLooks, findLooks } from './find-looks.ts';
import { combineLooks, type Look, NO_LOOK, type Patch } from './look.ts';
import type { LookMarks } from './look-marks.ts';
import { patched } from './patch.ts';
import { type CellChange, cellChanges } from './table-looks.ts';
import { editVmlShape } from './vml-shape.ts';

export const applyLooks = (source: string, marks: LookMarks): string => {
  const root = parseXml(source, RENDERED);
  const edits = new XmlEdits(source);
  new LookWriter(edits, findLooks(root, source, marks)).write(root, NO_LOOK);
  return edits.text(0, source.length);
};

/** Properties, which are written with their element. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:rPr',
  'w:tcPr',
  'w:trPr',
  'w:tblPr',
  'w:sectPr',
]);

class LookWriter {
  readonly #edits: XmlEdits;
  readonly #found: FoundLooks;
  readonly #cells = new Map<XmlElement, CellChange>();
  readonly #touched: Set<XmlElement>;
  /** Looks of letters that go on, in the paragraph that is being written. */
  #letters: Patch[] = [];

  constructor(edits: XmlEdits, found: FoundLooks) {
    this.#edits = edits;
    this.#found = found;
    this.#touched = new Set(found.touched);
  }

  write(element: XmlElement, inherited: Look): void {
    const { name } = element;
    if (PROPERTIES.has(name)) return;
    if (this.#found.fallbacks.has(element)) {
      this.#edits.replace(element.start, element.end, '');
      return;
    }
    if (this.#isPlain(element, inherited)) return;
    const own = this.#found.elements.get(element);
    const look = own === undefined ? inherited : combineLooks(inherited, own);
    switch (name) {
      case 'w:tbl':
        this.#table(element);
        this.#children(element, inherited);
        return;
      case 'w:tr':
        this.#properties(element, 'w:trPr', look.row);
        this.#children(element, look);
        return;
      case 'w:tc':
        this.#cell(element, inherited, own);
        return;
      case 'w:p':
        this.#paragraph(element, look);
        return;
      case 'w:r': {
        const letters =
          this.#letters.length === 0
            ? look.run
            : new Map([look.run, ...this.#letters].flatMap((patch) => [...patch]));
        this.#properties(element, 'w:rPr', letters);
        this.#children(element, inherited);
        return;
      }
      case 'w:txbxContent':
        this.#children(element, NO_LOOK);
        return;
      case 'wps:spPr':
      case 'pic:spPr':
        if (own !== undefined)
          this.#edits.replace(
            element.start,
            element.end,
            patched(this.#edits.source, element, name, own.shape),
          );
        return;
      default:
        if (own !== undefined && isVmlShape(element)) editVmlShape(this.#edits, element, own.vml);
        this.#children(element, inherited);
    }
  }

  /** Nothing is said of it, of anything in it or around it. */
  #isPlain(element: XmlElement, { run, paragraph, cell }: Look): boolean {
    if (run.size > 0 || paragraph.size > 0 || cell.size > 0 || this.#letters.length > 0) return false;
    return !this.#touched.has(element);
  }

  #children(element: XmlElement, inherited: Look): void {
    for (const child of element.children) {
      if (child.kind === 'element') this.write(child, inherited);
      else if (child.kind === 'other') {
        const mark = this.#found.marks.get(child);
        if (mark === undefined) continue;
        this.#edits.replace(child.start, child.end, '');
        if (mark.type === 'end') this.#letters = this.#letters.slice(0, -1);
        else if (mark.type === 'look' && mark.hasEnd)
          this.#letters = [...this.#letters, mark.unit === 'text' ? mark.look.run : NO_LOOK.run];
      }
    }
  }

  #paragraph(element: XmlElement, look: Look): void {
    const { source } = this.#edits;
    const properties = childOf(element, 'w:pPr');
    const patch = new Map(look.paragraph);
    // The mark of the paragraph has a look, too: numbers of lists take theirs from it.
    if (look.run.size > 0)
      patch.set('w:rPr', patched(source, childOf(properties, 'w:rPr'), 'w:rPr', look.run));
    this.#properties(element, 'w:pPr', patch);
    const around = this.#letters;
    this.#letters = [];
    this.#children(element, look);
    this.#letters = around;
  }

  #cell(element: XmlElement, inherited: Look, own: Look | undefined): void {
    const change = this.#cells.get(element);
    if (change?.isGone === true) {
      this.#edits.replace(element.start, element.end, '');
      return;
    }
    // A row is said over its columns, a cell over its row.
    const around = change?.look === undefined ? inherited : combineLooks(change.look, inherited);
    const look = own === undefined ? around : combineLooks(around, own);
    const patch = new Map(look.cell);
    if (change?.span !== undefined)
      patch.set('w:gridSpan', change.span === 1 ? '' : `<w:gridSpan w:val="${change.span}"/>`);
    if (change?.width !== undefined) patch.set('w:tcW', `<w:tcW w:w="${change.width}" w:type="dxa"/>`);
    if (change?.merge !== undefined)
      patch.set('w:vMerge', change.merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>');
    this.#properties(element, 'w:tcPr', patch);
    if (change?.merge === 'continue') this.#emptied(element);
    else this.#children(element, { ...NO_LOOK, run: look.run, paragraph: look.paragraph });
  }

  /** Of a cell that goes on, nothing is seen. */
  #emptied(element: XmlElement): void {
    const properties = childOf(element, 'w:tcPr');
    const from = properties?.end ?? element.openEnd;
    this.#edits.replace(from, element.closeStart, '<w:p/>');
  }

  #table(element: XmlElement): void {
    const looks = this.#found.tables.get(element);
    if (looks === undefined) return;
    const { cells, widths } = cellChanges(element, looks, this.#found);
    for (const [cell, change] of cells) {
      this.#cells.set(cell, change);
      for (let at: XmlElement | undefined = cell; at !== undefined && !this.#touched.has(at); at = at.parent)
        this.#touched.add(at);
    }
    if (widths === undefined) return;
    const grid = childOf(element, 'w:tblGrid');
    for (const [index, column] of elementsOf(grid ?? element, 'w:gridCol').entries())
      this.#edits.attribute(column, 'w:w', String(widths[index] ?? 0));
    const total = childOf(childOf(element, 'w:tblPr'), 'w:tblW');
    if (total?.attribute('w:type') === 'dxa')
      this.#edits.attribute(total, 'w:w', String(widths.reduce((sum, width) => sum + width, 0)));
  }

  #properties(element: XmlElement, name: string, patch: Patch): void {
    if (patch.size === 0) return;
    const { source } = this.#edits;
    const own = childOf(element, name);
    const markup = patched(source, own, name, patch);
    if (own !== undefined) this.#edits.replace(own.start, own.end, markup);
    else if (isSelfClosed(element)) {
      const open = source.slice(element.start, element.end).replace(/\s*\/>$/, '>');
      this.#edits.replace(element.start, element.end, `${open}${markup}</${element.rawName}>`);
    } else this.#edits.insert(childOf(element, 'w:tblPrEx')?.end ?? element.openEnd, markup);
  }
}
