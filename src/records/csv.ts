/**
 * readCsv :: text → rows
 *
 * Quotes that are wrong end the file with an error: behind them nobody can say where a record begins.
 */
import { Readable } from 'node:stream';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { PlatenError } from '../errors.ts';
import type { Row } from './cells.ts';
import { CSV_HEAD, csvOptions, formatOf } from './csv-format.ts';

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

const MESSAGES: Readonly<Record<string, (line: string) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `A quote is opened and never closed; the record ends on ${line}.`,
  CSV_INVALID_CLOSING_QUOTE: (line) => `There are characters behind a closing quote on ${line}.`,
  INVALID_OPENING_QUOTE: (line) =>
    `There is a quote in the middle of a value that has none around it, on ${line}.`,
  CSV_MAX_RECORD_SIZE: (line) => `The record on ${line} is too long: a quote may be open.`,
};

/** The parser's complaints in our words. */
const csvError = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const lines = (error as unknown as Partial<Info>).lines;
  const say = MESSAGES[error.code];
  const line = lines === undefined ? 'a line' : `line ${lines}`;
  return new PlatenError('records_damaged', say?.(line) ?? `The CSV can't be read: ${error.message}`, {
    hint: 'Values with a quote, a separator or a line break stand in quotes, and a quote in them is written twice.',
  });
};

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
