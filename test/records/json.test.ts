/** Records as a JSON array and as NDJSON. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordSource } from '../../src/records/index.ts';
import { dataOf, read, refusalOf } from './support.ts';

const JSON_ARRAY: RecordSource = { kind: 'json' };
const NDJSON: RecordSource = { kind: 'ndjson' };

const anyRecords = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 8 });

describe('a JSON array', () => {
  test('gives what JSON.parse gives, however it is indented', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.constantFrom(0, 1, '\t'), async (records, indent) => {
        const written = JSON.stringify(records, undefined, indent);
        expect(await dataOf(` \r\n${written}\n`, JSON_ARRAY)).toEqual(JSON.parse(written));
      }),
      { numRuns: 60 },
    );
  });

  test('has numbers for its records, and items that are no objects are their own problems', async () => {
    expect(await read('[{"a":1}, 7, null, [], {"b":"],}"}]', JSON_ARRAY)).toMatchObject([
      { record: 1, data: { a: 1 } },
      { record: 2, problem: { code: 'record_broken', message: expect.stringContaining('a number') } },
      { record: 3, problem: { message: expect.stringContaining('null') } },
      { record: 4, problem: { message: expect.stringContaining('a list') } },
      { record: 5, data: { b: '],}' } },
    ]);
  });

  test.each([
    ['[{"a":1},\n{"b":}]', 'record 2, which begins on line 2'],
    ['[{"a":1}\n{"b":2}]', 'record 1, which begins on line 1'],
    ['[{"a":1},]', 'a comma too many after record 1'],
    ['[,{"a":1}]', 'a comma too many after record 0'],
    ['[{"a":1},,{"a":1}]', 'a comma too many after record 1'],
    ['[{"a":1}]\n]', 'behind the array of records, on line 2'],
    ['[{"a":1},{"b":', 'ends inside the array, after 1 records'],
    ['[{"a":1}},{"b":2}]', 'never opened, in record 1'],
    ['{"a":1}', 'does not begin with "["'],
    ['', 'The file is empty'],
  ])('that is broken ends there, and says where: %j', async (written, expected) => {
    const { code, message } = await refusalOf(read(written, JSON_ARRAY));
    expect({ code, message }).toEqual({
      code: 'records_damaged',
      message: expect.stringContaining(expected),
    });
  });

  test('with nothing in it has no records', async () => {
    expect(await read(' [ \n ] ', JSON_ARRAY)).toEqual([]);
  });

  test('of two bytes, which a byte order mark could have, is read as well', async () => {
    expect(await read('[]', JSON_ARRAY)).toEqual([]);
    expect(await dataOf('{}', NDJSON)).toEqual([{}]);
  });

  test('never throws anything but its own errors, whatever is cut out of it or put in', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.nat(), fc.string({ maxLength: 3 }), async (records, at, piece) => {
        const written = JSON.stringify(records);
        const place = at % (written.length + 1);
        const changed = written.slice(0, place) + piece + written.slice(place + 1);
        const outcome = await read(changed, JSON_ARRAY).catch((error: { code: string }) => error.code);
        if (typeof outcome === 'string') expect(outcome).toMatch(/^records_/);
        // What is read without an error is what JSON.parse reads.
        else expect(outcome.length).toBe((JSON.parse(changed) as unknown[]).length);
      }),
      { numRuns: 150 },
    );
  });
});

describe('NDJSON', () => {
  test('has a record a line; a broken line is that record’s problem, and the others go on', async () => {
    const written = '\ufeff{"a":1}\r\n\n{"b":\n"x"\n{"c":3}';
    expect(await read(written, NDJSON)).toMatchObject([
      { record: 1, data: { a: 1 } },
      {
        record: 2,
        problem: { code: 'record_broken', message: expect.stringMatching(/^Line 3 is not valid JSON/) },
      },
      { record: 3, problem: { code: 'record_broken' } },
      { record: 4, data: { c: 3 } },
    ]);
  });

  test('has a bound for each line: what is longer fails, and the next is read', async () => {
    const long = `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    expect(await dataOf(`{"a":1}\n${long}\n{"a":2}\n${long}`, NDJSON)).toEqual([
      { a: 1 },
      'record_too_big',
      { a: 2 },
      'record_too_big',
    ]);
  });

  test('keeps each record whole across the pieces in which the file is read', async () => {
    const records = Array.from({ length: 3000 }, (_, index) => ({ index, text: 'ü€😀'.repeat(20) }));
    const written = records.map((record) => JSON.stringify(record)).join('\n');
    expect(await dataOf(written, NDJSON)).toEqual(records);
    expect(await dataOf(JSON.stringify(records), JSON_ARRAY)).toEqual(records);
  });
});
