/** emitTable :: Table → `w:tbl` (ECMA-376 §17.4) */
import { escapeAttribute } from '../../../ooxml/xml.ts';
import { styleByName } from '../../../wml/styles.ts';
import { namesOf } from '../dialect.ts';
import type { PartContext } from '../part-context.ts';
import type { Block, Cell, Table } from './blocks.ts';
import { CELL_MARGINS, columnWidths } from './column-widths.ts';
import type { Border, Edge } from './css.ts';
import { borderXml } from './paragraph-layout.ts';
import { gridOf, type Slot } from './table-grid.ts';

const GRID_LINE: Border = { style: 'single', size: 4, color: 'BFBFBF' };
const HEADER_BACKGROUND = 'F2F2F2';

/** CT_TblBorders and CT_TcBorders both begin top, left (start), bottom, right (end). */
const EDGES: readonly Edge[] = ['top', 'left', 'bottom', 'right'];

interface TableRoom {
  readonly width: number;
  /** Twips of the base size. */
  readonly em: number;
}

type EmitBlocks = (blocks: readonly Block[], width: number) => string;

const edgeName = (edge: Edge, context: PartContext): string => {
  const names = namesOf(context.dialect);
  return edge === 'left' ? names.left : edge === 'right' ? names.right : edge;
};

const tableProperties = (table: Table, widths: readonly number[], context: PartContext): string => {
  const names = namesOf(context.dialect);
  const style = table.lines === 'grid' ? styleByName(context.styles, 'table', 'Table Grid') : undefined;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const hasLines = table.lines === 'grid' && style === undefined;
  const outer = EDGES.map((edge) => {
    const border = table.borders[edge] ?? (hasLines ? GRID_LINE : undefined);
    return border === undefined ? '' : borderXml(edgeName(edge, context), border, 0);
  });
  const inner = hasLines ? ['insideH', 'insideV'].map((edge) => borderXml(edge, GRID_LINE, 0)) : [];
  const borders = [...outer, ...inner].join('');
  const side = { left: names.left, right: names.right, center: 'center', justify: undefined } as const;
  const align = table.align === undefined ? undefined : side[table.align];
  return (
    '<w:tblPr>' +
    (style === undefined ? '' : `<w:tblStyle w:val="${escapeAttribute(style.id)}"/>`) +
    (table.rightToLeft === true ? '<w:bidiVisual/>' : '') +
    `<w:tblW w:w="${total}" w:type="dxa"/>` +
    (align === undefined ? '' : `<w:jc w:val="${align}"/>`) +
    (table.indentLeft > 0 && align === undefined
      ? `<w:tblInd w:w="${table.indentLeft}" w:type="dxa"/>`
      : '') +
    (borders === '' ? '' : `<w:tblBorders>${borders}</w:tblBorders>`) +
    '<w:tblLayout w:type="fixed"/>' +
    `<w:tblCellMar><w:${names.left} w:w="${CELL_MARGINS / 2}" w:type="dxa"/><w:${names.right} w:w="${CELL_MARGINS / 2}" w:type="dxa"/></w:tblCellMar>` +
    '<w:tblLook w:val="04A0"/></w:tblPr>'
  );
};

const cellBorders = (cell: Cell, context: PartContext): string => {
  const edges = EDGES.map((edge) => {
    const border = cell.borders[edge];
    return border === undefined ? '' : borderXml(edgeName(edge, context), border, 0);
  }).join('');
  return edges === '' ? '' : `<w:tcBorders>${edges}</w:tcBorders>`;
};

const cellProperties = (slot: Slot, width: number, table: Table, context: PartContext): string => {
  const { cell } = slot;
  const isShaded = cell?.isHeader === true && table.lines === 'grid' && table.background === undefined;
  const fill = cell?.background ?? table.background ?? (isShaded ? HEADER_BACKGROUND : undefined);
  return (
    `<w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>` +
    (slot.columns > 1 ? `<w:gridSpan w:val="${slot.columns}"/>` : '') +
    (slot.merge === 'none' ? '' : slot.merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>') +
    (cell === undefined ? '' : cellBorders(cell, context)) +
    (fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`) +
    (cell?.vertical === undefined ? '' : `<w:vAlign w:val="${cell.vertical}"/>`) +
    '</w:tcPr>'
  );
};

export const emitTable = (
  table: Table,
  room: TableRoom,
  context: PartContext,
  emitBlocks: EmitBlocks,
): string => {
  const grid = gridOf(table);
  const widths = columnWidths(table, grid, Math.max(1, room.width - table.indentLeft), room.em);
  const columns = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const rows = grid.rows.map((slots, index) => {
    const cells = slots.map((slot) => {
      const width = widths.slice(slot.column, slot.column + slot.columns).reduce((sum, one) => sum + one, 0);
      const blocks = slot.cell === undefined || slot.merge === 'continue' ? [] : slot.cell.blocks;
      const inside = emitBlocks(blocks, Math.max(360, width - CELL_MARGINS));
      return `<w:tc>${cellProperties(slot, width, table, context)}${inside}</w:tc>`;
    });
    const header = table.rows[index]?.isHeader === true ? '<w:tblHeader/>' : '';
    return `<w:tr><w:trPr><w:cantSplit/>${header}</w:trPr>${cells.join('')}</w:tr>`;
  });
  return `<w:tbl>${tableProperties(table, widths, context)}<w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl>`;
};
