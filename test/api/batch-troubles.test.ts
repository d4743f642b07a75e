/** Batches whose records end processes, need LibreOffice or the network, and batches that tell somebody when they end. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { endedJob, shownJob } from '../support/jobs.ts';
import { noOffice } from '../support/libreoffice.ts';
import { pdfPages, pdfText } from '../support/pdf.ts';
import { startReceiver } from '../support/receiver.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    PLATEN_CREDITS: '10000',
    PLATEN_PDF_ENGINE: 'auto',
    PLATEN_RENDER_SECONDS: '1',
    PLATEN_IMAGE_HOSTS: 'img.example',
    PLATEN_WEBHOOK_PRIVATE: 'true',
  });
  const template = docx(
    p('Dear {name}'),
    p('{IF l}{FOR a IN l}{FOR b IN l}{a * b}{END-FOR}{END-FOR}{END-IF}'),
  );
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'letter', template }) });
  const picture = docx(p('{name} {IF at}{IMAGE at}{END-IF}'));
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'picture', template: picture }) });
});
afterAll(() => server?.close());

const names = (count: number): { name: string }[] =>
  Array.from({ length: count }, (_one, index) => ({ name: `N${index + 1}.` }));
const send = async (more: object): Promise<string> => {
  const json = { templateKey: 'letter', output: 'PDF', bundle: 'pdf', data: {}, ...more };
  const { status, json: answer, text } = await server.call('POST', '/jobs', { json });
  expect(status, text).toBe(202);
  return (answer as { id: string }).id;
};
const jobOf = (id: string) => shownJob(server, id);
const ended = (id: string) => endedJob(server, id);
const reportOf = async (id: string) => (await server.call('GET', `/jobs/${id}/report`)).json;
const textOf = async (id: string): Promise<string> =>
  pdfText((await server.call('GET', `/jobs/${id}/result`)).bytes);
const credit = async (): Promise<number> =>
  ((await server.call('GET', '/organization')).json as { credit: number }).credit;

test('a record that wants too much fails alone', async () => {
  const records: object[] = names(25);
  records[11] = { name: 'hog', l: Array.from({ length: 20_000 }, (_, at) => at) };
  const id = await send({ records });
  expect(await ended(id)).toMatchObject({
    state: 'completed',
    records: { done: 24, failed: 1 },
    charged: 24,
  });
  expect(await reportOf(id)).toMatchObject([
    { record: 12, code: expect.stringMatching(/^render_(budget|timeout)$/) },
  ]);
  expect((await textOf(id)).match(/N\d+\./g)).toHaveLength(24);
});

/** Processes that this one has started, by what they were started with. */
const children = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S/, ''))?.[1];
        return (
          parent === String(process.pid) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('processes/child.')
        );
      } catch {
        return false;
      }
    })
    .map(Number);

test('processes that are killed in the middle cost nobody a document', async () => {
  const before = await credit();
  const id = await send({ records: names(400), output: 'DOCX', bundle: 'zip' });
  while ((await jobOf(id)).records.done < 20) await sleep(2);
  const working = children();
  expect(working.length).toBeGreaterThan(0);
  for (const pid of working) process.kill(pid, 'SIGKILL');
  expect(await ended(id)).toMatchObject({
    state: 'completed',
    records: { done: 400, failed: 0 },
    charged: 400,
  });
  expect(await credit()).toBe(before - 400);
});

test('a picture that can’t be had fails its record alone', async () => {
  const records = [{ name: 'A' }, { name: 'B', at: 'https://elsewhere.example/b.png' }, { name: 'C' }];
  const id = await send({ templateKey: 'picture', records });
  expect(await ended(id)).toMatchObject({ records: { done: 2, failed: 1 }, charged: 2 });
  expect(await reportOf(id)).toMatchObject([{ record: 2, code: 'data_invalid', path: 'at' }]);
});

describe.skipIf(noOffice)('with LibreOffice', () => {
  test('records that it makes are in the same file', async () => {
    const id = await send({ records: names(3), options: { engine: 'libreoffice' } });
    expect(await ended(id)).toMatchObject({ state: 'completed', charged: 3 });
    const { bytes } = await server.call('GET', `/jobs/${id}/result`);
    expect(pdfPages(bytes)).toBe(3);
    expect(pdfText(bytes).match(/N\d\./g)).toEqual(['N1.', 'N2.', 'N3.']);
  });

  test('pages that only it could make are not numbered through, which is said', async () => {
    const id = await send({ records: names(2), pageNumbers: 'through', options: { engine: 'libreoffice' } });
    expect(await ended(id)).toMatchObject({ state: 'failed', charged: 0 });
    expect(await reportOf(id)).toMatchObject([
      { record: 1, code: 'bad_option', message: expect.stringContaining('native engine') },
      { record: 2, code: 'bad_option' },
    ]);
  });
});

test('a callback is told of the end, with the numbers', async () => {
  const receiver = await startReceiver();
  try {
    const records = [...names(3), 'no object'];
    const id = await send({ records, callback: `${receiver.url}/done` });
    await expect.poll(() => receiver.at('/done').length).toBe(1);
    expect(JSON.parse(receiver.at('/done')[0]?.body ?? '{}')).toMatchObject({
      type: 'job.completed',
      data: { id, state: 'completed', records: { total: 4, done: 3, failed: 1 } },
    });
  } finally {
    await receiver.close();
  }
});
