/** Records as CSV: encodings, separators, quotes, lines that are too short or too long, names of columns. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CSV, dataOf, read, refusalOf } from './support.ts';

const utf16 = (text: string, isBig = false): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('encodings', () => {
  const text = 'note\nGrüße, €5\n';
  const latin = Buffer.from('note\nGr\u00fc\u00dfe, \u00805\n', 'latin1');
  const expected = [{ note: 'Grüße, €5' }];
  const source = { ...CSV, separator: ';' };

  test.each([
    ['UTF-8', Buffer.from(text), undefined],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`), undefined],
    ['UTF-16, little end first', utf16(text), undefined],
    ['UTF-16, big end first', utf16(text, true), undefined],
    ['UTF-16 without a mark', utf16(text).subarray(2), 'utf-16le'],
    ['windows-1252', latin, 'windows-1252'],
    ['the same by its other name', latin, 'latin1'],
  ])('%s', async (_, bytes, encoding) => {
    expect(await dataOf(bytes, { ...source, ...(encoding !== undefined && { encoding }) })).toEqual(expected);
  });

  test('others that TextDecoder knows', async () => {
    const bytes = Buffer.concat([Buffer.from('note\n'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]);
    expect(await dataOf(bytes, { ...CSV, encoding: 'shift_jis' })).toEqual([{ note: '日本' }]);
  });

  test.each([
    ['bytes that are not UTF-8', latin, undefined, 'windows-1252'],
    ['UTF-16 without a mark', utf16(text).subarray(2), undefined, 'utf-16le'],
    ['a hole of the code page', Buffer.from([0x61, 0x0a, 0x81]), 'windows-1252', 'windows-1252'],
    ['a mark that says another', Buffer.from(`\ufeff${text}`), 'windows-1252', 'Leave out'],
    ['half a character at the end', Buffer.from('a\n€').subarray(0, 4), undefined, 'source.encoding'],
  ])('%s end the reading and the hint says what to name', async (_, bytes, encoding, hint) => {
    const error = await refusalOf(read(bytes, { ...source, ...(encoding !== undefined && { encoding }) }));
    expect(error.code).toBe('records_encoding');
    expect(error.hint).toContain(hint);
  });

  test('a name that there is not is refused before the file is read', async () => {
    const error = await refusalOf(read('a', { ...CSV, encoding: 'klingon' }));
    expect(error).toMatchObject({ code: 'bad_source', details: [{ path: 'source.encoding' }] });
  });
});

describe('separators', () => {
  test.each([
    [',', ','],
    [';', ';'],
    ['tab', '\t'],
    ['|', '|'],
  ])('%s is seen in the row of names', async (_, separator) => {
    const written = [`customer.name${separator}"a,;|\tb"`, `Ada${separator}1`].join('\r\n');
    expect(await dataOf(written, CSV)).toEqual([{ customer: { name: 'Ada' }, 'a,;|\tb': '1' }]);
  });

  test('are asked for where the row of names has two of them', async () => {
    const { code, message } = await refusalOf(read('a,b;c\n1,2;3', CSV));
    expect({ code, message }).toEqual({
      code: 'bad_source',
      message: expect.stringContaining('commas and semicolons'),
    });
    expect(await dataOf('a,b;c\n1,2;3', { ...CSV, separator: ';' })).toEqual([{ 'a,b': '1,2', c: '3' }]);
  });

  test('are what Excel says in a first line of its own', async () => {
    expect(await dataOf('sep=;\r\na,x;b\r\n1;2', CSV)).toEqual([{ 'a,x': '1', b: '2' }]);
  });

  test('are not needed for one column', async () => {
    expect(await dataOf('note\nx\n\ny\n', CSV)).toEqual([{ note: 'x' }, { note: 'y' }]);
  });
});

describe('lines and quotes', () => {
  test('a record with too few or too many values fails, and the others go on', async () => {
    expect(await read('a,b\n1,2\n1\n1,2,3\n\n,\n3,4', CSV)).toMatchObject([
      { record: 1, data: { a: '1', b: '2' } },
      {
        record: 2,
        problem: {
          code: 'record_broken',
          message: 'The record that ends on line 3 has 1 values; there are 2 columns.',
        },
      },
      { record: 3, problem: { code: 'record_broken' } },
      { record: 4, data: { a: '3', b: '4' } },
    ]);
  });

  test.each([
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'never closed'],
    ['something behind a quote', 'a,b\n1,"2"x\n', 'line 2'],
    ['a quote inside a value', 'a,b\n1,2"x"\n', 'line 2'],
  ])('%s ends the reading', async (_, written, expected) => {
    const { code, message } = await refusalOf(read(written, CSV));
    expect({ code, message }).toEqual({
      code: 'records_damaged',
      message: expect.stringContaining(expected),
    });
  });

  test('what looks like a formula is text', async () => {
    expect(await dataOf('note\n=1+1\n+49 30\n@x', CSV)).toEqual([
      { note: '=1+1' },
      { note: '+49 30' },
      { note: '@x' },
    ]);
  });

  test('whatever was written well is read as it was', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('\0'));
    const table = fc.array(fc.tuple(cell, cell), { maxLength: 6 });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, separator, end) => {
          const written = [['a', 'b'], ...rows].map((row) => row.map(quoted).join(separator)).join(end);
          const kept = rows.filter(([a, b]) => a !== '' || b !== '');
          const expected = kept.map(([a, b]) => ({ ...(a !== '' && { a }), ...(b !== '' && { b }) }));
          expect(await dataOf(written, { ...CSV, separator }, { schema: {} })).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('any bytes at all give records or an error of ours', async () => {
    const pieces = fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t', '1', '\ufeff', 'é', '.', '[0]');
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
        await read(parts.join(''), CSV).catch((error: { code?: string }) =>
          expect(error.code).toMatch(/^(?:records_|bad_source)/),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('columns', () => {
  test('with dots are paths, lists have places, and the mapping renames and leaves out', async () => {
    const written =
      'Kunde,lines[0].text,lines[0].price,lines[1].text,lines[1].price,intern\nAda,Rad,1.5,,,x\nBob,,,Tor,2,x\nEve,,,,,x';
    expect(await dataOf(written, { ...CSV, columns: { Kunde: 'customer.name', intern: '' } })).toEqual([
      { customer: { name: 'Ada' }, lines: [{ text: 'Rad', price: 1.5 }] },
      { customer: { name: 'Bob' }, lines: [{ text: 'Tor', price: 2 }] },
      { customer: { name: 'Eve' }, lines: [] },
    ]);
  });

  test('all that is wrong with them is said at once', async () => {
    const written = 'a,a,,lines[].text,b,b.c,lines,items[0],items.x\n1,2,3,4,5,6,7,8,9';
    const error = await refusalOf(read(written, { ...CSV, columns: { zip: 'x' } }));
    expect(error.code).toBe('records_columns');
    expect(error.details?.map(({ message }) => message)).toEqual([
      '`source.columns` names a column "zip" that the file doesn\'t have.',
      'Two columns have the name "a".',
      'Column 3 has no name.',
      'Column "lines[].text": "lines[].text" must say which item it means, as in "lines[0]".',
      'Column "lines": the template takes "lines" as a list; name its items, as in "lines[0]".',
      'Columns "a" and "a" both go to "a".',
      'Column "b" is a value, and "b.c" is a part of it.',
      'Column "items.x" makes "items" an object, and another column a list.',
    ]);
  });

  test('that are called like parts of JavaScript are data or refused', async () => {
    expect(await dataOf('constructor,toString.name\n1,2', CSV)).toEqual([
      { constructor: '1', toString: { name: '2' } },
    ]);
    expect((await refusalOf(read('__proto__.polluted\n1', CSV))).code).toBe('records_columns');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('may stand further down', async () => {
    expect(await dataOf('Report of May\n\nnote;amount\nx;2', { ...CSV, headerRow: 3 })).toEqual([
      { note: 'x', amount: 2 },
    ]);
    expect((await refusalOf(read('\nnote', CSV))).message).toContain('Row 1 should have the names');
    expect((await refusalOf(read('note', { ...CSV, headerRow: 3 }))).message).toContain('Row 3');
  });
});
