/** What a request says about its file of records (`source`), and what can be said about that before the file is read. */
import { PlatenError, type Problem } from '../errors.ts';
import { checkEncoding } from './decode-text.ts';

export type RecordKind = 'json' | 'ndjson' | 'csv' | 'xlsx';

/** How the file is to be read: `source` of the request. */
export interface RecordSource {
  readonly kind: RecordKind;
  /** Of a workbook: its name, or its place from 1. The first where omitted. */
  readonly sheet?: string | number;
  /** The row with the names of the columns, from 1. */
  readonly headerRow?: number;
  readonly separator?: string;
  readonly encoding?: string;
  /** Where the values of a column go: a path, or '' for nowhere. A column that is not listed goes where its name says. */
  readonly columns?: Readonly<Record<string, string>>;
}

export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Above this, the row of names is not where a person would have put it. */
const MAX_HEADER_ROW = 1000;

const TABLES: readonly RecordKind[] = ['csv', 'xlsx'];
const FIELD_KINDS: Readonly<Record<Exclude<keyof RecordSource, 'kind'>, readonly RecordKind[]>> = {
  sheet: ['xlsx'],
  headerRow: TABLES,
  separator: ['csv'],
  encoding: ['csv', 'json', 'ndjson'],
  columns: TABLES,
};

/** Throws with all that is wrong about it. */
export const checkSource = (source: RecordSource): void => {
  const problems: Problem[] = [];
  const complain = (field: string, message: string): void =>
    void problems.push({ code: 'bad_source', message, path: `source.${field}` });
  for (const [field, kinds] of Object.entries(FIELD_KINDS)) {
    if (source[field as keyof RecordSource] !== undefined && !kinds.includes(source.kind))
      complain(field, `\`source.${field}\` is for ${kinds.join(', ')}; the records are ${source.kind}.`);
  }
  const { headerRow, separator, encoding, sheet } = source;
  if (headerRow !== undefined && !isPlace(headerRow, MAX_HEADER_ROW))
    complain('headerRow', `\`source.headerRow\` must be a whole number from 1 to ${MAX_HEADER_ROW}.`);
  if (typeof sheet === 'number' && !isPlace(sheet, Number.MAX_SAFE_INTEGER))
    complain('sheet', '`source.sheet` must be the name of a sheet, or its place from 1.');
  if (separator !== undefined && !isSeparator(separator))
    complain(
      'separator',
      '`source.separator` must be one character, and no quote, line break, letter or digit.',
    );
  const encodingProblem = encoding === undefined ? undefined : checkEncoding(encoding);
  if (encodingProblem !== undefined) complain('encoding', encodingProblem);
  const [first] = problems;
  if (first !== undefined) throw new PlatenError('bad_source', first.message, { details: problems });
};

const isPlace = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;

const isSeparator = (text: string): boolean => /^[^"\r\n\p{L}\p{N}\p{Cs}\0]$/u.test(text);

const ENDINGS: Readonly<Record<string, RecordKind>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
};

const TYPES: Readonly<Record<string, RecordKind>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** Kind from a file name or content type; undefined where unknown. The name tells more: browsers guess types from it. */
export const kindOf = (
  fileName: string | undefined,
  contentType: string | undefined,
): RecordKind | undefined => {
  const ending = /\.([a-z]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? '';
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ENDINGS[ending] ?? TYPES[type];
};
