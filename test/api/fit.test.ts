/** FIT: a document is made smaller until it has no more pages than wanted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import { docx, p } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { pdfPages } from '../support/pdf.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '100' });
  const template = docx(
    p('{FIT pages=1 min=70%}'),
    p('{#lines}'),
    p({ xml: '<w:spacing w:after="60"/>' }, 'Line {.}'),
    p('{/lines}'),
  );
  const body = form({ templateKey: 'letter', template });
  expect((await server.call('PUT', '/template/upload', { body })).status).toBe(200);
});
afterAll(() => server?.close());

const generate = (output: string, lines: number) =>
  server.call('POST', '/template/generate', {
    json: {
      templateKey: 'letter',
      output,
      data: { lines: Array.from({ length: lines }, (_, at) => at) },
    },
  });
const warningsOf = ({ headers }: { readonly headers: Headers }): string =>
  decodeURIComponent(headers.get('platen-warnings') ?? '');
const sizeIn = (bytes: Uint8Array): number =>
  Number(/<w:rPrDefault>.*?<w:sz w:val="(\d+)"/.exec(openDocx(bytes).text('word/styles.xml'))?.[1] ?? 20);

test('what fits stays as it is; what does not is made as small as it must be, in DOCX and PDF', async () => {
  const short = await generate('DOCX', 5);
  expect(warningsOf(short)).toBe('');
  expect(openDocx(short.bytes).text('word/document.xml')).toContain('w:after="60"');
  let before = 21;
  for (const lines of [50, 56, 62]) {
    const [word, pdf] = [await generate('DOCX', lines), await generate('PDF', lines)];
    expect(checkDocx(word.bytes)).toEqual([]);
    expect(warningsOf(word)).toBe('');
    expect(pdfPages(pdf.bytes)).toBe(1);
    const again = await server.call('POST', '/convert', { body: form({ file: word.bytes }) });
    expect(pdfPages(again.bytes)).toBe(1);
    const size = sizeIn(word.bytes);
    expect(size).toBeLessThanOrEqual(before);
    before = size;
  }
  expect(before).toBeLessThan(20);
});

test('whatever the parts of the file are called', async () => {
  const file = openZip(docx(p('{FIT}'), p('{#lines}'), p('Line {.}'), p('{/lines}')));
  const chunks: Uint8Array[] = [];
  const writer = new ZipWriter({ write: (chunk) => void chunks.push(chunk) });
  for (const [name, entry] of file.entries) {
    const renamed = (text: string): string =>
      text.replaceAll('styles.xml', 'looks2.xml').replaceAll('document.xml', 'letter.xml');
    const text = new TextDecoder().decode(readEntry(entry));
    writer.add(renamed(name), /\.(rels|xml)$/.test(name) ? renamed(text) : readEntry(entry));
  }
  writer.finish();
  const body = form({ templateKey: 'renamed', template: Buffer.concat(chunks) });
  expect((await server.call('PUT', '/template/upload', { body })).status).toBe(200);
  const data = { lines: Array.from({ length: 56 }, (_, at) => at) };
  const made = await server.call('POST', '/template/generate', {
    json: { templateKey: 'renamed', output: 'PDF', data },
  });
  expect(warningsOf(made)).toBe('');
  expect(pdfPages(made.bytes)).toBe(1);
});

test('what can’t fit is left as it is, and that is said', async () => {
  const made = await generate('PDF', 400);
  expect(made.status).toBe(200);
  expect(warningsOf(made)).toMatch(
    /\{FIT pages=1 min=70%\}: the document has \d+ pages, and at 70 % still \d+/,
  );
  expect(pdfPages(made.bytes)).toBeGreaterThan(5);
});

test.each([
  ['{FIT pages=0}', 'bad_argument'],
  ['{FIT min=10%}', 'bad_argument'],
  ['{FIT width=3}', 'bad_argument'],
  ['{FIT}{FIT pages=2}', 'bad_place'],
])('%s is an error of the upload', async (tags, code) => {
  const body = form({ templateKey: 'wrong', template: docx(p('{name}', tags)) });
  expect(await server.call('PUT', '/template/upload', { body })).toMatchObject({
    status: 400,
    json: { code: 'template_invalid', details: [{ code }] },
  });
});
