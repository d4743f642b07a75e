/**
 * TableStyles :: table style, place of a cell → what the style gives it (ECMA-376 §17.7.6)
 *
 * Conditions are laid over each other in Word's order: the whole table, bands, columns, rows, corners.
 */

import type { TableLayer } from '../../wml/cascade.ts';
import type { Borders } from '../../wml/properties/borders.ts';
import { mergeParagraph, type ParagraphProperties } from '../../wml/properties/paragraph-properties.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import type {
  CellProperties,
  RowProperties,
  TableLook,
  TableProperties,
} from '../../wml/properties/table-properties.ts';
import { type StyleSheet, styleChain, type TableRules } from '../../wml/style-sheet.ts';

export interface CellStyle {
  /** Interned: the same for all cells under the same conditions. */
  readonly layer: TableLayer;
  readonly cell: CellProperties;
  /** Lines of conditions, strongest last, each with what it counts as inside. */
  readonly borders: readonly { readonly region: Region; readonly borders: Borders }[];
}

/** What a condition covers decides which of a cell's edges lie inside of it. */
type Region = 'table' | 'row' | 'column' | 'cell';

interface CellPosition {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly span: number;
  readonly columns: number;
}

const NO_LOOK: TableLook = {
  firstRow: true,
  lastRow: false,
  firstColumn: true,
  lastColumn: false,
  rowBands: true,
  columnBands: false,
};

/** In the order of application, what comes later winning; and what each covers. */
const CONDITIONS: readonly (readonly [name: string, region: Region])[] = [
  ['wholeTable', 'table'],
  ['band1Vert', 'column'],
  ['band2Vert', 'column'],
  ['band1Horz', 'row'],
  ['band2Horz', 'row'],
  ['firstCol', 'column'],
  ['lastCol', 'column'],
  ['firstRow', 'row'],
  ['lastRow', 'row'],
  ['nwCell', 'cell'],
  ['neCell', 'cell'],
  ['swCell', 'cell'],
  ['seCell', 'cell'],
];

const bit = (name: string): number => 1 << CONDITIONS.findIndex((condition) => condition[0] === name);
const WHOLE = bit('wholeTable');
const [COLUMN_BAND_1, COLUMN_BAND_2] = [bit('band1Vert'), bit('band2Vert')];
const [ROW_BAND_1, ROW_BAND_2] = [bit('band1Horz'), bit('band2Horz')];
const [FIRST_COLUMN, LAST_COLUMN] = [bit('firstCol'), bit('lastCol')];
const [FIRST_ROW, LAST_ROW] = [bit('firstRow'), bit('lastRow')];
const [NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST] = [
  bit('nwCell'),
  bit('neCell'),
  bit('swCell'),
  bit('seCell'),
];

/** Tables of one style and look share what it gives them: text is resolved once for all of them. */
const STYLES = new WeakMap<StyleSheet, Map<string, TableStyle>>();

/** Of one style sheet, which may outlive many documents: more than any author has. */
const MOST_STYLES = 500;

export const tableStyleOf = (sheet: StyleSheet, properties: TableProperties): TableStyle => {
  let known = STYLES.get(sheet);
  if (known === undefined) {
    known = new Map();
    STYLES.set(sheet, known);
  }
  const { styleId, look, rowBand, columnBand } = properties;
  const key = JSON.stringify([styleId, look, rowBand, columnBand]);
  let style = known.get(key);
  if (style === undefined) {
    style = new TableStyle(sheet, properties);
    if (known.size < MOST_STYLES) known.set(key, style);
  }
  return style;
};

