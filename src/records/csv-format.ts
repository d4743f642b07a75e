/**
 * How a CSV file is written: its separator, guessed from the row of names where nobody says it, and what the parser is told.
 */
import type { Options } from 'csv-parse';
import { PlatenError } from '../errors.ts';
import { MAX_RECORD } from './record.ts';
import { SEPARATORS } from './source.ts';

interface CsvFormat {
  readonly separator: string;
  /** Characters at the beginning that are not of the table: `sep=;`, which Excel writes for itself. */
  readonly skip: number;
}

/** Characters that are looked through for the row of names. */
export const CSV_HEAD = 256 * 1024;

export const csvOptions = (separator: string): Options => ({
  delimiter: separator,
  // Ragged lines are problems of their records, so they are counted here, not there.
  relax_column_count: true,
  // Of the parser's buffers, which are bytes: characters have up to three.
  max_record_size: MAX_RECORD * 3,
  info: true,
});

export const formatOf = (head: string, wanted: { separator?: string; headerRow?: number }): CsvFormat => {
  const excel = /^sep=(.)\r?\n/i.exec(head);
  const skip = excel?.[0].length ?? 0;
  const separator = wanted.separator ?? excel?.[1];
  if (separator !== undefined) return { separator, skip };
  const names = lineOf(head.slice(skip), wanted.headerRow ?? 1);
  const found = SEPARATORS.filter((one) => names.includes(one));
  if (found.length > 1)
    throw new PlatenError(
      'bad_source',
      `The row of names has ${found.map(shownSeparator).join(' and ')}: which of them separates the columns?`,
      { hint: 'Say it in `source.separator`.' },
    );
  return { separator: found[0] ?? ',', skip };
};

const shownSeparator = (separator: string): string =>
  separator === '\t' ? 'tabs' : separator === '|' ? 'bars (|)' : separator === ',' ? 'commas' : 'semicolons';

/** One line of the file without what stands in quotes. Quotes may hold line breaks. */
const lineOf = (text: string, wanted: number): string => {
  let line = 1;
  let kept = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && line <= wanted; at++) {
    const character = text[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) line++;
    else if (line === wanted) kept += character;
  }
  return kept;
};

const MESSAGES: Readonly<Record<string, (line: string) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `A quote is opened and never closed; the record ends on ${line}.`,
  CSV_INVALID_CLOSING_QUOTE: (line) => `There are characters behind a closing quote on ${line}.`,
  INVALID_OPENING_QUOTE: (line) =>
    `There is a quote in the middle of a value that has none around it, on ${line}.`,
  CSV_MAX_RECORD_SIZE: (line) => `The record on ${line} is too long: a quote may be open.`,
};

/** The parser's complaints in our words. */
export const csvError = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof PlatenError || !('code' in error) || !('lines' in error))
    return error;
  const { lines } = error;
  const say = MESSAGES[String(error.code)];
  const line = typeof lines === 'number' ? `line ${lines}` : 'a line';
  return new PlatenError('records_damaged', say?.(line) ?? `The CSV can't be read: ${error.message}`, {
    hint: 'Values with a quote, a separator or a line break stand in quotes, and a quote in them is written twice.',
  });
};
