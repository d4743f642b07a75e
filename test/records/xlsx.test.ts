/** Records as a workbook: cells of every type, both systems of dates, and files that mean harm. */
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { openWorkbook, WORKBOOK_LIMITS } from '../../src/records/xlsx/workbook.ts';
import { dataOf, read, refusalOf, textRow, workbook, XLSX } from './support.ts';

const cells = (written: string): string => `<row>${written}</row>`;
const number = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;

describe('a workbook of another hand', () => {
  test('gives its values as they are', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: 'Other', rows: [['nothing']] },
        {
          name: 'Invoices',
          rows: [
            ['Invoices of May'],
            [],
            ['customer.name', 'amount', 'due', 'paid', 'note', 'lines[0].price'],
            ['Müller & Söhne <1>', 1234.5, new Date(Date.UTC(2026, 2, 16)), true, '00123', 2],
            ['Ada', '2.5', '16 March', false, 7, null],
            [],
            ['Bob', null, new Date(Date.UTC(2026, 2, 16, 14, 30)), null, 'two\nlines', null],
          ],
        },
      ],
    });
    const source = { ...XLSX, sheet: 'Invoices', headerRow: 3 };
    expect(await read(file, source)).toMatchObject([
      {
        record: 1,
        data: {
          customer: { name: 'Müller & Söhne <1>' },
          amount: 1234.5,
          due: '2026-03-16',
          paid: true,
          note: '00123',
          lines: [{ price: 2 }],
        },
      },
      {
        record: 2,
        problem: {
          code: 'value_unreadable',
          path: 'due',
          message: expect.stringContaining('Row 5, column "due": "16 March"'),
        },
      },
      {
        record: 3,
        data: { customer: { name: 'Bob' }, due: '2026-03-16T14:30:00', note: 'two\nlines', lines: [] },
      },
    ]);
    expect(await dataOf(file, { ...XLSX, sheet: 1 })).toEqual([]);
    const error = await refusalOf(read(file, { ...XLSX, sheet: 'Nope' }));
    expect(error).toMatchObject({ code: 'bad_source', hint: 'It has: "Other", "Invoices".' });
    expect((await refusalOf(read(file, { ...XLSX, sheet: 3 }))).code).toBe('bad_source');
  });

  test('reads what was written, whatever the texts are', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((one) => /^[^\p{C}]*\S[^\p{C}]*$/u.test(one));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, fc.double({ noNaN: true, noDefaultInfinity: true })), {
          minLength: 1,
          maxLength: 5,
        }),
        async (rows) => {
          const file = await writeXlsx({ sheets: [{ name: 'S', rows: [['note', 'amount'], ...rows] }] });
          expect(await dataOf(file, XLSX)).toEqual(
            rows.map(([note, amount]) => ({ note, amount: amount + 0 })),
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('cells', () => {
  const read1 = async (
    name: string,
    cell: string,
    rest: Partial<Parameters<typeof workbook>[0]> = {},
  ): Promise<unknown> => {
    const [first] = await dataOf(
      workbook({
        rows: textRow(name, 'note') + cells(`${cell}<c t="inlineStr"><is><t>n</t></is></c>`),
        ...rest,
      }),
      XLSX,
    );
    return typeof first === 'string' ? first : (first as Record<string, unknown>)[name];
  };

  test.each([
    ['a date', 'due', number('46097', 1), 'yyyy-mm-dd', '2026-03-16'],
    ['a date and a time', 'due', number('46097.6041666667', 1), 'd/m/yy h:mm', '2026-03-16T14:30:00'],
    ['a time alone', 'due', number('0.5', 1), 'h:mm', '12:00:00'],
    ['a format of another language', 'due', number('46097', 1), '[$-407]dd. mmmm yyyy', '2026-03-16'],
    ['a number with an exponent', 'amount', number('1.5', 1), '0.00E+00', 1.5],
    ['a number with a unit', 'amount', number('1.5', 1), '0.00 &quot;days&quot;', 1.5],
    ['a per cent', 'amount', number('0.19', 1), '0%', 0.19],
    ['a duration is a number', 'amount', number('1.5', 1), '[h]:mm', 1.5],
    ['a date that is no number', 'amount', number('46097', 1), 'yyyy', 'value_unreadable'],
    ['a number that is no date', 'due', number('46097', 1), '0', 'value_unreadable'],
    ['the day that never was', 'due', number('60', 1), 'yyyy-mm-dd', 'cell_error'],
    ['the day before it', 'due', number('59', 1), 'yyyy-mm-dd', '1900-02-28'],
    ['the day after it', 'due', number('61', 1), 'yyyy-mm-dd', '1900-03-01'],
    ['a day before all days', 'due', number('-1', 1), 'yyyy-mm-dd', 'cell_error'],
    ['zeros that are shown, for a text', 'note2', number('123', 1), '00000', '00123'],
    ['zeros that are shown, for a number', 'amount', number('123', 1), '00000', 123],
    ['a date for a text', 'note2', number('46097', 1), 'yyyy-mm-dd', '2026-03-16'],
    ['an error', 'amount', '<c t="e"><v>#N/A</v></c>', '0', 'cell_error'],
    ['an error for a text', 'note2', '<c t="e"><v>#REF!</v></c>', '0', 'cell_error'],
    ['yes', 'paid', '<c t="b"><v>1</v></c>', '0', true],
    ['no', 'paid', '<c t="b"><v>0</v></c>', '0', false],
    ['no as a number', 'paid', number('0'), '0', false],
    ['neither', 'paid', number('2'), '0', 'value_unreadable'],
    ['yes as a number', 'amount', '<c t="b"><v>1</v></c>', '0', 'value_unreadable'],
    ['the result of a formula', 'amount', '<c><f>A1*2</f><v>4</v></c>', '0', 4],
    ['its result as a text', 'note2', '<c t="str"><f>A1</f><v>x_x000D_y</v></c>', '0', 'x\ry'],
    ['a date as ISO 8601', 'due', '<c t="d"><v>2026-03-16</v></c>', '0', '2026-03-16'],
    ['no date as ISO 8601', 'due', '<c t="d"><v>2026-13-16</v></c>', '0', 'cell_error'],
    ['an empty cell', 'amount', '<c s="1"/>', '0', undefined],
  ])('%s', async (_, name, cell, format, expected) => {
    expect(await read1(name, cell, { formats: [format] })).toEqual(expected);
  });

  test('dates count from 1904 where the workbook says so', async () => {
    const rest = { formats: ['yyyy-mm-dd'], is1904: true };
    expect(await read1('due', number('44635', 1), rest)).toBe('2026-03-16');
    expect(await read1('due', number('0', 1), rest)).toBe('1904-01-01');
  });

  test('texts of the table, in runs, without their readings', async () => {
    const strings =
      '<si><t>plain</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si>';
    expect(await read1('note2', '<c t="s"><v>1</v></c>', { strings })).toBe('two runs');
    expect(await read1('note2', '<c t="s"><v>0</v></c>', { strings })).toBe('plain');
    const error = await refusalOf(read1('note2', '<c t="s"><v>9</v></c>', { strings }));
    expect(error).toMatchObject({
      code: 'records_damaged',
      message: expect.stringContaining('names a text'),
    });
  });

  test('behind the last name fail their record', async () => {
    const rows = textRow('note') + textRow('a') + textRow('a', 'b') + cells('<c r="XFD4"><v>1</v></c>');
    expect(await dataOf(workbook({ rows }), XLSX)).toEqual([{ note: 'a' }, 'record_broken', 'record_broken']);
  });
});

describe('workbooks that mean harm', () => {
  const rows = textRow('note') + textRow('x');
  const bomb = (size: number): Uint8Array =>
    workbook({
      rows,
      change: (entries) =>
        entries.map((one) =>
          one.name === 'xl/styles.xml' ? { ...one, content: Buffer.alloc(size, 0x20) } : one,
        ),
    });

  test('a bomb is refused before it is unpacked', async () => {
    expect((await refusalOf(read(bomb(20 * 1024 * 1024), XLSX))).code).toBe('records_too_big');
    const limits = { ...WORKBOOK_LIMITS, unpackedBytes: 1024 * 1024 };
    expect((await refusalOf(openWorkbook(bomb(2 * 1024 * 1024), limits))).code).toBe('records_too_big');
  });

  test('one that lies about its size is refused when it has unpacked that much', async () => {
    const file = workbook({
      rows,
      change: (entries) =>
        entries.map((one) =>
          one.name === 'xl/worksheets/sheet1.xml'
            ? {
                ...one,
                content: `${String(one.content)}${' '.repeat(5_000_000)}`,
                local: { size: 100 },
                central: { size: 100 },
              }
            : one,
        ),
    });
    expect(await refusalOf(read(file, XLSX))).toMatchObject({
      code: 'records_damaged',
      message: expect.stringContaining('more than the 100 bytes'),
    });
  });

  const sheet = (inner: string): Uint8Array => workbook({ rows, sheet: inner });
  const begin = '<worksheet><sheetData>';
  const end = '</sheetData></worksheet>';
  test.each([
    ['a sheet that is cut off', sheet(`${begin}${rows}`)],
    ['tags that don’t fit', sheet(`${begin}<row></c></row>${end}`)],
    ['a document type', sheet(`<!DOCTYPE x [<!ENTITY a "b">]>${begin}${rows}${end}`)],
    ['an entity of its own', sheet(`${begin}<row><c t="inlineStr"><is><t>&lol;</t></is></c></row>${end}`)],
    ['elements without end', sheet(`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`)],
    ['rows that go back', sheet(`${begin}<row r="2"/><row r="1"/>${end}`)],
    ['cells that go back', sheet(`${begin}<row r="1"><c r="B1"/><c r="A1"/></row>${end}`)],
    ['a row behind all rows', sheet(`${begin}<row r="99999999"/>${end}`)],
    ['a number that is none', sheet(`${begin}${rows}<row><c><v>1,5</v></c></row>${end}`)],
    [
      'a wrong checksum',
      workbook({
        rows,
        change: (all) => all.map((one) => ({ ...one, local: { crc32: 1 }, central: { crc32: 1 } })),
      }),
    ],
    ['no ZIP', Buffer.from('note\nx\n')],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')],
    ['a ZIP without a workbook', workbook({ rows, change: (all) => all.slice(3) })],
    ['a sheet that is not there', workbook({ rows, change: (all) => all.slice(0, -1) })],
  ])('%s', async (_, file) => {
    expect((await refusalOf(read(file, XLSX))).code).toBe('records_damaged');
  });

  test('a text without end', async () => {
    const text = 'x'.repeat(6 * 1024 * 1024);
    expect((await refusalOf(read(sheet(`${begin}${textRow(text)}${end}`), XLSX))).code).toBe(
      'records_too_big',
    );
  });

  test('any byte may be another one', async () => {
    const file = workbook({
      rows: rows + cells(number('1.5', 1)),
      strings: '<si><t>a</t></si>',
      formats: ['0.00'],
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Uint8Array.from(file);
        changed[at] = byte;
        await read(changed, XLSX).catch((error: { code?: string }) =>
          expect(error.code).toMatch(/^(?:records_|bad_source)/),
        );
      }),
      { numRuns: 300 },
    );
  });
});
