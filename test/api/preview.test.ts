/** POST /template/preview: for people, marked, free of charge, and limited by person. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';
import { aColleague, anOwner, type Visitor } from '../support/visitor.ts';

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '1' });
  owner = await anOwner(server);
  await owner.call('PUT', '/template/upload', {
    body: form({
      templateKey: 'letter',
      templateName: 'Létter',
      template: docx(p('Dear {name}, {n | number}'), p({ pageBreakBefore: true }, 'second {vat}')),
    }),
  });
});
afterAll(() => server?.close());

const body = (more: object = {}) => ({ templateKey: 'letter', data: { name: 'Ada', n: 1234.5 }, ...more });
/** Letters of rotated text are lines of their own; the documents have no W or V of their own. */
const pagesOf = (pdf: Uint8Array) =>
  pdfText(pdf)
    .split('\f')
    .slice(0, -1)
    .map((text) => ({ text, marked: /W/.test(text) && /V/.test(text) }));
const credit = async (): Promise<unknown> =>
  ((await owner.call('GET', '/organization')).json as { credit: number }).credit;

// Skipped where poppler, which looks into the PDF, is not installed.
describe.skipIf(noPoppler)('a preview', () => {
  test('a PDF with a mark on each page and the headers of generate, whatever output says', async () => {
    for (const more of [{}, { output: 'DOCX' }, { output: 7 }]) {
      const { status, headers, bytes } = await owner.call('POST', '/template/preview', { json: body(more) });
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.byteLength),
        'content-disposition': expect.stringContaining("filename*=UTF-8''L%C3%A9tter.pdf"),
        'platen-engine': 'native',
        'platen-pages': '2',
        'platen-missing': '1; vat',
        'ratelimit-limit': '240',
        'cache-control': 'no-store',
      });
      const pages = pagesOf(bytes);
      expect(pages.map(({ marked }) => marked)).toEqual([true, true]);
      expect(pages[0]?.text).toContain('Dear Ada, 1,234.5');
    }
  });

  test('nothing in the body takes the mark away or changes it', async () => {
    const { bytes } = await owner.call('POST', '/template/preview', {
      json: body({ watermark: '', options: { watermark: null } }),
    });
    expect(pagesOf(bytes)[0]?.marked).toBe(true);
  });

  test('costs nothing, is not counted, and works without credit; the document itself is charged and unmarked', async () => {
    expect(await credit()).toBe(1);
    const preview = () => owner.call('POST', '/template/preview', { json: body() });
    await preview();
    expect(await credit()).toBe(1);
    const paid = await owner.call('POST', '/template/generate', { json: body({ output: 'PDF' }) });
    expect(pagesOf(paid.bytes).map(({ marked }) => marked)).toEqual([false, false]);
    expect(await credit()).toBe(0);
    expect((await preview()).status).toBe(200);
    expect(
      (await owner.call('POST', '/template/preview', { json: body({ options: { missing: 'error' } }) })).json,
    ).toMatchObject({
      code: 'data_missing',
    });
    expect((await owner.call('GET', '/template/list')).json).toMatchObject([{ usage: 1 }]);
    expect((await owner.call('GET', '/organization/usage')).json).toMatchObject({
      totals: { documents: 1, errors: 0 },
    });
    expect(((await owner.call('GET', '/organization/ledger')).json as { entries: [] }).entries).toHaveLength(
      2,
    );
  });

  test('the organization’s defaults hold', async () => {
    await owner.call('PATCH', '/organization', { json: { defaults: { locale: 'de-DE' } } });
    const { bytes } = await owner.call('POST', '/template/preview', { json: body() });
    expect(pagesOf(bytes)[0]?.text).toContain('1.234,5');
  });
});

test('an API key gets 403 with another way', async () => {
  const { status, json, headers } = await server.call('POST', '/template/preview', { json: body() });
  expect([status, json]).toMatchObject([
    403,
    { code: 'person_needed', hint: expect.stringContaining('/template/generate') },
  ]);
  expect(headers.get('ratelimit-limit')).toBe('100000');
});

test('the limit is each person’s own', async () => {
  const ada = await aColleague(owner, { email: 'ada@example.com' });
  const statuses = new Map<number, number>();
  let refused: unknown;
  for (let turn = 0; turn < 242; turn += 1) {
    const { status, json, headers } = await ada.call('POST', '/template/preview', {
      json: { templateKey: 'none' },
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 429) refused = [json, Number(headers.get('retry-after')) > 0];
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 240, 429: 2 });
  expect(refused).toMatchObject([
    { code: 'rate_limited', error: expect.stringContaining('240 previews') },
    true,
  ]);
  expect((await owner.call('POST', '/template/preview', { json: body() })).status).toBe(200);
  expect((await ada.call('GET', '/template/list')).status).toBe(200);
});

test('what is wrong with the body is told as generate tells it', async () => {
  expect(
    (await owner.call('POST', '/template/preview', { json: { data: [], options: { locale: 5 } } })).json,
  ).toMatchObject({
    code: 'bad_request',
    details: [{ path: 'templateKey' }, { path: 'data' }, { path: 'options.locale' }],
  });
  expect(
    (await owner.call('POST', '/template/preview', { json: body({ templateKey: 'none' }) })).status,
  ).toBe(404);
});
