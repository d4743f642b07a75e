/** A chart with a workbook behind it, as Word embeds one: shared strings, a table over the data, a chain of formulas. */
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import { type ChartFormat, chart } from '../layout/chart-support.ts';
import { type Piece, p, part } from './build.ts';

type Cells = readonly (readonly (string | number)[])[];

export interface ChartBook {
  readonly sheet?: Cells;
  readonly others?: Readonly<Record<string, Cells>>;
  readonly hasTable?: boolean;
  /** Instead of all of it. */
  readonly bytes?: Uint8Array;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export const bookBytes = ({ sheet = [], others = {}, hasTable = false }: ChartBook): Uint8Array => {
  const sheets = Object.entries({ Sheet1: sheet, ...others });
  const strings: string[] = [];
  const cell = (value: string | number, at: string): string => {
    if (value === '') return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (value.startsWith('=')) return `<c r="${at}"><f>${escaped(value.slice(1))}</f><v>2</v></c>`;
    return `<c r="${at}" s="0" t="s"><v>${strings.push(value) - 1}</v></c>`;
  };
  const markup = (rows: Cells): string =>
    rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`,
      )
      .join('');
  const related = (list: readonly (readonly [string, string])[]): string =>
    `<Relationships xmlns="${RELS}">${list.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${R}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;
  const parts: Record<string, string> = {
    '_rels/.rels': related([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${R}"><sheets>${sheets.map(([name], index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
      ['calcChain', 'calcChain.xml'],
    ]),
    'xl/calcChain.xml': `<calcChain xmlns="${MAIN}"><c r="A1" i="1"/></calcChain>`,
  };
  for (const [index, [, rows]] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${MAIN}" xmlns:r="${R}"><dimension ref="A1:C5"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${markup(rows)}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>${index === 0 && hasTable ? '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' : ''}</worksheet>`;
  if (hasTable) {
    parts['xl/worksheets/_rels/sheet1.xml.rels'] = related([['table', '../tables/table1.xml']]);
    parts['xl/tables/table1.xml'] = `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:C2"/>`;
  }
  parts['xl/sharedStrings.xml'] =
    `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`;
  const typeOf = (name: string): string =>
    name.endsWith('workbook.xml')
      ? 'sheet.main'
      : name.includes('sharedStrings')
        ? 'sharedStrings'
        : name.includes('calcChain')
          ? 'calcChain'
          : name.includes('table')
            ? 'table'
            : 'worksheet';
  const overrides = Object.keys(parts).filter((name) => !name.includes('_rels'));
  parts['[Content_Types].xml'] =
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.map((name) => `<Override PartName="/${name}" ContentType="${TYPE}.${typeOf(name)}+xml"/>`).join('')}</Types>`;
  const chunks: Uint8Array[] = [];
  const zip = new ZipWriter({ write: (chunk) => void chunks.push(Uint8Array.from(chunk)) });
  for (const [name, text] of Object.entries(parts)) zip.add(name, text);
  zip.finish();
  return new Uint8Array(Buffer.concat(chunks));
};

/** A series that takes all of its data from the sheet; what it said last is nothing. */
export const bookSeries = (index: number, cells: Readonly<Record<string, string>>, look = ''): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${Object.entries(cells)
    .map(([role, range], at) => {
      const address = range.startsWith('(') ? range : `Sheet1!${range}`;
      const isText = role === 'tx' || role === 'cat';
      const ref = isText ? 'strRef' : 'numRef';
      const data = `<c:${role}><c:${ref}><c:f>${address}</c:f></c:${ref}></c:${role}>`;
      const isLast = role === 'tx' || (at === 0 && !('tx' in cells));
      const own = `${look}<c:spPr><a:solidFill><a:schemeClr val="accent${index + 1}"/></a:solidFill></c:spPr>`;
      return role === 'tx' ? data + own : isLast ? own + data : data;
    })
    .join('')}</c:ser>`;

export const withBook = (plot: string, book: ChartBook, format: ChartFormat = {}): Piece[] => [
  part((build) => {
    build.file(`word/embeddings/book.xlsx`, `${TYPE}.sheet`, book.bytes ?? bookBytes(book));
    build.file(
      'word/charts/_rels/book.xml.rels',
      'application/vnd.openxmlformats-package.relationships+xml',
      `<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${R}/package" Target="../embeddings/book.xlsx"/></Relationships>`,
    );
  }) as unknown as Piece,
  p(chart(plot, { ...format, name: 'book', space: '<c:externalData r:id="rId1"/>' })),
];
