/** Rules that were found on documents after the first 75: each with the smallest document that shows it, and what Word's PDF measured. */
import { describe, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { cell, docx, p, row, runOf, table } from '../support/build.ts';
import { partText, withParts } from '../support/read.ts';
import { float } from './drawing-support.ts';
import { find, LEFT, LINE, layout, layoutList, MARGIN, THIN, TOP, widthIn } from './table-support.ts';

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
