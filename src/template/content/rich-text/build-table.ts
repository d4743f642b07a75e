/** buildTable :: `table` element → its caption and the table */
import { alignmentOf, NO_LAYOUT } from './block-layout.ts';
import type { Block, Cell, Layout, Row, Table } from './blocks.ts';
import { type Declarations, readBorders, readDeclarations } from './css.ts';
import { readColour } from './css-colours.ts';
import { type Format, formatOf } from './format.ts';
import type { HtmlElement, HtmlNode } from './html.ts';

interface TableRequest {
  readonly element: HtmlElement;
  readonly declarations: Declarations;
  readonly layout: Layout;
  readonly format: Format;
  readonly baseSize: number;
  /** Builds what stands inside a cell or the caption. */
  readonly cellBlocks: (nodes: readonly HtmlNode[], format: Format, layout: Layout) => readonly Block[];
}

const childrenOf = (element: HtmlElement, ...names: readonly string[]): readonly HtmlElement[] =>
  element.children.filter(
    (child): child is HtmlElement => child.kind === 'element' && names.includes(child.name),
  );

/** HTML §4.9.11: a span is at least 1; browsers end at 1,000 columns and 65,534 rows. */
const spanOf = (text: string | undefined, most: number): number => {
  const span = Number.parseInt(text ?? '', 10);
  return span >= 1 ? Math.min(span, most) : 1;
};

const VERTICALS: Readonly<Record<string, Cell['vertical']>> = {
  top: 'top',
  middle: 'center',
  bottom: 'bottom',
};

const backgroundOf = (element: HtmlElement, declarations: Declarations): string | undefined =>
  readColour(
    declarations.get('background-color') ??
      declarations.get('background') ??
      element.attribute('bgcolor') ??
      '',
  );

const lengthOf = (element: HtmlElement, declarations: Declarations): string | undefined =>
  declarations.get('width') ?? element.attribute('width');

/** Only what a row or section says about all its cells. */
interface Inherited {
  readonly format: Format;
  readonly align: Layout['align'];
  readonly background: string | undefined;
}

const inherit = (element: HtmlElement, around: Inherited, baseSize: number): Inherited => {
  const declarations = readDeclarations(element.attribute('style'));
  return {
    format: formatOf(element, declarations, { around: around.format, baseSize, isBlock: true }),
    align: alignmentOf(element, declarations) ?? around.align,
    background: backgroundOf(element, declarations) ?? around.background,
  };
};

const readCell = (element: HtmlElement, around: Inherited, request: TableRequest): Cell => {
  const declarations = readDeclarations(element.attribute('style'));
  const own = inherit(element, around, request.baseSize);
  const vertical =
    VERTICALS[(declarations.get('vertical-align') ?? element.attribute('valign') ?? '').toLowerCase()];
  const isHeader = element.name === 'th';
  // Browsers centre header cells; in a document they follow their columns, unless someone says otherwise.
  const layout: Layout = { ...NO_LAYOUT, ...(own.align !== undefined && { align: own.align }) };
  return {
    columns: spanOf(element.attribute('colspan'), 1000),
    rows: spanOf(element.attribute('rowspan'), 65_534),
    isHeader,
    blocks: request.cellBlocks(element.children, own.format, layout),
    borders: readBorders(declarations),
    width: lengthOf(element, declarations),
    ...(own.background !== undefined && { background: own.background }),
    ...(vertical !== undefined && { vertical }),
  };
};

const readRows = (section: HtmlElement, around: Inherited, request: TableRequest): readonly Row[] => {
  const inside = inherit(section, around, request.baseSize);
  return childrenOf(section, 'tr').map((row) => {
    const inRow = inherit(row, inside, request.baseSize);
    const cells = childrenOf(row, 'td', 'th').map((cell) => readCell(cell, inRow, request));
    return { cells, isHeader: section.name === 'thead' };
  });
};

/** A table without `thead` whose first row is all header cells means the same. */
const withHeader = (rows: readonly Row[]): readonly Row[] => {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0 || rows.some((row) => row.isHeader)) return rows;
  return first.cells.length > 0 && first.cells.every((cell) => cell.isHeader && cell.rows === 1)
    ? [{ ...first, isHeader: true }, ...rest]
    : rows;
};

const readColumns = (table: HtmlElement): readonly (string | undefined)[] =>
  [
    ...childrenOf(table, 'col'),
    ...childrenOf(table, 'colgroup').flatMap((group) => [...childrenOf(group, 'col')]),
  ].flatMap((column) => {
    const width = lengthOf(column, readDeclarations(column.attribute('style')));
    return Array.from({ length: spanOf(column.attribute('span'), 100) }, () => width);
  });

/**
 * Lines are drawn unless the table says it wants none, or its cells draw their own: people expect a table to look like
 * one, and HTML's default of no lines is only ever seen with a style sheet beside it.
 */
const linesOf = (table: HtmlElement, declarations: Declarations, rows: readonly Row[]): Table['lines'] => {
  const border = table.attribute('border')?.trim();
  if (border !== undefined) return border === '0' ? 'own' : 'grid';
  if (Object.values(readBorders(declarations)).some((edge) => edge.style === 'none')) return 'own';
  const isDrawn = rows.some((row) => row.cells.some((cell) => Object.keys(cell.borders).length > 0));
  return isDrawn ? 'own' : 'grid';
};

export const buildTable = (request: TableRequest): readonly Block[] => {
  const { element, declarations, layout, format, cellBlocks } = request;
  const around: Inherited = { format, align: undefined, background: undefined };
  const sections = (name: string): readonly Row[] =>
    childrenOf(element, name).flatMap((section) => readRows(section, around, request));
  const rows = withHeader([...sections('thead'), ...sections('tbody'), ...sections('tfoot')]).filter(
    (row) => row.cells.length > 0,
  );
  const captions = childrenOf(element, 'caption').flatMap((caption) =>
    cellBlocks(caption.children, format, { ...layout, keepNext: true }).map((block) =>
      block.kind === 'paragraph' ? ({ ...block, role: 'caption' } as const) : block,
    ),
  );
  if (rows.length === 0) return captions;
  const [, right, , left] = ['', declarations.get('margin-right'), '', declarations.get('margin-left')];
  const isCentred = right === 'auto' && left === 'auto';
  const attribute = alignmentOf(element, new Map());
  const align = isCentred || /\bauto\b/.test(declarations.get('margin') ?? '') ? 'center' : attribute;
  const background = backgroundOf(element, declarations);
  const table: Table = {
    kind: 'table',
    rows,
    columns: readColumns(element),
    width: lengthOf(element, declarations),
    indentLeft: layout.indentLeft,
    lines: linesOf(element, declarations, rows),
    borders: readBorders(declarations),
    ...(align !== undefined && { align }),
    ...(background !== undefined && { background }),
    ...(layout.rightToLeft !== undefined && { rightToLeft: layout.rightToLeft }),
  };
  return [...captions, table];
};