export class TableStyle {
  /** Of the style and its ancestors, merged; direct properties are not in here. */
  readonly table: TableProperties;
  readonly #chain: readonly TableRules[];
  readonly #base: {
    readonly paragraph: ParagraphProperties;
    readonly run: RunProperties;
    readonly cell: CellProperties;
  };
  /** Bits of the conditions that the style has rules for. */
  readonly #stated: number;
  readonly #look: TableLook;
  readonly #rowBand: number;
  readonly #columnBand: number;
  readonly #known = new Map<number, CellStyle>();

  constructor(sheet: StyleSheet, properties: TableProperties) {
    const chain = styleChain(sheet, properties.styleId ?? sheet.defaultTable);
    this.#chain = chain.flatMap((style) => (style.table === undefined ? [] : [style.table]));
    this.table = mergeTables(this.#chain.map((rules) => rules.table));
    let paragraph: ParagraphProperties = {};
    let run: RunProperties = {};
    let cell: CellProperties = {};
    for (const style of chain) {
      paragraph = mergeParagraph(paragraph, style.paragraph);
      run = { ...run, ...style.run };
      if (style.table !== undefined) cell = { ...cell, ...style.table.cell };
    }
    this.#base = { paragraph, run, cell };
    let stated = 0;
    for (const [name] of CONDITIONS)
      if (this.#chain.some((rules) => rules.conditions.has(name))) stated |= bit(name);
    this.#stated = stated;
    this.#look = properties.look ?? NO_LOOK;
    this.#rowBand = Math.max(1, properties.rowBand ?? this.table.rowBand ?? 1);
    this.#columnBand = Math.max(1, properties.columnBand ?? this.table.columnBand ?? 1);
  }

  cell(position: CellPosition): CellStyle {
    // Conditions that the style says nothing of make no difference between cells.
    const conditions = this.#conditions(position) & this.#stated;
    let known = this.#known.get(conditions);
    if (known === undefined) {
      known = this.#merge(conditions);
      this.#known.set(conditions, known);
    }
    return known;
  }

  /** Rows of one number give cells of one column the same style. */
  rowKind(row: number, rows: number): number {
    const met = this.#conditions({ row, rows, column: 0, span: 1, columns: 1 });
    return met & (FIRST_ROW | LAST_ROW | ((ROW_BAND_1 | ROW_BAND_2) & this.#stated));
  }

  /** Header rows, and rows that stay whole, may be the style's wish: for all of them, or for the first. */
  row(index: number): Pick<RowProperties, 'header' | 'cantSplit'> {
    const rules = this.#chain.map(({ row }) => row);
    if (index === 0 && this.#look.firstRow)
      rules.push(...this.#chain.flatMap(({ conditions }) => conditions.get('firstRow')?.row ?? []));
    const header = rules.findLast((one) => one.header !== undefined)?.header;
    const cantSplit = rules.findLast((one) => one.cantSplit !== undefined)?.cantSplit;
    return { ...(header !== undefined && { header }), ...(cantSplit !== undefined && { cantSplit }) };
  }

  #conditions({ row, rows, column, span, columns }: CellPosition): number {
    const look = this.#look;
    const firstRow = look.firstRow && row === 0;
    const lastRow = look.lastRow && row === rows - 1 && !firstRow;
    const firstColumn = look.firstColumn && column === 0;
    const lastColumn = look.lastColumn && column + span >= columns && !firstColumn;
    let met = WHOLE;
    if (look.columnBands && !firstColumn && !lastColumn) {
      const band = Math.floor((column - (look.firstColumn ? 1 : 0)) / this.#columnBand);
      met |= band % 2 === 0 ? COLUMN_BAND_1 : COLUMN_BAND_2;
    }
    if (look.rowBands && !firstRow && !lastRow) {
      const band = Math.floor((row - (look.firstRow ? 1 : 0)) / this.#rowBand);
      met |= band % 2 === 0 ? ROW_BAND_1 : ROW_BAND_2;
    }
    if (firstColumn) met |= FIRST_COLUMN;
    if (lastColumn) met |= LAST_COLUMN;
    if (firstRow) met |= FIRST_ROW | (firstColumn ? NORTH_WEST : 0) | (lastColumn ? NORTH_EAST : 0);
    if (lastRow) met |= LAST_ROW | (firstColumn ? SOUTH_WEST : 0) | (lastColumn ? SOUTH_EAST : 0);
    return met;
  }

  #merge(met: number): CellStyle {
    let { paragraph, run, cell } = this.#base;
    const borders: { region: Region; borders: Borders }[] = [];
    for (const [name, region] of CONDITIONS) {
      if ((met & bit(name)) === 0) continue;
      for (const rules of this.#chain) {
        const condition = rules.conditions.get(name);
        if (condition === undefined) continue;
        paragraph = mergeParagraph(paragraph, condition.paragraph);
        run = { ...run, ...condition.run };
        const { shading } = condition.table;
        cell = { ...cell, ...(shading !== undefined && { shading }), ...condition.cell };
        if (condition.table.borders !== undefined) borders.push({ region, borders: condition.table.borders });
        if (condition.cell.borders !== undefined) borders.push({ region, borders: condition.cell.borders });
      }
    }
    const whole = this.#base.cell.borders;
    if (whole !== undefined) borders.unshift({ region: 'table', borders: whole });
    return { layer: { paragraph, run }, cell, borders };
  }
}

export const mergeTables = (all: readonly TableProperties[]): TableProperties => {
  let merged: TableProperties = {};
  for (const one of all) {
    merged = {
      ...merged,
      ...one,
      ...((merged.borders ?? one.borders) !== undefined && {
        borders: { ...merged.borders, ...one.borders },
      }),
      ...((merged.margins ?? one.margins) !== undefined && {
        margins: { ...merged.margins, ...one.margins },
      }),
    };
  }
  return merged;
};
