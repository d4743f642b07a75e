/** What a font says of formulas, and that a damaged one says nothing, or nothing harmful. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { openFace } from '../../src/fonts/face.ts';
import { openFontLibrary } from '../../src/fonts/library.ts';
import { glyphBox } from '../../src/fonts/tables/glyph-box.ts';
import { mathTableOf } from '../../src/fonts/tables/math-table.ts';

const library = await openFontLibrary({ system: false });
const { face } = library.resolve({ family: 'STIX Two Math' });
const PAREN = face.glyphFor(0x28);

describe('MATH', () => {
  test('constants, corrections and sizes of the font that draws formulas', () => {
    const table = mathTableOf(face);
    expect(table?.constants.axisHeight).toBeCloseTo(0.258, 3);
    expect(table?.italicCorrection(face.glyphFor(0x1d453))).toBeGreaterThan(0);
    const grown = table?.construction(PAREN, 'vertical');
    const sizes = grown?.variants.map(({ size }) => size) ?? [];
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(grown?.parts.some(({ extender }) => extender)).toBe(true);
  });

  test('a font without it has none', () => {
    expect(mathTableOf(library.resolve({ family: 'Arial' }).face)).toBeUndefined();
  });

  test('the box of a glyph is that of its ink', () => {
    const box = glyphBox(face, PAREN);
    expect(box?.top).toBeGreaterThan(0.6);
    expect(box?.bottom).toBeLessThan(0);
    expect(glyphBox(face, face.glyphFor(0x20))).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  });

  test('any damage is noticed or does no harm', () => {
    const bytes = Uint8Array.from(face.bytes());
    const whole = face.sfnt().table('MATH');
    const start = whole.byteOffset - face.bytes().byteOffset;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.byteLength - 1), fc.constantFrom(0, 1, 0x7f, 0xff)), {
          minLength: 1,
          maxLength: 12,
        }),
        (changes) => {
          const before = changes.map(([at]) => bytes[start + at] ?? 0);
          for (const [at, value] of changes) bytes[start + at] = value;
          try {
            const table = mathTableOf(openFace({ id: 'damaged', bytes }));
            for (const code of [0x28, 0x7b, 0x221a, 0x2211, 0x23de]) {
              table?.construction(face.glyphFor(code), 'vertical');
              table?.construction(face.glyphFor(code), 'horizontal');
            }
          } catch (error) {
            expect(error).toBeInstanceOf(PlatenError);
          }
          for (const [index, [at]] of changes.entries()) bytes[start + at] = before[index] ?? 0;
        },
      ),
      { numRuns: 200 },
    );
  });
});
