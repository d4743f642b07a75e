/** Templates that include others, over HTTP: made, replaced, deleted, told about. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p, row, table } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

type Answer = Awaited<ReturnType<TestServer['call']>>;

const upload = (templateKey: string, ...content: Parameters<typeof docx>) =>
  server.call('PUT', '/template/upload', { body: form({ templateKey, template: docx(...content) }) });
const replace = (templateKey: string, ...content: Parameters<typeof docx>) =>
  server.call('PUT', '/template/replace', { body: form({ templateKey, template: docx(...content) }) });
const generate = (templateKey: string, data: object, more: object = {}, headers = {}) =>
  server.call('POST', '/template/generate', {
    json: { templateKey, output: 'DOCX', data, ...more },
    headers,
  });
const textOf = (answer: Answer): string[] => {
  expect([answer.status, answer.json]).toEqual([200, undefined]);
  const bytes = new Uint8Array(answer.bytes);
  expect(checkDocx(bytes)).toEqual([]);
  return paragraphs(bytes, 'word/document.xml');
};
const inspect = async (key: string) =>
  (await server.call('GET', `/template/inspect?templateKey=${key}`)).json as {
    fields: { path: string }[];
    includes: { key: string; version: number | null }[];
    includedBy: string[];
    includesByData: boolean;
  };

describe('a template in a template', () => {
  test('is made with it, checked with it, and seen at once where it is replaced', async () => {
    expect((await upload('terms', p('Terms of {name}'))).status).toBe(200);
    expect((await upload('order', p('Order'), p('{INCLUDE "terms" WITH customer}'))).status).toBe(200);
    const data = { customer: { name: 'Ada', city: 'London' } };
    expect(textOf(await generate('order', data))).toEqual(['Order', 'Terms of Ada']);

    const replaced = await replace('terms', p('New terms of {name}, {city}'));
    expect(decodeURIComponent(replaced.headers.get('platen-warnings') ?? '')).toMatch(/order.*need city/);
    expect(textOf(await generate('order', data))).toEqual(['Order', 'New terms of Ada, London']);

    const { fields, includes, includesByData } = await inspect('order');
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['customer.name', 'customer.city']),
    );
    expect([includes, includesByData]).toEqual([[{ key: 'terms', version: null }], false]);
    expect((await inspect('terms')).includedBy).toEqual(['order']);
    const report = await server.call('POST', '/template/validate', {
      json: { templateKey: 'order', data: { customer: { name: 'x' } } },
    });
    expect(report.json).toMatchObject({ valid: false, missing: [{ path: 'customer.city' }] });
  });

  test('an older version, where that is asked for', async () => {
    await upload('pinned', p('{INCLUDE "terms" VERSION 1}'));
    expect(textOf(await generate('pinned', { name: 'Bob' }))).toEqual(['Terms of Bob']);
  });

  test('a missing one and a circle through three are errors of the upload', async () => {
    const missing = await upload('lost', p('a'), p('{INCLUDE "nowhere"}'));
    expect([missing.status, missing.json]).toMatchObject([
      400,
      { code: 'template_invalid', details: [{ code: 'include_missing', paragraph: { number: 2 } }] },
    ]);
    await upload('c1', p('1'));
    await upload('c2', p('{INCLUDE "c1"}'));
    await upload('c3', p('{INCLUDE "c2"}'));
    const circle = await replace('c1', p('{INCLUDE "c3"}'));
    expect([circle.status, circle.json]).toMatchObject([
      400,
      { details: [{ code: 'include_cycle', message: expect.stringMatching(/c1 → c3 → c2 → c1/) }] },
    ]);
  });

  test('one that others include is deleted by force alone, and they say what they lack', async () => {
    await upload('used', p('used'));
    await upload('user', p('{INCLUDE "used"}'));
    const kept = await server.call('DELETE', '/template/delete?templateKey=used');
    expect([kept.status, kept.json]).toMatchObject([
      400,
      { code: 'template_in_use', details: [{ path: 'user' }] },
    ]);
    expect((await server.call('DELETE', '/template/delete?templateKey=used&force=true')).status).toBe(200);
    expect((await generate('user', {})).json).toMatchObject({
      code: 'template_invalid',
      details: [{ code: 'include_missing' }],
    });
    expect((await inspect('terms')).includedBy).toContain('order');
  });

  test('a replacement that breaks others is stored, and says which', async () => {
    await upload('word', p('one'));
    await upload('line', p('a {INCLUDE "word"} b'));
    const answer = await replace('word', p('one'), table(row('two')), p('three'));
    expect(answer.status).toBe(200);
    expect(decodeURIComponent(answer.headers.get('platen-warnings') ?? '')).toMatch(/"line".*can't be made/);
  });

  test('the key from the data, known and unknown, small and large', async () => {
    await upload('chosen', p('{FOR k IN keys}'), p('{INCLUDE (k)}'), p('{END-FOR k}'));
    await upload('x', p('X {v}'));
    await upload('y', p('Y {v}'));
    const keys = ['x', 'y', 'x'];
    expect(textOf(await generate('chosen', { keys, v: 1 }))).toEqual(['X 1', 'Y 1', 'X 1']);
    const large = { keys, v: 'z'.repeat(70_000) };
    expect(textOf(await generate('chosen', large)).map((text) => text.slice(0, 3))).toEqual([
      'X z',
      'Y z',
      'X z',
    ]);
    expect((await generate('chosen', { keys: ['x', 'nope'] })).json).toMatchObject({
      code: 'data_invalid',
      details: [{ message: expect.stringMatching(/"nope"/), tag: '{INCLUDE (k)}' }],
    });
    expect((await generate('chosen', { keys: ['chosen'] })).json).toMatchObject({
      code: 'data_invalid',
      details: [{ message: expect.stringMatching(/include itself/) }],
    });
    expect((await inspect('chosen')).includesByData).toBe(true);
  });

  test('a document that comes with the data, looked at as an upload is', async () => {
    await upload('holder', p('Before'), p('{INCLUDE DOCX file}'), p('After'));
    const file = Buffer.from(docx(p('In {side}'))).toString('base64');
    expect(textOf(await generate('holder', { file }))).toEqual(['Before', 'In {side}', 'After']);
    expect(
      (await generate('holder', { file: Buffer.from('nothing').toString('base64') })).json,
    ).toMatchObject({
      code: 'data_invalid',
      details: [
        { path: 'file', message: expect.stringMatching(/can't be included/), tag: '{INCLUDE DOCX file}' },
      ],
    });
  });

  test('a template that comes with the request includes those of the organization', async () => {
    const template = docx(p('Sent'), p('{INCLUDE "terms" WITH customer}'));
    const body = () =>
      form({
        template,
        request: JSON.stringify({ output: 'DOCX', data: { customer: { name: 'A', city: 'B' } } }),
      });
    for (let time = 0; time < 2; time++)
      expect(textOf(await server.call('POST', '/render', { body: body() }))).toEqual([
        'Sent',
        'New terms of A, B',
      ]);
  });

  test('a request that is sent again has what it included then', async () => {
    await upload('clause', p('old clause'));
    await upload('contract', p('{INCLUDE "clause"}'));
    const again = { 'idempotency-key': 'includes-1' };
    const first = textOf(await generate('contract', {}, {}, again));
    await replace('clause', p('new clause'));
    expect(textOf(await generate('contract', {}, {}, again))).toEqual(first);
    expect(textOf(await generate('contract', {}))).toEqual(['new clause']);
  });
});
