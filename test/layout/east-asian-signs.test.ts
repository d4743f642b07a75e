/** Signs of East Asian text beside each other, and letters that are said to be of its languages. */
import { describe, expect, test } from 'vitest';
import { docx, lastSection, p, runOf } from '../support/build.ts';
import { float } from './drawing-support.ts';
import { find, LEFT, layout, WIDTH, widthIn } from './table-support.ts';

const SIZE = 10;

const run = (text: string, family: string, more = '', fonts = '') =>
  runOf(`<w:t xml:space="preserve">${text}</w:t>`, {
    xml: `<w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${family}"${fonts}/><w:sz w:val="${SIZE * 2}"/>${more}`,
  });

describe('signs beside signs, where punctuation is compressed', () => {
  const settings = { compress: 'punctuation', eastAsian: 'zh-CN', compatibilityMode: 15 } as const;
  const hinted = ' w:hint="eastAsia"';

  /** How wide the text is, in em: where a word of another font begins behind it. */
  const width = (text: string, { family = 'SimSun', wanted = {} } = {}): number => {
    const file = docx(p({}, run(text, family, '', hinted), run('漢', 'MS Gothic')));
    const [page] = layout(file, { ...settings, ...wanted });
    return (find(page, '漢').x - LEFT) / SIZE;
  };

  test('give half of a square away, in lines that have room, too', () => {
    expect(width('字）。')).toBeCloseTo(2.5, 3);
    expect(width('字）：（')).toBeCloseTo(3, 3);
    expect(width('字”，')).toBeCloseTo(2.5, 3);
    expect(width('字。字')).toBeCloseTo(3, 3);
    expect(width('（（字')).toBeCloseTo(2.5, 3);
  });

  test('do so before a colon or a dot in the middle, which give nothing', () => {
    const wanted = { eastAsian: 'ja-JP' };
    expect(width('字」・字', { wanted })).toBeCloseTo(3.5, 3);
    expect(width('字：字', { wanted })).toBeCloseTo(3, 3);
    expect(width('字：。', { wanted })).toBeCloseTo(3, 3);
  });

  test('do not where the font has them narrow, before Word 2013, or where nothing is compressed', () => {
    expect(width('字”，', { family: 'DengXian' })).toBeCloseTo(2.356, 3);
    expect(width('字）。', { wanted: { compatibilityMode: 14 } })).toBeCloseTo(3, 3);
    expect(width('字）。', { wanted: { compress: 'none' } })).toBeCloseTo(3, 3);
  });
});

describe('letters whose language is one of East Asia', () => {
  const korean = '<w:lang w:val="ko" w:eastAsia="ko-KR"/>';
  const latin = (text: string, more: string) =>
    runOf(`<w:t xml:space="preserve">${text}</w:t>`, {
      xml: `<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Malgun Gothic"/><w:sz w:val="${SIZE * 2}"/>${more}`,
    });

  test('have its font, and stand close to its characters', () => {
    const [page] = layout(docx(p({}, latin('nature', korean), run('가', 'Batang'))));
    const word = find(page, 'nature');
    // Malgun Gothic: Arial's letters are 2.892 em wide together.
    expect(widthIn(word, 'nature') / SIZE).toBeCloseTo(2.907, 2);
    expect(find(page, '가').x - word.x).toBeCloseTo(widthIn(word, 'nature'), 2);
    const [other] = layout(docx(p({}, latin('nature', '<w:lang w:val="en-US"/>'), run('가', 'Batang'))));
    const plain = find(other, 'nature');
    expect(find(other, '가').x - plain.x).toBeCloseTo(widthIn(plain, 'nature') + SIZE / 4, 2);
  });

  test('and so has the mark of an empty paragraph', () => {
    const empty = (language: string) =>
      p({
        xml: `<w:spacing w:before="0" w:after="0"/><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Malgun Gothic"/><w:sz w:val="20"/>${language}</w:rPr>`,
      });
    const top = (language: string) => find(layout(docx(empty(language), p({}, run('x', 'Arial'))))[0], 'x').y;
    // Malgun Gothic's lines are 1.73 em high, Arial's 1.15.
    expect(top(korean) - top('')).toBeCloseTo((1.729 - 1.15) * SIZE, 1);
  });
});

test('what may not end a line does not end it with a blank behind it [M]', () => {
  // Latin letters of SimSun are half a square: the brace ends 1.3 points before the line does.
  const word = `${'x'.repeat(40)}{`;
  const ideographs = Math.floor((WIDTH - 41 * (SIZE / 2)) / SIZE);
  const starts = (text: string) =>
    layout(
      docx(p({}, run(`${'字'.repeat(ideographs)}${text} next`, 'SimSun', '<w:lang w:eastAsia="zh-CN"/>'))),
      {
        eastAsian: 'zh-CN',
      },
    )[0]?.texts.filter(({ x }) => Math.abs(x - LEFT) < 0.1);
  expect(starts(word)?.[1]?.text.trim()).toBe(`${word} next`);
  expect(starts('x'.repeat(41))?.[1]?.text.trim()).toBe('next');
});

test('lines of a box stand on the section’s grid [M]', () => {
  const body = (text: string) =>
    `<wps:txbx><w:txbxContent>${['一', '二']
      .map(
        (sign) =>
          `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:rPr><w:rFonts w:eastAsia="MS Mincho"/><w:sz w:val="24"/></w:rPr><w:t>${sign}${text}</w:t></w:r></w:p>`,
      )
      .join('')}</w:txbxContent></wps:txbx><wps:bodyPr/>`;
  const pitch = (grid: string) => {
    const [page] = layout(
      docx(lastSection({ xml: grid }), p(float({ width: 200, height: 100, body: body('字') }), 'beside')),
    );
    return find(page, '二字').y - find(page, '一字').y;
  };
  expect(pitch('<w:docGrid w:type="lines" w:linePitch="400"/>')).toBeCloseTo(20, 2);
  expect(pitch('<w:docGrid w:linePitch="400"/>')).toBeCloseTo((332 / 256) * 12, 2);
});
