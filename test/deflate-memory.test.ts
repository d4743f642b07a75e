import { deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deflateMemory, withoutRoom } from '../src/deflate-memory.ts';

/** What documents are made of: words that come again, near and far, among noise that never does. */
const content = fc
  .tuple(
    fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 0, max: 40_000 }),
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([words, length, seed, noise]) => {
    let state = seed;
    const next = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state / 2 ** 31;
    };
    const pieces: Buffer[] = [];
    for (let made = 0; made < length; ) {
      const isNoise = next() < noise;
      const piece = isNoise
        ? Buffer.from(Array.from({ length: 16 }, () => next() * 256))
        : Buffer.from(words[Math.floor(next() * words.length)] || 'w');
      pieces.push(piece);
      made += piece.length;
    }
    return Buffer.concat(pieces).subarray(0, length);
  });

test('with less memory the same bytes come out, at every level', () => {
  fc.assert(
    fc.property(content, fc.integer({ min: 0, max: 9 }), (bytes, level) => {
      const little = { level, ...deflateMemory(bytes.length) };
      if (level > 0)
        expect(deflateRawSync(bytes, little).equals(deflateRawSync(bytes, { level }))).toBe(true);
      const packed = deflateSync(bytes, little);
      expect(inflateSync(packed).equals(bytes)).toBe(true);
      // All but the header, which names the window.
      if (level > 0) expect(packed.subarray(2).equals(deflateSync(bytes, { level }).subarray(2))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each([0, 1, 62, 63, 64, 249, 250, 251, 16_381, 16_382, 16_383, 16_384, 32_768])(
  'at the edge, %i bytes that do not pack',
  (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + (at >> 3) * 17) & 255));
    for (const level of [1, 3, 6, 9])
      expect(
        deflateRawSync(bytes, { level, ...deflateMemory(length) }).equals(deflateRawSync(bytes, { level })),
      ).toBe(true);
  },
);

test('what is small takes little, and what is large what it always took', () => {
  expect(deflateMemory(300)).toEqual({ windowBits: 10, memLevel: 3 });
  expect(deflateMemory(1_000_000)).toEqual({});
});

test('a deflater keeps nothing of the room that it wrote into, and its bytes stay', () => {
  const bytes = Buffer.from('row '.repeat(2_000));
  const result = deflateSync(bytes, { info: true }) as unknown as { engine: Record<string, unknown> };
  // Where Node.js calls it otherwise, deflaters hold their room again.
  expect(result.engine['_outBuffer']).toBeInstanceOf(Buffer);
  expect(inflateSync(withoutRoom(result)).equals(bytes)).toBe(true);
  expect(Object.values(result.engine).some((value) => value instanceof Buffer)).toBe(false);
});
