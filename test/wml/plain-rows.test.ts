/** Rows that repeat an earlier one's markup are read as any other row: the same model comes out, however they are written. */
import { describe, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { childOf, parseXml } from '../../src/ooxml/xml.ts';
import { readDocument } from '../../src/wml/document.ts';
import type { Block } from '../../src/wml/model.ts';
import { PLAIN_ROWS } from '../../src/wml/plain-rows.ts';
import { docx, p, r, raw } from '../support/build.ts';
import { expectRefused } from '../support/refused.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const t = (text: string, space = ' xml:space="preserve"'): string => `<w:t${space}>${text}</w:t>`;
const run = (content: string, properties = ''): string => `<w:r>${properties}${content}</w:r>`;
const cell = (...paragraphs: string[]): string =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraphs.map((one) => `<w:p>${one}</w:p>`).join('')}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const BOLD = '<w:rPr><w:b/></w:rPr>';

const tableOf = (rows: readonly string[]): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;
const modelOf = (rows: readonly string[], before = '', after = '') =>
  readDocument(openDocx(docx(raw(before), raw(tableOf(rows)), p(r('end')), raw(after)))).sections.map(
    (section) => ({ ...section, blocks: section.blocks.map(withCells) }),
  );
/** Rows make their cells for who asks. */
const withCells = (block: Block): Block =>
  block.kind === 'table'
    ? { ...block, rows: block.rows.map(({ properties, cells }) => ({ properties, cells })) }
    : block;
/** A comment of its own in each row: then none is like another. */
const apart = (rows: readonly string[]): string[] =>
  rows.map((one, index) => one.replace('</w:tr>', `<!--${index}--></w:tr>`));

const repeatsIn = (rows: readonly string[]): number =>
  childOf(
    parseXml(`<w:body ${W}>${tableOf(rows)}</w:body>`, DEFAULT_PACKAGE_LIMITS, 'x', PLAIN_ROWS),
    'w:tbl',
  )?.children.filter((node) => node.kind === 'other' && node.repeat !== undefined).length ?? 0;

const CASES: readonly (readonly [string, number, readonly string[]])[] = [
  ['texts', 2, ['a', 'b', 'c'].map((text) => row(cell(run(t(text))), cell(run(t(`${text}2`), BOLD))))],
  ['references', 1, ['&amp;', '&#65;&lt;'].map((text) => row(cell(run(t(text)))))],
  ['empty texts', 1, ['a', ''].map((text) => row(cell(run(t(text)))))],
  ['blanks at the ends, which count or do not', 1, [' a ', ' b '].map((text) => row(cell(run(t(text, '')))))],
  ['tabs and line ends', 1, ['a\tb', 'c\td\r\ne'].map((text) => row(cell(run(t(text)))))],
  [
    'several paragraphs and runs',
    1,
    ['a', 'b'].map((x) => row(cell(run(t(x)) + run(t('x'), BOLD), run(t(x))))),
  ],
  [
    'bands that take turns',
    3,
    [1, 2, 3, 4, 5].map((n) => row(cell(run(t(`${n}`), n % 2 === 0 ? BOLD : '')))),
  ],
  ['a text in two pieces', 0, ['a', 'b'].map((text) => row(cell(run(t(`${text}<![CDATA[<]]>`)))))],
  ['a break', 0, ['a', 'b'].map((text) => row(cell(run(`${t(text)}<w:br/>`))))],
  [
    'a deleted mark',
    0,
    ['a', 'b'].map((x) => row(cell(`<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run(t(x))}`, ''))),
  ],
  ['a deleted row', 0, ['a', 'b'].map((x) => `<w:tr><w:trPr><w:del/></w:trPr>${cell(run(t(x)))}</w:tr>`)],
];

describe('rows that repeat', () => {
  test.each(CASES)('%s: %i of them', (_, count, rows) => {
    expect(repeatsIn(rows)).toBe(count);
    expect(modelOf(rows)).toEqual(modelOf(apart(rows)));
  });

  test('share the objects that say how they look', () => {
    const [section] = modelOf(CASES[0]?.[2] ?? []);
    const table = section?.blocks.find((block) => block.kind === 'table');
    const [first, second] = table?.rows ?? [];
    expect(second?.cells[1]?.properties).toBe(first?.cells[1]?.properties);
  });

  test('belong to a field that is open around the table', () => {
    const rows = ['1', '2'].map((text) => row(cell(run(t(text)))));
    const character = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
    const begin = `<w:p>${character('begin')}<w:r><w:instrText>PAGE</w:instrText></w:r>${character('separate')}</w:p>`;
    const end = `<w:p>${character('end')}</w:p>`;
    const model = modelOf(rows, begin, end);
    expect(model).toEqual(modelOf(apart(rows), begin, end));
    expect(JSON.stringify(model)).toContain('"cached":"12');
  });

  test('are refused for what other rows are refused for', () => {
    const rows = ['a', '&nothing;'].map((text) => row(cell(run(t(text)))));
    expectRefused(() => modelOf(rows), 'docx_damaged', /reference that means nothing/);
  });
});
