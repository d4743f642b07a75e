/** carriedTables :: rendered part with marks → its tables with sums over pages: their rows, and what each adds to which sum */
import { RENDERED } from '../../ooxml/limits.ts';
import { parseXml, type XmlElement } from '../../ooxml/xml.ts';
import { type PageRowRole, readMark } from './marks.ts';

export interface CarriedRow {
  readonly element: XmlElement;
  /** Where it comes with the pages. */
  readonly role: PageRowRole | undefined;
  /** Into `CarryPlan.amounts`. */
  readonly amounts: number[];
}

export interface CarriedTable {
  readonly element: XmlElement;
  readonly rows: readonly CarriedRow[];
  /** The first of the rows that pages divide, and the first behind them. */
  readonly body: number;
  readonly end: number;
  /** A tag of its rows with sums, for messages. */
  readonly tag: number;
}

export const carriedTables = (source: string): readonly CarriedTable[] => {
  const finder = new Finder(source);
  finder.walk(parseXml(source, RENDERED), undefined);
  return finder.found;
};

interface OpenTable {
  readonly rows: CarriedRow[];
  tag: number | undefined;
  role: PageRowRole | undefined;
  amounts: number[];
}

class Finder {
  readonly found: CarriedTable[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  walk(element: XmlElement, table: OpenTable | undefined): void {
    for (const child of element.children) {
      if (child.kind === 'other') this.#mark(this.#source.slice(child.start, child.end), table);
      else if (child.kind !== 'element') continue;
      else if (child.name === 'w:tbl') this.#table(child);
      else if (child.name === 'w:tr') {
        if (table !== undefined) this.#row(child, table);
        this.walk(child, undefined);
      } else this.walk(child, table);
    }
  }

  #mark(markup: string, table: OpenTable | undefined): void {
    const mark = table === undefined ? undefined : readMark(markup);
    if (table === undefined || mark === undefined) return;
    if (mark.type === 'amount') table.amounts.push(mark.amount);
    else [table.role, table.tag] = [mark.role, mark.tag];
  }

  #row(element: XmlElement, table: OpenTable): void {
    const { role, amounts } = table;
    const last = table.rows.at(-1);
    // An item of which no row is left counts with the row above it.
    if (role !== undefined && last !== undefined) last.amounts.push(...amounts);
    table.rows.push({ element, role, amounts: role === undefined ? amounts : [] });
    [table.role, table.amounts] = [undefined, []];
  }

  #table(element: XmlElement): void {
    const table: OpenTable = { rows: [], tag: undefined, role: undefined, amounts: [] };
    this.walk(element, table);
    const { rows, tag } = table;
    if (tag === undefined) return;
    rows.at(-1)?.amounts.push(...table.amounts);
    const isFoot = ({ role }: CarriedRow): boolean => role === 'foot' || role === 'between';
    const foot = rows.findIndex(isFoot);
    const body = rows.findLastIndex(({ role }) => role === 'head') + 1;
    this.found.push({ element, rows, body, end: foot < 0 ? rows.length : foot, tag });
  }
}
