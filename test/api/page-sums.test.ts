/** PAGETOTAL and CARRY over HTTP: DOCX, PDF and a batch, with what is to be said of each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { cell, docx, p, row, table } from '../support/build.ts';
import { pdfPages, pdfText } from '../support/pdf.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

const two = (a: string, b: string) => row(cell(p(a)), cell(p(b)));
const template = docx(
  table(
    row({ header: true }, cell(p('Item')), cell(p('Amount'))),
    two('carried', '{CARRY amount}'),
    two('{#items}row', '{amount}{/items}'),
    two('page', '{PAGETOTAL amount}'),
  ),
);
const data = { items: Array.from({ length: 100 }, () => ({ amount: 0.1 })) };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '100' });
  const body = form({ templateKey: 'list', template });
  expect((await server.call('PUT', '/template/upload', { body })).status).toBe(200);
});
afterAll(() => server?.close());

const generate = (output: string) =>
  server.call('POST', '/template/generate', { json: { templateKey: 'list', output, data } });
const warningsOf = ({ headers }: { readonly headers: Headers }): string =>
  decodeURIComponent(headers.get('platen-warnings') ?? '');

test('sums stand at the ends and beginnings of pages, in PDF without a word, in DOCX with a break each', async () => {
  const pdf = await generate('PDF');
  expect(pdf.status).toBe(200);
  expect(warningsOf(pdf)).toBe('');
  const pages = pdfText(pdf.bytes).split('\f').slice(0, -1);
  const on = (word: string) => pages.map((page) => new RegExp(`^ *${word} +(\\S+)`, 'm').exec(page)?.[1]);
  const rows = pages.map((page) => page.match(/^ *row /gm)?.length ?? 0);
  expect(rows.length).toBeGreaterThan(1);
  expect(on('page')).toEqual(rows.map((count) => String(count / 10)));
  expect(on('carried')).toEqual([
    undefined,
    ...rows.slice(0, -1).map((_, at) => {
      const before = rows.slice(0, at + 1).reduce((sum, count) => sum + count, 0);
      return String(before / 10);
    }),
  ]);

  const word = await generate('DOCX');
  expect(warningsOf(word)).toContain('{PAGETOTAL amount}: pages end where');
  const xml = openDocx(word.bytes).text('word/document.xml');
  expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(rows.length - 1);
  const again = await server.call('POST', '/convert', { body: form({ file: word.bytes }) });
  expect(pdfPages(again.bytes)).toBe(rows.length);
});
