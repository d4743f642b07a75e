/** Files of records for the tests, and what is read from them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlatenError } from '../../src/errors.ts';
import { type ReadRecord, type RecordSource, readRecords } from '../../src/records/index.ts';
import { compileTemplate } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { type HostileEntry, hostileZip } from '../support/hostile-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-records-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

export const fileOf = (bytes: string | Uint8Array): { path: string } => {
  const path = join(folder, String(++files));
  writeFileSync(path, bytes);
  return { path };
};

/** The schema of a template with these tags. */
export const schemaOf = (...tags: string[]): unknown =>
  compileTemplate(docx(...tags.map((tag) => p(tag))), { delimiter: 'BRACES' }).inspection.schema;

export const SCHEMA = schemaOf(
  '{customer.name} {note}',
  '{amount | number}',
  '{due | date}',
  '{IF paid}paid{END-IF}',
  '{FOR line IN lines}{line.text} {line.price | number}{END-FOR line}',
);

export const read = async (
  bytes: string | Uint8Array,
  source: RecordSource,
  { schema = SCHEMA, locale = 'en' }: { schema?: unknown; locale?: string } = {},
): Promise<ReadRecord[]> => Array.fromAsync(readRecords(fileOf(bytes), source, { schema, locale }));

/** The data of each record, or its problem's code. */
export const dataOf = async (...args: Parameters<typeof read>): Promise<unknown[]> =>
  (await read(...args)).map((record) => ('data' in record ? record.data : record.problem.code));

export const refusalOf = async (reading: Promise<unknown>): Promise<PlatenError> => {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatenError)) throw error ?? new Error('It was read.');
  return error;
};

export const CSV: RecordSource = { kind: 'csv' };
export const XLSX: RecordSource = { kind: 'xlsx' };

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = (entries: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;

export interface SheetParts {
  readonly rows: string;
  readonly strings?: string;
  /** Codes of formats: a cell with `s="1"` has the first. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  readonly names?: readonly string[];
  /** In place of the sheet's XML. */
  readonly sheet?: string;
  readonly change?: (entries: HostileEntry[]) => HostileEntry[];
}

/** A workbook written by hand, so that every cell can be what no library writes. */
export const workbook = ({
  rows,
  strings = '',
  formats = [],
  is1904 = false,
  names = ['First'],
  sheet = `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  change = (entries) => entries,
}: SheetParts): Uint8Array => {
  const numFmts = formats
    .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
    .join('');
  const xfs = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('');
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const entries: HostileEntry[] = [
    {
      name: '_rels/.rels',
      content: rels(`<Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>`),
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: rels(
        `${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>`,
      ),
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${MAIN}"><numFmts>${numFmts}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${strings}</sst>` },
    ...names.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: index === 0 ? sheet : sheet.replace('First', name),
    })),
  ];
  return hostileZip(change(entries));
};

/** Cells with texts, as a row. */
export const textRow = (...texts: string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
