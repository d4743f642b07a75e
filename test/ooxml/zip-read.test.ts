import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { type HostileEntry, type HostileOptions, hostileZip } from '../support/hostile-zip.ts';
import { expectRefused } from '../support/refused.ts';

const text = (file: Uint8Array, name: string): string => {
  const entry = openZip(file).entries.get(name);
  if (entry === undefined) throw new Error(`no entry ${name}`);
  return Buffer.from(readEntry(entry)).toString();
};

/** Opens and reads everything, as a reader of all the parts would. */
const readAll = (file: Uint8Array, limits = DEFAULT_PACKAGE_LIMITS): void => {
  for (const entry of openZip(file, limits).entries.values()) readEntry(entry);
};

describe('zips that are read', () => {
  const a: HostileEntry = { name: 'a', content: 'hello' };

  test.each<[string, HostileEntry[], HostileOptions]>([
    ['plain', [a], {}],
    [
      'stored',
      [{ ...a, compressed: Buffer.from('hello'), local: { method: 0 }, central: { method: 0 } }],
      {},
    ],
    [
      'with sizes after the data',
      [
        { ...a, descriptor: true },
        { name: 'b', content: 'b' },
      ],
      {},
    ],
    ['with zip64 sizes', [{ ...a, zip64: true }], {}],
    ['with a zip64 end', [a], { zip64End: true }],
    ['with a comment', [a], { comment: 'made by hand' }],
    ['with a comment that looks like an end', [a], { comment: 'PK\x05\x06'.padEnd(30, 'x') }],
    ['padded with zeros', [a], { suffix: new Uint8Array(100) }],
    ['with an extra field', [{ ...a, local: { extra: Buffer.from([9, 9, 2, 0, 1, 1]) } }], {}],
    ['with a folder', [{ name: 'folder/' }, a], {}],
  ])('%s', (_, entries, options) => {
    const file = hostileZip(entries, options);
    expect(text(file, 'a')).toBe('hello');
    expect([...openZip(file).entries.keys()]).not.toContain('folder/');
  });

  test('an empty entry, deflated or not', () => {
    const stored = { name: 'b', compressed: new Uint8Array(0), local: { method: 0 }, central: { method: 0 } };
    const file = hostileZip([{ name: 'a' }, stored, { name: 'c', compressed: new Uint8Array(0) }]);
    expect([text(file, 'a'), text(file, 'b'), text(file, 'c')]).toEqual(['', '', '']);
  });

  test('names that are not ASCII, in UTF-8 and in old encodings', () => {
    const file = hostileZip([
      { name: 'Größe' },
      { name: 'x', local: { name: Buffer.from([0xe4]) }, central: { name: Buffer.from([0xe4]) } },
    ]);
    expect([...openZip(file).entries.keys()]).toEqual(['Größe', 'ä']);
  });

  test('an entry is a view of the file until it is read', () => {
    const file = hostileZip([a]);
    expect(openZip(file).entries.get('a')?.compressed.buffer).toBe(file.buffer);
  });
});

