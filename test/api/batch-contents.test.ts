/** Batches of unusual records over HTTP: many tiny ones, slow ones, pictures of their own, workbooks with merged cells. */

import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePng } from '../../src/images/png-encode.ts';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { docx, p, picture } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { endedJob, isUnderWay, shownJob } from '../support/jobs.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const upload = (templateKey: string, template: Uint8Array) =>
  server.call('PUT', '/template/upload', { body: form({ templateKey, template }) });
beforeAll(async () => {
  server = await startTestServer({ PLATEN_CREDITS: 'unlimited', PLATEN_PDF_ENGINE: 'native' });
  await upload('tiny', docx(p('{n}')));
  await upload('long', docx(p('{n}'), p('{#rows}'), p('{text}'), p('{/rows}')));
  await upload('photo', docx(p('{n}'), p(picture({ alt: '{IMAGE photo}' }))));
  await upload('invoice', docx(p('{customer.name} {customer.city} {amount | number}')));
});
afterAll(() => server?.close());

const unpacked = (bytes: Uint8Array): Map<string, Uint8Array> =>
  new Map(
    [...openZip(bytes, DEFAULT_PACKAGE_LIMITS).entries.values()].map((one) => [one.name, readEntry(one)]),
  );
const jobOf = (id: string) => shownJob(server, id);
const ended = (id: string) => endedJob(server, id);
const resultOf = async (id: string): Promise<Uint8Array> =>
  (await server.call('GET', `/jobs/${id}/result`)).bytes;
const send = async (json: object): Promise<string> => {
  const { status, json: answer } = await server.call('POST', '/jobs', { json });
  expect(status).toBe(202);
  return (answer as { id: string }).id;
};
const sendFile = (request: object, file: File) => {
  const body = new FormData();
  body.set('request', JSON.stringify(request));
  body.set('records', file);
  return server.call('POST', '/jobs', { body });
};

test('thousands of tiny records from a file: each has its document, under its own name', async () => {
  const COUNT = 3_000;
  const lines = Array.from({ length: COUNT }, (_one, index) => `{"n":${index + 1}}\n`);
  const request = { templateKey: 'tiny', output: 'DOCX', options: { filename: '{n}' } };
  const { status, json } = await sendFile(request, new File(lines, 'tiny.ndjson'));
  expect(status).toBe(202);
  const { id } = json as { id: string };
  expect(await ended(id)).toMatchObject({
    state: 'completed',
    records: { total: COUNT, done: COUNT, failed: 0 },
  });
  const files = unpacked(await resultOf(id));
  expect(files.size).toBe(COUNT + 2);
  for (const n of [1, 200, 201, COUNT])
    expect(paragraphs(files.get(`${n}.docx`) as Uint8Array)).toEqual([`${n}`]);
});

test('progress is told within a chunk: all records of this one are in its first', {
  timeout: 120_000,
}, async () => {
  const COUNT = 20;
  const text = 'A line of a report that is long enough to be laid out.';
  const id = await send({
    ...{
      templateKey: 'long',
      output: 'PDF',
      data: { rows: Array.from({ length: 2_500 }, () => ({ text })) },
    },
    records: Array.from({ length: COUNT }, (_one, n) => ({ n })),
  });
  const seen = new Set<number>();
  for (let job = await jobOf(id); isUnderWay(job); job = await jobOf(id)) {
    seen.add(job.records.done);
    await sleep(20);
  }
  expect(await jobOf(id)).toMatchObject({ state: 'completed', records: { done: COUNT } });
  const between = [...seen].filter((done) => done > 0 && done < COUNT);
  expect(between.length).toBeGreaterThan(0);
  expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
});

test('each record has its own picture: in a ZIP, in one PDF and in one DOCX', async () => {
  const COUNT = 5;
  const photo = (n: number): string => {
    const data = new Uint8Array(8 * 8 * 4).map((_byte, at) => (at % 4 === 3 ? 255 : n * 40));
    return `data:image/png;base64,${Buffer.from(encodePng({ width: 8, height: 8, kind: 'rgba', data })).toString('base64')}`;
  };
  // The last one has the first one's.
  const records = Array.from({ length: COUNT + 1 }, (_one, n) => ({ n, photo: photo(n % COUNT) }));
  const made = async (output: string, bundle: string): Promise<Uint8Array> => {
    const id = await send({ templateKey: 'photo', output, bundle, records, options: { filename: 'p{n}' } });
    expect(await ended(id)).toMatchObject({ state: 'completed', records: { done: COUNT + 1, failed: 0 } });
    return resultOf(id);
  };
  const mediaOf = (bytes: Uint8Array): string[] =>
    [...unpacked(bytes)]
      .filter(([name]) => name.startsWith('word/media/'))
      .map(([, media]) => Buffer.from(media).toString('base64'));
  const files = unpacked(await made('DOCX', 'zip'));
  for (const { n, photo: sent } of records)
    expect(mediaOf(files.get(`p${n}.docx`) as Uint8Array)).toContain(sent.slice(sent.indexOf(',') + 1));
  const joined = await made('DOCX', 'docx');
  checkDocx(joined);
  for (const { photo: sent } of records) expect(mediaOf(joined)).toContain(sent.slice(sent.indexOf(',') + 1));
  const pdf = Buffer.from(await made('PDF', 'pdf')).toString('latin1');
  // Shared where they are the same, and only there.
  expect(pdf.match(/\/Subtype\s*\/Image/g)).toHaveLength(COUNT);
});

test('a workbook with merged cells: titles and groups above the names are left alone; a name over two columns is refused', async () => {
  const merges = (...ranges: (readonly [number, number, number, number])[]) =>
    ranges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol }));
  const workbook = async (rows: (string | number | null)[][], merged: ReturnType<typeof merges>) =>
    new File([new Uint8Array(await writeXlsx({ sheets: [{ name: 'S', rows, merges: merged }] }))], 'a.xlsx');
  const request = { templateKey: 'invoice', output: 'DOCX', options: { filename: '{number}' } };
  const grouped = await workbook(
    [
      ['Invoices of May', null, null],
      ['Customer', null, 'Money'],
      ['customer.name', 'customer.city', 'amount'],
      ['Ada', 'London', 5],
    ],
    merges([0, 0, 0, 2], [1, 0, 1, 1]),
  );
  const { json } = await sendFile({ ...request, source: { headerRow: 3 } }, grouped);
  const { id } = json as { id: string };
  expect(await ended(id)).toMatchObject({ state: 'completed', records: { done: 1, failed: 0 } });
  const [document] = [...unpacked(await resultOf(id))].filter(([name]) => name.endsWith('.docx'));
  expect(paragraphs(document?.[1] as Uint8Array)).toEqual(['Ada London 5']);
  const wide = await workbook(
    [
      ['customer.name', null, 'amount'],
      ['Ada', 'London', 5],
    ],
    merges([0, 0, 0, 1]),
  );
  expect(await sendFile(request, wide)).toMatchObject({
    status: 400,
    json: {
      code: 'records_columns',
      error: 'Column 2 has no name.',
      hint: expect.stringContaining('merged'),
    },
  });
});
