/**
 * What may stand where, and tables that add up.
 */
import { childOf, elementsOf, type XmlElement } from '../../../src/ooxml/xml.ts';
import { containerOf, contentOf, problemAt } from './report.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' ').map((name) => `w:${name}`));

const BLOCK_CONTAINERS = names('body tc txbxContent hdr ftr footnote endnote comment docPartBody');
const CONTAINERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['w:p', BLOCK_CONTAINERS],
  ['w:tbl', BLOCK_CONTAINERS],
  ['w:tr', names('tbl')],
  ['w:tc', names('tr')],
  ['w:r', names('p hyperlink fldSimple rt rubyBase')],
  ['w:t', names('r')],
  ['w:drawing', names('r object')],
  ['w:pict', names('r numPicBullet')],
  ['w:tab', names('r tabs ptab')],
  ['w:br', names('r')],
  ['w:hyperlink', names('p fldSimple')],
]);

/** Office math takes runs at many places, and other vocabularies paragraphs: their own rules apply there. */
const isForeign = (element: XmlElement): boolean => !element.name.startsWith('w:');

export const checkPlace = (part: string, element: XmlElement): string[] => {
  const allowed = CONTAINERS.get(element.name);
  if (allowed === undefined) return [];
  const container = containerOf(element);
  if (container === undefined || allowed.has(container.name) || isForeign(container)) return [];
  return [problemAt(part, element, `<${element.name}> may not stand in <${container.name}>`)];
};

/** Marks that may follow the last paragraph of a cell or the last section without counting. */
const MARKS: ReadonlySet<string> = new Set(
  [...names('bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd proofErr permStart permEnd')].concat(
    [
      ...names('moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd'),
      ...names('customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd'),
    ],
  ),
);

/** Settings name the separators by elements of the same name. */
const isNoteSetting = ({ parent }: XmlElement): boolean =>
  parent?.name === 'w:footnotePr' || parent?.name === 'w:endnotePr';

const blocksOf = (element: XmlElement): XmlElement[] =>
  [...contentOf(element)].filter(
    (child) => !MARKS.has(child.name) && child.name !== 'w:tcPr' && child.name !== 'w:sdtPr',
  );

export const checkBlocks = (part: string, element: XmlElement): string[] => {
  if (!BLOCK_CONTAINERS.has(element.name) || isNoteSetting(element)) return [];
  const blocks = blocksOf(element);
  const problems: string[] = [];
  const last = blocks.at(-1);
  if (element.name === 'w:body') {
    const section = blocks.findIndex((block) => block.name === 'w:sectPr');
    if (section >= 0 && section < blocks.length - 1)
      problems.push(problemAt(part, element, '<w:sectPr> must come last'));
  } else if (last === undefined) {
    problems.push(problemAt(part, element, `<${element.name}> holds no paragraph`));
  } else if (element.name === 'w:tc' && last.name !== 'w:p') {
    problems.push(problemAt(part, element, `a cell must end with a paragraph, not <${last.name}>`));
  }
  blocks.forEach((block, index) => {
    if (block.name === 'w:tbl' && blocks[index - 1]?.name === 'w:tbl') {
      problems.push(problemAt(part, block, 'two tables follow each other: Word would join them'));
    }
  });
  return problems;
};

const numberOf = (element: XmlElement | undefined, fallback: number): number => {
  const value = Number(element?.attribute('w:val') ?? fallback);
  return Number.isFinite(value) ? value : fallback;
};

export const checkTable = (part: string, element: XmlElement): string[] => {
  if (element.name !== 'w:tbl') return [];
  const problems: string[] = [];
  const grid = childOf(element, 'w:tblGrid');
  if (childOf(element, 'w:tblPr') === undefined)
    problems.push(problemAt(part, element, 'a table needs <w:tblPr>'));
  if (grid === undefined) problems.push(problemAt(part, element, 'a table needs <w:tblGrid>'));
  const columns = grid === undefined ? Number.POSITIVE_INFINITY : elementsOf(grid, 'w:gridCol').length;
  if (columns > 63 && Number.isFinite(columns))
    problems.push(problemAt(part, element, `${columns} columns: Word has 63 at most`));
  const rows = [...contentOf(element)].filter((child) => child.name === 'w:tr');
  if (rows.length === 0) problems.push(problemAt(part, element, 'a table without rows'));
  let above = new Map<number, number>();
  for (const row of rows) {
    const { width, merged, problems: own } = checkRow(part, row, above);
    problems.push(...own);
    if (width > columns) problems.push(problemAt(part, row, `${width} columns in a grid of ${columns}`));
    above = merged;
  }
  return problems;
};

interface CheckedRow {
  readonly width: number;
  /** Where vertically merged cells start, and how many columns each spans. */
  readonly merged: Map<number, number>;
  readonly problems: string[];
}

const checkRow = (part: string, row: XmlElement, above: ReadonlyMap<number, number>): CheckedRow => {
  const problems: string[] = [];
  const merged = new Map<number, number>();
  const properties = childOf(row, 'w:trPr');
  let column = numberOf(childOf(properties, 'w:gridBefore'), 0);
  const cells = [...contentOf(row)].filter((child) => child.name === 'w:tc');
  if (cells.length === 0) problems.push(problemAt(part, row, 'a row without cells'));
  for (const cell of cells) {
    const own = childOf(cell, 'w:tcPr');
    const span = numberOf(childOf(own, 'w:gridSpan'), 1);
    const merge = childOf(own, 'w:vMerge');
    if (span < 1) problems.push(problemAt(part, cell, `a cell that spans ${span} columns`));
    if (merge !== undefined) {
      merged.set(column, span);
      if (merge.attribute('w:val') !== 'restart' && !above.has(column)) {
        problems.push(problemAt(part, cell, 'the cell continues a vertical merge that nothing above starts'));
      }
    }
    column += span;
  }
  return { width: column + numberOf(childOf(properties, 'w:gridAfter'), 0), merged, problems };
};

const SPACED: ReadonlySet<string> = names('t delText');

/** Word drops white space at the edges of a text unless it is told not to. */
export const checkSpace = (part: string, element: XmlElement): string[] => {
  if (!SPACED.has(element.name)) return [];
  const [first] = element.children;
  const last = element.children.at(-1);
  if (element.children.some((node) => node.kind === 'element')) {
    return [problemAt(part, element, `<${element.name}> holds an element`)];
  }
  const edges =
    (first?.kind === 'text' ? first.text[0] : '') + (last?.kind === 'text' ? (last.text.at(-1) ?? '') : '');
  if (!/[ \t\n]/.test(edges)) return [];
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const space = at.attribute('xml:space');
    if (space !== undefined) return space === 'preserve' ? [] : [lost(part, element)];
  }
  return [lost(part, element)];
};

const lost = (part: string, element: XmlElement): string =>
  problemAt(part, element, 'spaces at the edge without xml:space="preserve"');
