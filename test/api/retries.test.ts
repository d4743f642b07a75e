/** Idempotency-Key: the same request under the same key is done, and paid for, once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { noOffice } from '../support/libreoffice.ts';
import { paragraphs } from '../support/read.ts';
import { type Answer, form, rowsOf, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_CREDITS: '100', PLATEN_PDF_ENGINE: 'native' });
  await upload('letter', docx(p('Dear {name}, {$now | date:"yyyy-MM-dd HH:mm:ss.SSS"} {n | number}')));
});
afterAll(() => server?.close());

const upload = (
  templateKey: string,
  template: Uint8Array,
  more: object = {},
  key?: string,
): Promise<Answer> =>
  server.call('PUT', '/template/upload', {
    body: form({ templateKey, template, ...more }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const order = (more: object = {}) => ({
  templateKey: 'letter',
  output: 'DOCX',
  data: { name: 'Ada', n: 1234.5 },
  ...more,
});
const generate = (key: string, more: object = {}): Promise<Answer> =>
  server.call('POST', '/template/generate', { json: order(more), headers: { 'idempotency-key': key } });
const credit = async (): Promise<number> =>
  ((await server.call('GET', '/organization')).json as { credit: number }).credit;
const replayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

describe('generate', () => {
  test.each(['DOCX', 'PDF'])('%s: the same bytes and headers again, and one charge', async (output) => {
    const before = await credit();
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await generate(`same ${output}`, { output }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(replayed)).toEqual([false, true, true]);
    for (const { bytes, headers } of answers) {
      expect(Buffer.compare(bytes, answers[0]?.bytes ?? new Uint8Array())).toBe(0);
      expect(headers.get('content-disposition')).toBe(answers[0]?.headers.get('content-disposition'));
    }
    expect(await credit()).toBe(before - 1);
  });

  test('whatever has become of the template and the organization meanwhile', async () => {
    await upload('changing', docx(p('First {name} {n | number}')));
    const send = () => generate('changing', { templateKey: 'changing' });
    const first = await send();
    await upload('changing', docx(p('Second {name}')), { overwrite: 'true' });
    await server.call('PATCH', '/organization', { json: { defaults: { locale: 'de-DE' } } });
    const second = await send();
    await server.call('PUT', '/template/delete', { json: { templateKey: 'changing' } });
    const third = await send();
    await server.call('PATCH', '/organization', { json: { defaults: { locale: null } } });
    for (const answer of [first, second, third]) {
      expect(answer.status).toBe(200);
      expect(paragraphs(answer.bytes)).toEqual(['First Ada 1,234.5']);
    }
    expect(replayed(third)).toBe(true);
  });

  test('the key may stand in quotes, as the draft writes it', async () => {
    await generate('quoted');
    expect(replayed(await generate('"quoted"'))).toBe(true);
  });

  test('another body, or another operation, under the same key is 422 and costs nothing', async () => {
    await generate('taken');
    const before = await credit();
    for (const answer of [
      await generate('taken', { data: { name: 'Bob' } }),
      await upload('other', docx(p('x {y}')), {}, 'taken'),
    ])
      expect(answer).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } });
    expect(await credit()).toBe(before);
  });

  test('after an error the key runs again', async () => {
    expect((await generate('mended', { templateKey: 'missing' })).status).toBe(404);
    const { status } = await generate('mended');
    expect(status).toBe(200);
  });

  test('many at once: one runs, and the others are told to wait or get its document', async () => {
    const before = await credit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate('at once')));
    for (const { status, headers, json } of answers)
      if (status !== 200) {
        expect(json).toMatchObject({ code: 'idempotency_running' });
        expect(headers.get('retry-after')).toBe('1');
      }
    expect(answers.filter((answer) => answer.status === 200 && !replayed(answer))).toHaveLength(1);
    expect(await credit()).toBe(before - 1);
  });

  test('a key that is none is refused', async () => {
    for (const key of ['""', 'x'.repeat(256)])
      expect(await generate(key)).toMatchObject({ status: 400, json: { code: 'bad_idempotency_key' } });
  });

  test('a document that is no longer the same is not handed out as if it were', async () => {
    await generate('altered');
    const [row] = rowsOf(server, `select outcome from retries where key = 'altered'`);
    const outcome = JSON.parse(String(row?.['outcome']));
    rowsOf(
      server,
      `update retries set outcome = '${JSON.stringify({ ...outcome, sha256: 'x' })}' where key = 'altered' returning key`,
    );
    expect(await generate('altered')).toMatchObject({ status: 409, json: { code: 'idempotency_lost' } });
  });
});

describe('files that come with the request', () => {
  test('are compared by content, not by how the form was put together', async () => {
    const template = docx(p('Hi {name} {$now}'));
    const request = JSON.stringify({ output: 'DOCX', data: { name: 'Ada' } });
    const before = await credit();
    const send = (fields: Parameters<typeof form>[0]) =>
      server.call('POST', '/render', { body: form(fields), headers: { 'idempotency-key': 'sent' } });
    const first = await send({ template, request });
    const second = await send({ request, template, unknown: 'x' });
    expect([first, second].map(({ status }) => status)).toEqual([200, 200]);
    expect(replayed(second)).toBe(true);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    expect((await send({ template: docx(p('Other {name}')), request })).status).toBe(422);
    expect(await credit()).toBe(before - 1);
  });

  test('a conversion', async () => {
    const send = () =>
      server.call('POST', '/convert', {
        body: form({ file: docx(p('Plain')) }),
        headers: { 'idempotency-key': 'converted' },
      });
    const [first, second] = [await send(), await send()];
    expect(replayed(second)).toBe(true);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  test('uploads, replacements and deletions happen once', async () => {
    const file = docx(p('no tag'));
    const [first, second] = [await upload('new', file, {}, 'u'), await upload('new', file, {}, 'u')];
    expect([first.status, second.status, replayed(second)]).toEqual([200, 200, true]);
    expect(second.headers.get('platen-warnings')).toBe(first.headers.get('platen-warnings'));
    expect(first.headers.get('platen-warnings')).not.toBeNull();
    const replace = () =>
      server.call('PUT', '/template/replace', {
        body: form({ templateKey: 'new', template: docx(p('{b}')) }),
        headers: { 'idempotency-key': 'r' },
      });
    await replace();
    expect(replayed(await replace())).toBe(true);
    const { json } = await server.call('GET', '/template/versions?templateKey=new');
    expect((json as { versions: unknown[] }).versions).toHaveLength(2);
    const remove = () =>
      server.call('PUT', '/template/delete', {
        json: { templateKey: 'new' },
        headers: { 'idempotency-key': 'd' },
      });
    await remove();
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } });
  });
});

describe.skipIf(noOffice)('by LibreOffice', () => {
  test('the file itself is kept, since it would not come out the same', async () => {
    const office = await startTestServer({ PLATEN_PDF_ENGINE: 'libreoffice' });
    try {
      const send = () =>
        office.call('POST', '/convert', {
          body: form({ file: docx(p('Kept')) }),
          headers: { 'idempotency-key': 'kept' },
        });
      const [first, second] = [await send(), await send()];
      expect([first.status, replayed(second)]).toEqual([200, true]);
      expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
      expect(second.headers.get('platen-pages')).toBe(first.headers.get('platen-pages'));
    } finally {
      await office.close();
    }
  });
});
