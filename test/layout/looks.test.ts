/** What is drawn, where words alone do not show it: each rule with the smallest document that has it, and what Word's PDF measured. */
import { describe, expect, test } from 'vitest';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { layoutDocument } from '../../src/layout/layout-document.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { readDocument } from '../../src/wml/document.ts';
import { docx, lastSection, type Piece, p, r } from '../support/build.ts';
import { float } from './drawing-support.ts';
import { find, layout, layoutList, TOP } from './table-support.ts';

const fonts = await openFontLibrary({ system: false });

describe('a shaded paragraph', () => {
  const shaded = (grid: string, spacing = '') => {
    const xml = `${spacing}<w:shd w:val="clear" w:color="auto" w:fill="2B2B2B"/><w:rPr><w:sz w:val="14"/></w:rPr>`;
    const font = { font: '宋体', size: 7, xml: '<w:lang w:eastAsia="zh-CN"/>' };
    const [page] = layout(
      docx(p({ xml }, r('code', font)), p({ xml }, r('more', font)), lastSection({ xml: grid })),
    );
    return (page?.rects ?? []).filter(({ fill }) => fill === 0x2b2b2b);
  };

  test('on a grid of lines leaves what is below each line white', () => {
    const [first, second] = shaded('<w:docGrid w:type="lines" w:linePitch="312"/>');
    expect(first?.height).toBeCloseTo(12.36, 1);
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(15.6, 2);
  });

  test('without one is shaded as a whole', () => {
    const [first, second] = shaded('', '<w:spacing w:after="0" w:line="360" w:lineRule="auto"/>');
    expect(first?.height).toBeGreaterThan(10);
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(second?.y ?? 0, 2);
  });
});

describe('a section that goes on on its page', () => {
  const PAGE =
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/>';
  const section = (columns: number): string =>
    `<w:sectPr><w:type w:val="continuous"/>${PAGE}<w:cols w:num="${columns}" w:space="720"/></w:sectPr>`;
  const distance = (columns: number, after: number, before: number): number => {
    const [page] = layout(
      docx(
        p({ xml: `<w:spacing w:after="${after}"/>${section(columns)}` }, 'one'),
        p({ xml: `<w:spacing w:before="${before}"/>` }, 'two'),
        lastSection({ xml: '<w:type w:val="continuous"/>' }),
      ),
    );
    return find(page, 'two').y - find(page, 'one').y;
  };

  test.each([1, 3])('stands below the space after what is above it, which is in %i columns', (columns) => {
    const plain = distance(columns, 0, 0);
    expect(distance(columns, 40, 0) - plain).toBeCloseTo(2, 2);
    expect(distance(columns, 40, 100) - plain).toBeCloseTo(5, 2);
    expect(distance(columns, 100, 40) - plain).toBeCloseTo(5, 2);
  });

  test('in columns, has nothing above the first of them', () => {
    const xml = '<w:spacing w:before="97"/>';
    const text = ['a', 'b', 'c'].map((name, index) =>
      p({ xml: index === 2 ? `${xml}${section(3)}` : xml }, name),
    );
    const [page] = layout(
      docx(
        p({ xml: section(1) }, 'above'),
        ...text,
        p('below'),
        lastSection({ xml: '<w:type w:val="continuous"/>' }),
      ),
    );
    const tops = ['a', 'b', 'c'].map((name) => find(page, name).y);
    expect(new Set(tops.map((y) => y.toFixed(2))).size).toBe(1);
  });
});

describe('an effect that is not drawn', () => {
  const warnings = (effect: string): readonly string[] => {
    const drawn = float();
    const shape: Piece = (build) =>
      (typeof drawn === 'string' ? drawn : drawn(build)).replace(
        '</wps:spPr>',
        `<a:effectLst>${effect}</a:effectLst></wps:spPr>`,
      );
    const document = readDocument(openDocx(docx(p(shape))));
    return layoutDocument(document, fonts).warnings;
  };

  test.each(['<a:softEdge rad="31750"/>', '<a:glow rad="63500"/>', '<a:reflection blurRad="6350"/>'])(
    'is said: %s',
    (effect) => {
      expect(warnings(effect)).toEqual(['Glows, reflections and soft edges are not drawn.']);
    },
  );

  test('a shadow is drawn', () => {
    expect(
      warnings('<a:outerShdw dist="38100" dir="2700000"><a:srgbClr val="000000"/></a:outerShdw>'),
    ).toEqual([]);
  });
});

