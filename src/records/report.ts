/** The report of a batch as CSV (RFC 4180). */

/** One thing that went wrong with a record. */
export interface ReportLine {
  readonly record: number;
  readonly path?: string;
  readonly code: string;
  readonly message: string;
}

/** Spreadsheets run what begins like this, and messages quote the data of strangers. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\t\r]/u;

const field = (text: string): string => {
  const defused = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
};

export async function* reportCsv(
  lines: AsyncIterable<ReportLine> | Iterable<ReportLine>,
): AsyncGenerator<string, void, undefined> {
  yield 'record,path,code,message\r\n';
  for await (const { record, path = '', code, message } of lines)
    yield `${record},${field(path)},${field(code)},${field(message)}\r\n`;
}
