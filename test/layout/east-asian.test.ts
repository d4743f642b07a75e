/** East Asian text, drawn with the faces that come with Platen: where lines end, and how wide and high they are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextItem } from '../../src/layout/display-list.ts';
import { formatNumber } from '../../src/layout/numbering/number-formats.ts';
import { cell, docx, p, row, runOf, table } from '../support/build.ts';
import { LEFT, layout, type Page, WIDTH } from './table-support.ts';

const SIZE = 10;
/** Characters that fill a line of `docx`, whose text is 451.3 points wide. */
const FULL = Math.floor(WIDTH / SIZE);

const run = (text: string, family: string) =>
  runOf(`<w:t xml:space="preserve">${text}</w:t>`, {
    xml: `<w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${family}"/><w:sz w:val="${SIZE * 2}"/>`,
  });

const paragraph = (text: string, { xml = '', family = 'MS Mincho' } = {}) =>
  docx(p({ xml: `<w:spacing w:before="0" w:after="0"/>${xml}` }, run(text, family)));

/** The texts of each line, from left to right. */
const linesOf = (page: Page | undefined): readonly (readonly TextItem[])[] => {
  const lines = new Map<number, TextItem[]>();
  for (const item of page?.texts ?? []) {
    const y = Math.round(item.y * 10);
    const line = lines.get(y);
    if (line === undefined) lines.set(y, [item]);
    else line.push(item);
  }
  return [...lines.values()];
};

const textOf = (line: readonly TextItem[] | undefined): string =>
  (line ?? []).map(({ text }) => text).join('');

const breaksOf = (text: string, options: Parameters<typeof paragraph>[1] & { settings?: object } = {}) =>
  linesOf(layout(paragraph(text, options), options.settings ?? {})[0]).map(textOf);

describe('lines of ideographs', () => {
  test('end anywhere, with as many as there is room for', () => {
    expect(breaksOf('漢'.repeat(FULL + 3))).toEqual(['漢'.repeat(FULL), '漢'.repeat(3)]);
  });

  test('do not begin with a full stop, nor end with an opening bracket', () => {
    const stop = `${'漢'.repeat(FULL)}。漢`;
    expect(breaksOf(stop)).toEqual(['漢'.repeat(FULL - 1), '漢。漢']);
    const bracket = `${'漢'.repeat(FULL - 1)}「漢」`;
    expect(breaksOf(bracket)).toEqual(['漢'.repeat(FULL - 1), '「漢」']);
  });

  test('may, where the paragraph turns kinsoku off', () => {
    const stop = `${'漢'.repeat(FULL)}。漢`;
    expect(breaksOf(stop, { xml: '<w:kinsoku w:val="0"/>' })[1]).toBe('。漢');
  });

  test('begin with small kana unless the document is strict', () => {
    const small = `${'か'.repeat(FULL)}っか`;
    const settings = { eastAsian: 'ja-JP' };
    expect(breaksOf(small, { settings })[1]).toBe('っか');
    expect(breaksOf(small, { settings: { ...settings, strictLines: true } })[1]).toBe('かっか');
  });

  test('follow the characters that a document names itself', () => {
    const settings = { eastAsian: 'ja-JP', noBreakBefore: new Map([['ja-jp', '字']]) };
    expect(breaksOf(`${'漢'.repeat(FULL)}字。`, { settings })).toEqual(['漢'.repeat(FULL - 1), '漢字。']);
  });

  test('are three tenths higher than the font, half above and half below', () => {
    const [page] = layout(paragraph('漢'.repeat(FULL + 3)));
    const [first, second] = linesOf(page);
    // MS Mincho: 332 of 256 units.
    expect((second?.[0]?.y ?? 0) - (first?.[0]?.y ?? 0)).toBeCloseTo((332 / 256) * SIZE, 2);
    expect((first?.[0]?.y ?? 0) - 72).toBeCloseTo(((220 + 38) / 256) * SIZE, 2);
  });
});

