import { describe, expect, test } from 'vitest';
import { openFace } from '../../src/fonts/face.ts';
import { cidsOf } from '../../src/fonts/tables/cff-charset.ts';
import { encodeOutline, type GlyphData, readOutline } from '../../src/fonts/tables/glyf.ts';
import { openSfnt } from '../../src/fonts/tables/sfnt.ts';
import { subsetCff } from '../../src/fonts/tables/subset-cff.ts';
import { type Fit, NO_GLYPH, subsetTrueType } from '../../src/fonts/tables/subset-truetype.ts';
import { bundledFace, CARLITO, cffFile } from './support.ts';

const face = bundledFace(CARLITO);
const glyph = (character: string): number => face.glyphFor(character.codePointAt(0) ?? 0);
const em = (id: number): number => face.advanceOfGlyph(id) / face.unitsPerEm;

/** Reads outlines out of a font file, as a viewer would. */
const outlines = (file: Uint8Array) => {
  const sfnt = openSfnt(file);
  const loca = sfnt.table('loca');
  const glyf = sfnt.table('glyf');
  const long = sfnt.table('head').getInt16(50) !== 0;
  const at = (index: number): number => (long ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2);
  const data: GlyphData = (id) => new DataView(glyf.buffer, glyf.byteOffset + at(id), at(id + 1) - at(id));
  return {
    outline: (id: number) => readOutline(data, id),
    advance: (id: number): number => sfnt.table('hmtx').getUint16(id * 4),
    count: sfnt.table('maxp').getUint16(4),
    tags: sfnt.tags,
  };
};

const source = outlines(face.bytes());

