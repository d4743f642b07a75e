/**
 * TableRules :: table, style sheet → what holds for the table and, by place, for each cell (ECMA-376 §17.7.6)
 *
 * A table style formats the whole table and, by conditions, its first and last rows and columns, bands and corners.
 * Answers are interned by which conditions meet: a table of 2,000 rows has a handful of them.
 */
import type { Borders } from '../../wml/borders.ts';
import type { TableLayer } from '../../wml/cascade.ts';
import type { Table, WordDocument } from '../../wml/model.ts';
import { mergeParagraph } from '../../wml/paragraph-properties.ts';
import { type StyleRules, styleChain } from '../../wml/style-sheet.ts';
import type { CellMargins, CellProperties, TableLook, TableProperties } from '../../wml/table-properties.ts';

export type Margins = Required<CellMargins>;

/** 108 twips at the sides, where neither table nor style says (rule 17). */
const DEFAULT_MARGINS: Margins = { top: 0, bottom: 0, left: 5.4, right: 5.4 };

/** Where Word finds no `w:tblLook`, it applies no condition. */
const NO_LOOK: TableLook = {
  firstRow: false,
  lastRow: false,
  firstColumn: false,
  lastColumn: false,
  rowBands: false,
  columnBands: false,
};

/** In the order of application: what comes later wins. */
const CONDITIONS = [
  'wholeTable',
  'band1Vert',
  'band2Vert',
  'band1Horz',
  'band2Horz',
  'lastCol',
  'firstCol',
  'lastRow',
  'firstRow',
  'seCell',
  'swCell',
  'neCell',
  'nwCell',
] as const;

export type Condition = (typeof CONDITIONS)[number];

const bitOf = (condition: Condition): number => 1 << CONDITIONS.indexOf(condition);

/** Where a cell stands: row and cell, counted from 0, and how many of each there are. */
export interface CellPlace {
  readonly row: number;
  readonly rows: number;
  readonly index: number;
  readonly cells: number;
}

/** What the style gives to the cells for which the same conditions hold. */
export interface CellRules {
  readonly layer: TableLayer | undefined;
  readonly cell: CellProperties;
  readonly borders: readonly { readonly condition: Condition; readonly borders: Borders }[];
}

export class TableRules {
  readonly properties: TableProperties;
  readonly margins: Margins;
  readonly #chain: readonly StyleRules[];
  readonly #look: TableLook;
  readonly #known = new Map<number, CellRules>();
  /** Conditions that the style says something about. */
  readonly #said: number;

  constructor(table: Table, { styles }: WordDocument) {
    const wanted = table.properties.styleId;
    const styleId = wanted !== undefined && styles.byId.has(wanted) ? wanted : styles.defaultTable;
    this.#chain = styleChain(styles, styleId);
    let properties: TableProperties = {};
    for (const { table: rules } of this.#chain) properties = mergeTable(properties, rules?.table);
    this.properties = mergeTable(properties, table.properties);
    this.margins = { ...DEFAULT_MARGINS, ...this.properties.margins };
    this.#look = table.properties.look ?? NO_LOOK;
    let said = 0;
    for (const { table: rules } of this.#chain)
      for (const condition of CONDITIONS) if (rules?.conditions.has(condition)) said |= bitOf(condition);
    this.#said = said;
  }

  cellAt(place: CellPlace): CellRules {
    const mask = this.#said === 0 ? 0 : this.#maskAt(place) & this.#said;
    let known = this.#known.get(mask);
    if (known === undefined) {
      known = this.#resolve(mask);
      this.#known.set(mask, known);
    }
    return known;
  }

  #maskAt(place: CellPlace): number {
    const look = this.#look;
    const { row, rows, index, cells } = place;
    const top = look.firstRow && row === 0;
    const bottom = look.lastRow && row === rows - 1 && !top;
    const left = look.firstColumn && index === 0;
    const right = look.lastColumn && index === cells - 1 && !left;
    let mask = bitOf('wholeTable');
    if (look.rowBands && !top && !bottom)
      mask |= bitOf(this.rowBandOf(row).even ? 'band1Horz' : 'band2Horz');
    if (look.columnBands && !left && !right)
      mask |= bitOf(this.columnBandOf(index).even ? 'band1Vert' : 'band2Vert');
    if (top) mask |= bitOf('firstRow');
    if (bottom) mask |= bitOf('lastRow');
    if (left) mask |= bitOf('firstCol');
    if (right) mask |= bitOf('lastCol');
    if (top && left) mask |= bitOf('nwCell');
    if (top && right) mask |= bitOf('neCell');
    if (bottom && left) mask |= bitOf('swCell');
    if (bottom && right) mask |= bitOf('seCell');
    return mask;
  }

  rowBandOf(row: number): Band {
    return bandOf(row - (this.#look.firstRow ? 1 : 0), this.properties.rowBand);
  }

  columnBandOf(index: number): Band {
    return bandOf(index - (this.#look.firstColumn ? 1 : 0), this.properties.columnBand);
  }

  #resolve(mask: number): CellRules {
    let layer: TableLayer = { paragraph: {}, run: {} };
    let cell: CellProperties = {};
    const borders: { condition: Condition; borders: Borders }[] = [];
    for (const { paragraph, run, table } of this.#chain) {
      layer = { paragraph: mergeParagraph(layer.paragraph, paragraph), run: { ...layer.run, ...run } };
      cell = mergeCell(cell, table?.cell);
    }
    for (const condition of CONDITIONS) {
      if ((mask & bitOf(condition)) === 0) continue;
      for (const { table } of this.#chain) {
        const rules = table?.conditions.get(condition);
        if (rules === undefined) continue;
        layer = {
          paragraph: mergeParagraph(layer.paragraph, rules.paragraph),
          run: { ...layer.run, ...rules.run },
        };
        cell = mergeCell(cell, rules.cell);
        if (rules.table.shading !== undefined && rules.cell.shading === undefined)
          cell = { ...cell, shading: rules.table.shading };
        for (const lines of [rules.table.borders, rules.cell.borders])
          if (lines !== undefined) borders.push({ condition, borders: lines });
      }
    }
    const says = Object.keys(layer.paragraph).length + Object.keys(layer.run).length > 0;
    return { layer: says ? layer : undefined, cell, borders };
  }
}

export interface Band {
  readonly even: boolean;
  /** Whether the row or column is the band's first or last. */
  readonly first: boolean;
  readonly last: boolean;
}

const bandOf = (at: number, size = 1): Band => {
  const length = Math.max(1, size);
  const within = ((at % length) + length) % length;
  return { even: Math.floor(at / length) % 2 === 0, first: within === 0, last: within === length - 1 };
};

const mergeTable = (base: TableProperties, over: TableProperties | undefined): TableProperties => {
  if (over === undefined) return base;
  return {
    ...base,
    ...over,
    ...((base.borders !== undefined || over.borders !== undefined) && {
      borders: { ...base.borders, ...over.borders },
    }),
    ...((base.margins !== undefined || over.margins !== undefined) && {
      margins: { ...base.margins, ...over.margins },
    }),
  };
};

const mergeCell = (base: CellProperties, over: CellProperties | undefined): CellProperties => {
  if (over === undefined) return base;
  return {
    ...base,
    ...over,
    ...((base.margins !== undefined || over.margins !== undefined) && {
      margins: { ...base.margins, ...over.margins },
    }),
  };
};
