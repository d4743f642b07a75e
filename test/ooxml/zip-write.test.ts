import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { prepareEntries } from '../../src/ooxml/zip-prepared.ts';
import { openZip, readEntry, ZIP_SIGNATURES } from '../../src/ooxml/zip-read.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import { PIXEL } from '../support/build.ts';

const LIMITS = { ...DEFAULT_PACKAGE_LIMITS, entries: 100_000, ratio: 100_000 };

const write = (fill: (writer: ZipWriter) => void, level?: number): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const sink = { write: (chunk: Uint8Array): void => void chunks.push(chunk) };
  const writer = new ZipWriter(sink, level === undefined ? {} : { level });
  fill(writer);
  writer.finish();
  return new Uint8Array(Buffer.concat(chunks));
};

const contents = (file: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    [...openZip(file, LIMITS).entries].map(([name, entry]) => [
      name,
      Buffer.from(readEntry(entry)).toString(),
    ]),
  );

describe('ZipWriter', () => {
  test('what is added is read back, stored where packing gains nothing', () => {
    const file = write((writer) => {
      writer.add('text', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
      writer.add('short', 'a');
      writer.add('empty', '');
      writer.add('picture', PIXEL);
    });
    expect(contents(file)).toMatchObject({ text: 'a'.repeat(32), short: 'a', empty: '' });
    const methods = [...openZip(file).entries.values()].map(({ method }) => method);
    expect(methods).toEqual([8, 0, 0, 0]);
  });

  test('entries of another archive are copied as they are', () => {
    const source = openZip(write((writer) => writer.add('a', 'text '.repeat(100)))).entries.get('a');
    if (source === undefined) throw new Error('no entry');
    const copy = openZip(write((writer) => writer.raw('b', source))).entries.get('b');
    expect(Buffer.compare(copy?.compressed ?? Buffer.alloc(0), source.compressed)).toBe(0);
    expect(copy && Buffer.from(readEntry(copy)).toString()).toBe('text '.repeat(100));
  });

  test('entries that were made ready once are written as if one by one, wherever they stand', () => {
    const source = write((writer) => {
      writer.add('a', 'text '.repeat(100));
      writer.add('größe', 'ü');
      writer.add('noise', randomBytes(100_000));
      writer.add('last', 'z'.repeat(70));
    });
    const entries = [...openZip(source).entries.values()];
    const prepared = prepareEntries(entries);
    const compare = (before: readonly string[], after: readonly string[]): void => {
      const oneByOne = write((writer) => {
        for (const name of before) writer.add(name, name.repeat(50));
        for (const entry of entries) writer.raw(entry.name, entry);
        for (const name of after) writer.add(name, name.repeat(50));
      });
      const copied = write((writer) => {
        for (const name of before) writer.add(name, name.repeat(50));
        writer.copy(prepared);
        for (const name of after) writer.add(name, name.repeat(50));
      });
      expect(Buffer.compare(copied, oneByOne)).toBe(0);
    };
    compare([], []);
    compare(['x'], []);
    compare([], ['y']);
    compare(['x', 'xx'], ['y']);
    expect(contents(write((writer) => writer.copy(prepareEntries([]))))).toEqual({});
    expect(() =>
      write((writer) => {
        writer.copy(prepared);
        writer.add('a', '');
      }),
    ).toThrow(/written twice/);
    expect(() =>
      write((writer) => {
        writer.add('last', '');
        writer.copy(prepared);
      }),
    ).toThrow(/written twice/);
  });

  test('prepared entries beyond 32 bits have their offsets in zip64 fields', () => {
    const chunk = new Uint8Array(64 * 1024 * 1024);
    const big = { method: 0, crc32: 0, size: chunk.length, compressed: chunk } as const;
    const directoryOf = (fill: (writer: ZipWriter) => void): Buffer => {
      const parts: Uint8Array[] = [];
      const writer = new ZipWriter({ write: (part) => void (part !== chunk && parts.push(part)) });
      fill(writer);
      writer.finish();
      return Buffer.concat(parts);
    };
    const fill = (writer: ZipWriter): void => {
      for (let index = 0; index < 64; index++) writer.raw(`big${index}`, big);
    };
    const entries = ['a', 'b'].map((name) => ({ name, ...big }));
    const copied = directoryOf((writer) => {
      fill(writer);
      writer.copy(prepareEntries(entries));
    });
    const oneByOne = directoryOf((writer) => {
      fill(writer);
      for (const entry of entries) writer.raw(entry.name, entry);
    });
    expect(Buffer.compare(copied, oneByOne)).toBe(0);
  });

  test('the same input gives the same bytes', () => {
    const make = (): Uint8Array => write((writer) => writer.add('a', 'x'.repeat(999)));
    expect(Buffer.compare(make(), make())).toBe(0);
  });

  test('an entry in pieces, of text and bytes, over many blocks', () => {
    const text = Array.from({ length: 40_000 }, (_, index) => `<w:t>${index} ü 😀</w:t>`);
    const file = write((writer) => {
      writer.add('before', 'b');
      const entry = writer.open('pieces');
      text.forEach((piece, index) => {
        entry.write(index % 3 === 0 ? Buffer.from(piece) : piece);
      });
      entry.close();
      writer.open('nothing').close();
      writer.add('after', 'a');
    });
    expect(contents(file)).toEqual({ before: 'b', pieces: text.join(''), nothing: '', after: 'a' });
  });

  test('one piece larger than many blocks', () => {
    const text = `${'Zeile für Zeile '.repeat(100_000)}.`;
    const bytes = randomBytes(700_000);
    const file = write((writer) => {
      const entry = writer.open('text');
      entry.write(text);
      entry.close();
      const other = writer.open('bytes');
      other.write(bytes);
      other.close();
    });
    const entries = openZip(file, LIMITS).entries;
    expect(
      [...entries.values()].map((entry) =>
        Buffer.compare(readEntry(entry), entry.name === 'text' ? Buffer.from(text) : bytes),
      ),
    ).toEqual([0, 0]);
  });

  test('a pair of surrogates split between two pieces stays one character', () => {
    const [high, low] = ['😀'.charAt(0), '😀'.charAt(1)];
    const file = write((writer) => {
      const entry = writer.open('a');
      entry.write('x'.repeat(32 * 1024 - 1) + high);
      entry.write(low);
      entry.close();
    });
    expect(contents(file)['a']).toBe(`${'x'.repeat(32 * 1024 - 1)}😀`);
  });

  test('blocks cost less than 1 % over a single pass', () => {
    const text = Array.from(
      { length: 60_000 },
      (_, index) => `<w:tr><w:tc>${(index * 7919) % 9973}</w:tc></w:tr>`,
    ).join('');
    const streamed = write((writer) => {
      const entry = writer.open('a');
      for (let at = 0; at < text.length; at += 1000) entry.write(text.slice(at, at + 1000));
      entry.close();
    });
    const whole = write((writer) => writer.add('a', text));
    expect(streamed.length).toBeLessThan(whole.length * 1.01);
  });

  test('memory stays flat: nothing is held back beyond a block or two', () => {
    let written = 0;
    let largest = 0;
    const writer = new ZipWriter({
      write: (chunk) => {
        written += chunk.length;
        largest = Math.max(largest, chunk.length);
      },
    });
    const entry = writer.open('a');
    let given = 0;
    let behind = 0;
    for (let index = 0; index < 300; index++) {
      // Noise does not pack, so what has not been written is still held.
      const noise = randomBytes(20_000);
      entry.write(noise);
      given += noise.length;
      behind = Math.max(behind, given - written);
    }
    entry.close();
    expect(behind).toBeLessThan(256 * 1024);
    expect(largest).toBeLessThan(256 * 1024);
    expect(written).toBeGreaterThan(given);
  });

  test('more entries than 16 bits count', () => {
    const file = write((writer) => {
      const empty = { method: 0, crc32: 0, size: 0, compressed: new Uint8Array(0) } as const;
      for (let index = 0; index < 66_000; index++) writer.raw(`e${index}`, empty);
    });
    expect(openZip(file, LIMITS).entries.size).toBe(66_000);
  });

  test('more bytes than 32 bits count: sizes and offsets move into zip64 fields', () => {
    const chunk = new Uint8Array(64 * 1024 * 1024);
    let tail: Buffer = Buffer.alloc(0);
    let total = 0;
    const writer = new ZipWriter({
      write: (part) => {
        total += part.length;
        if (part !== chunk) tail = Buffer.concat([tail, part]);
      },
    });
    for (let index = 0; index < 66; index++) {
      writer.raw(`big${index}`, { method: 0, crc32: 0, size: chunk.length, compressed: chunk });
    }
    writer.finish();
    expect(total).toBeGreaterThan(2 ** 32);
    // The directory as the sink saw it, read with the offsets moved back to where this test can hold them.
    const locator = tail.lastIndexOf('PK\x06\x07', undefined, 'latin1');
    const view = new DataView(tail.buffer, tail.byteOffset, tail.length);
    expect(view.getUint32(locator, true)).toBe(ZIP_SIGNATURES.ZIP64_LOCATOR);
    expect(Number(view.getBigUint64(locator + 8, true))).toBe(total - 22 - 20 - 56);
    const last = tail.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    expect(view.getUint32(last + 42, true)).toBe(0xffffffff);
    const extra = last + 46 + view.getUint16(last + 28, true);
    expect(view.getUint16(extra, true)).toBe(1);
    expect(Number(view.getBigUint64(extra + 4, true))).toBeGreaterThan(2 ** 32 - 1);
  });

  test('misuse is an error of the caller', () => {
    const twice = (writer: ZipWriter): void => {
      writer.add('a', '');
      writer.add('a', '');
    };
    const across = (writer: ZipWriter): void => {
      writer.open('a');
      writer.add('b', '');
    };
    expect(() => write(twice)).toThrow(/written twice/);
    expect(() => write((writer) => void writer.open('a'))).toThrow(/still open/);
    expect(() => write(across)).toThrow(/still open/);
    expect(() =>
      write((writer) => {
        const entry = writer.open('a');
        entry.close();
        entry.write('late');
      }),
    ).toThrow(/closed/);
  });

  test('any pieces at any level read back as they were joined', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.integer({ min: 1, max: 200_000 }).map((length) => 'ab<w:t>é'.repeat(length / 8)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (pieces, level) => {
        const file = write((writer) => {
          const entry = writer.open('a');
          for (const one of pieces) entry.write(one);
          entry.close();
        }, level);
        expect(contents(file)['a']).toBe(pieces.join(''));
      }),
      { numRuns: 25 },
    );
  });
});
