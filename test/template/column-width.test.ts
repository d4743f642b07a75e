/** How wide a place is: pictures and tables in it are never wider (template language, "Rich content"). */
import { expect, it } from 'vitest';
import { compile } from '../../src/template/compile/compile.ts';
import { cell, docx, lastSection, p, raw, row, table, textBox } from '../support/build.ts';

const widthIn = (...content: Parameters<typeof docx>): number | undefined =>
  compile(docx(...content), { delimiter: 'BRACES' }).parts[0]?.runs[0]?.width;
const tcW = (width: number, type: string): { xml: string } => ({
  xml: `<w:tcW w:w="${width}" w:type="${type}"/>`,
});
const widths = [1000, 2000, 4000];
const bare = (cells: string): ReturnType<typeof raw> => raw(`<w:tbl><w:tblPr/><w:tr>${cells}</w:tr></w:tbl>`);
const bareCell = (properties: string, text: string): string =>
  `<w:tc>${properties}<w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;

it.each([
  ['between the margins of the page', 9026, [p('{a}')]],
  ['of two columns', 4159, [lastSection({ columns: 2 }), p('{a}')]],
  ['of a cell that names it', 3000 - 216, [table({ widths }, row('x', cell({ width: 3000 }, '{a}'), 'y'))]],
  ['of the grid where a cell names none', 2000 - 216, [table({ widths }, row('x', '{a}', 'y'))]],
  ['where it is automatic', 4000 - 216, [table({ widths }, row('x', 'y', cell(tcW(0, 'auto'), '{a}')))]],
  ['where it is a percentage', 1000 - 216, [table({ widths }, row(cell(tcW(2500, 'pct'), '{a}'), 'x', 'y'))]],
  ['of a cell that spans two columns', 6000 - 216, [table({ widths }, row('x', cell({ span: 2 }, '{a}')))]],
  [
    'after columns that a row leaves out',
    4000 - 216,
    [table({ widths }, row({ xml: '<w:gridBefore w:val="2"/>' }, '{a}'))],
  ],
  [
    'of a table in a cell',
    500 - 216,
    [table({ widths }, row('x', 'y', cell(table({ widths: [500, 700] }, row('{a}', 'z')))))],
  ],
  ['of a text box in a cell', 9026, [table({ widths }, row(cell(p(textBox(p('{a}'))))))]],
  [
    'a percentage of the page without a grid',
    Math.floor(9026 / 4) - 216,
    [bare(bareCell('<w:tcPr><w:tcW w:w="1250" w:type="pct"/></w:tcPr>', '{a}') + bareCell('', 'x')), p('')],
  ],
  [
    'a share of the page without either',
    9026 / 2 - 216,
    [bare(bareCell('', '{a}') + bareCell('', 'x')), p('')],
  ],
])('%s', (_, width, content) => {
  expect(widthIn(...content)).toBe(width);
});
