import { describe, expect, test } from 'vitest';
import { PdfFile } from '../../src/pdf/file.ts';
import { UsedFont } from '../../src/pdf/used-font.ts';
import { writeFont } from '../../src/pdf/write-font.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { calibri, library, list, operators, PdfReader, page, text, write } from './support.ts';

/** Strings are two-byte codes: what matters is the operators around them. */
const shape = (content: string): string => content.replace(/\((?:[^()\\]|\\[\s\S])*\)/g, '()');

describe('text operators', () => {
  test('a line is one Tj, with nothing set that is already so', () => {
    expect(shape(operators(text('Hello')))).toBe('BT\n/F1 10 Tf\n50 300 Td\n()Tj\nET\n');
  });

  test('the next line is a Td and a Tj', () => {
    expect(shape(operators(text('One'), text('Two', { y: 112 })))).toBe(
      'BT\n/F1 10 Tf\n50 300 Td\n()Tj\n0 -12 Td\n()Tj\nET\n',
    );
  });

  test('items that follow each other on a baseline are one string', () => {
    const width = calibri.measure('One ') * 10;
    expect(shape(operators(text('One '), text('two', { x: 50 + width })))).toBe(
      'BT\n/F1 10 Tf\n50 300 Td\n()Tj\nET\n',
    );
  });

  test('a gap between them is a number in the array', () => {
    const width = calibri.measure('One') * 10;
    expect(shape(operators(text('One'), text('two', { x: 50 + width + 20 })))).toBe(
      'BT\n/F1 10 Tf\n50 300 Td\n[()-2000()]TJ\nET\n',
    );
  });

  test('two gaps in a row stay two numbers', () => {
    const content = shape(operators(text('a ', { wordSpacing: 1.5 }), text('b', { x: 20 })));
    expect(content).toMatch(/\[\(\)-150 \d+\(\)\]TJ/);
  });

  test('word spacing is written at the blanks, letter spacing once', () => {
    expect(shape(operators(text('a b c', { wordSpacing: 1.5 })))).toContain('[()-150()-150()]TJ');
    expect(shape(operators(text('abc', { letterSpacing: 0.5 })))).toContain('.5 Tc\n50 300 Td\n()Tj');
  });

  test('rounding does not add up along a line', () => {
    // 40 blanks of 0.333 pt each: 33.3 thousandths; whole numbers alone would be 1.2 thousandths off at the end.
    const content = operators(text('a '.repeat(40), { wordSpacing: 0.333 }));
    const steps = [...content.matchAll(/\)(-\d+)/g)].map(([, step]) => -Number(step));
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeGreaterThan(40 * 33.3 - 1);
    expect(new Set(steps)).toEqual(new Set([33, 34]));
  });

  test('scale, colour, outline and opacity', () => {
    const content = shape(
      operators(
        text('a', { scale: 1.5, color: 0xff0000 }),
        text('b', { y: 120, outline: 0.4, opacity: 0.5 }),
      ),
    );
    expect(content).toContain('1 0 0 rg\n/F1 10 Tf\n150 Tz\n');
    expect(content).toContain('/G1 gs\n0 g\n');
    expect(content).toContain('.4 w\n');
    expect(content).toContain('100 Tz\n1 Tr\n');
  });

  test('styles that no face has are drawn', () => {
    const font = library.resolve({ family: 'Noto Sans Math', bold: true, italic: true });
    const content = shape(operators(text('x', { font: font.key }), text('y', { y: 120 })));
    expect(content).toContain('.31 w\n');
    expect(content).toContain('2 Tr\n');
    expect(content).toContain('1 0 .2126 1 50 300 Tm\n');
    // What follows stands upright again.
    expect(content).toContain('0 Tr\n1 0 0 1 50 280 Tm\n');
  });

  test('nonsense sizes draw nothing', () => {
    expect(
      operators(text('a', { size: 0 }), text('b', { size: Number.NaN }), text('c', { scale: -1 }), text('')),
    ).toBe('');
  });
});

