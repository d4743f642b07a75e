/**
 * readTableProperties, readRowProperties, readCellProperties :: w:tblPr, w:trPr, w:tcPr → plain data (ECMA-376 §17.4)
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { readShading } from '../colors.ts';
import type { Rgb } from '../theme.ts';
import { type Borders, readBorders } from './borders.ts';
import type { PropertyContext } from './run-properties.ts';
import { childValue, isOn, lengthOf, toggleOf, wholeNumber } from './word-values.ts';

/** Points, or a share of what is there (1 is all), or whatever the content needs. */
export type Width =
  | { readonly kind: 'points'; readonly value: number }
  | { readonly kind: 'share'; readonly value: number }
  | { readonly kind: 'auto' };

export interface CellMargins {
  readonly top?: number;
  readonly bottom?: number;
  readonly left?: number;
  readonly right?: number;
}

export interface TableProperties {
  readonly styleId?: string;
  readonly width?: Width;
  readonly indent?: number;
  readonly alignment?: 'left' | 'center' | 'right';
  readonly fixed?: boolean;
  readonly borders?: Borders;
  readonly shading?: Rgb | null;
  readonly margins?: CellMargins;
  readonly cellSpacing?: number;
  readonly look?: TableLook;
  readonly floating?: TablePlacement;
  readonly rowBand?: number;
  readonly columnBand?: number;
  /** Its first column stands at the right (`w:bidiVisual`). */
  readonly rightToLeft?: boolean;
  /** A name under which layout tells on which pages its rows stand. No file has it: it is put there to be asked for. */
  readonly tracked?: string;
}

/** `w:tblpPr` (§17.4.57). */
export interface TablePlacement {
  readonly horizontalAnchor: string;
  readonly verticalAnchor: string;
  readonly x?: number;
  readonly xAlign?: string;
  readonly y?: number;
  readonly yAlign?: string;
  readonly distances: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Which conditional formats of the style apply (§17.4.55). */
export interface TableLook {
  readonly firstRow: boolean;
  readonly lastRow: boolean;
  readonly firstColumn: boolean;
  readonly lastColumn: boolean;
  readonly rowBands: boolean;
  readonly columnBands: boolean;
}

export interface RowProperties {
  readonly height?: number;
  readonly heightRule?: 'atLeast' | 'exact';
  readonly header?: boolean;
  readonly cantSplit?: boolean;
  readonly gridBefore?: number;
  readonly gridAfter?: number;
  readonly widthBefore?: Width;
  readonly hidden?: boolean;
  /** `w:tblPrEx` borders and margins: exceptions for this row. */
  readonly borders?: Borders;
  readonly margins?: CellMargins;
  /** In a tracked table: see `PageRow`. */
  readonly onPages?: PageRow;
  /** What its room at the end of a page is to be larger by. */
  readonly moreRoom?: number;
}

/**
 * Rows that come with the pages of a table. `head`: below the header rows of each page but the first, and nowhere else. `foot`:
 * where it stands, and there is room for it at the end of each page that the table leaves. `between`: that room alone.
 */
type PageRow = 'head' | 'foot' | 'between';

export interface CellProperties {
  readonly width?: Width;
  readonly span?: number;
  readonly merge?: 'restart' | 'continue';
  readonly borders?: Borders;
  readonly shading?: Rgb | null;
  readonly margins?: CellMargins;
  readonly verticalAlignment?: 'top' | 'center' | 'bottom';
  readonly noWrap?: boolean;
  /** Text that runs upwards or downwards; `upright` is downwards, with East Asian characters as they stand. */
  readonly direction?: 'up' | 'down' | 'upright';
}

const MOST_COLUMNS = 63;

const readWidth = (element: XmlElement | undefined): Width | undefined => {
  if (element === undefined) return undefined;
  const text = element.attribute('w:w') ?? '0';
  const type = element.attribute('w:type') ?? 'dxa';
  if (type === 'auto' || type === 'nil') return { kind: 'auto' };
  const percent = /^(-?[\d.]+)%$/.exec(text)?.[1];
  if (percent !== undefined) return { kind: 'share', value: Number(percent) / 100 };
  // §17.18.90: fiftieths of a percent.
  if (type === 'pct') return { kind: 'share', value: (wholeNumber(text) ?? 0) / 5000 };
  const value = lengthOf(text);
  return value === undefined || value <= 0 ? { kind: 'auto' } : { kind: 'points', value };
};

const readMargins = (element: XmlElement | undefined): CellMargins | undefined => {
  if (element === undefined) return undefined;
  const side = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const margin = childOf(element, name);
      if (margin !== undefined && margin.attribute('w:type') !== 'nil')
        return lengthOf(margin.attribute('w:w'));
    }
    return undefined;
  };
  const [top, bottom] = [side('w:top'), side('w:bottom')];
  const [left, right] = [side('w:left', 'w:start'), side('w:right', 'w:end')];
  return {
    ...(top !== undefined && { top }),
    ...(bottom !== undefined && { bottom }),
    ...(left !== undefined && { left }),
    ...(right !== undefined && { right }),
  };
};

