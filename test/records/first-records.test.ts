/** What a browser reads of a file before it is sent: the same as the server will. */
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { firstRecords, readHead } from '../../src/records/first-records.ts';
import type { RecordSource } from '../../src/records/index.ts';
import { read, refusalOf, SCHEMA } from './support.ts';

const conversion = { schema: SCHEMA, locale: 'de' };
const rows = [
  ['customer.name', 'amount', 'due', 'paid'],
  ['Ada', '1.234,5', '16.03.2026', 'ja'],
  ['Bob', 'viel', '16.03.2026', 'nein'],
  ['Eve; "x"', '2', '', 'nein'],
];
const csv = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n');

test.each([
  ['csv', Buffer.from(csv)],
  ['csv', Buffer.from(`\ufeff${csv}`, 'utf16le')],
  [
    'xlsx',
    await writeXlsx({
      sheets: [
        { name: 'Data', rows },
        { name: 'Other', rows: [] },
      ],
    }),
  ],
  ['json', Buffer.from('[{"customer":{"name":"Ada"}},7]')],
  ['ndjson', Buffer.from('{"a":1}\n{')],
] as const)('%s', async (kind, bytes) => {
  const source: RecordSource = { kind };
  const whole = await read(bytes, source, { locale: 'de' });
  expect(await firstRecords(new Blob([Buffer.from(bytes)]), source, conversion, 10)).toEqual(whole);
  expect(await firstRecords(new Blob([Buffer.from(bytes)]), source, conversion, 1)).toEqual(
    whole.slice(0, 1),
  );
});

test('names, sheets and the first rows as they are', async () => {
  const book = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['x']] },
      { name: 'Data', rows: [['Title'], ...rows] },
    ],
  });
  const source: RecordSource = { kind: 'xlsx', sheet: 'Data', headerRow: 2 };
  expect(await readHead(new Blob([Buffer.from(book)]), source, 2)).toEqual({
    sheets: ['Notes', 'Data'],
    names: rows[0],
    rows: rows.slice(1, 3),
  });
});

test('a file that is longer than what is looked at, and cut inside a quote', async () => {
  const long = `${csv}\r\n${`"Zoe";1;;"ja"\r\n`.repeat(20)}"${'x'.repeat(300_000)}";1;;"ja"\r\n`;
  const records = await firstRecords(new Blob([long]), { kind: 'csv' }, conversion, 5);
  expect(records).toHaveLength(5);
  expect(await readHead(new Blob([long]), { kind: 'csv' }, 500)).toMatchObject({ names: rows[0] });
});

test('what is wrong with the file is said as the server says it', async () => {
  const broken = Buffer.from('a,b\n1,"2"x\n');
  const here = await refusalOf(firstRecords(new Blob([broken]), { kind: 'csv' }, conversion, 5));
  const there = await refusalOf(read(broken, { kind: 'csv' }));
  expect({ code: here.code, message: here.message }).toEqual({ code: there.code, message: there.message });
  const latin = new Blob([Buffer.from('a\nü', 'latin1')]);
  expect((await refusalOf(readHead(latin, { kind: 'csv' }, 5))).code).toBe('records_encoding');
});
