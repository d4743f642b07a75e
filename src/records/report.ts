/** What others are handed as CSV (RFC 4180): the report of a batch. */

/** One thing that is to be said about a record. */
export interface ReportLine {
  readonly record: number;
  readonly path?: string;
  readonly code: string;
  readonly message: string;
  /** Whether there is a document all the same; where left out, there is none. */
  readonly level?: 'error' | 'warning';
}

/** Of what is said about one record. */
const MESSAGE_CHARACTERS = 1_000;

export const cut = (text: string): string =>
  text.length <= MESSAGE_CHARACTERS ? text : `${text.slice(0, MESSAGE_CHARACTERS).toWellFormed()}…`;

/** Spreadsheets run what begins like this, and messages quote the data of strangers. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\t\r]/u;

const field = (text: string): string => {
  const defused = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
};

/** Numbers are no formula, whatever they begin with. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => (typeof value === 'number' ? String(value) : field(String(value ?? '')))).join(',')}\r\n`;

export async function* reportCsv(
  lines: AsyncIterable<ReportLine> | Iterable<ReportLine>,
): AsyncGenerator<string, void, undefined> {
  yield csvLine(['record', 'path', 'code', 'message', 'level']);
  for await (const { record, path = '', code, message, level = 'error' } of lines)
    yield csvLine([record, path, code, message, level]);
}
