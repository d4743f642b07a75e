/**
 * Rows that are another but for their texts are laid out by their texts alone. Whatever they hold, they come out as they do
 * where a comment in each row makes it like no other, to the last digit.
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { DisplayList } from '../../src/layout/display-list.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { docx, field, footer, header, p, r, raw } from '../support/build.ts';
import { layoutList } from './table-support.ts';

interface Cell {
  readonly cell?: string;
  readonly paragraph?: string;
  /** Of each of its texts. */
  readonly runs: readonly string[];
}

interface Rows {
  readonly table?: string;
  readonly row?: string;
  readonly cells: readonly Cell[];
  /** What stands before the table, or around all pages. */
  readonly around?: Parameters<typeof docx>;
  /** Of all cells, in order, for each row. */
  readonly texts: readonly (readonly string[])[];
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

const rowOf = ({ cells, row = '' }: Rows, texts: readonly string[], mark: string): string => {
  let at = 0;
  const cellOf = ({ cell = '', paragraph = '', runs }: Cell): string => {
    const content = runs.map((look) => {
      const text = escaped(texts[at] ?? '');
      at += 1;
      return `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    });
    return `<w:tc><w:tcPr>${cell}</w:tcPr><w:p><w:pPr>${paragraph}</w:pPr>${content.join('')}</w:p></w:tc>`;
  };
  return `<w:tr><w:trPr>${row}</w:trPr>${cells.map(cellOf).join('')}${mark}</w:tr>`;
};

const LINES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4"/>`)
  .join('');

const tableOf = (rows: Rows, apart: boolean): string => {
  const all = rows.texts.map((texts, index) => rowOf(rows, texts, apart ? `<!--${index}-->` : ''));
  return `<w:tbl><w:tblPr><w:tblBorders>${LINES}</w:tblBorders>${rows.table ?? ''}</w:tblPr><w:tblGrid/>${all.join('')}</w:tbl>`;
};

const documentOf = (rows: Rows, apart: boolean): Uint8Array =>
  docx(...(rows.around ?? []), raw(tableOf(rows, apart)), p(r('end')));

const itemsOf = ({ pages }: DisplayList) => pages.map(({ items }) => items);

const expectAlike = (rows: Rows): DisplayList => {
  const list = layoutList(documentOf(rows, false));
  expect(itemsOf(list)).toEqual(itemsOf(layoutList(documentOf(rows, true))));
  return list;
};

const counted = (count: number, of: (index: number) => readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => of(index));

const RIGHT = '<w:jc w:val="right"/>';
const BOLD = '<w:b/>';
const two = (look: Partial<Cell> = {}): readonly Cell[] => [
  { runs: [''], ...look },
  { runs: [''], paragraph: RIGHT },
];
const goods = (count = 40): Rows['texts'] =>
  counted(count, (index) => [`Item ${index} & more`, `${index * 7},${index}.5`]);
/** The third row's does not fit into one line. */
const wrapping = (): Rows['texts'] =>
  counted(12, (index) => [`${'a long text '.repeat(index === 2 ? 20 : 1)}${index}`, '1']);
const WIDTHS = { table: '<w:tblLayout w:type="fixed"/><w:tblW w:w="5000" w:type="dxa"/>' };

const CASES: readonly (readonly [string, Rows])[] = [
  ['texts and numbers', { cells: two(), texts: goods() }],
  ['over pages', { cells: two(), texts: goods(150) }],
  ['one that needs two lines', { ...WIDTHS, cells: two(), texts: wrapping() }],
  [
    'centred, indented',
    {
      cells: two({ paragraph: '<w:ind w:left="300" w:firstLine="100"/><w:jc w:val="center"/>' }),
      texts: goods(),
    },
  ],
  [
    'justified and spread',
    {
      cells: [
        { runs: [''], paragraph: '<w:jc w:val="both"/>' },
        { runs: [''], paragraph: '<w:jc w:val="distribute"/>' },
      ],
      texts: goods(),
    },
  ],
  [
    'several runs',
    {
      cells: [{ runs: ['', BOLD, BOLD] }, { runs: ['<w:sz w:val="30"/>', ''], paragraph: RIGHT }],
      texts: counted(20, (index) => ['a-', `${index} `, '– b', `€${index}`, '.00']),
    },
  ],
  [
    'empty cells',
    { cells: [{ runs: [] }, { runs: [''] }, { runs: [] }], texts: counted(20, (index) => [`${index}`]) },
  ],
  [
    'blanks at the ends, and alone',
    { cells: two({ paragraph: RIGHT }), texts: counted(20, (index) => [` a ${index}  `, ' ']) },
  ],
  [
    'hyphens and dashes',
    { ...WIDTHS, cells: two(), texts: counted(20, (index) => [`a-b--c ${index}-`, `-${index} – x`]) },
  ],
  [
    'soft hyphens, marks and symbols',
    {
      cells: two(),
      texts: counted(20, (index) => [
        `Wort\u00adteil ${index}`,
        index % 2 === 0 ? 'e\u0301' : '\u2192 \u4e2d',
      ]),
    },
  ],
  [
    'text from right to left',
    { cells: two(), texts: counted(20, (index) => [index === 9 ? '\u05d0\u05d1' : `a ${index}`, '1']) },
  ],
  [
    'spaced, stretched, raised',
    {
      cells: two({ runs: ['<w:spacing w:val="20"/><w:w w:val="150"/><w:position w:val="6"/>'] }),
      texts: goods(),
    },
  ],
  [
    'capitals and kerning',
    { cells: [{ runs: ['<w:caps/>'] }, { runs: ['<w:kern w:val="2"/>'] }], texts: goods() },
  ],
  [
    'underlined and hidden',
    { cells: [{ runs: ['<w:u w:val="single"/>'] }, { runs: ['<w:vanish/>'] }], texts: goods() },
  ],
  [
    'spaces around',
    {
      cells: two({ paragraph: '<w:spacing w:before="120" w:after="60" w:line="360" w:lineRule="auto"/>' }),
      texts: goods(),
    },
  ],
  [
    'lines and grounds of paragraphs',
    {
      cells: two({ paragraph: '<w:pBdr><w:top w:val="single" w:sz="8"/></w:pBdr><w:shd w:fill="FFFF00"/>' }),
      texts: goods(),
    },
  ],
  [
    'cells on a dark ground, at their lower ends',
    {
      cells: two({ cell: '<w:shd w:val="clear" w:fill="202020"/><w:vAlign w:val="bottom"/>' }),
      row: '<w:trHeight w:val="600"/>',
      texts: goods(),
    },
  ],
  [
    'rows of an exact height',
    { cells: two(), row: '<w:trHeight w:val="120" w:hRule="exact"/>', texts: goods() },
  ],
  [
    'rows that are kept together',
    { cells: two({ paragraph: '<w:keepNext/>' }), row: '<w:cantSplit/>', texts: goods(80) },
  ],
  ['headings', { cells: two({ paragraph: '<w:outlineLvl w:val="1"/>' }), texts: goods(10) }],
  [
    'a decimal stop',
    {
      cells: two({ paragraph: '<w:tabs><w:tab w:val="decimal" w:pos="900"/></w:tabs>' }),
      texts: counted(10, (index) => [`${index}.25`, 'x']),
    },
  ],
  ['cells over several rows', { cells: two({ cell: '<w:vMerge w:val="restart"/>' }), texts: goods(10) }],
  ['cells over several columns', { cells: two({ cell: '<w:gridSpan w:val="2"/>' }), texts: goods(10) }],
  ['text that runs upwards', { cells: two({ cell: '<w:textDirection w:val="btLr"/>' }), texts: goods(10) }],
  [
    'cells that stand apart',
    { table: '<w:tblCellSpacing w:w="40" w:type="dxa"/>', cells: two(), texts: goods(10) },
  ],
  ['columns from the right', { table: '<w:bidiVisual/>', cells: two(), texts: goods(10) }],
  ['header rows', { cells: two(), row: '<w:tblHeader/>', texts: goods(10) }],
  [
    'a header that names a style',
    { cells: two(), texts: goods(100), around: [header(p(field('STYLEREF Normal', r('?'))))] },
  ],
  [
    'the number of pages',
    { cells: two(), texts: goods(100), around: [footer(p(field('NUMPAGES', r('?'))))] },
  ],
];

describe('rows that are alike but for their texts', () => {
  test.each(CASES)('%s', (_, rows) => {
    const list = expectAlike(rows);
    expect(list.pages.length).toBeGreaterThan(0);
  });

  test('are laid out without their cells', () => {
    const document = readDocument(openDocx(documentOf({ cells: two(), texts: goods(200) }, false)));
    const table = document.sections[0]?.blocks.find((block) => block.kind === 'table');
    const textOnly = table?.rows.filter((row) => row.textOnly !== undefined) ?? [];
    expect(textOnly).toHaveLength(199);
    const cells = vi.spyOn(Object.getPrototypeOf(textOnly[0]), 'cells', 'get');
    layoutList(documentOf({ cells: two(), texts: goods(200) }, false));
    // The first of each kind, and those at the ends of pages.
    expect(new Set(cells.mock.contexts).size).toBeLessThan(20);
    cells.mockRestore();
  });

  test('whatever they say and look like', () => {
    const looks = fc.constantFrom(
      '',
      BOLD,
      '<w:sz w:val="28"/>',
      '<w:i/><w:spacing w:val="-10"/>',
      '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/>',
    );
    const paragraph = fc.constantFrom(
      '',
      RIGHT,
      '<w:jc w:val="center"/>',
      '<w:ind w:right="200" w:hanging="100" w:left="100"/>',
    );
    const cell = fc.record({ paragraph, runs: fc.array(looks, { maxLength: 2 }) });
    const text = fc.oneof(
      fc.stringMatching(/^[ a-zA-Z0-9.,–€'-]{0,24}$/),
      fc.string({ maxLength: 12, unit: 'grapheme' }).map((one) => one.replace(/[\p{C}]/gu, '')),
    );
    const rows = fc.array(cell, { minLength: 1, maxLength: 3 }).chain((cells) => {
      const count = cells.reduce((sum, { runs }) => sum + runs.length, 0);
      const texts = fc.array(fc.array(text, { minLength: count, maxLength: count }), {
        minLength: 2,
        maxLength: 6,
      });
      return fc.record({ cells: fc.constant(cells), texts, table: fc.constantFrom('', WIDTHS.table) });
    });
    fc.assert(
      fc.property(rows, (one) => {
        expectAlike(one);
      }),
      { numRuns: 60 },
    );
  });
});
