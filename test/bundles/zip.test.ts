import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleBundle, type Bundle, PartWriter } from '../../src/bundles/index.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LIMITS = { ...DEFAULT_PACKAGE_LIMITS, entries: 200_000, ratio: 100_000 };
let made = 0;
/** Another reader of ZIP files. */
const noPython = !(process.env['PATH'] ?? '').split(':').some((path) => existsSync(`${path}/python3`));

const BUNDLE: Bundle = 'zip';

const part = async (documents: readonly { name: string; text: string }[], first = 1) => {
  const path = join(folder, `part-${++made}`);
  const writer = PartWriter.open(path, BUNDLE);
  for (const [index, { name, text }] of documents.entries())
    await writer.add({ record: first + index, name, bytes: Buffer.from(text) });
  const { documents: count, size } = await writer.finish();
  expect(size).toBe(statSync(path).size);
  return { path, documents: count };
};

const zipOf = async (
  parts: readonly { path: string; documents: number }[],
  extra: readonly { name: string; path: string }[] = [],
) => {
  const out = join(folder, `out-${++made}.zip`);
  const written = await assembleBundle({ bundle: BUNDLE, ending: 'pdf', parts, out, extra });
  const bytes = readFileSync(out);
  expect(written).toEqual({
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { out, bytes };
};

const contents = (bytes: Uint8Array): [string, string][] =>
  [...openZip(bytes, LIMITS).entries].map(([name, entry]) => [
    name,
    Buffer.from(readEntry(entry)).toString(),
  ]);

describe('a ZIP of documents', () => {
  test('has those that were paid for, of each part the first, in order and stored as they are', async () => {
    const parts = [
      {
        ...(await part([
          { name: 'a', text: 'A'.repeat(500) },
          { name: 'b', text: 'B' },
        ])),
        documents: 1,
      },
      { ...(await part([{ name: 'c', text: 'C' }], 3)), documents: 0 },
      await part(
        [
          { name: 'd', text: 'D' },
          { name: 'e', text: '' },
        ],
        4,
      ),
    ];
    const { bytes } = await zipOf(parts);
    expect(contents(bytes)).toEqual([
      ['a.pdf', 'A'.repeat(500)],
      ['d.pdf', 'D'],
      ['e.pdf', ''],
    ]);
    expect([...openZip(bytes).entries.values()].map(({ method }) => method)).toEqual([0, 0, 0]);
  });

  test('tells names apart that a file system would not, across parts', async () => {
    const parts = [
      await part([
        { name: 'Müller', text: '1' },
        { name: 'müller', text: '2' },
      ]),
      await part(
        [
          { name: 'MU\u0308LLER', text: '3' },
          { name: 'müller (2)', text: '4' },
          { name: 'x', text: '5' },
        ],
        3,
      ),
    ];
    const names = contents((await zipOf(parts)).bytes).map(([name]) => name);
    expect(names).toEqual([
      'Müller.pdf',
      'müller (2).pdf',
      'MU\u0308LLER (3).pdf',
      'müller (2) (2).pdf',
      'x.pdf',
    ]);
  });

  test('has the report beside the documents, and is the same each time', async () => {
    const parts = [await part([{ name: 'a', text: 'A' }])];
    const path = join(folder, 'report');
    writeFileSync(path, 'record,code\r\n'.repeat(100_000));
    const extra = [{ name: 'report.csv', path }];
    const { bytes } = await zipOf(parts, extra);
    expect(contents(bytes)).toEqual([
      ['report.csv', 'record,code\r\n'.repeat(100_000)],
      ['a.pdf', 'A'],
    ]);
    expect((await zipOf(parts, extra)).bytes.equals(bytes)).toBe(true);
  });

  test.skipIf(noPython)('of more than 65,535 documents is read by others as well', async () => {
    const count = 66_000;
    const documents = Array.from({ length: count }, (_, index) => ({
      name: `größe ${index}`,
      text: `${index}`,
    }));
    const { out } = await zipOf([await part(documents)]);
    const script =
      'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; n=z.namelist(); print(len(n), n[-1], z.read(n[-1]).decode())';
    const said = execFileSync('python3', ['-X', 'utf8', '-c', script, out]).toString();
    expect(said.trim()).toBe(`${count} größe ${count - 1}.pdf ${count - 1}`);
  });

  test('any documents come out as they went in', async () => {
    const documents = fc.array(
      fc.record({ name: fc.constantFrom('a', 'A', 'b (2)', 'b'), text: fc.string() }),
      {
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(documents, { maxLength: 3 }), async (chunks) => {
        const parts = [];
        for (const chunk of chunks) parts.push(await part(chunk));
        const read = contents((await zipOf(parts)).bytes);
        expect(read.map(([, text]) => text)).toEqual(chunks.flat().map(({ text }) => text));
        expect(new Set(read.map(([name]) => name.toLowerCase())).size).toBe(read.length);
      }),
      { numRuns: 30 },
    );
  });

  test('a name that leaves its folder is refused', async () => {
    await expect(zipOf([await part([{ name: '../a', text: 'A' }])])).rejects.toThrow(
      'not the name of a file',
    );
  });
});

describe('a part', () => {
  test('that was cut or changed anywhere is found out', async () => {
    const { path, documents } = await part([
      { name: 'a', text: 'text' },
      { name: 'b', text: 'more' },
    ]);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 1;
      writeFileSync(path, changed);
      await expect(zipOf([{ path, documents }])).rejects.toThrow('A part of the batch cannot be read');
      writeFileSync(path, whole.subarray(0, at));
      await expect(zipOf([{ path, documents }])).rejects.toThrow('A part of the batch cannot be read');
    }
  });

  test('that has fewer documents than were paid for is an error', async () => {
    const { path } = await part([{ name: 'a', text: 'text' }]);
    await expect(zipOf([{ path, documents: 2 }])).rejects.toThrow('2 documents are wanted');
  });
});
