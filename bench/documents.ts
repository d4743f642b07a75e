/**
 * The same documents for every contender: an invoice (a heading, six paragraphs, a four-column table) and a
 * thirty-page contract, each in the spelling that a contender reads. Nothing but the tags differs.
 */
import PizZip from 'pizzip';

/** How one contender writes the tags of the invoice. */
export interface Spelling {
  field(name: string): string;
  /** Tags before the first and after the last cell of the repeated row (or in rows of their own), and its cells. */
  row: { open: string; cells: readonly [string, string, string, string]; close: string; ownRows?: boolean };
  /** Carbone repeats what stands between two rows of the same array; the second is only a marker. */
  secondRow?: readonly [string, string, string, string];
}

export interface InvoiceData {
  readonly number: string;
  readonly date: string;
  readonly customerName: string;
  readonly customerStreet: string;
  readonly customerCity: string;
  readonly dueDate: string;
  readonly total: number;
  readonly items: readonly { name: string; quantity: number; price: number; amount: number }[];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const run = (text: string, bold = false): string =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${run(text)}</w:p>`;
const cell = (text: string, bold = false): string =>
  `<w:tc><w:tcPr><w:tcW w:w="2250" w:type="dxa"/></w:tcPr><w:p>${run(text, bold)}</w:p></w:tc>`;
const row = (cells: readonly string[], bold = false): string =>
  `<w:tr>${cells.map((text) => cell(text, bold)).join('')}</w:tr>`;

export const invoiceTemplate = (spelling: Spelling): Uint8Array => {
  const { field } = spelling;
  const [first, second, third, fourth] = spelling.row.cells;
  const body = [
    paragraph(`Invoice ${field('number')}`, 'Heading1'),
    paragraph(`Date: ${field('date')}`),
    paragraph(field('customerName')),
    paragraph(field('customerStreet')),
    paragraph(field('customerCity')),
    paragraph('Thank you for your order. We charge the following items:'),
    '<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="2250"/><w:gridCol w:w="2250"/><w:gridCol w:w="2250"/><w:gridCol w:w="2250"/></w:tblGrid>',
    row(['Item', 'Quantity', 'Price', 'Amount'], true),
    ...(spelling.row.ownRows
      ? [row([spelling.row.open, '', '', '']), row(spelling.row.cells), row([spelling.row.close, '', '', ''])]
      : [row([`${spelling.row.open}${first}`, second, third, `${fourth}${spelling.row.close}`])]),
    spelling.secondRow ? row(spelling.secondRow) : '',
    '</w:tbl>',
    paragraph(`Total ${field('total')}, due by ${field('dueDate')}.`),
  ].join('');
  return packageOf(body);
};

/** A table of contents, and chapters of two paragraphs that refer to the page of the first. */
export const reportTemplate = (): Uint8Array => {
  const field = (code: string, shown: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  return packageOf(
    [
      `<w:p>${field('TOC \\o "1-1" \\h', 'Contents')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:bookmarkStart w:id="1" w:name="first"/>${run('Summary')}<w:bookmarkEnd w:id="1"/></w:p>`,
      paragraph('{#chapters}'),
      paragraph('{title}', 'Heading1'),
      paragraph('{text}'),
      `<w:p>${run('As was said on page ')}${field('PAGEREF first', '1')}${run(', {text}')}</w:p>`,
      paragraph('{/chapters}'),
    ].join(''),
  );
};

export const reportData = (seed: number, chapters: number) => ({
  chapters: Array.from({ length: chapters }, (_, index) => ({
    title: `Chapter ${index + 1} of ${seed}`,
    text: `In year ${seed + index} the kilns were fired ${index * 7 + seed} times, and what came out of them was sold. `.repeat(
      8,
    ),
  })),
});

/** About thirty pages: numbered clauses of plain text with a tag in every third. */
export const contractTemplate = (spelling: Spelling): Uint8Array => {
  const clause =
    'The parties agree that the obligations set out in this clause survive the end of the agreement, that neither party may assign them without consent in writing, and that a failure to insist on performance is not a waiver. ';
  const names = ['number', 'date', 'customerName', 'customerStreet', 'customerCity', 'dueDate'];
  const body = Array.from({ length: 360 }, (_, index) =>
    index % 12 === 0
      ? paragraph(`Article ${index / 12 + 1}`, 'Heading1')
      : paragraph(
          `${clause}${index % 3 === 0 ? spelling.field(names[(index / 3) % names.length] ?? 'number') : clause}`,
        ),
  ).join('');
  return packageOf(body);
};

export const packageOf = (body: string): Uint8Array => {
  const zip = new PizZip();
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  zip.file(
    '[Content_Types].xml',
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  zip.file(
    'word/_rels/document.xml.rels',
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  );
  zip.file(
    'word/styles.xml',
    `${head}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style></w:styles>`,
  );
  zip.file(
    'word/document.xml',
    `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  );
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' });
};

/** Another invoice for every number: nothing can be remembered between two renders. Through JSON, as data arrives. */
export const invoiceData = (seed: number, rows: number): InvoiceData =>
  JSON.parse(JSON.stringify(makeInvoice(seed, rows))) as InvoiceData;

const makeInvoice = (seed: number, rows: number): InvoiceData => {
  const items = Array.from({ length: rows }, (_, index) => {
    const quantity = ((seed * 7 + index * 3) % 20) + 1;
    const price = (((seed * 31 + index * 17) % 9973) + 100) / 4;
    return { name: `Item ${seed}-${index} & more`, quantity, price, amount: quantity * price };
  });
  return {
    number: `2026-${seed}`,
    date: '15 November 2026',
    customerName: `Customer ${seed} Ltd`,
    customerStreet: `${seed} High Street`,
    customerCity: 'Springfield',
    dueDate: '15 December 2026',
    total: items.reduce((sum, item) => sum + item.amount, 0),
    items,
  };
};