describe('Hangul', () => {
  const korean = '가나다라 '.repeat(30).trim();

  test('breaks between words', () => {
    for (const line of breaksOf(korean, { family: 'Malgun Gothic' })) expect(line.length % 4).toBe(0);
  });

  test('breaks between syllables where the paragraph says so', () => {
    const [first = ''] = breaksOf(korean, { family: 'Malgun Gothic', xml: '<w:wordWrap w:val="0"/>' });
    expect(first.length % 4).not.toBe(0);
  });
});

describe('between ideographs and Latin letters', () => {
  test('stands a quarter of an em, and none beside punctuation', () => {
    const [page] = layout(paragraph('漢A漢。A'));
    const [line = []] = linesOf(page);
    const starts = line.map(({ x }) => x - LEFT);
    const [, latin] = starts;
    expect(latin).toBeCloseTo(SIZE * 1.25, 2);
    // MS Mincho's letters are half an em wide.
    expect(starts[2]).toBeCloseTo(SIZE * (1 + 0.25 + 0.5 + 0.25), 2);
    expect(starts[3]).toBeCloseTo(SIZE * (1 + 0.25 + 0.5 + 0.25 + 2), 2);
  });

  test('stands nothing where the paragraph turns it off', () => {
    const xml = '<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/>';
    const [page] = layout(paragraph('漢A9漢', { xml }));
    const last = linesOf(page)[0]?.at(-1);
    expect((last?.x ?? 0) - LEFT).toBeCloseTo(SIZE * 2, 2);
  });

  test('and goes where the line ends there', () => {
    const [page] = layout(paragraph(`${'漢'.repeat(FULL)}A`));
    expect(linesOf(page)[1]?.[0]?.x).toBeCloseTo(LEFT, 2);
  });
});

describe('quotes of runs that are hinted to be East Asian', () => {
  /** How wide the text is, in em: where an ideograph of another font begins behind it. */
  const room = (text: string, family: string): number => {
    const hinted = runOf(`<w:t>${text}</w:t>`, {
      xml: `<w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${family}" w:hint="eastAsia"/><w:sz w:val="${SIZE * 2}"/>`,
    });
    const [line = []] = linesOf(layout(docx(p({}, hinted, run('漢', 'MS Mincho'))))[0]);
    return ((line.at(-1)?.x ?? 0) - LEFT) / SIZE;
  };

  test('are as wide as the font has them, where it has them narrow', () => {
    expect(room('汉“', 'DengXian')).toBeCloseTo(1.356, 3);
    expect(room('汉‘', 'DengXian')).toBeCloseTo(room('汉’', 'DengXian'), 3);
    expect(room('汉’', 'DengXian')).toBeCloseTo(1.221, 3);
  });

  test('fill a square in others', () => {
    expect(room('汉“', 'SimSun')).toBeCloseTo(2, 3);
    expect(room('汉“', 'FangSong')).toBeCloseTo(2, 3);
  });
});

describe('a line that needs room', () => {
  const TIGHT = `${'漢'.repeat(10)}AA、${'漢'.repeat(FULL - 13)}`;
  const settings = { compress: 'punctuation', eastAsian: 'ja-JP', compatibilityMode: 15 } as const;
  const both = '<w:jc w:val="both"/>';

  test('takes half of its punctuation for one more character, at most half of that', () => {
    // 442.5 points of 451.3 are taken: one more needs 1.2 of them, which the comma has.
    const [first] = breaksOf(`${TIGHT}字字字`, { xml: both, settings });
    expect(first).toBe(`${TIGHT}字`);
    const [plain] = breaksOf(`${TIGHT}字字字`, { xml: both, settings: { ...settings, compress: 'none' } });
    expect(plain).toBe(TIGHT);
    // With a blank of half an em more, 6.2 are needed.
    const [wide] = breaksOf(`${TIGHT} 字字字`, { xml: both, settings });
    expect(wide?.trim()).toBe(TIGHT);
  });

  test('ends at the margin then', () => {
    const text = `${TIGHT}字字字`;
    const [line = []] = linesOf(layout(paragraph(text, { xml: both }), settings)[0]);
    const last = line.at(-1);
    const end = (last?.x ?? 0) + (last?.text.length ?? 0) * (SIZE + (last?.letterSpacing ?? 0));
    expect(end).toBeLessThanOrEqual(LEFT + WIDTH + 0.1);
  });

  test('hangs its last comma beyond the margin where it is justified', () => {
    const text = `${'漢'.repeat(FULL)}、漢`;
    expect(breaksOf(text, { xml: both })).toEqual([`${'漢'.repeat(FULL)}、`, '漢']);
    expect(breaksOf(text, { xml: `${both}<w:overflowPunct w:val="0"/>` })[1]).toBe('漢、漢');
  });
});

