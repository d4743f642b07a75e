/**
 * splitRecords :: a request and its records → chunks of lines, and the request without them
 * countRecords :: a file of records → how many there are, and which fields the first one lacks
 *
 * In order and streamed: one chunk is in memory at a time.
 */
import type { Ask } from '../../processes/protocol.ts';
import { lackedFields } from '../../records/file-names.ts';
import type { CountedRecords } from '../../service/jobs/batch-renderer-ports.ts';
import { parseBody } from '../parse-body.ts';
import type { BatchQuestion, ChunkLine, CountTask, SplitTask } from './batch-protocol.ts';
import { Progress } from './progress.ts';
import { readFile, readList } from './read-records.ts';

/** The first chunks are small: a small batch is shared by several servers, and progress is seen early. */
const FIRST_RECORDS = 20;
const MORE_RECORDS = 10;
const MOST_RECORDS = 200;
const CHUNK_BYTES = 2 * 1024 * 1024;

const sizeOf = (part: number): number => Math.min(MOST_RECORDS, FIRST_RECORDS + part * MORE_RECORDS);

export const splitRecords = async (
  { body, file }: SplitTask,
  ask: Ask,
): Promise<{ readonly total: number; readonly body: Uint8Array }> => {
  const { records, ...request } = parseBody(body);
  const progress = new Progress(ask);
  let lines: string[] = [];
  let bytes = 0;
  let part = 0;
  let total = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const chunk = {
      first: total - lines.length + 1,
      total: lines.length,
      bytes: new TextEncoder().encode(lines.join('\n')),
    };
    await ask({ kind: 'chunk', chunk } satisfies BatchQuestion);
    lines = [];
    bytes = 0;
    part += 1;
  };
  for await (const read of file === undefined ? readList(records as readonly unknown[]) : readFile(file)) {
    const line = JSON.stringify(read satisfies ChunkLine);
    if (bytes + line.length > CHUNK_BYTES) await flush();
    lines.push(line);
    bytes += line.length;
    total += 1;
    if (lines.length >= sizeOf(part)) await flush();
    await progress.tell();
  }
  await flush();
  return { total, body: new TextEncoder().encode(JSON.stringify(request)) };
};

export const countRecords = async ({ file, most, fields }: CountTask, ask: Ask): Promise<CountedRecords> => {
  const progress = new Progress(ask);
  let count = 0;
  let first: unknown;
  for await (const read of readFile(file)) {
    count += 1;
    if ('data' in read) first ??= read.data;
    if (count >= most) break;
    await progress.tell();
  }
  return { count, lacking: first === undefined ? [] : lackedFields(fields, first) };
};