describe('subsetTrueType', () => {
  const letters = ['a', 'é', 'W', ' '].map(glyph);
  const ids = [0, ...letters];

  test('a dot at another width stays round, a letter is only wider', () => {
    const height = (ys: readonly number[]): number => Math.max(...ys) - Math.min(...ys);
    const wide = (character: string, fit: Fit, by = 1.3) => {
      const id = glyph(character);
      const drawn = outlines(
        subsetTrueType(face, [
          { id: 0, advance: em(0) },
          { id, advance: em(id) * by, fit },
        ]),
      );
      const [before, after] = [source.outline(id), drawn.outline(1)];
      return [height(after.xs) / height(before.xs), height(after.ys) / height(before.ys)];
    };
    const [across, up] = wide('•', 'dot');
    expect(across).toBeCloseTo(1.3, 1);
    expect(up).toBeCloseTo(1.3, 1);
    expect(wide('o', 'letter')[1]).toBeCloseTo(1, 2);
    // A sign is as large as it is, and smaller only where its place is narrower.
    expect(wide('W', 'sign')).toEqual([1, 1]);
    const [less, lower] = wide('W', 'sign', 0.5);
    expect(less).toBeCloseTo(0.5, 1);
    expect(lower).toBeCloseTo(less ?? 0, 2);
  });

  test('letters of the same design at another size are drawn as high as they should be', () => {
    const id = glyph('x');
    const height = (ys: readonly number[]): number => Math.max(...ys) - Math.min(...ys);
    const drawn = outlines(
      subsetTrueType(
        face,
        [
          { id: 0, advance: em(0) },
          { id, advance: em(id) },
        ],
        0.9,
      ),
    );
    expect(height(drawn.outline(1).ys) / height(source.outline(id).ys)).toBeCloseTo(0.9, 2);
    expect(drawn.outline(1).xs).toEqual(source.outline(id).xs);
  });

  test('holds the glyphs in their new order, outlines unchanged, and six tables', () => {
    const subset = outlines(
      subsetTrueType(
        face,
        ids.map((id) => ({ id, advance: em(id) })),
      ),
    );
    expect(subset.tags).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
    ids.forEach((id, index) => {
      expect(subset.outline(index)).toEqual(source.outline(id));
      expect(subset.advance(index)).toBe(face.advanceOfGlyph(id));
    });
  });

  test('numbers that are kept free are empty, and move nothing', () => {
    const [a = 0, , w = 0] = letters;
    const wanted = [a, w].map((id) => ({ id, advance: em(id) }));
    const drawn = outlines(subsetTrueType(face, [wanted[0] ?? NO_GLYPH, NO_GLYPH, wanted[1] ?? NO_GLYPH]));
    expect(drawn.count).toBe(3);
    expect(drawn.outline(0)).toEqual(source.outline(a));
    expect(drawn.advance(1)).toBe(0);
    expect(drawn.outline(2)).toEqual(source.outline(w));
  });

  test('is small: hinting programs and unused glyphs are gone', () => {
    const bytes = subsetTrueType(
      face,
      ids.map((id) => ({ id, advance: em(id) })),
    );
    expect(bytes.byteLength).toBeLessThan(4000);
    expect(face.bytes().byteLength).toBeGreaterThan(100_000);
  });

  test('the components of a composite come along, once', () => {
    const composed = [0, ...['é', 'è', 'ê', 'e'].map(glyph)];
    const subset = outlines(
      subsetTrueType(
        face,
        composed.map((id) => ({ id, advance: em(id) })),
      ),
    );
    expect(subset.count).toBeLessThan(composed.length + 6);
    composed.forEach((id, index) => {
      expect(subset.outline(index)).toEqual(source.outline(id));
    });
  });

  test('a glyph at another advance is stretched to it, accents and all', () => {
    const id = glyph('é');
    const wider = em(id) * 1.2;
    const subset = outlines(
      subsetTrueType(
        face,
        [0, id].map((each) => ({ id: each, advance: each === 0 ? em(0) : wider })),
      ),
    );
    expect(subset.advance(1)).toBe(Math.round(wider * 2048));
    const before = source.outline(id);
    const after = subset.outline(1);
    expect(after.ys).toEqual(before.ys.map(Math.round));
    expect(Math.max(...after.xs)).toBeCloseTo(Math.max(...before.xs) * 1.2, -1);
  });

  test('a wide letter in a narrow place does not stand in its neighbours', () => {
    const id = glyph('W');
    const subset = outlines(
      subsetTrueType(
        face,
        [0, id].map((each) => ({ id: each, advance: each === 0 ? em(0) : 0.5 })),
      ),
    );
    const { xs } = subset.outline(1);
    expect(em(id)).toBeGreaterThan(0.8);
    expect(Math.min(...xs)).toBeGreaterThan(-20);
    expect(Math.max(...xs)).toBeLessThan(0.5 * 2048 + 20);
  });

  test('beyond what still looks like a letter, the space goes around it', () => {
    const id = glyph('i');
    const subset = outlines(
      subsetTrueType(
        face,
        [0, id].map((each) => ({ id: each, advance: each === 0 ? em(0) : em(id) * 3 })),
      ),
    );
    const xs = subset.outline(1).xs;
    const width = Math.max(...xs) - Math.min(...xs);
    const before = source.outline(id).xs;
    expect(width).toBeLessThan((Math.max(...before) - Math.min(...before)) * 1.4);
    expect(Math.min(...xs)).toBeGreaterThan(face.advanceOfGlyph(id) * 0.8);
  });

  test('outlines survive being written and read', () => {
    for (let id = 0; id < face.glyphCount; id += 37) {
      const outline = source.outline(id);
      const rounded = { ...outline, xs: outline.xs.map(Math.round), ys: outline.ys.map(Math.round) };
      const bytes = encodeOutline(outline);
      const read = readOutline(() => new DataView(bytes.buffer), 0);
      expect(read).toEqual(rounded.xs.length === 0 ? { xs: [], ys: [], onCurve: [], ends: [] } : rounded);
    }
  });
});

describe('subsetCff', () => {
  const cff = openFace({ id: 'inconsolata', bytes: cffFile() });

  test('keeps glyph numbers and drops the other outlines', () => {
    const bytes = subsetCff(cff, [0, cff.glyphFor(0x41)]);
    expect(bytes.byteLength).toBeLessThan(cff.sfnt().table('CFF ').byteLength / 5);
    expect(bytes[0]).toBe(1);
  });

  test('codes of a font that is not CID-keyed are its glyph numbers', () => {
    const cid = cidsOf(cff.sfnt().table('CFF '));
    expect([0, 1, 77].map(cid)).toEqual([0, 1, 77]);
  });
});