describe('zips that are refused', () => {
  const big = Buffer.alloc(1_000_000);
  const named = (name: string | Uint8Array): HostileEntry[] => [
    { name: 'x', local: { name }, central: { name } },
  ];
  const cut = (from: number, to?: number) => (file: Uint8Array) => file.subarray(from, to);

  test.each<[string, HostileEntry[], HostileOptions, ErrorCode, RegExp]>([
    ['a path that leads out', named('../../etc/passwd'), {}, 'docx_unsafe', /leads out of the package/],
    ['a path that leads out in the middle', named('word/../../x'), {}, 'docx_unsafe', /leads out/],
    ['an absolute path', named('/etc/passwd'), {}, 'docx_unsafe', /absolute/],
    ['a path on a drive', named('C:/x'), {}, 'docx_unsafe', /drive/],
    ['a backslash', named('word\\document.xml'), {}, 'docx_unsafe', /backslash/],
    ['a control character', named('word/\0.xml'), {}, 'docx_unsafe', /control character/],
    ['no name', named(''), {}, 'docx_unsafe', /empty/],
    ['a very long name', named('a'.repeat(2000)), {}, 'docx_unsafe', /longer than 512/],
    ['one name twice', [{ name: 'a' }, { name: 'a' }], {}, 'docx_unsafe', /two parts of the name/],
    [
      'one name twice but for case',
      [{ name: 'a' }, { name: 'A' }],
      {},
      'docx_unsafe',
      /two parts of the name/,
    ],
    [
      'entries that share data',
      [{ name: 'a' }, { name: 'a', sharesPrevious: true, central: { name: 'a' } }],
      {},
      'docx_unsafe',
      /two parts|shares/,
    ],
    [
      'entries that overlap',
      [
        { name: 'a', content: 'x', central: { compressedSize: 40 } },
        { name: 'b', content: 'yyyyyyyyyyyyyyyyyyyyyyyy' },
      ],
      {},
      'docx_unsafe',
      /other sizes|shares bytes/,
    ],
    [
      'entries that overlap behind descriptors',
      [
        { name: 'a', content: 'x', descriptor: true, central: { compressedSize: 40 } },
        { name: 'b', content: 'y'.repeat(30) },
      ],
      {},
      'docx_unsafe',
      /shares bytes/,
    ],
    [
      'two names for one entry',
      [{ name: 'a', local: { name: 'b' } }],
      {},
      'docx_unsafe',
      /another name in its own header/,
    ],
    [
      'two methods for one entry',
      [{ name: 'a', local: { method: 0 } }],
      {},
      'docx_unsafe',
      /another packing method/,
    ],
    [
      'two sizes for one entry',
      [{ name: 'a', content: 'x', local: { size: 9 } }],
      {},
      'docx_unsafe',
      /other sizes/,
    ],
    [
      'a wrong sum',
      [{ name: 'a', content: 'x', local: { crc32: 1 }, central: { crc32: 1 } }],
      {},
      'docx_damaged',
      /checksum/,
    ],
    [
      'more data than promised',
      [{ name: 'a', content: big, local: { size: 10 }, central: { size: 10 } }],
      {},
      'docx_damaged',
      /more than the 10 bytes/,
    ],
    [
      'less data than promised',
      [{ name: 'a', content: 'x', local: { size: 10 }, central: { size: 10 } }],
      {},
      'docx_damaged',
      /unpacks to 1 bytes/,
    ],
    [
      'a wrong size of what is stored',
      [
        {
          name: 'a',
          compressed: Buffer.from('xyz'),
          local: { method: 0, size: 2 },
          central: { method: 0, size: 2 },
        },
      ],
      {},
      'docx_damaged',
      /two sizes differ/,
    ],
    [
      'noise instead of data',
      [{ name: 'a', content: 'x', compressed: Buffer.from([0xff, 0xff, 0xff]) }],
      {},
      'docx_damaged',
      /cannot be unpacked/,
    ],
    [
      'data cut short',
      [{ name: 'a', content: big, compressed: deflateRawSync(big).subarray(0, 500) }],
      {},
      'docx_damaged',
      /cannot be unpacked/,
    ],
    [
      'bytes after the data',
      [{ name: 'a', content: 'x', compressed: Buffer.concat([deflateRawSync('x'), Buffer.from('junk')]) }],
      {},
      'docx_damaged',
      /after the end/,
    ],
    [
      'no data',
      [{ name: 'a', content: 'x', compressed: new Uint8Array(0) }],
      {},
      'docx_damaged',
      /cannot be unpacked/,
    ],
    [
      'another packing method',
      [{ name: 'a', local: { method: 9 }, central: { method: 9 } }],
      {},
      'docx_damaged',
      /method 9/,
    ],
    [
      'a password',
      [{ name: 'a', local: { flags: 1 }, central: { flags: 1 } }],
      {},
      'docx_encrypted',
      /password/,
    ],
    [
      'data past the end',
      [{ name: 'a', descriptor: true, central: { compressedSize: 10_000 } }],
      {},
      'docx_damaged',
      /past the end/,
    ],
    [
      'data at a wrong place',
      [{ name: 'a', central: { offset: 7 } }],
      {},
      'docx_damaged',
      /not where the directory says/,
    ],
    [
      'data beyond the file',
      [{ name: 'a', zip64: true, central: { offset: 2 ** 52 } }],
      {},
      'docx_damaged',
      /not where/,
    ],
    [
      'impossible sizes',
      [{ name: 'a', zip64: true, central: { size: 2 ** 52 } }],
      {},
      'docx_too_big',
      /unpacks to more than/,
    ],
    ['fewer entries than it says', [{ name: 'a' }], { count: 2 }, 'docx_damaged', /directory .* damaged/],
    [
      'more entries than it says',
      [{ name: 'a' }, { name: 'b' }],
      { count: 1 },
      'docx_damaged',
      /directory .* damaged/,
    ],
    [
      'a directory outside',
      [{ name: 'a' }],
      { directoryOffset: 1_000_000 },
      'docx_damaged',
      /directory .* damaged/,
    ],
    [
      'a directory too long',
      [{ name: 'a' }],
      { directorySize: 1_000_000 },
      'docx_damaged',
      /directory .* damaged/,
    ],
    [
      'a zip64 directory outside',
      [{ name: 'a' }],
      { zip64End: true, directoryOffset: 2 ** 50 },
      'docx_damaged',
      /directory .* damaged/,
    ],
    ['one of several disks', [{ name: 'a' }], { disk: 3 }, 'docx_damaged', /split over several/],
    [
      'something before it',
      [{ name: 'a' }],
      { prefix: Buffer.from('#!/bin/sh\n') },
      'docx_unsafe',
      /bytes before the package/,
    ],
    ['something after it', [{ name: 'a' }], { suffix: Buffer.from('tail') }, 'docx_damaged', /incomplete/],
  ])('%s', (_, entries, options, code, message) => {
    expectRefused(() => readAll(hostileZip(entries, options)), code, message);
  });

  test.each<[string, (file: Uint8Array) => Uint8Array]>([
    ['cut off at the end', cut(0, -10)],
    ['cut in half', cut(0, 60)],
    ['of one byte', cut(0, 1)],
    ['empty', cut(0, 0)],
  ])('a file %s', (_, change) => {
    const file = hostileZip([
      { name: 'a', content: 'hello' },
      { name: 'b', content: 'world' },
    ]);
    expectRefused(() => readAll(change(file)), 'docx_damaged', /incomplete/);
  });

  test('too many entries', () => {
    const file = hostileZip(Array.from({ length: 50 }, (_, index) => ({ name: `e${index}` })));
    expectRefused(
      () => openZip(file, { ...DEFAULT_PACKAGE_LIMITS, entries: 49 }),
      'docx_too_big',
      /50 parts/,
    );
    expect(openZip(file, { ...DEFAULT_PACKAGE_LIMITS, entries: 50 }).entries.size).toBe(50);
  });

  test('a file that is too large', () => {
    const file = hostileZip([{ name: 'a', content: 'x' }]);
    expectRefused(
      () => openZip(file, { ...DEFAULT_PACKAGE_LIMITS, fileBytes: 50 }),
      'docx_too_big',
      /the limit is 50/,
    );
  });

  test('a bomb: too much in all, before anything is unpacked', () => {
    const file = hostileZip([
      { name: 'a', content: big },
      { name: 'b', content: big },
    ]);
    const limits = { ...DEFAULT_PACKAGE_LIMITS, unpackedBytes: 1_500_000 };
    expectRefused(() => openZip(file, limits), 'docx_too_big', /more than 1500000 bytes/);
  });

  test('a bomb: one entry packed too well', () => {
    const limits = { ...DEFAULT_PACKAGE_LIMITS, ratioFloorBytes: 500_000 };
    expectRefused(
      () => openZip(hostileZip([{ name: 'a', content: big }]), limits),
      'docx_too_big',
      /packs that well/,
    );
  });
});