test('justified lines are stretched between ideographs', () => {
  const [page] = layout(paragraph('漢'.repeat(FULL + 3), { xml: '<w:jc w:val="both"/>' }));
  const [line = []] = linesOf(page);
  expect(line).toHaveLength(1);
  const spare = WIDTH - FULL * SIZE;
  expect(line[0]?.letterSpacing).toBeCloseTo(spare / (FULL - 1), 2);
});

test('blanks of a justified line grow to half an em before ideographs part', () => {
  const xml = '<w:jc w:val="both"/><w:autoSpaceDE w:val="0"/>';
  const latin = 'B'.repeat(60);
  // 30 ideographs, a letter and two blanks of half an em in MS Mincho; what is left is for the ideographs then.
  const wide = `${'漢'.repeat(15)} A ${'漢'.repeat(15)}${latin}`;
  const [line = []] = linesOf(layout(paragraph(wide, { xml }))[0]);
  expect(line[0]?.letterSpacing ?? 0).toBeGreaterThan(0);
  const narrow = linesOf(layout(paragraph(wide, { xml, family: 'PMingLiU' }))[0])[0] ?? [];
  const letter = narrow.find(({ text }) => text.includes('A'));
  const before = narrow.find(({ text }) => text.includes('漢'));
  const gap = (letter?.x ?? 0) - ((before?.x ?? 0) + 15 * SIZE);
  // PMingLiU's blank has 0.26 em.
  expect(gap).toBeGreaterThanOrEqual(SIZE / 2 - 0.1);
});

test('an indent in characters counts the paragraph’s own', () => {
  const xml = `<w:ind w:firstLineChars="200"/><w:rPr><w:sz w:val="${SIZE * 2}"/></w:rPr>`;
  const [page] = layout(paragraph('漢字', { xml }));
  expect(linesOf(page)[0]?.[0]?.x).toBeCloseTo(LEFT + 2 * SIZE, 1);
});

test('no line begins or ends with what may not, and no character is lost', () => {
  const letters = fc.constantFrom(...'漢字かなっー、。「」（）・A1가');
  const notFirst = new Set('、。」）・');
  const notLast = new Set('「（');
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 30, maxLength: 160 }),
      fc.constantFrom('', '<w:jc w:val="both"/>'),
      (characters, xml) => {
        const text = `漢${characters.join('')}漢`;
        const lines = breaksOf(text, { xml, settings: { eastAsian: 'ja-JP', compress: 'kana' } });
        expect(lines.join('')).toBe(text);
        lines.forEach((line, index) => {
          if (index > 0) expect(notFirst.has(line[0] ?? '')).toBe(false);
          if (index < lines.length - 1) expect(notLast.has(line.at(-1) ?? '')).toBe(false);
        });
      },
    ),
    { numRuns: 25 },
  );
});