describe('a border of waves', () => {
  const path = (style: string) => {
    const xml = `<w:pBdr><w:bottom w:val="${style}" w:sz="6" w:space="1" w:color="FF0000"/></w:pBdr>`;
    const items = layoutList(docx(p({ xml }, 'text'))).pages[0]?.items ?? [];
    return items.flatMap((item) =>
      item.kind === 'path' && item.stroke?.color === 0xff0000 ? [item.path] : [],
    );
  };

  test('goes up and down by three points', () => {
    const [wave, ...others] = path('wave');
    expect(others).toEqual([]);
    const ys = (wave ?? []).map((command) => Number(command[2]));
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(3, 2);
    expect(new Set(ys.map((y) => y.toFixed(2))).size).toBe(2);
    expect(wave?.length).toBeGreaterThan(100);
    expect(path('doubleWave')).toHaveLength(2);
  });
});

describe('what is measured from its paragraph', () => {
  /** Tops of the shapes, all 18 pt below their paragraphs. */
  const tops = (...paragraphs: readonly string[]): readonly number[] => {
    const content = paragraphs.map((xml) => p({ xml }, float({ y: 18, wrap: 'None' }), 'text'));
    const items = layoutList(docx(...content)).pages.flatMap((page) => page.items);
    return items.flatMap((item) => (item.kind === 'path' ? [Number(item.path[0]?.[2])] : []));
  };
  const height = (): number => tops('', '')[1] ?? 0;

  test('is measured from above the space before it: 18 pt at the top of a page, 25 further down', () => {
    expect(tops('<w:spacing w:before="360"/>')[0]).toBeCloseTo(TOP + 18, 2);
    const plain = height();
    expect(tops('', '<w:spacing w:before="500"/>')[1]).toBeCloseTo(plain, 2);
  });

  test('but from below the space after what is above', () => {
    const plain = height();
    expect(tops('<w:spacing w:after="240"/>', '<w:spacing w:before="240"/>')[1]).toBeCloseTo(plain + 12, 2);
    expect(tops('<w:spacing w:after="80"/>', '<w:spacing w:before="240"/>')[1]).toBeCloseTo(plain + 4, 2);
  });
});

describe('letters with a soft shadow', () => {
  const below = (shadow: string): readonly [number, number] => {
    const format = { font: 'Times New Roman', size: 28, xml: shadow };
    const [page] = layout(docx(p({ xml: '<w:spacing w:after="0"/>' }, r('Title', format)), p('below')));
    return [find(page, 'Title').y, find(page, 'below').y];
  };
  const shadow = (blur: string, distance = '19050', direction = '2700000') =>
    `<w14:shadow w14:blurRad="${blur}" w14:dist="${distance}" w14:dir="${direction}" w14:algn="tl"><w14:schemeClr w14:val="dk1"/></w14:shadow>`;

  test('have a higher line: 1.0 pt above, 2.1 below', () => {
    const [plain, next] = below('');
    const [title, moved] = below(shadow('38100'));
    expect(title - plain).toBeCloseTo(1.06, 1);
    expect(moved - next).toBeCloseTo(3.1, 0);
  });

  test('a shadow without softness makes none', () => {
    expect(below(shadow('0'))).toEqual(below(''));
  });

  test.each([
    ['-38100', '19050', '2700000'],
    ['2147483647', '2147483647', '2147483647'],
    ['x', '', '1e9'],
    ['38100', '-2147483648', '-5400000'],
  ])('of %s, %s, %s stays within the page', (blur, distance, direction) => {
    const [title, next] = below(shadow(blur, distance, direction));
    expect(title).toBeGreaterThan(0);
    expect(next - title).toBeLessThan(200);
  });
});
