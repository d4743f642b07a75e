/** Deflate for markup that is known beforehand: whatever is written in whatever order, zlib reads the same bytes again. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownMarkup } from '../../src/ooxml/deflate/known-markup.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';

/** A piece of the template, by its number, or something that is not of it. */
type Written = number | string;

/** As the renderer writes an entry: handed on in chunks, each of which says where the pieces in it stand. */
const archiveOf = (pieces: readonly string[], written: readonly Written[], chunk = 50): Buffer => {
  const markup = new KnownMarkup();
  const known = pieces.map((text) => markup.of(text));
  const chunks: Uint8Array[] = [];
  const writer = new ZipWriter({ write: (bytes) => chunks.push(Uint8Array.from(bytes)) });
  const entry = writer.open('part.xml', markup);
  for (let from = 0; from < written.length; from += chunk) {
    const handed: Uint8Array[] = [];
    let at = 0;
    for (const one of written.slice(from, from + chunk)) {
      const { bytes, piece } =
        typeof one === 'number'
          ? (known[one] ?? { bytes: Buffer.of(), piece: -1 })
          : { bytes: Buffer.from(one), piece: -1 };
      if (piece >= 0) entry.marked?.note(at, piece);
      handed.push(bytes);
      at += bytes.length;
    }
    entry.write(Buffer.concat(handed));
  }
  entry.close();
  writer.finish();
  return Buffer.concat(chunks);
};

const textOf = (pieces: readonly string[], written: readonly Written[]): string =>
  written.map((one) => (typeof one === 'number' ? (pieces[one] ?? '') : one)).join('');

const readBack = (archive: Buffer): Buffer => {
  const entry = openZip(archive).entries.get('part.xml');
  if (entry === undefined) throw new Error('no entry');
  const bytes = inflateRawSync(entry.compressed);
  expect(entry.crc32).toBe(crc32(bytes));
  expect(readEntry(entry)).toEqual(bytes);
  return bytes;
};

/** Little of an alphabet, so that pieces resemble themselves and each other. */
const markupText = fc.oneof(
  fc.string({ unit: fc.constantFrom('<w:t>', '</w:t>', '<w:p>', 'a', 'b', 'é', '😀'), maxLength: 400 }),
  fc.string({ maxLength: 40 }),
);

describe('an entry of known markup', () => {
  test('is read as what was written, whatever was', () => {
    fc.assert(
      fc.property(
        fc.array(markupText, { minLength: 1, maxLength: 12 }),
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: fc.nat(11) },
            { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
          ),
          {
            maxLength: 200,
          },
        ),
        fc.integer({ min: 1, max: 60 }),
        (pieces, written, chunk) => {
          expect(readBack(archiveOf(pieces, written, chunk)).toString()).toBe(
            Buffer.from(textOf(pieces, written)).toString(),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['pieces that reach past the ends of blocks', 9_000, 120],
    ['more pieces than are noted', 1_000, 700],
    ['pieces longer than what deflate can point back', 40_000, 30],
    ['pieces as long as a buffer', 70_000, 12],
  ])('%s', (_name, length, times) => {
    const pieces = [0, 1, 2].map((seed) =>
      Array.from({ length }, (_one, at) =>
        String.fromCharCode(97 + ((at * (seed + 3) + (at >> 5) * 7) % 26)),
      ).join(''),
    );
    const written = Array.from({ length: times }, (_one, at) => [at % 3, `value ${at}`]).flat();
    const archive = archiveOf(pieces, written, 4);
    expect(readBack(archive).toString()).toBe(textOf(pieces, written));
  });

  test('every byte may be a value', () => {
    const pieces = ['<w:tc><w:p><w:r><w:t>'.repeat(20)];
    const all = Array.from({ length: 0x250 }, (_one, code) => String.fromCharCode(code)).join('');
    const written: Written[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, all, 0];
    expect(readBack(archiveOf(pieces, written)).toString()).toBe(textOf(pieces, written));
  });

  test('is no larger than what zlib makes of a table, a tenth at most', () => {
    const cell = (width: number): string =>
      `</w:t></w:r></w:p></w:tc><w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>`;
    const pieces = [
      '<w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc><w:tcPr><w:tcW w:w="900" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>',
      ...[1200, 1300, 1400].map(cell),
      '</w:t></w:r></w:p></w:tc></w:tr>',
    ];
    const row = (at: number): Written[] => [
      0,
      `Item ${at}`,
      1,
      `${at * 7}`,
      2,
      `${at * 13}.50`,
      3,
      `${at * 91}.00`,
      4,
    ];
    const written = Array.from({ length: 40 }, (_one, at) => row(at)).flat();
    const archive = archiveOf(pieces, written);
    const text = textOf(pieces, written);
    expect(readBack(archive).toString()).toBe(text);
    const compressed = openZip(archive).entries.get('part.xml')?.compressed.length;
    expect(compressed).toBeLessThan(1.1 * deflateRawSync(text, { level: 3 }).length);
  });

  test('the same input gives the same bytes, in a new process as in an old one', () => {
    const pieces = ['<w:p><w:r><w:t>', '</w:t></w:r></w:p>'];
    const written: Written[] = [0, 'a', 1, 0, 'b', 1];
    expect(archiveOf(pieces, written)).toEqual(archiveOf(pieces, written));
  });
});
