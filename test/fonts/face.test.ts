import { describe, expect, test } from 'vitest';
import { openFace } from '../../src/fonts/face.ts';
import { lineOf } from '../../src/fonts/tables/metrics-tables.ts';
import { bundledFace, CARLITO, cffFile } from './support.ts';

describe('a TrueType face', () => {
  const face = bundledFace(CARLITO);

  test('says who it is', () => {
    expect(face).toMatchObject({
      family: 'Carlito',
      postscriptName: 'Carlito-Regular',
      bold: false,
      italic: false,
      unitsPerEm: 2048,
      outlines: 'truetype',
    });
  });

  test('maps characters of every plane it has, and 0 for the others', () => {
    expect(face.has(0x41)).toBe(true);
    expect(face.has(0x1e9e)).toBe(true);
    expect(face.glyphFor(0x6f22)).toBe(0);
    expect(face.glyphFor(0x1f600)).toBe(0);
    expect(face.glyphFor(0x10ffff)).toBe(0);
  });

  test('has the advances that its designers gave it', () => {
    const advance = (character: string): number =>
      face.advanceOfGlyph(face.glyphFor(character.codePointAt(0) ?? 0));
    expect([advance('a'), advance('W'), advance(' '), advance('1')]).toEqual([981, 1822, 463, 1038]);
  });

  test('a glyph past the last has the last advance, never another table', () => {
    expect(face.advanceOfGlyph(70_000)).toBe(face.advanceOfGlyph(face.glyphCount - 1));
  });
});

test('a CFF face is read the same way', () => {
  const face = openFace({ id: 'inconsolata', bytes: cffFile() });
  expect(face).toMatchObject({ outlines: 'cff', unitsPerEm: 1000 });
  expect(face.advanceOfGlyph(face.glyphFor(0x41))).toBe(500);
});

describe('the line of a font, as Word makes it', () => {
  const units = bundledFace(CARLITO).units;
  const os2 = units.os2;

  test('is the win metrics, with what hhea asks for beyond them above the text', () => {
    if (os2 === undefined) throw new Error('Carlito has an OS/2 table');
    const arial = {
      ...units,
      hhea: { ascent: 1854, descent: -434, lineGap: 67 },
      os2: { ...os2, winAscent: 1854, winDescent: 434, fsSelection: 0x40 },
    };
    expect(lineOf(arial)).toEqual({ ascent: 1921, descent: 434 });
    const calibri = {
      ...units,
      hhea: { ascent: 1536, descent: -512, lineGap: 452 },
      os2: { ...os2, winAscent: 1950, winDescent: 550, fsSelection: 0x40 },
    };
    expect(lineOf(calibri)).toEqual({ ascent: 1950, descent: 550 });
  });

  test('is the typographic metrics where the font says so', () => {
    if (os2 === undefined) throw new Error('Carlito has an OS/2 table');
    const aptos = {
      ...units,
      os2: {
        ...os2,
        typoAscent: 1923,
        typoDescent: -577,
        typoLineGap: 0,
        winAscent: 2068,
        winDescent: 563,
        fsSelection: 0xc0,
      },
    };
    expect(lineOf(aptos)).toEqual({ ascent: 1923, descent: 577 });
  });

  test('is hhea where there is no OS/2 table', () => {
    expect(lineOf({ ...units, os2: undefined, hhea: { ascent: 800, descent: -200, lineGap: 90 } })).toEqual({
      ascent: 890,
      descent: 200,
    });
  });
});