describe('shaped text', () => {
  const shaped = (content: string, options: Parameters<typeof calibri.shape>[1]) =>
    text(content, { glyphs: calibri.shape(content, options) });

  test('kerning is a number in the array', () => {
    expect(shape(operators(shaped('AV', { kerning: true })))).toMatch(/\[\(\)\d+\(\)/);
  });

  test('letters measured with another name of their font are as wide as they were measured', () => {
    const first = library.resolve({ family: 'SimSun' });
    const other = library.resolve({ family: '宋体' });
    expect(other.key).toBe(first.key);
    const glyphs = other.shape('wiw', { kerning: true });
    expect(glyphs.advances).toEqual([0.5, 0.5, 0.5]);
    // Nothing stands between the codes: their own widths take them where they belong.
    expect(shape(operators(text('wiw', { font: first.key, glyphs })))).toContain('()Tj');
  });

  test('a ligature is one code that says all of its letters', () => {
    const reader = new PdfReader(write(list([page(shaped('fi', { ligatures: ['standard'] }))])));
    const map = reader.objects.find((object) => object.includes('/ToUnicode')) ?? '';
    expect(reader.stream(reader.follow(map, 'ToUnicode')).toString()).toContain('<007f><00660069>');
  });

  test('several glyphs for one character say it around them', () => {
    const glyphs = {
      ids: [calibri.glyphFor(0x65), calibri.glyphFor(0xb4)],
      advances: [0.5, 0.1],
      clusters: [0, 0],
      offsets: [
        { x: 0, y: 0 },
        { x: -0.3, y: 0.1 },
      ],
    };
    const content = operators(text('é', { glyphs }));
    expect(content).toContain('/Span<</ActualText(\xfe\xff\x00\xe9)>>BDC\n');
    expect(content).toContain('1 Ts\n');
    expect(content).toContain('0 Ts\nEMC\n');
  });
});

describe('the font that is embedded', () => {
  const fontOf = (...texts: readonly string[]): readonly string[] => {
    const reader = new PdfReader(
      write(list([page(...texts.map((one, line) => text(one, { y: 100 + line * 20 })))])),
    );
    const holding = (key: string): string =>
      reader.objects.find((object) => object.includes(`/${key}`)) ?? '';
    return [
      reader.stream(reader.follow(holding('FontFile2'), 'FontFile2')).toString('latin1'),
      reader.stream(reader.follow(holding('ToUnicode'), 'ToUnicode')).toString('latin1'),
      holding('CIDToGIDMap'),
    ];
  };

  test('is the same for the same letters in another order, so that it is made once', () => {
    expect(fontOf('Invoice 2026-417 für ö')).toEqual(fontOf('ö 714-6202', 'rüf voice In'));
  });

  test('holds what the page shows and nothing of documents before', () => {
    const [file = '', map] = fontOf('abc');
    expect(map).toContain('<0061><0063><0061>');
    expect(fontOf('abcdefgh')[0]?.length).toBeGreaterThan(file.length);
    expect(fontOf('cab')[0]).toBe(file);
  });

  test('is kept in memory of its own, not in the 64 KiB that Node.js shares out', () => {
    const kept: Uint8Array[] = [];
    class Watched extends PdfFile {
      override addEncodedStream(entries: string, data: Uint8Array, object = this.allocate()): number {
        kept.push(data);
        return super.addEncodedStream(entries, data, object);
      }
    }
    const file = new Watched({ write: () => undefined }, 4);
    const used = new UsedFont(calibri, 'F1', file.allocate());
    for (const letter of 'kept') used.codeOf(letter.charCodeAt(0));
    writeFont(file, used);
    expect(kept.map(({ buffer, byteLength }) => buffer.byteLength - byteLength)).toEqual([0, 0]);
  });
});

describe.skipIf(noPoppler)('what a reader copies (needs poppler)', () => {
  test('is the text, exactly', () => {
    const lines = [
      'Plain text, 1234567890 – “quotes” … €',
      'Umlaute: äöüß ÄÖÜ, accents: éèêë ñ ç ő ł',
      'Ελληνικά, Кириллица, ﬁ',
      '(parentheses) \\ backslash ) ( \\',
      'no-break\u00a0space and soft hyphen',
    ];
    const pdf = write(list([page(...lines.map((line, index) => text(line, { y: 50 + index * 20 })))]));
    const copied = pdfText(pdf)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    // Poppler gives a no-break space as a space.
    expect(copied).toEqual(lines.map((line) => line.replace('\u00a0', ' ')));
  });

  test('is Unicode for symbol fonts', () => {
    const wingdings = library.resolve({ family: 'Wingdings' });
    const codes = [0xf0a7, 0xf0d8, 0xf0fc];
    const items = codes.map((code, index) =>
      text(String.fromCodePoint(code), { font: library.fontFor(code, wingdings).key, x: 50 + index * 30 }),
    );
    expect(
      pdfText(write(list([page(...items)])))
        .trim()
        .split(/\s+/),
    ).toEqual(['▪', '➢', '✓']);
  });

  test('is the text of kerned, ligated and right-to-left runs', () => {
    const content = 'AVATAR office';
    const latin = text(content, {
      glyphs: calibri.shape(content, { kerning: true, ligatures: ['standard'] }),
    });
    expect(pdfText(write(list([page(latin)]))).trim()).toBe(content);
    const arabic = library.fontFor(0x645, calibri);
    const word = 'مرحبا';
    const item = text(word, { font: arabic.key, glyphs: arabic.shape(word, { direction: 'rtl' }) });
    expect(pdfText(write(list([page(item)])))).toContain(word);
  });

  test('a letter with marks is found as the letter: the marks say nothing', () => {
    const arabic = library.fontFor(0x645, calibri);
    const word = 'مستند';
    const glyphs = arabic.shape(word, { direction: 'rtl' });
    // Dots are glyphs of their own in this font.
    expect(glyphs.ids.length).toBeGreaterThan(word.length);
    const content = operators(text(word, { font: arabic.key, glyphs }));
    expect(content.match(/ActualText\(\)/g)?.length).toBe(glyphs.ids.length - word.length);
    expect(content.match(/ActualText/g)?.length).toBe(glyphs.ids.length - word.length);
    expect(pdfText(write(list([page(text(word, { font: arabic.key, glyphs }))])))).toContain(word);
  });

  test('is where layout put it', () => {
    const pdf = write(
      list([page(text('First', { x: 40.25, y: 77.5 }), text('second', { x: 200, y: 77.5, size: 20 }))]),
    );
    const reader = new PdfReader(pdf);
    expect(reader.content(0)).toContain('40.25 322.5 Td');
  });
});
