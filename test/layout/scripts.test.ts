/** Scripts without blanks between their words, and scripts whose letters change with their neighbours. */
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { docx, p, r } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { stagesOf } from './stages.ts';

const fonts = await openFontLibrary({ system: false });

/** Lines of a column of 200 points, a dot for a blank. */
const linesOf = (...runs: readonly string[]): readonly string[] =>
  stagesOf(
    docx(p(...runs.map((text, index) => r(text, { font: 'TH SarabunPSK', bold: index % 2 === 1 })))),
  ).lines.map((line) => line.split(' ')[2] ?? '');

describe('Thai', () => {
  const SENTENCE = 'โปรแกรมนี้เป็นโปรแกรมจำลองการดำเนินการสั่งเค้กโดยเริ่มตั้งแต่การสั่งเค้กซึ่งสามารถเลือกส่วนประกอบ';

  /** Ideographs among them have no words. */
  const isBetweenWords = (text: string, at: number): boolean =>
    [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].some(({ index }) => index === at);

  test.each([SENTENCE, `漢字${SENTENCE}`])('lines end between words: %s', (text) => {
    const lines = linesOf(text);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(text);
    expect(lines[0]?.length).toBeGreaterThan(20);
    let at = 0;
    for (const line of lines.slice(0, -1)) {
      at += line.length;
      expect(isBetweenWords(text, at)).toBe(true);
    }
  });

  test('wherever runs begin: a word may be of two', () => {
    const half = SENTENCE.indexOf('ตั้งแต่') + 3;
    const whole = linesOf(SENTENCE.slice(0, half), SENTENCE.slice(half));
    expect(whole.some((line) => line.endsWith('ตั้'))).toBe(false);
    expect(whole.join('')).toBe(SENTENCE);
  });

  test('a sign of repetition does not begin a line', () => {
    for (let length = 1; length < 30; length++)
      for (const line of linesOf(`${'ก'.repeat(length)} ${'ต่างๆ'.repeat(12)}`))
        expect(line.startsWith('ๆ')).toBe(false);
  });

  test('a word longer than its line is cut between letters, not before a mark', () => {
    const lines = linesOf('กี่'.repeat(120));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^(?:กี่)+$/);
  });
});

describe.skipIf(noPoppler)('what a reader copies (needs poppler)', () => {
  test.each([
    ['Thai', 'TH SarabunPSK', 'โปรแกรมจำลองเริ่มตั้งแต่ชื่อผู้ใช้'],
    ['Hindi', 'Mangal', 'नमस्ते दुनिया'],
    ['Bengali', 'Vrinda', 'বাংলা ভাষা'],
    ['Tamil', 'Latha', 'தமிழ் மொழி'],
    ['Telugu', 'Gautami', 'తెలుగు భాష'],
    ['Khmer', 'DaunPenh', 'ភាសាខ្មែរ'],
    ['Burmese', 'Myanmar Text', 'မြန်မာဘာသာ'],
    ['Lao', 'DokChampa', 'ພາສາລາວ'],
    ['Sinhala', 'Iskoola Pota', 'සිංහල භාෂාව'],
    ['Amharic', 'Nyala', 'አማርኛ'],
    ['Georgian', 'Sylfaen', 'ქართული ენა'],
    ['Armenian', 'Sylfaen', 'Հայերեն լեզու'],
    ['Vietnamese', 'Times New Roman', 'Tiếng Việt được viết'],
    ['Greek', 'Arial', 'Ελληνική γλώσσα, ᾳ ῷ'],
    ['Persian', 'Arial', 'زبان فارسی می‌شود'],
  ])('%s is laid out here, and is the text', (_, font, text) => {
    const result = convertNatively(
      docx(p(r(text, { xml: `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>` }))),
      fonts,
    );
    expect(result.reasons).toEqual([]);
    expect(result.kind).toBe('converted');
    if (result.kind !== 'converted') return;
    // Direction marks are poppler's own.
    const copied = pdfText(result.pdf)
      .replace(/[\u202a-\u202e\f\n]/g, '')
      .trim();
    expect(copied.normalize('NFC')).toBe(
      text.replace('\u200c', copied.includes('\u200c') ? '\u200c' : '').normalize('NFC'),
    );
  });
});
