/** Signs of symbol fonts and emoji: that each is drawn, as what it is, and that what is not is said. */
import { describe, expect, test } from 'vitest';
import { convertNatively } from '../../src/convert/native/convert-native.ts';
import { find, layout } from '../layout/table-support.ts';
import { docx, p, r, runOf } from '../support/build.ts';
import { bundledLibrary } from './support.ts';

const library = await bundledLibrary();

/** Codes from 0x20 to 0xFF for which nothing is drawn. */
const lacking = (family: string): readonly number[] => {
  const font = library.resolve({ family });
  return Array.from({ length: 0xe0 }, (_, index) => 0x20 + index).filter(
    (code) => !library.fontFor(0xf000 + code, font).has(0xf000 + code),
  );
};
const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('symbol fonts', () => {
  test.each([
    ['Wingdings', [0x7f]],
    ['Wingdings 2', [0x7f, ...range(0xfa, 0xff)]],
    ['Wingdings 3', [0x7f, ...range(0xf1, 0xff)]],
    ['Webdings', [0x7f]],
    ['Symbol', [...range(0x7f, 0x9f), 0xf0, 0xff]],
  ])('%s has a sign for every code that has one', (family, none) => {
    expect(lacking(family)).toEqual(none);
  });

  test.each([
    ['Wingdings', 0xe0, '→', 0.979],
    ['Wingdings', 0x4a, '☺', 0.843],
    ['Wingdings', 0x81, '①', 0.891],
    ['Wingdings', 0xfc, '✓', 0.785],
    ['Wingdings 3', 0x84, '⯈', undefined],
    ['Webdings', 0xc5, '🕻', 0.428],
    ['Symbol', 0xde, '⇒', 0.987],
  ])('%s %i is %s, as wide as its font has it', (family, code, shown, width) => {
    for (const codePoint of [code, 0xf000 + code]) {
      const font = library.fontFor(codePoint, library.resolve({ family }));
      expect(String.fromCodePoint(font.unicodeFor(codePoint))).toBe(shown);
      if (width !== undefined) expect(font.advance(codePoint)).toBeCloseTo(width, 3);
    }
  });

  test('an arrow of Wingdings has its wide head, and is copied as an arrow', () => {
    const font = library.fontFor(0xf0e0, library.resolve({ family: 'Wingdings' }));
    expect(font.glyphFor(0xf0e0)).toBe(font.face.glyphFor(0x1f86a));
    const plain = library.fontFor(0xf0ae, library.resolve({ family: 'Symbol' }));
    expect(plain.glyphFor(0xf0ae)).toBe(plain.face.glyphFor(0x2192));
  });

  test('a sign that another face lends is Wingdings’ all the same, not what Symbol has under its code', () => {
    for (const font of ['Wingdings', 'Webdings']) {
      const [page] = layout(docx(p(r('\uf04a', { font }))));
      expect(find(page, '\uf04a').font.split('|')[1]).toBe(font.toLowerCase());
    }
    // In a font that has no signs of its own, it is Symbol's: Word does so.
    const [page] = layout(docx(p(r('\uf04a', { font: 'Calibri' }))));
    expect(find(page, '\uf04a').font.split('|')[1]).toBe('symbol');
  });
});

describe('emoji', () => {
  test('are as wide as Segoe UI Emoji has them, whatever font is asked, and it is said that they are black', () => {
    for (const family of ['Calibri', 'Segoe UI Emoji']) {
      const font = library.fontFor(0x1f50d, library.resolve({ family }));
      expect(font.advance(0x1f50d)).toBeCloseTo(1.373, 3);
      expect(font.line.height).toBeCloseTo((2210 + 514) / 2048, 3);
    }
    expect(convertNatively(docx(p('Found 🔍')), library)).toMatchObject({
      reasons: [],
      warnings: ['Emoji are drawn in black, not in colour.'],
    });
  });

  test('signs that are no emoji by themselves are drawn as signs', () => {
    expect(library.fontFor(0x2610, library.resolve({ family: 'Calibri' })).face.family).toBe(
      'Noto Sans Symbols 2',
    );
    expect(convertNatively(docx(p('☐ ☒ ✔')), library)).toMatchObject({ reasons: [], warnings: [] });
  });
});

describe('a character that no face has', () => {
  test('is named once, with its font', () => {
    const file = docx(p(r('\u{13000}\u{13000} \u{13001}', { font: 'Georgia' })), p('\u{13000}'));
    expect(convertNatively(file, library)).toMatchObject({
      reasons: ['font:missing'],
      warnings: [
        'No font here has these characters, and an empty box stands for each: U+13000 in Georgia, U+13001 in Georgia.',
      ],
    });
  });

  test('is named as a symbol, too', () => {
    const file = docx(p(runOf('<w:sym w:font="Wingdings 3" w:char="F0FA"/>')));
    const result = convertNatively(file, library);
    expect(result.kind === 'converted' && result.warnings.join()).toContain('U+F0FA in Wingdings 3');
  });

  test('of many, the first ten are', () => {
    const many = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x13000 + index)).join('');
    const result = convertNatively(docx(p(many)), library);
    expect(result.kind === 'converted' && result.warnings[0]?.match(/U\+/g)).toHaveLength(10);
  });
});

describe('fonts whose widths are not known here', () => {
  const warned = (...fonts: readonly (readonly [text: string, family: string])[]): readonly string[] => {
    const runs = fonts.map(([text, family]) =>
      r(text, { xml: `<w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:cs="${family}"/>` }),
    );
    const result = convertNatively(docx(p(...runs)), library);
    return result.kind === 'converted' ? result.warnings : [];
  };
  const sentence = (families: string): string =>
    `Text in fonts that are not here, or lack its characters, is drawn with others, and lines may break elsewhere: ${families}.`;

  test('are named, those with most text first', () => {
    expect(warned(['few words', 'One'], ['some more words than that', 'Two'])).toEqual([
      sentence('Two, One'),
    ]);
    expect(warned(['words', 'Calibri'])).toEqual([]);
    const many = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((family) => ['words', family] as const);
    expect(warned(...many)).toEqual([sentence('A1, B1, C1, D1, E1 and others')]);
  });

  test('are named in every script, and where no more is known of them than a hyphen', () => {
    expect(warned(['यह एक परीक्षण है', 'Mangal'])).toEqual([sentence('Mangal')]);
    expect(warned(['ეს არის ტესტი', 'Sylfaen'])).toEqual([sentence('Sylfaen')]);
  });
});
