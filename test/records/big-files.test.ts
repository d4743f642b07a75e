/** Files of 100,000 records: what is held in memory is a few records, wherever the reader stands. */
import { createWriteStream, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { type RecordKind, readRecords } from '../../src/records/index.ts';
import { heapInUse } from '../support/heap.ts';
import { SCHEMA } from './support.ts';

const RECORDS = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'platen-big-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTE = 'a note of some length, as people write them '.repeat(2);

function* lines(kind: RecordKind): Generator<string> {
  if (kind === 'csv') yield 'customer.name;amount;note\n';
  if (kind === 'json') yield '[';
  for (let index = 1; index <= RECORDS; index++) {
    const record = JSON.stringify({ customer: { name: `Name ${index}` }, amount: index / 4, note: NOTE });
    if (kind === 'csv') yield `Name ${index};${index / 4};${NOTE}\n`;
    else yield kind === 'json' ? `${index === 1 ? '' : ','}${record}` : `${record}\n`;
  }
  if (kind === 'json') yield ']';
}

function* rows(): Generator<(string | number)[]> {
  yield ['customer.name', 'amount', 'note'];
  for (let index = 1; index <= RECORDS; index++) yield [`Name ${index}`, index / 4, NOTE];
}

const written = async (kind: RecordKind): Promise<string> => {
  const path = join(folder, kind);
  const source =
    kind === 'xlsx' ? Readable.fromWeb(writeXlsxStream(rows(), { name: 'S' })) : Readable.from(lines(kind));
  await pipeline(source, createWriteStream(path));
  return path;
};

/** A tenth of what all the records would need as objects. */
const MOST_BYTES = 8 * 1024 * 1024;

test.each(['json', 'ndjson', 'csv', 'xlsx'] as const)('%s', { timeout: 60_000 }, async (kind) => {
  const path = await written(kind);
  const before = heapInUse();
  let count = 0;
  let sum = 0;
  let most = 0;
  for await (const record of readRecords({ path }, { kind }, { schema: SCHEMA, locale: 'en' })) {
    if ('data' in record) sum += Number(record.data['amount']);
    count++;
    if (count % 40_000 === 0) most = Math.max(most, heapInUse() - before);
  }
  expect(count).toBe(RECORDS);
  expect(sum).toBe((RECORDS * (RECORDS + 1)) / 8);
  expect(most).toBeLessThan(MOST_BYTES);
});

test.runIf(process.platform === 'linux')('whoever stops in the middle leaves no file open', async () => {
  for (const kind of ['json', 'ndjson', 'csv'] as const) {
    const path = join(folder, kind);
    for await (const record of readRecords({ path }, { kind }, { schema: SCHEMA, locale: 'en' }))
      if (record.record === 10) break;
    const isOpen = (): boolean =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      });
    await expect.poll(isOpen).toBe(false);
  }
});
