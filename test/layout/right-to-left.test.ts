/** Text that runs from right to left, and text of both directions in a line. */
import { describe, expect, test } from 'vitest';
import {
  cell,
  docx,
  lastSection,
  NAMESPACES,
  type Piece,
  p,
  part,
  r,
  row,
  runOf,
  styles,
  table,
} from '../support/build.ts';
import { float } from './drawing-support.ts';
import { find, LEFT, LINE, layout, MARGIN, type Page, TOP, WIDTH, widthIn } from './table-support.ts';

const RIGHT = LEFT + WIDTH;
const BIDI = { xml: '<w:bidi/>' };
const [HELLO, WORLD] = ['שלום', 'עולם'];
const he = (text: string): Piece => r(text, { font: 'Arial', xml: '<w:rtl/>' });
const en = (text: string): Piece => r(text, { font: 'Arial' });

/** What stands where, from left to right, without blanks. */
const seen = (page: Page | undefined): readonly string[] =>
  [...(page?.texts ?? [])]
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => a.x - b.x)
    .map(({ text }) => text.trim());

const endOf = (page: Page | undefined, text: string): number => {
  const item = find(page, text);
  const width = item.glyphs?.advances.reduce((sum, advance) => sum + advance * item.size, 0);
  return item.x + (width ?? widthIn(item, text));
};

describe('a paragraph from right to left', () => {
  test('begins at the right, and its words follow each other to the left', () => {
    const [page] = layout(docx(p(BIDI, he(`${HELLO} ${WORLD}`))));
    expect(seen(page)).toEqual([WORLD, HELLO]);
    expect(endOf(page, HELLO)).toBeCloseTo(RIGHT, 1);
  });

  test('letters are turned around: the first glyph drawn is the last letter', () => {
    const [page] = layout(docx(p(BIDI, he(HELLO))));
    const { glyphs } = find(page, HELLO);
    expect(glyphs?.clusters).toEqual([3, 2, 1, 0]);
  });

  test('numbers and words of other scripts run the other way', () => {
    const [page] = layout(docx(p(BIDI, he(`${HELLO} 12.5 abc def ${WORLD}`))));
    const texts = seen(page).join(' ');
    expect(texts).toBe(`${WORLD} abc def 12.5 ${HELLO}`);
  });

  test('signs follow their run: a full stop stands left of the last word', () => {
    const [page] = layout(docx(p(BIDI, he(`${HELLO}.`), en(' abc'))));
    const stop = page?.texts.find(({ text }) => text.startsWith(HELLO));
    expect(stop?.text).toBe(`${HELLO}.`);
    expect(stop?.glyphs?.clusters[0]).toBe(4);
    expect(find(page, 'abc').x).toBeLessThan(stop?.x ?? 0);
  });

  test('signs of other runs stay with their word: "| Page" beside a number that runs from right to left [M]', () => {
    const [page] = layout(docx(p(BIDI, he('12'), en(' | '), en('Page'))));
    expect(seen(page).join(' ')).toBe('| Page 12');
    const [closed] = layout(docx(p(BIDI, he(HELLO), en(' (abc) '), he(WORLD))));
    expect(seen(closed).join(' ')).toBe(`${WORLD} (abc) ${HELLO}`);
  });

  test('left means where it begins: alignment, indents, tabs and borders', () => {
    const at = (xml: string) => layout(docx(p({ xml: `<w:bidi/>${xml}` }, he(HELLO))))[0];
    expect(find(at('<w:jc w:val="right"/>'), HELLO).x).toBeCloseTo(LEFT, 1);
    expect(endOf(at('<w:ind w:left="720"/>'), HELLO)).toBeCloseTo(RIGHT - 36, 1);
    const tabbed = layout(docx(p(BIDI, he(HELLO), runOf('<w:tab/><w:tab/>'), he(WORLD))))[0];
    expect(endOf(tabbed, WORLD)).toBeCloseTo(RIGHT - 72, 1);
    const shaded = at('<w:shd w:val="clear" w:fill="FF0000"/><w:ind w:left="720" w:right="1440"/>');
    const ground = shaded?.rects.find(({ fill }) => fill === 0xff0000);
    expect(ground?.x).toBeCloseTo(LEFT + 72, 1);
    expect((ground?.x ?? 0) + (ground?.width ?? 0)).toBeCloseTo(RIGHT - 36, 1);
  });

  test('lines break in reading order', () => {
    const words = Array.from({ length: 60 }, (_, index) => `${HELLO}${index % 2 === 0 ? 'א' : 'ב'}`);
    const [page] = layout(docx(p(BIDI, he(words.join(' ')))));
    const first = page?.texts.filter(({ y }) => y < TOP + LINE && y > TOP) ?? [];
    const rightmost = first.reduce((a, b) => (a.x > b.x ? a : b));
    expect(rightmost.text).toBe(words[0]);
    expect(Math.max(...first.map(({ x }) => x))).toBeGreaterThan(RIGHT - 40);
  });

  test('goes around a picture at its left', () => {
    const [page] = layout(docx(p(BIDI, float({ width: 100 }), he(`${HELLO} `.repeat(100).trim()))));
    const beside = page?.texts.filter(({ y }) => y < TOP + 45) ?? [];
    expect(Math.min(...beside.map(({ x }) => x))).toBeGreaterThanOrEqual(LEFT + 100 - 0.1);
    const below = page?.texts.filter(({ y }) => y > TOP + 60) ?? [];
    expect(Math.min(...below.map(({ x }) => x))).toBeLessThan(LEFT + 100);
  });

  test('a number stands at the right of what it counts', () => {
    const [page] = layout(docx(p({ ...BIDI, list: 'numbers' }, he(HELLO))));
    expect(find(page, '1').x).toBeGreaterThan(find(page, HELLO).x);
    expect(find(page, '.').x).toBeLessThan(find(page, '1').x);
  });

  test('its underline stays below it', () => {
    const lined = r(HELLO, { font: 'Arial', underline: true, xml: '<w:rtl/>' });
    const [page] = layout(docx(p(BIDI, lined, he(` ${WORLD}`))));
    const rule = page?.rects.find(({ height }) => height < 2);
    expect(rule?.x).toBeCloseTo(find(page, HELLO).x, 1);
    expect((rule?.x ?? 0) + (rule?.width ?? 0)).toBeCloseTo(RIGHT, 1);
  });
});

