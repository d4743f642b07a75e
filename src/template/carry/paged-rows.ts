/**
 * PagedRows: the text of a part, with the rows of its tables on pages
 *
 * `draft` is for layout, which finds out where pages end: rows that come with pages are marked, and one of each stands for all.
 * `paged` has them where the pages end, with their sums, and a break before the next page. All pages are told at once, so a table of
 * any length takes a draft and a look at what came out.
 */
import { childOf, descendantsOf, type XmlElement } from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { RunningSum } from '../expression/values/running-sum.ts';
import { patched } from '../looks/patch.ts';
import { type CarriedRow, type CarriedTable, carriedTables } from './carried-tables.ts';
import { withoutMarks, withSums } from './marks.ts';
import type { CarryPlan, PageSum } from './plan.ts';

/** Which of a table's rows, by their numbers, begin a page, and which are higher than one. */
export interface Breaks {
  readonly before: ReadonlySet<number>;
  readonly high: ReadonlySet<number>;
}

export interface PagedText {
  readonly text: string;
  /** Of each table: the page of each of its rows as it is now, counted from 0; undefined for rows that no page divides. */
  readonly pages: readonly (readonly (number | undefined)[])[];
}

const NAMESPACE = 'xmlns:platen="urn:platen:pages"';
const TRACKED = new RegExp(`<platen:table ${NAMESPACE} name="\\d+"/>`, 'g');

/** As a document has it: nobody is asked for its pages any more. */
export const untracked = (text: string): string => text.replace(TRACKED, '');

export class PagedRows {
  readonly tables: readonly CarriedTable[];
  readonly #source: string;
  readonly #plan: CarryPlan;
  /** The longest text of each sum so far: the row that stands for all is made for it. */
  readonly #longest = new Map<number, string>();
  readonly #rowProperties = new Map<string, string>();

  constructor(source: string, plan: CarryPlan) {
    this.#source = source;
    this.#plan = plan;
    this.tables = carriedTables(source);
  }

