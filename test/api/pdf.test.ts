/** output: PDF over HTTP. What the engines make of documents is tested where they are; here it is the whole way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOffice } from '../../src/convert/index.ts';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let hasOffice: boolean;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'libreoffice', PATH: process.env['PATH'] ?? '' });
  hasOffice = await findOffice({ searchPath: server.config.searchPath }).then(
    () => true,
    () => false,
  );
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'letter', templateName: 'Letter', template: docx(p('Dear {name}')) }),
  });
});
afterAll(() => server?.close());

test('a PDF comes back with its type, name, length and engine; where LibreOffice is missing, what to install', async () => {
  const answer = await server.call('POST', '/template/generate', {
    json: { templateKey: 'letter', output: 'PDF', data: { name: 'Ada' } },
  });
  if (!hasOffice) {
    expect([answer.status, answer.json]).toEqual([
      503,
      expect.objectContaining({ code: 'pdf_unavailable', hint: expect.stringContaining('apt-get install') }),
    ]);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    return;
  }
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Letter.pdf"');
  expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  expect(answer.headers.get('platen-engine')).toBe('libreoffice');
  expect(answer.headers.get('platen-pages')).toBe('1');
  expect(answer.text.startsWith('%PDF-')).toBe(true);
}, 90_000);

test('options.pdf goes all the way, and is refused in words where it makes no sense', async () => {
  const generate = (output: string, pdf: unknown) =>
    server.call('POST', '/template/generate', {
      json: { templateKey: 'letter', output, data: { name: 'Ada' }, options: { engine: 'native', pdf } },
    });
  const made = await generate('PDF', { tagged: true, conformance: 'PDF/A-2b' });
  expect(made.status).toBe(200);
  expect(made.headers.get('platen-engine')).toBe('native');
  expect(Buffer.from(made.bytes).toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  const plain = await generate('PDF', {});
  expect(Buffer.from(plain.bytes).toString('latin1')).not.toContain('<pdfaid:part>');
  for (const [output, pdf, path] of [
    ['DOCX', { tagged: true }, 'options.pdf'],
    ['PDF', { conformance: 'PDF/A-1a' }, 'options.pdf.conformance'],
    ['PDF', { linearized: true }, 'options.pdf.linearized'],
  ] as const) {
    const { status, json } = await generate(output, pdf);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_option', details: [expect.objectContaining({ path })] }),
    ]);
  }
}, 90_000);
