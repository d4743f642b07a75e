/** readJob :: body → what a job asks for; where it is about many records, how they come and what becomes of them */
import { PlatenError } from '../errors.ts';
import { namePattern } from '../records/file-names.ts';
import { mergedWith } from '../records/merge.ts';
import type { BatchRequest } from '../service/jobs/batch-model.ts';
import type { JobRequest } from '../service/renderer-ports.ts';
import { type JsonFields, parseBody } from './parse-body.ts';
import { readOrder } from './read-request.ts';
import {
  callbackOf,
  Fields,
  given,
  listOf,
  numberFrom,
  objectOf,
  oneOf,
  type Read,
  textOf,
  wanted,
} from './request-fields.ts';

const BATCH_FIELDS = ['records', 'bundle', 'source', 'maxFailures', 'pageNumbers'];
const BUNDLES = ['zip', 'pdf', 'docx'] as const;
const PAGE_NUMBERS = ['record', 'through'] as const;
const SOURCE_FIELDS = ['sheet', 'headerRow', 'separator', 'encoding', 'columns'] as const;
const MOST_RECORDS = 1_000_000_000;

export const readJob = (body: Uint8Array, hasFile = false): JobRequest => {
  const parsed = parseBody(body);
  const fields = new Fields(parsed);
  const isBatch = hasFile || fields.has('records');
  const asked = isBatch ? readBatch(fields, parsed, hasFile) : undefined;
  if (!isBatch)
    for (const name of BATCH_FIELDS) if (fields.has(name)) fields.forbid(name, 'is for a job with `records`');
  const callback = fields.optional('callback', callbackOf);
  const { request, options, warnings } = readOrder(fields, isBatch ? { isBatch } : {});
  const { locale } = options;
  const batch = asked && { ...asked, unnamed: unnamedIn(parsed, request.filename) };
  return { ...request, warnings, ...given({ callback, batch, locale }) };
};

/** What every document is called has to be readable before the first is made. Fields of it that the first one has no value for. */
const unnamedIn = ({ data = {}, records }: JsonFields, pattern: string | undefined): readonly string[] => {
  try {
    if (pattern === undefined) return [];
    const first = Array.isArray(records) ? records.find(isRecord) : undefined;
    return namePattern(pattern).lacking(mergedWith(data as JsonFields, first ?? {}));
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    const { code, message, hint } = error;
    const details = [{ code: 'value', message, path: 'options.filename' }];
    throw new PlatenError(code, message, { details, ...(hint !== undefined && { hint }) });
  }
};

const isRecord = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readBatch = (fields: Fields, parsed: JsonFields, hasFile: boolean): Omit<BatchRequest, 'unnamed'> => {
  const bundle = fields.optional('bundle', oneOf(BUNDLES)) ?? 'zip';
  if (bundle !== 'zip' && typeof parsed['output'] === 'string' && parsed['output'] !== bundle.toUpperCase())
    fields.forbid('bundle', `"${bundle}" is for \`output\` "${bundle.toUpperCase()}"`);
  if (hasFile && fields.has('records')) fields.forbid('records', 'is in the form already, as a file');
  const records = hasFile ? undefined : fields.optional('records', listOf, 'bad_request')?.length;
  if (records === 0) fields.forbid('records', 'must have at least one record');
  if (!hasFile && fields.has('source')) fields.forbid('source', 'is for records in a file');
  const maxFailures = fields.optional('maxFailures', numberFrom(0, MOST_RECORDS));
  const pageNumbers = fields.optional('pageNumbers', oneOf(PAGE_NUMBERS)) ?? 'record';
  if (pageNumbers === 'through' && bundle === 'zip')
    fields.forbid('pageNumbers', '"through" is for one file: `bundle` "pdf" or "docx"');
  return {
    bundle,
    pageNumbers,
    source: readSource(fields),
    ...given({ maxFailures, records }),
  };
};

/** A wish that nobody knows would read the wrong cells in silence: it is refused. */
const readSource = (fields: Fields): BatchRequest['source'] => {
  const source = fields.nested('source');
  if (source === undefined) return {};
  source.allow(SOURCE_FIELDS);
  return given({
    sheet: source.optional('sheet', sheetOf),
    headerRow: source.optional('headerRow', numberFrom(1, 1_000_000)),
    separator: source.optional('separator', separatorOf),
    encoding: source.optional('encoding', textOf('a string')),
    columns: source.optional('columns', columnsOf),
  });
};

const sheetOf: Read<string | number> = (value) => {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw wanted('the name of a sheet, or its number from 1');
};

const separatorOf: Read<string> = (value) => {
  if (typeof value === 'string' && [...value].length === 1) return value;
  throw wanted('one character');
};

const columnsOf: Read<Readonly<Record<string, string>>> = (value) => {
  const columns = Object.entries(objectOf(value));
  // An empty path leaves a column out.
  if (columns.some(([, path]) => typeof path !== 'string'))
    throw wanted('an object of columns and the paths of fields: {"Column": "path.to.field"}');
  return Object.fromEntries(columns) as Record<string, string>;
};
