/** Names of documents, and the report. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  checkSource,
  kindOf,
  namePattern,
  type ReportLine,
  reportCsv,
  UniqueNames,
  WarningNotes,
} from '../../src/records/index.ts';
import { refused } from '../support/refused.ts';

describe('a pattern', () => {
  const data = {
    number: 'R-1',
    customer: { name: 'Ada & Söhne' },
    lines: [{ text: 'Rad' }],
    total: 5,
    paid: true,
  };

  test.each([
    ['{number}-{customer.name}', 'R-1-Ada & Söhne'],
    ['Invoice { customer.name }', 'Invoice Ada & Söhne'],
    ['{lines[0].text} {total} {paid}', 'Rad 5 true'],
    ['{missing}', '7'],
    ['{customer}x{lines}', 'x'],
    ['plain', 'plain'],
  ])('%s', (pattern, expected) => {
    expect(namePattern(pattern).fill(data, 7)).toBe(expected);
  });

  test('has the record’s number where the data have none', () => {
    expect(namePattern('{number}').fill({}, 7)).toBe('7');
  });

  test.each([
    ['../../etc/passwd', '.._.._etc_passwd'.replace(/^\./, '_.')],
    ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
    ['CON', '_CON'],
    ['lpt1.txt', '_lpt1.txt'],
    ['name. . .', 'name'],
    ['.hidden', '_.hidden'],
    ['a\u202egpj.exe', 'a_gpj.exe'],
    ['a\0b\nc', 'a_b_c'],
    ['\ud800', '\ufffd'],
    ['..', '7'],
  ])('makes %j safe', (value, expected) => {
    expect(namePattern('{x}').fill({ x: value }, 7)).toBe(expected);
  });

  test.each(['{a', 'a}', '{{a}}', '{}', '{a[].b}', '{a..b}', 'x'.repeat(501)])('%s is refused', (pattern) => {
    expect(refused(() => namePattern(pattern)).code).toBe('bad_option');
  });

  const folder = mkdtempSync(join(tmpdir(), 'platen-names-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('any value makes a name that a folder takes, and all of them fit beside each other', () => {
    const names = new UniqueNames();
    let count = 0;
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('a', 'A', 'a (2)', 'ß', 'SS', 'é', 'e\u0301'),
    );
    fc.assert(
      fc.property(value, (x) => {
        const name = names.take(namePattern('{x}').fill({ x }, 1));
        expect(Buffer.byteLength(name)).toBeLessThan(240);
        writeFileSync(join(folder, name), '');
        count++;
      }),
      { numRuns: 300 },
    );
    const files = readdirSync(folder);
    expect(files).toHaveLength(count);
    expect(new Set(files.map((file) => file.toUpperCase())).size).toBe(count);
  });
});

test('names that are there get a number, in order, whatever their case', () => {
  const names = new UniqueNames();
  expect(['a', 'A', 'a (2)', 'a', 'b', 'a (2)'].map((name) => names.take(name))).toEqual([
    'a',
    'A (2)',
    'a (2) (2)',
    'a (3)',
    'b',
    'a (2) (3)',
  ]);
  const many = new UniqueNames();
  expect(new Set(Array.from({ length: 100_000 }, () => many.take('same'))).size).toBe(100_000);
});

test('the kind of a file is known by its name, or else by its type', () => {
  expect(kindOf('a.CSV', 'application/json')).toBe('csv');
  expect(kindOf('a.tsv', undefined)).toBe('csv');
  expect(kindOf('x.jsonl', undefined)).toBe('ndjson');
  expect(kindOf('blob', 'application/json; charset=utf-8')).toBe('json');
  expect(kindOf(undefined, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).toBe('xlsx');
  expect(kindOf('a.xls', undefined)).toBeUndefined();
  expect(kindOf('constructor', undefined)).toBeUndefined();
});

test('a source that can’t be is refused with all that is wrong with it, before there is a file', () => {
  const source = { kind: 'csv', sheet: 'x', headerRow: 0, separator: 'ab', encoding: 'klingon' } as const;
  const { code, details } = refused(() => checkSource(source));
  expect(code).toBe('bad_source');
  const paths = ['source.sheet', 'source.headerRow', 'source.separator', 'source.encoding'];
  expect(details?.map(({ path }) => path)).toEqual(paths);
  expect(refused(() => checkSource({ kind: 'json', columns: {} })).code).toBe('bad_source');
  checkSource({ kind: 'csv', headerRow: 2, separator: '\t', encoding: 'windows-1252', columns: { a: 'b' } });
});

test('the report is CSV in which nothing runs', async () => {
  const lines: ReportLine[] = [
    { record: 2, path: 'a.b', code: 'value_unreadable', message: 'plain' },
    { record: 3, code: 'x', message: '=HYPERLINK("http://x","y")' },
    { record: 4, code: 'x', message: 'two\nlines, "quoted"' },
    { record: 5, path: '@a', code: 'x', message: ' +1', level: 'warning' },
  ];
  expect((await Array.fromAsync(reportCsv(lines))).join('')).toBe(
    [
      'record,path,code,message,level',
      '2,a.b,value_unreadable,plain,error',
      `3,,x,"'=HYPERLINK(""http://x"",""y"")",error`,
      '4,,x,"two\nlines, ""quoted""",error',
      `5,"'@a",x,"' +1",warning`,
      '',
    ].join('\r\n'),
  );
});

test('a million warnings that are alike are a hundred lines, and as many kinds as there may be; the rest is counted', () => {
  const notes = WarningNotes.ofBatch();
  for (let record = 1; record <= 1_000_000; record += 1)
    notes.add(record, { missing: ['vat'], warnings: record <= 500 ? [`odd: ${record}`] : [] });
  const lines = notes.lines();
  const missing = lines.filter(({ code }) => code === 'data_missing');
  expect(missing).toHaveLength(100);
  expect(missing[0]).toEqual({
    record: 1,
    path: 'vat',
    code: 'data_missing',
    message: 'The data have no value for it.',
    level: 'warning',
  });
  expect(missing.at(-1)).toMatchObject({
    record: 100,
    message: expect.stringContaining('999900 more records'),
  });
  // A kind of its own for each record, as far as there is room for kinds.
  const odd = lines.filter(({ message }) => message.startsWith('odd'));
  expect(odd).toHaveLength(199);
  expect(lines.at(-1)).toMatchObject({ record: 299, message: expect.stringContaining('201 more records') });
  // Records with lists of them are held to their beginning.
  const long = WarningNotes.ofChunk();
  expect(long.add(1, { missing: Array.from({ length: 99 }, (_, n) => `m${n}`), warnings: [] })).toBe(true);
  expect(long.add(2, { missing: [], warnings: [] })).toBe(false);
  expect(long.lines()).toHaveLength(21);
  // Put together from chunks they are the same.
  const joined = WarningNotes.ofBatch();
  for (const shared of notes.shared) joined.addShared(shared);
  expect(joined.lines()).toEqual(lines);
});