const readLook = (element: XmlElement | undefined): TableLook | undefined => {
  if (element === undefined) return undefined;
  const bits = Number.parseInt(element.attribute('w:val') ?? '0', 16) || 0;
  const flag = (name: string, bit: number): boolean => {
    const written = element.attribute(name);
    return written === undefined ? (bits & bit) !== 0 : isOn(written);
  };
  return {
    firstRow: flag('w:firstRow', 0x20),
    lastRow: flag('w:lastRow', 0x40),
    firstColumn: flag('w:firstColumn', 0x80),
    lastColumn: flag('w:lastColumn', 0x100),
    rowBands: !flag('w:noHBand', 0x200),
    columnBands: !flag('w:noVBand', 0x400),
  };
};

const side = (value: string | undefined): 'left' | 'center' | 'right' | undefined => {
  if (value === 'center') return 'center';
  if (value === 'right' || value === 'end') return 'right';
  return value === 'left' || value === 'start' ? 'left' : undefined;
};

const readPlacement = (element: XmlElement): TablePlacement => {
  const length = (name: string): number | undefined => lengthOf(element.attribute(name));
  const [x, y] = [length('w:tblpX'), length('w:tblpY')];
  const [xAlign, yAlign] = [element.attribute('w:tblpXSpec'), element.attribute('w:tblpYSpec')];
  return {
    // Word writes neither where it is the column or the margin.
    horizontalAnchor: element.attribute('w:horzAnchor') ?? 'text',
    verticalAnchor: element.attribute('w:vertAnchor') ?? 'margin',
    ...(x !== undefined && { x }),
    ...(xAlign !== undefined && { xAlign }),
    ...(y !== undefined && { y }),
    ...(yAlign !== undefined && { yAlign }),
    distances: {
      left: length('w:leftFromText') ?? 0,
      right: length('w:rightFromText') ?? 0,
      top: length('w:topFromText') ?? 0,
      bottom: length('w:bottomFromText') ?? 0,
    },
  };
};

const TABLE_KNOWN: ReadonlySet<string> = new Set([
  'w:tblStyle',
  'w:tblpPr',
  'w:tblOverlap',
  'w:tblStyleRowBandSize',
  'w:tblStyleColBandSize',
  'w:tblW',
  'w:jc',
  'w:tblCellSpacing',
  'w:tblInd',
  'w:tblBorders',
  'w:shd',
  'w:tblLayout',
  'w:tblCellMar',
  'w:tblLook',
  'w:bidiVisual',
  'w:tblCaption',
  'w:tblDescription',
  'w:tblPrChange',
  'platen:table',
]);