test('numbers are written as each language writes them', () => {
  const written = (format: string, ...values: number[]) => values.map((value) => formatNumber(value, format));
  expect(written('chineseCounting', 1, 10, 11, 20, 105)).toEqual(['一', '十', '十一', '二十', '一〇五']);
  expect(written('chineseCountingThousand', 105, 110, 1010)).toEqual(['一百零五', '一百一十', '一千零一十']);
  expect(written('japaneseCounting', 10, 110, 12345)).toEqual(['十', '百十', '一万二千三百四十五']);
  expect(written('koreanCounting', 12, 100)).toEqual(['십이', '백']);
  expect(written('ideographTraditional', 1, 10, 11)).toEqual(['甲', '癸', '11']);
  expect(written('ganada', 1, 14, 15)).toEqual(['가', '하', '가']);
  expect(written('aiueoFullWidth', 1, 46)).toEqual(['ア', 'ン']);
});

describe('w:balanceSingleByteDoubleByteWidth', () => {
  const compatibility = new Set(['w:balanceSingleByteDoubleByteWidth']);
  /** From one text of the line to the one that is looked for, in em. */
  const placeOf = (text: string, wanted: string, settings: object): number => {
    const [page] = layout(
      paragraph(text, { family: 'DengXian', xml: '<w:autoSpaceDE w:val="0"/>' }),
      settings,
    );
    const [line = []] = linesOf(page);
    return ((line.find((item) => item.text.startsWith(wanted))?.x ?? 0) - LEFT) / SIZE;
  };

  test('a blank beside an ideograph is half of a square [M]; others are as wide as the font has them', () => {
    // DengXian's own blank is 0.274 em.
    expect(placeOf('漢 字', '字', { compatibility })).toBeCloseTo(1.5, 2);
    expect(placeOf('漢 字', '字', {})).toBeCloseTo(1.274, 2);
    expect(placeOf('漢  字', '字', { compatibility })).toBeCloseTo(2, 2);
    const latin = (settings: object): number => placeOf('漢a b字', '字', settings);
    expect(latin({ compatibility })).toBeCloseTo(latin({}), 6);
  });

  test('so are, in Latin text, those beside another blank and at the ends of a paragraph [M]', () => {
    const settings = { compatibility };
    const width = placeOf('a漢', '漢', {});
    expect(placeOf('a b', 'a b', settings)).toBe(0);
    expect(placeOf('a  b', 'b', settings)).toBeCloseTo(width + 1, 2);
    expect(placeOf('   b', 'b', settings)).toBeCloseTo(1.5, 2);
    // The blank that does not break keeps its width, the other beside it does not.
    expect(placeOf('a\u00a0 b', 'b', settings)).toBeCloseTo(width + 0.774, 2);
  });

  test('in cells, too, as their columns are measured and where rows are alike', () => {
    const rows = ['a', 'a', 'b  c', '  d', 'a'].map((text) =>
      row(cell({ width: 2000 }, p({ xml: '<w:jc w:val="right"/>' }, run(text, 'DengXian')))),
    );
    const file = docx(table({ widths: [2000] }, ...rows));
    const places = (settings: object) =>
      layout(file, settings)[0]?.texts.map(({ text, x }) => [text, x] as const);
    const [wide, own] = [places({ compatibility }), places({})];
    const shiftOf = (wanted: string) =>
      (own?.find(([text]) => text.startsWith(wanted))?.[1] ?? 0) -
      (wide?.find(([text]) => text.startsWith(wanted))?.[1] ?? 0);
    expect(shiftOf('a')).toBeCloseTo(0, 3);
    expect(shiftOf('b')).toBeCloseTo(2 * SIZE * (0.5 - 0.274), 1);
  });

  test('where Latin words may be cut, blanks at the end of a paragraph count on its right side [M]', () => {
    const xml = '<w:jc w:val="right"/><w:wordWrap w:val="0"/>';
    const settings = { compatibility, eastAsian: 'zh-TW' };
    const endOf = (text: string, own: string): number => {
      const [item] = layout(paragraph(text, { family: 'DengXian', xml: own }), settings)[0]?.texts ?? [];
      return item?.x ?? 0;
    };
    expect(endOf('123', xml) - endOf('123 ', xml)).toBeCloseTo(SIZE / 2, 2);
    expect(endOf('123 ', '<w:jc w:val="right"/>')).toBeCloseTo(endOf('123', xml), 2);
  });
});
