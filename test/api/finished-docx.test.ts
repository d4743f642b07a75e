/** A DOCX whose table of contents and references to pages are filled in, as the PDF of it has them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import { docx, field, type Piece, p, raw, styles } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { pdfText } from '../support/pdf.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

const STYLES = styles(
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>',
);
const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const CONTENTS: Piece[] = [
  p(
    { style: 'T1', xml: '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>' },
    raw(
      `${mark('begin')}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r>${mark('separate')}`,
    ),
    'Old chapter',
  ),
  p(raw(mark('end'))),
];
const TEMPLATE = docx(
  STYLES,
  ...CONTENTS,
  p('{#chapters}'),
  p({ style: 'H1' }, '{title}'),
  p('{#lines}'),
  p('Line {.}'),
  p('{/lines}'),
  p('{/chapters}'),
  p('All of ', field('NUMPAGES', '99'), ' pages, ', field('SECTIONPAGES \\* MERGEFORMAT', '88'), ' here.'),
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native', PLATEN_CREDITS: '100' });
  const body = form({ templateKey: 'report', template: TEMPLATE });
  expect((await server.call('PUT', '/template/upload', { body })).status).toBe(200);
});
afterAll(() => server?.close());

const chapters = (count: number, lines: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Chapter ${String.fromCharCode(65 + (at % 26))}${at}`,
    lines: Array.from({ length: lines + at }, (_line, n) => n),
  }));

const generate = (output: string, data: object, options: object = {}) =>
  server.call('POST', '/template/generate', { json: { templateKey: 'report', output, data, options } });

/** The page that each entry tells, by its title. */
const toldIn = (xml: string): Map<string, string> =>
  new Map(
    [...xml.matchAll(/<w:hyperlink .*?<\/w:hyperlink>/g)].map(([entry]) => {
      const texts = [...entry.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text ?? '');
      return [texts[0] ?? '', texts[1] ?? ''];
    }),
  );
const printedIn = (pdf: Uint8Array): Map<string, string> =>
  new Map(
    [...pdfText(pdf).matchAll(/(Chapter \w+)[ .]{3,}(\d+)$/gm)].map(([, title = '', page = '']) => [
      title,
      page,
    ]),
  );

test.each([
  ['small', 5, 30],
  ['large', 30, 120],
])('a %s document tells the pages that its PDF has, and asks Word for nothing', async (_, count, lines) => {
  const data = { chapters: chapters(count, lines) };
  const made = await generate('DOCX', data);
  expect(made.status, made.text).toBe(200);
  expect(made.headers.get('platen-warnings')).toBeNull();
  expect(checkDocx(made.bytes)).toEqual([]);
  const xml = openDocx(made.bytes).text('word/document.xml');
  const pdf = await generate('PDF', data);
  const printed = printedIn(pdf.bytes);
  expect(printed.size).toBe(count);
  expect(toldIn(xml)).toEqual(printed);
  expect(xml).not.toContain('w:dirty');
  const [, all, here] = /All of (\d+) pages, (\d+) here/.exec(pdfText(pdf.bytes)) ?? [];
  expect(Number(all)).toBeGreaterThan(count / 2);
  const text = xml.slice(xml.indexOf('All of')).replace(/<w:instrText.*?<\/w:instrText>|<[^>]+>/g, '');
  expect(text).toContain(`All of ${all} pages, ${here} here.`);
});

test('or are left to Word, which is said', async () => {
  const made = await generate('DOCX', { chapters: chapters(3, 30) }, { docx: { fields: 'word' } });
  const xml = openDocx(made.bytes).text('word/document.xml');
  expect([...toldIn(xml).values()]).toEqual(['', '', '']);
  expect(xml).toContain('w:dirty="true"');
  expect(decodeURIComponent(made.headers.get('platen-warnings') ?? '')).toContain('no page numbers yet');
});

test('a wish that nobody knows is refused', async () => {
  const data = { chapters: [] };
  for (const [output, docxOptions] of [
    ['DOCX', { fields: 'maybe' }],
    ['DOCX', { pages: true }],
  ] as const)
    expect(await generate(output, data, { docx: docxOptions })).toMatchObject({
      status: 400,
      json: { code: 'bad_option' },
    });
});

test('records of a batch have them too', async () => {
  const json = {
    templateKey: 'report',
    output: 'DOCX',
    bundle: 'docx',
    records: [{ chapters: chapters(2, 60) }],
  };
  const { id } = (await server.call('POST', '/jobs', { json })).json as { id: string };
  await expect
    .poll(async () => (await server.call('GET', `/jobs/${id}`)).json, { timeout: 20_000 })
    .toMatchObject({ state: 'completed' });
  const { bytes } = await server.call('GET', `/jobs/${id}/result`);
  const told = [...toldIn(openDocx(bytes).text('word/document.xml')).values()];
  expect(told).toEqual(['1', expect.stringMatching(/^[2-3]$/)]);
});
