/**
 * Whatever is uploaded, the answer is a package or a PlatenError, soon.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatenError } from '../../src/errors.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { parseXml } from '../../src/ooxml/xml.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { cell, docx, footnote, header, p, picture, r, row, table, textBox } from '../support/build.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { partText, withParts } from '../support/read.ts';

const LIMITS = { ...DEFAULT_PACKAGE_LIMITS, unpackedBytes: 20_000_000 };

const sample = docx(
  header('top'),
  p('a ', r('b', { bold: true })),
  table(row('c', cell({ span: 2 }, 'd'))),
  p(footnote('e'), picture(), textBox('f')),
);

/** Reads all that a reader could; true where nothing was refused. */
const survives = (file: Uint8Array): boolean => {
  const started = cpuMilliseconds();
  try {
    const opened = openDocx(file, LIMITS);
    for (const entry of opened.archive.entries.values()) readEntry(entry);
    for (const { name } of opened.parts) opened.xml(name);
    return true;
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    expect(error.code).toMatch(/^(not_docx|docx_)/);
    return false;
  } finally {
    expect(cpuMilliseconds() - started).toBeLessThan(10_000);
  }
};

const change = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('flip', 'cut', 'insert', 'copy', 'word'),
  value: fc.nat(),
});

const mutate = (
  bytes: Uint8Array,
  changes: readonly { at: number; kind: string; value: number }[],
): Uint8Array => {
  let file = Buffer.from(bytes);
  for (const { at, kind, value } of changes) {
    if (file.length < 8) break;
    const place = at % (file.length - 4);
    const length = value % 64;
    if (kind === 'flip') file[place] = value & 255;
    if (kind === 'word') file.writeUInt32LE([0, 0xffffffff, value, 0xffff][value % 4] ?? 0, place);
    if (kind === 'cut') file = Buffer.concat([file.subarray(0, place), file.subarray(place + length)]);
    if (kind === 'insert')
      file = Buffer.concat([file.subarray(0, place), Buffer.alloc(length, value), file.subarray(place)]);
    if (kind === 'copy') file.copy(file, place, at % length || 0, place + length);
  }
  return file;
};

describe('fuzzing', () => {
  test('the sample itself is fine', () => {
    expect(survives(sample)).toBe(true);
  });

  test('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => !survives(bytes)),
      { numRuns: 500 },
    );
  });

  test('random bytes that begin like a zip, with an end that leads somewhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 500 }),
        fc.uint8Array({ minLength: 18, maxLength: 18 }),
        (bytes, end) => {
          survives(Buffer.concat([Buffer.from('PK\x03\x04'), bytes, Buffer.from('PK\x05\x06'), end]));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a document with bytes changed, cut, moved', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        survives(mutate(sample, changes));
      }),
      { numRuns: 1000 },
    );
  });

  test('a directory with bytes changed', () => {
    const directory = Buffer.from(sample).indexOf('PK\x01\x02', 0, 'latin1');
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const tail = mutate(sample.subarray(directory), changes);
        survives(Buffer.concat([sample.subarray(0, directory), tail]));
      }),
      { numRuns: 1000 },
    );
  });

  test('parts with bytes changed, in a sound zip', () => {
    const names = [...openZip(sample).entries.keys()].filter((name) => /\.(xml|rels)$/.test(name));
    const sources = new Map(names.map((name) => [name, Buffer.from(partText(sample, name))]));
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (name, changes) => {
          survives(withParts(sample, { [name]: mutate(sources.get(name) ?? Buffer.alloc(0), changes) }));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('markup put together at random', () => {
    const piece = fc.constantFrom(
      '<a',
      '<b>',
      '</a>',
      '</b>',
      '>',
      '/>',
      ' x="',
      '"',
      "'",
      '=',
      '&amp;',
      '&',
      ';',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      'text',
      ' ',
      '\n',
      'xmlns:w="u"',
      'w:',
      ':',
      '\0',
      '<!',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        try {
          const root = parseXml(source);
          expect(source.slice(root.start, root.end)).toMatch(/^<[\s\S]*>$/);
        } catch (error) {
          if (!(error instanceof PlatenError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});
