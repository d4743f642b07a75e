/**
 * TableStyles :: table style, place of a cell → what the style gives it (ECMA-376 §17.7.6)
 *
 * Conditions are laid over each other in Word's order: the whole table, bands, columns, rows, corners.
 */
import type { Borders } from '../../wml/borders.ts';
import type { TableLayer } from '../../wml/cascade.ts';
import { mergeParagraph, type ParagraphProperties } from '../../wml/paragraph-properties.ts';
import type { RunProperties } from '../../wml/run-properties.ts';
import { type StyleSheet, styleChain, type TableRules } from '../../wml/style-sheet.ts';
import type { CellProperties, TableLook, TableProperties } from '../../wml/table-properties.ts';

export interface CellStyle {
  /** Interned: the same for all cells under the same conditions. */
  readonly layer: TableLayer;
  readonly cell: CellProperties;
  /** Lines of conditions, strongest last, each with what it counts as inside. */
  readonly borders: readonly { readonly region: Region; readonly borders: Borders }[];
}

/** What a condition covers decides which of a cell's edges lie inside of it. */
export type Region = 'table' | 'row' | 'column' | 'cell';

export interface CellPosition {
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

const REGIONS: Readonly<Record<string, Region>> = {
  wholeTable: 'table',
  band1Vert: 'column',
  band2Vert: 'column',
  band1Horz: 'row',
  band2Horz: 'row',
  firstCol: 'column',
  lastCol: 'column',
  firstRow: 'row',
  lastRow: 'row',
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
  readonly #look: TableLook;
  readonly #rowBand: number;
  readonly #columnBand: number;
  readonly #known = new Map<string, CellStyle>();

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
    this.#look = properties.look ?? NO_LOOK;
    this.#rowBand = Math.max(1, properties.rowBand ?? this.table.rowBand ?? 1);
    this.#columnBand = Math.max(1, properties.columnBand ?? this.table.columnBand ?? 1);
  }

  cell(position: CellPosition): CellStyle {
    const names = this.#conditions(position);
    const key = names.join(' ');
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#merge(names);
      this.#known.set(key, known);
    }
    return known;
  }

  #conditions({ row, rows, column, span, columns }: CellPosition): string[] {
    const look = this.#look;
    const firstRow = look.firstRow && row === 0;
    const lastRow = look.lastRow && row === rows - 1;
    const firstColumn = look.firstColumn && column === 0;
    const lastColumn = look.lastColumn && column + span >= columns;
    const names: string[] = ['wholeTable'];
    if (look.columnBands && !firstColumn && !lastColumn) {
      const band = Math.floor((column - (look.firstColumn ? 1 : 0)) / this.#columnBand);
      names.push(band % 2 === 0 ? 'band1Vert' : 'band2Vert');
    }
    if (look.rowBands && !firstRow && !lastRow) {
      const band = Math.floor((row - (look.firstRow ? 1 : 0)) / this.#rowBand);
      names.push(band % 2 === 0 ? 'band1Horz' : 'band2Horz');
    }
    if (firstColumn) names.push('firstCol');
    if (lastColumn) names.push('lastCol');
    if (firstRow) names.push('firstRow');
    if (lastRow) names.push('lastRow');
    if (firstRow && firstColumn) names.push('nwCell');
    if (firstRow && lastColumn) names.push('neCell');
    if (lastRow && firstColumn) names.push('swCell');
    if (lastRow && lastColumn) names.push('seCell');
    return names;
  }

  #merge(names: readonly string[]): CellStyle {
    let { paragraph, run, cell } = this.#base;
    const borders: { region: Region; borders: Borders }[] = [];
    for (const name of names) {
      for (const rules of this.#chain) {
        const condition = rules.conditions.get(name);
        if (condition === undefined) continue;
        paragraph = mergeParagraph(paragraph, condition.paragraph);
        run = { ...run, ...condition.run };
        const { shading } = condition.table;
        cell = { ...cell, ...(shading !== undefined && { shading }), ...condition.cell };
        const region = REGIONS[name] ?? 'cell';
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