  /** `more`: twips that are left free besides, where lines between rows took more than they had in an earlier draft. */
  draft(more = 0): string {
    const edits = new XmlEdits(this.#source);
    for (const [index, table] of this.tables.entries()) {
      const all = new Sums(this.#plan);
      for (const row of table.rows) all.add(row);
      this.#track(edits, table, index);
      for (const { element, role } of table.rows) {
        if (role === undefined) {
          this.#patchRow(edits, element, WHOLE);
          continue;
        }
        const patch: Patch = [...WHOLE, ['platen:row', pageRow(role, more)]];
        edits.replace(element.start, element.end, this.#pageRow(element, all, { patch, isDraft: true }));
      }
    }
    return withoutMarks(edits.text(0, this.#source.length));
  }

  paged(breaks: readonly (Breaks | undefined)[]): PagedText {
    const edits = new XmlEdits(this.#source);
    const pages = this.tables.map((table, index) => {
      this.#track(edits, table, index);
      return this.#table(edits, table, breaks[index] ?? NO_BREAKS);
    });
    return { text: withoutMarks(edits.text(0, this.#source.length)), pages };
  }

  #table(edits: XmlEdits, table: CarriedTable, { before, high }: Breaks): (number | undefined)[] {
    const { rows, end } = table;
    const sums = new Sums(this.#plan);
    const heads = rows.filter(({ role }) => role === 'head');
    const feet = rows.filter(({ role }) => role === 'foot' || role === 'between');
    const pages: (number | undefined)[] = [];
    let page = 0;
    for (const [index, row] of rows.entries()) {
      const { element, role } = row;
      if (before.has(index)) {
        const copies = feet.map((foot) => this.#pageRow(foot.element, sums, { isCopy: true }));
        for (const _ of feet) pages.push(page);
        page += 1;
        sums.nextPage();
        for (const [at, head] of heads.entries()) {
          copies.push(this.#pageRow(head.element, sums, { isCopy: true, breaks: at === 0 }));
          pages.push(page);
        }
        edits.insert(rows[index - 1]?.element.end ?? element.start, copies.join(''));
      }
      if (role === 'head' || role === 'between') edits.replace(element.start, element.end, '');
      else if (role === 'foot') {
        edits.replace(element.start, element.end, this.#pageRow(element, sums, {}));
        pages.push(page);
      } else {
        sums.add(row);
        if (before.size > 0 && !high.has(index)) this.#patchRow(edits, element, WHOLE);
        if (before.has(index) && heads.length === 0) breakBefore(edits, element);
        pages.push(index < end ? page : undefined);
      }
    }
    return pages;
  }

  #track(edits: XmlEdits, { element }: CarriedTable, index: number): void {
    const properties = childOf(element, 'w:tblPr');
    const mark = `<platen:table ${NAMESPACE} name="${index}"/>`;
    if (properties === undefined) edits.insert(element.openEnd, `<w:tblPr>${mark}</w:tblPr>`);
    else if (properties.openEnd === properties.end)
      edits.replace(properties.start, properties.end, `<w:tblPr>${mark}</w:tblPr>`);
    else edits.insert(properties.closeStart, mark);
  }

  /** Most rows of a table have the same properties. */
  #patchRow(edits: XmlEdits, row: XmlElement, patch: Patch): void {
    const properties = childOf(row, 'w:trPr');
    const source = properties === undefined ? '' : this.#source.slice(properties.start, properties.end);
    const key = `${source} ${patch.map(([, markup]) => markup).join('')}`;
    let markup = this.#rowProperties.get(key);
    if (markup === undefined) {
      markup = patched(this.#source, properties, 'w:trPr', new Map(patch));
      this.#rowProperties.set(key, markup);
    }
    if (properties !== undefined) edits.replace(properties.start, properties.end, markup);
    else edits.insert(childOf(row, 'w:tblPrEx')?.end ?? row.openEnd, markup);
  }

  #pageRow(row: XmlElement, sums: Sums, how: RowForm): string {
    const edits = new XmlEdits(this.#source);
    this.#patchRow(edits, row, how.patch ?? WHOLE);
    if (how.breaks === true) breakBefore(edits, row);
    const markup = how.isCopy === true ? withoutIds(edits.of(row)) : edits.of(row);
    return withSums(markup, (number) => {
      const sum = this.#plan.sums[number];
      if (sum === undefined) return '';
      const longest = this.#longest.get(number) ?? '';
      const text = how.isDraft === true && longest !== '' ? longest : sum.text(sums.of(sum));
      if (text.length > longest.length) this.#longest.set(number, text);
      return text;
    });
  }
}

interface RowForm {
  readonly patch?: Patch;
  /** It begins a page. */
  readonly breaks?: boolean;
  /** One like it stands elsewhere. */
  readonly isCopy?: boolean;
  readonly isDraft?: boolean;
}

type Patch = readonly (readonly [string, string])[];

const NO_BREAKS: Breaks = { before: new Set(), high: new Set() };
/** A sum can't stand in the middle of a row. */
const WHOLE: Patch = [['w:cantSplit', '<w:cantSplit/>']];
const pageRow = (role: string, more: number): string =>
  `<platen:row ${NAMESPACE} at="${role}"${more === 0 ? '' : ` more="${more}"`}/>`;

/** Names and numbers that only one may have. */
const withoutIds = (markup: string): string =>
  markup
    .replace(/<\w+:bookmark(?:Start|End)\s[^>]*\/>/g, '')
    .replace(/\s\w+:(?:paraId|textId)=(?:"[^"]*"|'[^']*')/g, '');

const BREAK = new Map([['w:pageBreakBefore', '<w:pageBreakBefore/>']]);

/** By the first paragraph, as Word does: its header rows come again then. */
const breakBefore = (edits: XmlEdits, row: XmlElement): void => {
  for (const paragraph of descendantsOf(row)) {
    if (paragraph.name !== 'w:p') continue;
    const properties = childOf(paragraph, 'w:pPr');
    const markup = patched(edits.source, properties, 'w:pPr', BREAK);
    if (properties !== undefined) edits.replace(properties.start, properties.end, markup);
    else if (paragraph.openEnd < paragraph.end) edits.insert(paragraph.openEnd, markup);
    else edits.replace(paragraph.start, paragraph.end, `<w:p>${markup}</w:p>`);
    return;
  }
};

/** What is added up, row by row. */
class Sums {
  readonly #plan: CarryPlan;
  #page = new Map<number, RunningSum>();
  readonly #all = new Map<number, RunningSum>();

  constructor(plan: CarryPlan) {
    this.#plan = plan;
  }

  add({ amounts }: CarriedRow): void {
    for (const index of amounts) {
      const amount = this.#plan.amounts[index];
      if (amount === undefined) continue;
      for (const sums of [this.#page, this.#all]) {
        const sum = sums.get(amount.slot) ?? new RunningSum();
        sums.set(amount.slot, sum);
        sum.add(amount.value);
      }
    }
  }

  nextPage(): void {
    this.#page = new Map();
  }

  of({ slot, of }: PageSum): number {
    return (of === 'total' ? this.#page : this.#all).get(slot)?.sum ?? 0;
  }
}
