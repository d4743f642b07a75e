/** Signs of East Asian text beside each other, and letters that are said to be of its languages. */
import { describe, expect, test } from 'vitest';
import { docx, p, runOf } from '../support/build.ts';
import { find, LEFT, layout, widthIn } from './table-support.ts';

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