describe('words from right to left in other text', () => {
  test('stand in their own order', () => {
    const [page] = layout(docx(p(en(`abc ${HELLO} ${WORLD} def`))));
    expect(seen(page)).toEqual(['abc', WORLD, HELLO, 'def']);
    expect(find(page, 'abc ').x).toBe(LEFT);
  });

  test('brackets around them belong to the line, those inside are turned', () => {
    const [page] = layout(docx(p(en(`a (${HELLO}) b`))));
    expect(seen(page).join('')).toBe(`a (${HELLO}) b`);
  });
});

describe('a run of a complex script', () => {
  test('has that script’s font, size and weight', () => {
    const xml = '<w:rFonts w:cs="Courier New"/><w:b/><w:sz w:val="40"/><w:szCs w:val="28"/><w:rtl/>';
    const [page] = layout(docx(p(BIDI, r('abc', { xml }))));
    expect(find(page, 'abc').size).toBe(14);
    expect(find(page, 'abc').font).toMatch(/Cousine-Regular/);
  });

  test('where a style says so, too', () => {
    const own = styles(
      '<w:style w:type="character" w:styleId="Cs"><w:name w:val="cs"/><w:rPr><w:bCs/><w:szCs w:val="60"/><w:cs/></w:rPr></w:style>',
    );
    const [page] = layout(docx(own, p(r('abc', { style: 'Cs' }))));
    expect(find(page, 'abc')).toMatchObject({ size: 30 });
    expect(find(page, 'abc').font).toMatch(/Bold/);
  });
});

describe('tables and columns', () => {
  test('the first column of a table stands at the right, the table as well', () => {
    const turned = table(
      { widths: [1000, 2000, 3000], xml: '<w:bidiVisual/><w:tblLayout w:type="fixed"/>' },
      row(cell({ width: 1000 }, 'one'), cell({ width: 2000 }, 'two'), cell({ width: 3000 }, 'three')),
      row(cell({ width: 3000, span: 2 }, 'both'), cell({ width: 3000 }, 'last')),
    );
    const [page] = layout(docx(turned));
    expect(find(page, 'one').x).toBeCloseTo(RIGHT - 50 + MARGIN, 0);
    expect(find(page, 'two').x).toBeCloseTo(RIGHT - 150 + MARGIN, 0);
    expect(find(page, 'three').x).toBeCloseTo(RIGHT - 300 + MARGIN, 0);
    expect(find(page, 'both').x).toBeCloseTo(find(page, 'two').x, 1);
    expect(find(page, 'last').x).toBeCloseTo(find(page, 'three').x, 1);
  });

  test('a cell’s left line is where its table begins: at the right', () => {
    const line = (side: string, color: string): string =>
      `<w:tcBorders><w:${side} w:val="single" w:sz="24" w:color="${color}"/></w:tcBorders>`;
    const turned = table(
      { widths: [1000, 2000], xml: '<w:bidiVisual/><w:tblLayout w:type="fixed"/>' },
      row(
        cell({ width: 1000, xml: line('left', 'FF0000') }, 'one'),
        cell({ width: 2000, xml: line('right', '00FF00') }, 'two'),
      ),
    );
    const [page] = layout(docx(turned));
    const [red] = page?.rects.filter(({ fill }) => fill === 0xff0000) ?? [];
    const [green] = page?.rects.filter(({ fill }) => fill === 0x00ff00) ?? [];
    expect(red?.x).toBeGreaterThan(find(page, 'one').x);
    expect(green?.x).toBeLessThan(find(page, 'two').x);
  });

  test('columns of a section follow each other to the left', () => {
    const lines = Array.from({ length: 60 }, (_, index) => p(`line ${index}`));
    const turned = lastSection({ xml: '<w:cols w:num="2" w:space="720"/><w:bidi/>' });
    const [page] = layout(docx(...lines, turned));
    expect(find(page, 'line 0').x).toBeGreaterThan(LEFT + 200);
    expect(find(page, 'line 59').x).toBe(LEFT);
  });
});

test('what a bullet needs below the baseline makes its line no higher [M]', () => {
  const level =
    '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/></w:rPr></w:lvl>';
  const list = part((build) => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml';
    const numbering = `<w:abstractNum w:abstractNumId="7">${level}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="7"/></w:num>`;
    build.file('word/numbering.xml', type, `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>`);
    build.relate('numbering', 'numbering.xml');
  });
  const item = (text: string): Piece =>
    p(
      {
        xml: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr><w:bidi/><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>',
      },
      r(text, { font: 'David', xml: '<w:rFonts w:cs="David"/><w:szCs w:val="24"/><w:rtl/>' }),
    );
  const [page] = layout(docx(list, item(HELLO), item(WORLD)));
  // David's lines are 0.984 em; Courier New is higher by 0.098 em above, and would be by 0.05 below.
  const bullet = find(page, 'o').size;
  const [above, below] = [Math.max((1505 / 2048) * 12, (1705 / 2048) * bullet), (510 / 2048) * 12];
  expect(find(page, WORLD).y - find(page, HELLO).y).toBeCloseTo(above + below, 1);
});
