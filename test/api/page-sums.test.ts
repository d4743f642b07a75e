/** PAGETOTAL and CARRY over HTTP: DOCX and PDF with what is to be said of each, jobs, batches, included, and with a map. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { cell, docx, p, row, table } from '../support/build.ts';
import { endedJob } from '../support/jobs.ts';
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
  const around = form({
    templateKey: 'around',
    template: docx(p('Before'), p('{INCLUDE "list" WITH order}')),
  });
  expect((await server.call('PUT', '/template/upload', { body: around })).status).toBe(200);
});
afterAll(() => server?.close());

const generate = (output: string) =>
  server.call('POST', '/template/generate', { json: { templateKey: 'list', output, data } });
const warningsOf = ({ headers }: { readonly headers: Headers }): string =>
  decodeURIComponent(headers.get('platen-warnings') ?? '');

/** How many rows each page has; its sums are those of its rows. `starts`: pages on which a list begins. */
const rowsOf = (pdf: Uint8Array, starts: readonly number[] = [0]): number[] => {
  const pages = pdfText(pdf).split('\f').slice(0, -1);
  const on = (word: string) => pages.map((page) => new RegExp(`^ *${word} +(\\S+)`, 'm').exec(page)?.[1]);
  const rows = pages.map((page) => page.match(/^ *row /gm)?.length ?? 0);
  expect(rows.length).toBeGreaterThan(1);
  expect(on('page')).toEqual(rows.map((count) => String(count / 10)));
  let before = 0;
  const carried = rows.map((count, at) => {
    if (starts.includes(at)) before = 0;
    const sum = before === 0 ? undefined : String(before / 10);
    before += count;
    return sum;
  });
  expect(on('carried')).toEqual(carried);
  return rows;
};

test('sums stand at the ends and beginnings of pages, in PDF without a word, in DOCX with a break each', async () => {
  const pdf = await generate('PDF');
  expect(pdf.status).toBe(200);
  expect(warningsOf(pdf)).toBe('');
  const rows = rowsOf(pdf.bytes);

  const word = await generate('DOCX');
  expect(warningsOf(word)).toContain('{PAGETOTAL amount}: pages end where');
  const xml = openDocx(word.bytes).text('word/document.xml');
  expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(rows.length - 1);
  const again = await server.call('POST', '/convert', { body: form({ file: word.bytes }) });
  expect(pdfPages(again.bytes)).toBe(rows.length);
});

test('a job and a batch of it have the sums of each document', async () => {
  const resultOf = async (order: object) => {
    const json = { templateKey: 'list', output: 'PDF', ...order };
    const { id } = (await server.call('POST', '/jobs', { json })).json as { id: string };
    await endedJob(server, id);
    return (await server.call('GET', `/jobs/${id}/result`)).bytes;
  };
  const rows = rowsOf(await resultOf({ data }));
  const many = rowsOf(await resultOf({ records: [data, data], bundle: 'pdf' }), [0, rows.length]);
  expect(many).toEqual([...rows, ...rows]);
});

test('a template that includes it has them too', async () => {
  const answer = await server.call('POST', '/template/generate', {
    json: { templateKey: 'around', output: 'PDF', data: { order: data } },
  });
  expect(answer.status).toBe(200);
  expect(warningsOf(answer)).toBe('');
  const rows = rowsOf(answer.bytes);
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(data.items.length);
});

test('a map says where the rows and their sums are, on the pages of the document', async () => {
  const json = { templateKey: 'list', output: 'PDF', data, options: { map: true } };
  const answer = await server.call('POST', '/template/generate', { json });
  expect(answer.status).toBe(200);
  const rows = rowsOf((await generate('PDF')).bytes);
  const whole = Buffer.from(answer.bytes).toString('latin1');
  const at = whole.indexOf('{"tags":');
  const map = JSON.parse(whole.slice(at, whole.indexOf('\r\n', at))) as {
    readonly tags: readonly { tag: string; path: string | null; boxes: readonly { page: number }[] }[];
  };
  const on = (tag: string) =>
    map.tags
      .filter((one) => one.tag === tag)
      .map(({ path, boxes }) => [path, boxes.map(({ page }) => page)] as const);
  const numbers = rows.map((_, index) => index + 1);
  expect(on('{PAGETOTAL amount}')).toEqual([[null, numbers]]);
  expect(on('{CARRY amount}')).toEqual([[null, numbers.slice(1)]]);
  const pages = rows.flatMap((count, index) => Array.from({ length: count }, () => index + 1));
  expect(on('{amount}')).toEqual(pages.map((page, index) => [`items[${index}].amount`, [page]]));
});
