/** POST /render and POST /convert: documents of files that nobody stores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { noPoppler, pdfFacts, pdfText } from '../support/pdf.ts';
import { paragraphs } from '../support/read.ts';
import { type Answer, form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '100' });
});
afterAll(() => server?.close());

const docxText = (file: Uint8Array): string => paragraphs(file).join('\n');

const LETTER = docx(p('Dear {name}, {n | number}'), p('{vat}'));

const render = (request: unknown, template: Uint8Array | string = LETTER): Promise<Answer> =>
  server.call('POST', '/render', { body: form({ template, request: JSON.stringify(request) }) });
const order = (more: object = {}) => ({ output: 'DOCX', data: { name: 'Ada', n: 1234.5 }, ...more });
const credit = async (): Promise<number> =>
  ((await server.call('GET', '/organization')).json as { credit: number }).credit;

describe('a template that comes with the request', () => {
  test('makes the document, with the headers and the charge of generate, the first time and the next', async () => {
    const before = await credit();
    for (const _ of [1, 2, 3]) {
      const { status, headers, bytes } = await render(order());
      expect(status).toBe(200);
      expect(docxText(bytes)).toContain('Dear Ada, 1,234.5');
      expect(Object.fromEntries(headers)).toMatchObject({
        'platen-engine': 'docx',
        'platen-missing': '1; vat',
        'content-disposition': 'attachment; filename="template.docx"',
        'ratelimit-limit': '100000',
      });
    }
    expect(await credit()).toBe(before - 3);
    const { json } = await server.call('GET', '/organization/ledger?limit=1');
    expect(json).toMatchObject({ entries: [{ reason: 'render', amount: -1 }] });
  });

  test.skipIf(noPoppler)('as a PDF', async () => {
    for (const _ of [1, 2]) {
      const { headers, bytes } = await render(order({ output: 'PDF', options: { filename: 'Brief' } }));
      expect(pdfText(bytes)).toContain('Dear Ada, 1,234.5');
      expect(Object.fromEntries(headers)).toMatchObject({
        'platen-engine': 'native',
        'content-disposition': 'attachment; filename="Brief.pdf"',
      });
    }
  });

  test('its own delimiter: the same file read another way is another template', async () => {
    const both = docx(p('{name} [[name]]'));
    const texts = [];
    for (const delimiter of ['BRACES', 'DOUBLE_SQUARE_BRACKETS', 'BRACES'])
      texts.push(docxText((await render(order({ delimiter, static: true }), both)).bytes).trim());
    expect(texts).toEqual(['Ada [[name]]', '{name} Ada', 'Ada [[name]]']);
  });

  test('the request may be a file as well, and long', async () => {
    const body = form({ template: LETTER });
    const long = { ...order(), data: { name: 'x'.repeat(300_000), n: 1 } };
    body.set('request', new Blob([JSON.stringify(long)], { type: 'application/json' }), 'order.json');
    const { status, bytes } = await server.call('POST', '/render', { body });
    expect(status).toBe(200);
    expect(docxText(bytes)).toContain('x'.repeat(300_000));
  });

  test('a template with problems: all of them, as an upload would list them, and no charge', async () => {
    const before = await credit();
    const { status, json } = await render(order(), docx(p('{IF a}'), p('{b | nonsense}')));
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'template_invalid' });
    expect((json as { details: unknown[] }).details.length).toBe(2);
    expect(await credit()).toBe(before);
  });

  test('what an upload would warn about is told with each document', async () => {
    const doubtful = docx(p('no tag at all'));
    const answers = [await render(order(), doubtful), await render(order(), doubtful)];
    const uploaded = await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'doubtful', template: doubtful }),
    });
    expect(uploaded.headers.get('platen-warnings')).not.toBeNull();
    for (const { headers } of answers)
      expect(headers.get('platen-warnings')).toBe(uploaded.headers.get('platen-warnings'));
  });

  test('what is wrong with the form, all at once', async () => {
    const nothing = await server.call('POST', '/render', { body: form({ other: 'x' }) });
    expect(nothing.status).toBe(400);
    expect(nothing.json).toMatchObject({ details: [{ path: 'template' }, { path: 'request' }] });
    const wrong = await render({ output: 'X', templateKey: 'a', delimiter: 'Y', options: { version: 1 } });
    expect(wrong.status).toBe(400);
    expect((wrong.json as { details: { path: string }[] }).details.map(({ path }) => path).sort()).toEqual([
      'data',
      'delimiter',
      'options.version',
      'output',
      'templateKey',
    ]);
    expect((await render(order(), new TextEncoder().encode('no ZIP'))).json).toMatchObject({
      code: 'not_docx',
    });
    expect(await server.call('POST', '/render', { json: order() })).toMatchObject({
      status: 400,
      json: { code: 'unsupported_media_type' },
    });
  });
});

describe.skipIf(noPoppler)('a DOCX that is to be a PDF', () => {
  const convert = (fields: Parameters<typeof form>[0]): Promise<Answer> =>
    server.call('POST', '/convert', { body: form(fields) });

  test('is converted as it is, tags and all, and paid for', async () => {
    const before = await credit();
    const { status, headers, bytes } = await convert({ file: docx(p('Plain {text}')) });
    expect(status).toBe(200);
    expect(pdfText(bytes)).toContain('Plain {text}');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'platen-engine': 'native',
      'platen-pages': '1',
      'content-disposition': 'attachment; filename="file.pdf"',
    });
    expect(await credit()).toBe(before - 1);
    const { json } = await server.call('GET', '/organization/ledger?limit=1');
    expect(json).toMatchObject({ entries: [{ reason: 'convert', amount: -1 }] });
  });

  test('options of generate that it has a use for; others are told', async () => {
    const { headers, bytes } = await convert({
      file: docx(p('Tagged')),
      options: JSON.stringify({ filename: 'Out', pdf: { tagged: true }, locale: 'de' }),
    });
    expect(headers.get('content-disposition')).toBe('attachment; filename="Out.pdf"');
    expect(decodeURIComponent(headers.get('platen-warnings') ?? '')).toContain('options.locale');
    expect(pdfFacts(bytes)).toMatch(/^Tagged: +yes$/m);
  });

  test('what is no DOCX, or has wrong options, is refused and costs nothing', async () => {
    const before = await credit();
    expect((await convert({ file: new TextEncoder().encode('%PDF-1.7') })).json).toMatchObject({
      code: 'not_docx',
    });
    expect((await convert({ file: docx(p('a')), options: '{"engine":"x","pdf":7}' })).json).toMatchObject({
      code: 'bad_option',
      details: [{ path: 'options.engine' }, { path: 'options.pdf' }],
    });
    expect((await convert({ options: '{}' })).json).toMatchObject({ details: [{ path: 'file' }] });
    expect(await credit()).toBe(before);
  });
});
