/**
 * readCsv :: text → rows
 *
 * Quotes that are wrong end the file with an error: behind them nobody can say where a record begins.
 */
import { Readable } from 'node:stream';
import { type Info, type Options, parse } from 'csv-parse';
import type { Row } from './cells.ts';
import { CSV_HEAD, csvError, csvOptions, formatOf } from './csv-format.ts';

export async function* readCsv(
  text: AsyncIterable<string>,
  wanted: { separator?: string; headerRow?: number },
): AsyncGenerator<Row, void, undefined> {
  const { head, rest } = await splitHead(text);
  const { separator, skip } = formatOf(head, wanted);
  const parser = parse(csvOptions(separator) as Options);
  const source = Readable.from(withHead(head.slice(skip), rest), { objectMode: true, highWaterMark: 1 });
  // Errors of the source end the parser, and with it the loop below.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>)
      yield { number: info.lines, cells: record };
  } catch (error) {
    throw csvError(error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const splitHead = async (
  text: AsyncIterable<string>,
): Promise<{ head: string; rest: AsyncIterator<string> }> => {
  const rest = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < CSV_HEAD) {
    const { value, done } = await rest.next();
    if (done === true) break;
    head += value;
  }
  return { head, rest };
};

async function* withHead(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    if (head !== '') yield head;
    for (;;) {
      const { value, done } = await rest.next();
      if (done === true) return;
      if (value !== '') yield value;
    }
  } finally {
    await rest.return?.();
  }
}