export const readTableProperties = (
  element: XmlElement | undefined,
  context: PropertyContext,
): TableProperties => {
  if (element === undefined) return {};
  for (const child of elementsOf(element)) {
    if (!TABLE_KNOWN.has(child.name)) context.findings.unknown(context.part, child);
  }
  const styleId = childValue(element, 'w:tblStyle');
  const width = readWidth(childOf(element, 'w:tblW'));
  // Of whatever type: what other programs write as a percentage, Word takes for twentieths of a point [M].
  const indent = lengthOf(childOf(element, 'w:tblInd')?.attribute('w:w'));
  const alignment = side(childValue(element, 'w:jc'));
  const layout = childOf(element, 'w:tblLayout')?.attribute('w:type');
  const bordersElement = childOf(element, 'w:tblBorders');
  const shading = readShading(childOf(element, 'w:shd'), context.theme);
  const margins = readMargins(childOf(element, 'w:tblCellMar'));
  const spacing = childOf(element, 'w:tblCellSpacing');
  const cellSpacing = spacing && lengthOf(spacing.attribute('w:w'));
  const look = readLook(childOf(element, 'w:tblLook'));
  const placement = childOf(element, 'w:tblpPr');
  const rowBand = wholeNumber(childValue(element, 'w:tblStyleRowBandSize'));
  const columnBand = wholeNumber(childValue(element, 'w:tblStyleColBandSize'));
  const rightToLeft = toggleOf(element, 'w:bidiVisual');
  const tracked = childOf(element, 'platen:table')?.attribute('name');
  return {
    ...(styleId !== undefined && { styleId }),
    ...(width !== undefined && { width }),
    ...(indent !== undefined && { indent }),
    ...(alignment !== undefined && { alignment }),
    ...(layout !== undefined && { fixed: layout === 'fixed' }),
    ...(bordersElement !== undefined && { borders: readBorders(bordersElement, context.theme) }),
    ...(shading !== undefined && { shading }),
    ...(margins !== undefined && { margins }),
    ...(cellSpacing !== undefined && cellSpacing > 0 && { cellSpacing }),
    ...(look !== undefined && { look }),
    ...(placement !== undefined && { floating: readPlacement(placement) }),
    ...(rowBand !== undefined && { rowBand }),
    ...(columnBand !== undefined && { columnBand }),
    ...(rightToLeft !== undefined && { rightToLeft }),
    ...(tracked !== undefined && { tracked }),
  };
};

/** `w:jc` is known and not asked for: Word writes the table's own into each row. */
const ROW_KNOWN: ReadonlySet<string> = new Set([
  'w:trHeight',
  'w:tblHeader',
  'w:cantSplit',
  'w:gridBefore',
  'w:gridAfter',
  'w:wBefore',
  'w:wAfter',
  'w:jc',
  'w:hidden',
  'w:cnfStyle',
  'w:tblCellSpacing',
  'w:divId',
  'w:ins',
  'w:del',
  'w:trPrChange',
  'platen:row',
]);

export const readRowProperties = (
  row: XmlElement,
  context: PropertyContext,
): RowProperties & { readonly deleted: boolean } => {
  const element = childOf(row, 'w:trPr');
  for (const child of element === undefined ? [] : elementsOf(element)) {
    if (!ROW_KNOWN.has(child.name)) context.findings.unknown(context.part, child);
  }
  const heightElement = childOf(element, 'w:trHeight');
  const height = lengthOf(heightElement?.attribute('w:val'));
  const rule = heightElement?.attribute('w:hRule');
  const count = (name: string): number =>
    Math.max(0, Math.min(MOST_COLUMNS, wholeNumber(childValue(element, name)) ?? 0));
  const widthBefore = readWidth(childOf(element, 'w:wBefore'));
  const header = toggleOf(element, 'w:tblHeader');
  const cantSplit = toggleOf(element, 'w:cantSplit');
  const onPages = pageRow(childOf(element, 'platen:row')?.attribute('at'));
  const moreRoom = lengthOf(childOf(element, 'platen:row')?.attribute('more'));
  const exceptions = childOf(row, 'w:tblPrEx');
  const borders = childOf(exceptions, 'w:tblBorders');
  const margins = readMargins(childOf(exceptions, 'w:tblCellMar'));
  return {
    deleted: childOf(element, 'w:del') !== undefined,
    ...(height !== undefined && height > 0 && { height }),
    // §17.4.80 says auto is no minimum; Word treats it as one.
    ...(height !== undefined && { heightRule: rule === 'exact' ? ('exact' as const) : ('atLeast' as const) }),
    ...(header !== undefined && { header }),
    ...(cantSplit !== undefined && { cantSplit }),
    hidden: toggleOf(element, 'w:hidden') ?? false,
    gridBefore: count('w:gridBefore'),
    gridAfter: count('w:gridAfter'),
    ...(widthBefore !== undefined && { widthBefore }),
    ...(borders !== undefined && { borders: readBorders(borders, context.theme) }),
    ...(margins !== undefined && { margins }),
    ...(onPages !== undefined && { onPages }),
    ...(moreRoom !== undefined && { moreRoom }),
  };
};

