/** Stand-in until records has landed. */
import type { ReportLine } from './batch-model.ts';

export const kindOf = (
  fileName: string | undefined,
  _contentType: string | undefined,
): 'json' | 'ndjson' | 'csv' | 'xlsx' | undefined => {
  const ending = /\.(json|ndjson|csv|xlsx)$/i.exec(fileName ?? '')?.[1]?.toLowerCase();
  return ending as 'json' | undefined;
};

export async function* reportCsv(lines: AsyncIterable<ReportLine>): AsyncGenerator<string> {
  yield 'record,path,code,message\r\n';
  for await (const { record, path = '', code, message } of lines)
    yield `${record},"${path}",${code},"${message.replaceAll('"', '""')}"\r\n`;
}
