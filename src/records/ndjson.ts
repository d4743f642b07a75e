/**
 * readNdjson :: text → records
 *
 * A JSON object a line. Lines stand for themselves: a broken one is that record's problem, and the rest is read on.
 * Empty lines are no records.
 */
import { broken, dataOf, MAX_RECORD, type ReadRecord, reasonOf, tooLong } from './record.ts';

export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<ReadRecord, void, undefined> {
  let record = 0;
  let line = 0;
  let rest = '';
  let isTooLong = false;
  const read = function* (written: string): Generator<ReadRecord> {
    line++;
    const wasTooLong = isTooLong;
    isTooLong = false;
    if (wasTooLong) yield { record: ++record, problem: tooLong() };
    else if (/\S/.test(written)) yield { record: ++record, ...parsed(written, line) };
  };
  for await (const chunk of text) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf('\n', from);
      if (end < 0) break;
      yield* read(isTooLong ? '' : rest + chunk.slice(from, end));
      rest = '';
      from = end + 1;
    }
    if (!isTooLong) rest += chunk.slice(from);
    if (rest.length > MAX_RECORD) {
      isTooLong = true;
      rest = '';
    }
  }
  yield* read(rest);
}

const parsed = (written: string, line: number): ReturnType<typeof dataOf> => {
  if (written.length > MAX_RECORD) return { problem: tooLong() };
  try {
    return dataOf(JSON.parse(written));
  } catch (error) {
    return { problem: broken(`Line ${line} is not valid JSON: ${reasonOf(error)}`) };
  }
};