const pageRow = (at: string | undefined): PageRow | undefined =>
  at === 'head' || at === 'foot' || at === 'between' ? at : undefined;

const CELL_KNOWN: ReadonlySet<string> = new Set([
  'w:tcW',
  'w:gridSpan',
  'w:vMerge',
  'w:tcBorders',
  'w:shd',
  'w:noWrap',
  'w:tcMar',
  'w:textDirection',
  'w:vAlign',
  'w:hideMark',
  'w:cnfStyle',
  'w:tcPrChange',
  'w:cellIns',
  'w:cellDel',
  'w:cellMerge',
]);

/**
 * ST_TextDirection (§17.18.93), transitional and strict, as Word draws cells. V lets East Asian letters stand upright, which is
 * a finding of its own; other letters lie as without it.
 */
const DIRECTIONS: Readonly<Record<string, 'up' | 'down' | 'upright' | 'level'>> = {
  lrTb: 'level',
  tb: 'level',
  lrTbV: 'level',
  tbV: 'level',
  btLr: 'up',
  lr: 'up',
  tbRl: 'down',
  rl: 'down',
  tbRlV: 'upright',
  rlV: 'upright',
};

export const readCellProperties = (
  element: XmlElement | undefined,
  context: PropertyContext,
): CellProperties => {
  if (element === undefined) return {};
  for (const child of elementsOf(element)) {
    if (!CELL_KNOWN.has(child.name)) context.findings.unknown(context.part, child);
  }
  const width = readWidth(childOf(element, 'w:tcW'));
  const span = wholeNumber(childValue(element, 'w:gridSpan'));
  const mergeElement = childOf(element, 'w:vMerge');
  // A merge that is tracked stands as accepted (§17.13.5.2).
  const tracked = childOf(element, 'w:cellMerge')?.attribute('w:vMerge');
  const borders = childOf(element, 'w:tcBorders');
  const shading = readShading(childOf(element, 'w:shd'), context.theme);
  const margins = readMargins(childOf(element, 'w:tcMar'));
  const vertical = childValue(element, 'w:vAlign');
  const direction = childOf(element, 'w:textDirection');
  const turn = DIRECTIONS[direction?.attribute('w:val') ?? 'lrTb'];
  if (turn === undefined && direction !== undefined)
    context.findings.note('vertical-text', context.part, direction);
  return {
    ...(width !== undefined && { width }),
    ...(span !== undefined && span > 1 && { span: Math.min(span, MOST_COLUMNS) }),
    ...(tracked !== undefined && {
      merge: tracked === 'rest' ? ('restart' as const) : ('continue' as const),
    }),
    ...(mergeElement !== undefined && {
      merge: mergeElement.attribute('w:val') === 'restart' ? ('restart' as const) : ('continue' as const),
    }),
    ...(borders !== undefined && { borders: readBorders(borders, context.theme) }),
    ...(shading !== undefined && { shading }),
    ...(margins !== undefined && { margins }),
    ...((vertical === 'center' || vertical === 'bottom' || vertical === 'top') && {
      verticalAlignment: vertical,
    }),
    ...(toggleOf(element, 'w:noWrap') === true && { noWrap: true }),
    ...(turn !== undefined && turn !== 'level' && { direction: turn }),
  };
};

/** For readers of `w:gridCol`. */
export const gridColumn = (element: XmlElement): number =>
  Math.max(0, lengthOf(element.attribute('w:w')) ?? 0);
