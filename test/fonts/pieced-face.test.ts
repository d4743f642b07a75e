/** Families that come in a hundred pieces, as web fonts do. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFace } from '../../src/fonts/face.ts';
import { languageOfFamily } from '../../src/fonts/families/east-asian-families.ts';
import { openPiecedFace } from '../../src/fonts/pieced-face.ts';
import { readOutline } from '../../src/fonts/tables/glyf.ts';
import { subsetTrueType } from '../../src/fonts/tables/subset-truetype.ts';
import { openWoff2 } from '../../src/fonts/tables/woff2.ts';
import { bundledLibrary } from './support.ts';

const folder = dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-jp/package.json'),
);
const family = { folder, name: 'noto-sans-jp', family: 'Noto Sans JP' };
const regular = openPiecedFace(family, 400);
const bold = openPiecedFace(family, 700);
const point = (character: string): number => character.codePointAt(0) ?? 0;

describe('openPiecedFace', () => {
  test('has the characters of its pieces and no others', () => {
    for (const character of '日本語のカナ、。「」漢字Aé') expect(regular.has(point(character))).toBe(true);
    for (const character of '가각ก') expect(regular.has(point(character))).toBe(false);
  });

  test('gives every character a glyph of its own, the same in each weight', () => {
    const text = [...'日本語文書第一条甲乙丙丁'];
    const glyphs = text.map((character) => regular.glyphFor(point(character)));
    expect(new Set(glyphs).size).toBe(text.length);
    expect(text.map((character) => bold.glyphFor(point(character)))).toEqual(glyphs);
    for (const glyph of glyphs) expect(regular.advanceOfGlyph(glyph)).toBe(regular.unitsPerEm);
  });

  test('draws within the square, heavier in bold', () => {
    const glyph = regular.glyphFor(point('一'));
    const heights = [regular, bold].map((face) => {
      const { xs, ys } = readOutline(face.glyphData ?? (() => new DataView(new ArrayBuffer(0))), glyph);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs)).toBeLessThanOrEqual(1000);
      return Math.max(...ys) - Math.min(...ys);
    });
    // One stroke: its thickness is the weight.
    expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) * 1.3);
  });

  test('is cut down to the glyphs in use, from several pieces, as one font', () => {
    const ids = [0, ...[...'日本々龍A'].map((character) => regular.glyphFor(point(character)))];
    const bytes = subsetTrueType(
      regular,
      ids.map((id) => ({ id, advance: regular.advanceOfGlyph(id) / regular.unitsPerEm })),
    );
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    expect(view.getUint32(0)).toBe(0x00010000);
    expect(bytes.byteLength).toBeLessThan(8000);
    expect(bytes).toEqual(
      subsetTrueType(
        openPiecedFace(family, 400),
        ids.map((id) => ({ id, advance: regular.advanceOfGlyph(id) / regular.unitsPerEm })),
      ),
    );
  });
});

test('what is no WOFF 2 file is refused', () => {
  expect(() => openWoff2(new Uint8Array(64))).toThrow('WOFF 2');
  expect(() => openFace({ id: 'x', bytes: new Uint8Array(64) })).toThrow();
});

describe('East Asian characters', () => {
  test('are drawn as the name of the font, or the language, says', async () => {
    const library = await bundledLibrary();
    const faceOf = (character: string, name: string, language?: string): string =>
      library.fontFor(point(character), library.resolve({ family: name, ...(language && { language }) })).face
        .family;
    expect(faceOf('直', 'MS Mincho')).toBe('Noto Serif JP');
    expect(faceOf('直', 'ＭＳ ゴシック')).toBe('Noto Sans JP');
    expect(faceOf('直', '宋体')).toBe('Noto Serif SC');
    expect(faceOf('直', 'Microsoft YaHei')).toBe('Noto Sans SC');
    expect(faceOf('가', 'Malgun Gothic')).toBe('Noto Sans KR');
    expect(faceOf('直', 'Calibri', 'ja-JP')).toBe('Noto Serif JP');
    expect(faceOf('直', 'Calibri', 'zh-CN')).toBe('Noto Serif SC');
    expect(faceOf('か', 'Calibri', 'en-US')).toBe('Noto Serif JP');
    expect(faceOf('が', '맑은 고딕')).toBe('Noto Sans KR');
  });

  test('fill a square, and so does what stands among them', async () => {
    const library = await bundledLibrary();
    const mincho = library.resolve({ family: 'MS Mincho' });
    expect(library.fontFor(point('漢'), mincho).advance(point('漢'))).toBe(1);
    expect(library.fontFor(point('ｱ'), mincho).advance(point('ｱ'))).toBe(0.5);
    const mark = library.fontFor(point('※'), mincho, true);
    expect([mark.face.family, mark.advance(point('※'))]).toEqual(['Noto Serif JP', 1]);
  });

  test('names of families say their language', () => {
    expect(languageOfFamily('ＭＳ Ｐゴシック')).toBe('ja');
    expect(languageOfFamily('바탕')).toBe('ko');
    expect(languageOfFamily('標楷體')).toBe('zh-Hant');
    expect(languageOfFamily('Calibri')).toBeUndefined();
  });
});
