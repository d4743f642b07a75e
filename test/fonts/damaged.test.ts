/** Font files are anybody's bytes: whatever is wrong with one, it is refused or drawn, and never more than that. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { openFace } from '../../src/fonts/face.ts';
import { cidsOf } from '../../src/fonts/tables/cff-charset.ts';
import { guardFont, openSfnt } from '../../src/fonts/tables/sfnt.ts';
import { subsetTrueType } from '../../src/fonts/tables/subset-truetype.ts';
import { bundledFile, cffFile, LATO } from './support.ts';

/** Everything that is done with a font between its file and a PDF. */
const use = (bytes: Uint8Array): void => {
  const face = openFace({ id: 'damaged', bytes });
  const glyphs = [0x20, 0x41, 0xe9, 0x20ac, 0x4e00, 0x1f600].map((codePoint) => face.glyphFor(codePoint));
  for (const glyph of glyphs) expect(face.advanceOfGlyph(glyph)).toBeGreaterThanOrEqual(0);
  if (face.outlines === 'cff') guardFont(() => cidsOf(face.sfnt().table('CFF '))(glyphs[1] ?? 0));
  else
    subsetTrueType(
      face,
      [0, ...glyphs].map((id) => ({ id, advance: 0.7 })),
    );
};

const survives = (bytes: Uint8Array): void => {
  try {
    use(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(PlatenError);
    expect(error).toMatchObject({ code: 'font_invalid' });
  }
};

const mutate = (
  source: Uint8Array,
  changes: readonly (readonly [at: number, value: number])[],
): Uint8Array => {
  const bytes = source.slice();
  for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
  return bytes;
};

const change = (furthest: number) => fc.tuple(fc.nat(furthest), fc.integer({ min: 0, max: 255 }));

describe.each([
  ['TrueType', bundledFile(LATO)],
  ['CFF', cffFile()],
])('a damaged %s font', (_, source) => {
  test('with changes anywhere', () => {
    fc.assert(
      fc.property(fc.array(change(source.byteLength), { minLength: 1, maxLength: 200 }), (changes) => {
        survives(mutate(source, changes));
      }),
      { numRuns: 200 },
    );
  });

  test('with changes where they hurt: the directory and the first tables', () => {
    fc.assert(
      fc.property(fc.array(change(600), { minLength: 1, maxLength: 12 }), (changes) => {
        survives(mutate(source, changes));
      }),
      { numRuns: 400 },
    );
  });

  test('with every table in turn filled with extremes', () => {
    const directory = new DataView(source.buffer, source.byteOffset);
    const tables = directory.getUint16(4);
    for (let index = 0; index < tables; index++) {
      const offset = directory.getUint32(12 + index * 16 + 8);
      const length = Math.min(directory.getUint32(12 + index * 16 + 12), 4096);
      for (const value of [0x00, 0x7f, 0x80, 0xff]) {
        const bytes = source.slice();
        bytes.fill(value, offset, offset + length);
        survives(bytes);
      }
    }
  });

  test('cut off anywhere', () => {
    for (
      let length = 0;
      length < source.byteLength;
      length = length < 2000 ? length + 37 : Math.ceil(length * 1.2)
    ) {
      survives(source.slice(0, length));
    }
  });
});

test('bytes that were never a font', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      survives(bytes);
    }),
    { numRuns: 300 },
  );
});

test('a collection that claims fonts without end', () => {
  const bytes = new Uint8Array(64);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x74746366);
  view.setUint32(8, 0xffffffff);
  expect(() => openSfnt(bytes)).toThrow(/collection is damaged/);
  view.setUint32(8, 1);
  view.setUint32(12, 0); // a collection inside itself
  expect(() => openSfnt(bytes)).toThrow(PlatenError);
});
