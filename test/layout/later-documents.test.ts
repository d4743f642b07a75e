/** Rules that were found on documents after the first 75: each with the smallest document that shows it, and what Word's PDF measured. */
import { describe, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import {
  cell,
  docx,
  header,
  type Piece,
  p,
  pageBreak,
  raw,
  row,
  runOf,
  styles,
  table,
} from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { float } from './drawing-support.ts';
import {
  find,
  LEFT,
  LINE,
  layout,
  layoutList,
  MARGIN,
  THIN,
  TOP,
  uprights,
  WIDTH,
  widthIn,
} from './table-support.ts';

/** Numbers that no author writes. */
const ODD_NUMBERS = ['-720', '0', '', 'x', '1e9', '99999999999999999999', '2147483647', '-2147483648'];

describe('a table’s indent', () => {
  const indented = (w: string, type: string) =>
    docx(
      table(
        { widths: [4000], xml: `<w:tblInd w:w="${w}" w:type="${type}"/>` },
        row(cell({ width: 4000 }, p('in'))),
      ),
    );

  test('that calls itself a percentage is twentieths of a point: 100.0 moved the text by 5 pt in Word', () => {
    const x = (type: string): number => find(layout(indented('100.0', type))[0], 'in').x;
    expect(x('pct')).toBeCloseTo(LEFT + 5 + THIN / 2 + MARGIN, 2);
    expect(x('pct')).toBe(x('dxa'));
  });

  test.each(ODD_NUMBERS)('of "%s" loses no text', (w) => {
    expect(find(layout(indented(w, 'pct'))[0], 'in').text).toBe('in');
  });
});

describe('a drawing canvas', () => {
  const canvas = (inside: string, size = 'cx="2540000" cy="1270000"') =>
    docx(
      p(
        runOf(
          `<w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="1" name="Canvas"/><a:graphic><a:graphicData uri="x"><wpc:wpc xmlns:wpc="http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"><wpc:bg><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></wpc:bg><wpc:whole/>${inside}</wpc:wpc></a:graphicData></a:graphic></wp:inline></w:drawing>`,
        ),
      ),
    );
  const shape = (x: string): string =>
    `<wps:wsp><wps:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="635000" cy="635000"/></a:xfrm><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>on</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr lIns="0"/></wps:wsp>`;

  test('is as large as its drawing, with a ground, and what stands on it', () => {
    const items = layoutList(canvas(shape('1270000'))).pages[0]?.items ?? [];
    const [ground, red] = items.filter((item) => item.kind === 'path');
    expect(ground?.fill).toBe(0x00ff00);
    expect(ground?.path.map(([, x]) => x)).toContain(LEFT + 200);
    expect(red?.fill).toBe(0xff0000);
    expect(red?.path[0]?.[1]).toBeCloseTo(LEFT + 100, 2);
    expect(items.find((item) => item.kind === 'text')).toMatchObject({ text: 'on', x: LEFT + 100 });
  });

  test.each(ODD_NUMBERS)('of the size "%s" ends', (number) => {
    expect(layoutList(canvas(shape(number), `cx="${number}" cy="${number}"`)).pages).toHaveLength(1);
  });
});

describe('a text box that does not wrap', () => {
  const box = (align: string, body: string) =>
    docx(
      p(
        float({
          width: 144,
          height: 144,
          wrap: 'None',
          x: 30,
          body: `<wps:txbx><w:txbxContent><w:p><w:pPr><w:jc w:val="${align}"/></w:pPr><w:r><w:t>A title that is longer than its box was</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr wrap="none"${body}</wps:bodyPr>`,
        }),
        'text',
      ),
    );

  test.each(['left', 'center', 'right'])(
    'begins 7.2 pt behind its saved place, aligned %s, and its shape is as wide',
    (align) => {
      const items = layoutList(box(align, '><a:spAutoFit/>')).pages[0]?.items ?? [];
      const text = items.find((item) => item.kind === 'text' && item.text.startsWith('A title'));
      if (text?.kind !== 'text') throw new Error('the title is missing');
      expect(text.x).toBeCloseTo(LEFT + 30 + 7.2, 1);
      const shape = items.find((item) => item.kind === 'path');
      const right = Math.max(...(shape?.path ?? []).map(([, x]) => Number(x ?? 0)));
      expect(right).toBeCloseTo(text.x + widthIn(text, text.text) + 7.2, 1);
    },
  );

  test.each(ODD_NUMBERS)('with an inset of "%s" is to be seen', (inset) => {
    const [page] = layout(box('center', ` lIns="${inset}" rIns="${inset}">`));
    expect(page?.texts.some(({ text }) => text.startsWith('A title'))).toBe(true);
  });
});

describe('the colour of pages', () => {
  const colored = (background: string, shows = true): Uint8Array => {
    const file = docx(p('text'));
    const settings = partText(file, 'word/settings.xml');
    return withParts(file, {
      'word/document.xml': partText(file).replace('<w:body>', `${background}<w:body>`),
      'word/settings.xml': shows
        ? settings.replace(/(<w:settings[^>]*>)/, '$1<w:displayBackgroundShape/>')
        : settings,
    });
  };

  test('covers the paper where the document shows it', () => {
    const [page] = layout(colored('<w:background w:color="00B258"/>'));
    expect(page?.rects[0]).toMatchObject({ x: 0, y: 0, width: 595.3, height: 841.9, fill: 0x00b258 });
    expect(layout(colored('<w:background w:color="00B258"/>', false))[0]?.rects).toEqual([]);
  });

  test.each(['auto', '', 'zzz', '12'])('"%s" is none', (color) => {
    expect(layout(colored(`<w:background w:color="${color}"/>`))[0]?.rects).toEqual([]);
  });

  test('a picture in its place is told', () => {
    const file = colored(
      '<w:background w:color="FFFFFF"><v:background><v:fill type="frame"/></v:background></w:background>',
    );
    expect(readDocument(openDocx(file)).findings.map(({ code }) => code)).toEqual(['page-background']);
  });
});

describe('a picture in a cell', () => {
  const places = (from: string): string =>
    `<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="${from}"><wp:posOffset>1270000</wp:posOffset></wp:positionV>`;
  const top = (from: string): number => {
    const file = docx(
      p('above'),
      table(row(cell(p('one'), p('two'), p(float({ wrap: 'None', places: places(from) }), 'three')))),
    );
    const path = layoutList(file).pages[0]?.items.find((item) => item.kind === 'path');
    return Math.min(...(path?.path ?? []).flatMap(([, , y]) => (y === undefined ? [] : [Number(y)])));
  };
  const cellTop = TOP + LINE + THIN;

  test('that is measured from the page is measured from its cell: 524 pt below it in Word', () => {
    expect(top('page')).toBeCloseTo(cellTop + 100, 1);
    expect(top('margin')).toBeCloseTo(cellTop + 100, 1);
  });

  test('and from its paragraph where it says so', () => {
    expect(top('paragraph')).toBeCloseTo(cellTop + 2 * LINE + 100, 1);
  });
});

describe('cells', () => {
  test('that stand apart hold their own lines: text begins half a point further, and each column is a point wider', () => {
    const margins =
      '<w:tblCellMar><w:left w:w="15" w:type="dxa"/><w:right w:w="15" w:type="dxa"/></w:tblCellMar>';
    const spaced = (border: string) =>
      layout(
        docx(
          table(
            { xml: `<w:tblCellSpacing w:w="15" w:type="dxa"/>${margins}` },
            row(cell({ xml: border }, p('one')), cell({ xml: border }, p('two'))),
          ),
        ),
      )[0];
    const lines = (sz: number): string =>
      `<w:tcBorders>${['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} w:val="single" w:sz="${sz}"/>`).join('')}</w:tcBorders>`;
    const [thin, thick] = [spaced(lines(4)), spaced(lines(12))];
    // Lines a point thicker: the first text a point further, the second three.
    expect(find(thick, 'one').x - find(thin, 'one').x).toBeCloseTo(1, 2);
    expect(find(thick, 'two').x - find(thin, 'two').x).toBeCloseTo(3, 2);
  });

  test('without margins end their text before the line: 388.87 pt did not fit into 389.25', () => {
    const bare =
      '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>';
    const [page] = layout(
      docx(table({ widths: [4000], xml: bare }, row(cell({ width: 4000 }, p({ align: 'right' }, 'end'))))),
    );
    const text = find(page, 'end');
    expect(text.x + widthIn(text, 'end')).toBeCloseTo(LEFT + THIN / 2 + 200 - THIN, 2);
  });

  test('of a row have one middle, whatever their margins below: Word’s stand at one height', () => {
    const margins = '<w:tcMar><w:top w:w="180" w:type="dxa"/><w:bottom w:w="180" w:type="dxa"/></w:tcMar>';
    const middle = '<w:vAlign w:val="center"/>';
    const [page] = layout(
      docx(table(row(cell({ xml: margins + middle }, p('one')), cell({ xml: middle }, p('two'))))),
    );
    expect(find(page, 'two').y).toBeCloseTo(find(page, 'one').y, 2);
  });
});

describe('what floats', () => {
  const SQUARE = [
    [0, 0],
    [0, 21600],
    [21600, 21600],
    [21600, 0],
    [0, 0],
  ] as const;

  test('and leaves no line on its page has its paragraph there all the same: Word makes no blank page before it', () => {
    const large = float({ wrap: 'Tight', x: -72, y: -72, width: 600, height: 845, polygon: SQUARE });
    const { pages } = layoutList(docx(p('before'), p(pageBreak(), large)));
    expect(pages.map(({ items }) => items.map(({ kind }) => kind))).toEqual([['text'], ['path']]);
  });

  test('narrows no line on another page: a heading that is kept with a table comes along as wide as it is there', () => {
    const lines = Array.from({ length: 45 }, () => p('line'));
    const beside = float({ wrap: 'Tight', y: 42, width: 370, height: 80, polygon: SQUARE });
    const tall = row({ xml: '<w:trHeight w:val="3000"/><w:cantSplit/>' }, cell(p('cell')));
    const [first, second] = layout(
      docx(
        ...lines,
        p(beside, 'anchor'),
        p({ xml: '<w:keepNext/>' }, 'A heading of some words'),
        table(tall),
      ),
    );
    expect(first?.texts.at(-1)?.text).toBe('anchor');
    expect(find(second, 'A heading of some words')).toMatchObject({ x: LEFT });
    const gap = find(second, 'cell').y - find(second, 'A heading of some words').y;
    expect(gap).toBeCloseTo(LINE + THIN, 1);
  });

  test.each(['0', '-1', '99999999999', ''])('of a height of "%s" ends', (height) => {
    const file = docx(p('before'), p(pageBreak(), float({ wrap: 'Tight', polygon: SQUARE })), p('after'));
    const text = partText(file).replace(/cy="\d+"/, `cy="${height}"`);
    const pages = layout(withParts(file, { 'word/document.xml': text }));
    expect(pages.length).toBeLessThan(5);
    expect(pages.flatMap(({ texts }) => texts.map((one) => one.text))).toContain('after');
  });
});

describe('headers', () => {
  const lines = '<w:r><w:br w:type="page"/></w:r><w:r><w:br w:type="column"/></w:r>';

  test('are not made higher by page breaks: Word’s stood 10 pt higher than with a line for each', () => {
    const of = (inside: Piece): number =>
      find(layout(docx(header(p(inside, 'head')), p('body')))[0], 'head').y;
    expect(of(raw(lines))).toBe(of(''));
  });

  test('have text beside what is measured from the page: 88 pt further right in Word', () => {
    const logo = (y: number): Piece => float({ x: -36, y, width: 120, height: 60, from: ['column', 'page'] });
    const x = (y: number): number => find(layout(docx(header(p(logo(y), 'head')), p('body')))[0], 'head').x;
    expect(x(30)).toBeCloseTo(LEFT + 84, 1);
    expect(x(200)).toBe(LEFT);
  });
});

describe('a floating table that is too high for a page', () => {
  const rows = Array.from({ length: 80 }, (_, index) => row(cell(p(`row ${index}`))));
  const placed = (y: string): ReturnType<typeof layout> =>
    layout(
      docx(
        p('above'),
        table({ xml: `<w:tblpPr w:vertAnchor="page" w:horzAnchor="margin" w:tblpY="${y}"/>` }, ...rows),
        p('after'),
      ),
    );

  test('begins at its place on the page: 127.85 pt down in Word', () => {
    const [page] = placed('2557');
    expect(find(page, 'row 0').y - find(page, 'above').y).toBeCloseTo(127.85 + THIN - TOP, 1);
  });

  test.each(ODD_NUMBERS)('with a place of "%s" loses no row', (y) => {
    const texts = placed(y).flatMap((page) => page.texts.map(({ text }) => text));
    expect(texts.filter((text) => text.startsWith('row '))).toHaveLength(80);
    expect(texts).toContain('after');
  });
});

test('automatic space in a list stands after its last item alone, at the end of a cell too: 14 pt in Word', () => {
  const item = p(
    { list: 'bullets', xml: '<w:spacing w:before="0" w:after="100" w:afterAutospacing="1"/>' },
    'item',
  );
  const plain = p({ xml: '<w:spacing w:before="0" w:after="100" w:afterAutospacing="1"/>' }, 'plain');
  const page = (of: Piece) => layout(docx(table(row(cell(of, of)), row(cell(p('next'))))))[0];
  const [first, second] = page(item)?.texts.filter(({ text }) => text === 'item') ?? [];
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(LINE, 1);
  expect(find(page(item), 'next').y - (second?.y ?? 0)).toBeCloseTo(LINE + 14 + THIN, 1);
  const last = page(plain)
    ?.texts.filter(({ text }) => text === 'plain')
    .at(-1);
  expect(find(page(plain), 'next').y - (last?.y ?? 0)).toBeCloseTo(LINE + THIN, 1);
});

test.each([
  ['ko-KR', 'Format'],
  ['zh-CN', 'at'],
])('words that may be broken are Latin ones too, but not in Korean: %s', (eastAsian, last) => {
  const file = docx(
    table(
      { widths: [1000], xml: '<w:tblLayout w:type="fixed"/>' },
      row(cell({ width: 1390 }, p({ xml: '<w:wordWrap w:val="0"/>' }, 'Course Format'))),
    ),
  );
  const texts = layout(file, { eastAsian })[0]?.texts.map(({ text }) => text) ?? [];
  expect(texts.at(-1)).toBe(last);
});

describe('contextual space', () => {
  const CONTEXTUAL = '<w:spacing w:after="180"/><w:contextualSpacing/>';
  const height = (style: string | undefined): number => {
    const of = (text: string) => cell(p({ ...(style !== undefined && { style }), xml: CONTEXTUAL }, text));
    const file = docx(
      styles('<w:style w:type="paragraph" w:styleId="Other"><w:name w:val="Other"/></w:style>'),
      table(row(of('one'), of('two')), row(of('three'), of('four'))),
    );
    const [page] = layout(file);
    return find(page, 'three').y - find(page, 'one').y;
  };

  test('below a cell’s last paragraph is lost where the next cell, or the row’s mark, has its style: 9 pt in Word', () => {
    expect(height(undefined)).toBeCloseTo(LINE + THIN, 1);
  });

  test('and stays in the last cell of a row whose paragraphs have a style of their own', () => {
    expect(height('Other')).toBeCloseTo(LINE + 9 + THIN, 1);
  });
});

test('a table that finds its own width ends at the column’s edge, however far it is indented: 431.5 pt for 467.5 in Word', () => {
  const file = docx(
    table(
      { widths: [4245, 4385], xml: '<w:tblInd w:w="720" w:type="dxa"/>' },
      row(cell({ width: 4675 }, p('one')), cell({ width: 4675 }, p('two'))),
    ),
  );
  const lines = uprights(layout(file)[0]);
  expect(lines[0]).toBeCloseTo(LEFT + 36 + THIN / 2, 1);
  expect(lines.at(-1)).toBeCloseTo(LEFT + WIDTH - THIN / 2, 1);
});
