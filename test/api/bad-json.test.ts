/** JSON bodies: every way in which one can be wrong is a clear 400 (413 for size), never anything else. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'key', template: docx(p('{a}')) }),
  });
});
afterAll(() => server?.close());

const generate = (body: string | Uint8Array, type = 'application/json') =>
  server.call('POST', '/template/generate', {
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': type },
  });
const order = (changes: object): string =>
  JSON.stringify({ templateKey: 'key', output: 'DOCX', data: { a: 1 }, ...changes });

describe('generate', () => {
  test('warns about options that there are not, and makes the document', async () => {
    const { status, headers } = await generate(order({ options: { lang: 'de', now: 0 } }));
    expect(status).toBe(200);
    expect(decodeURIComponent(headers.get('platen-warnings') ?? '')).toBe(
      '1; There is no option `options.lang`; it changed nothing. Did you mean `locale`?',
    );
  });

  test.each([
    ['nothing', '', 'bad_json'],
    ['half an object', '{"templateKey": "key", "output": "DOC', 'bad_json'],
    ['garbage', 'hello', 'bad_json'],
    ['two objects', '{}{}', 'bad_json'],
    ['a trailing comma', '{"templateKey": "key",}', 'bad_json'],
    ['NaN', '{"templateKey": "key", "output": "DOCX", "data": {"a": NaN}}', 'bad_json'],
    ['a comment', '{/* */}', 'bad_json'],
    [
      'Latin-1',
      Buffer.from('{"templateKey": "caf\xe9", "output": "DOCX", "data": {}}', 'latin1'),
      'bad_json',
    ],
    ['UTF-16', Buffer.from(order({}), 'utf16le'), 'bad_json'],
    ['an array', '[]', 'bad_request'],
    ['null', 'null', 'bad_request'],
    ['a string', '"key"', 'bad_request'],
    ['an empty object', '{}', 'bad_request'],
    ['no templateKey', order({ templateKey: undefined }), 'bad_request'],
    ['no output', order({ output: undefined }), 'bad_request'],
    ['no data', order({ data: undefined }), 'bad_request'],
    ['data that is null', order({ data: null }), 'bad_request'],
    ['data that is an array', order({ data: [] }), 'bad_request'],
    ['data that is text', order({ data: '{}' }), 'bad_request'],
    ['an output in lower case', order({ output: 'pdf' }), 'bad_request'],
    ['an unknown output', order({ output: 'ODT' }), 'bad_request'],
    ['an output that is no string', order({ output: ['DOCX'] }), 'bad_request'],
    ['a key that is a number', order({ templateKey: 7 }), 'bad_template_key'],
    ['a key that is null', order({ templateKey: null }), 'bad_template_key'],
    ['an empty key', order({ templateKey: '' }), 'bad_template_key'],
    ['a long key', order({ templateKey: 'x'.repeat(201) }), 'bad_template_key'],
    ['a key with a NUL', order({ templateKey: 'a\0' }), 'bad_template_key'],
    [
      'a key with a lone surrogate',
      '{"templateKey": "\\ud800", "output": "DOCX", "data": {}}',
      'bad_template_key',
    ],
    ['options that are text', order({ options: 'x' }), 'bad_option'],
    ['an unknown locale', order({ options: { locale: 'x y' } }), 'bad_option'],
    ['an unknown time zone', order({ options: { timezone: 'Mars/Base' } }), 'bad_option'],
    ['an unknown currency', order({ options: { currency: 'EURO' } }), 'bad_option'],
    ['an unknown mode', order({ options: { missing: 'ignore' } }), 'bad_option'],
    ['an unknown engine', order({ options: { engine: 'word' } }), 'bad_option'],
    ['a version below 1', order({ options: { version: 0 } }), 'bad_option'],
    ['a version that is text', order({ options: { version: '1' } }), 'bad_option'],
    ['a file name that is no string', order({ options: { filename: 5 } }), 'bad_option'],
    ['translations that are text', order({ options: { translations: 'x' } }), 'bad_option'],
    [
      'data 1,000 levels deep',
      `{"templateKey": "key", "output": "DOCX", "data": ${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
      'data_too_deep',
    ],
    [
      'arrays 100,000 levels deep',
      `{"templateKey": "key", "output": "DOCX", "data": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      'data_too_deep',
    ],
  ])('%s', async (_, body, code) => {
    const { status, json } = await generate(body);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ code, error: expect.stringMatching(/\.$/) }),
    ]);
  });

  test.each([
    ['no content type', ''],
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['another charset', 'application/json; charset=utf-16'],
    ['nonsense', '???'],
  ])('%s is 400', async (_, type) => {
    expect((await generate(order({}), type)).status).toBe(400);
  });

  test('JSON is JSON with parameters, in any case, too', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset="UTF-8"',
    ])
      expect((await generate(order({}), type)).status).toBe(200);
  });

  test('names of the prototype chain are data like any other, and extra fields are ignored', async () => {
    const body =
      '{"__proto__": {"admin": true}, "constructor": 1, "extra": [1], "templateKey": "key", "output": "DOCX", ' +
      '"data": {"__proto__": {"a": "polluted"}, "constructor": {"prototype": {"a": 1}}, "a": "clean"}, "options": {"extra": 1}}';
    const { status } = await generate(body);
    expect(status).toBe(200);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test('of a field that is there twice the last counts, as everywhere in JSON', async () => {
    expect(
      (await generate('{"templateKey": "none", "templateKey": "key", "output": "DOCX", "data": {}}')).status,
    ).toBe(200);
  });

  test('20 MiB are taken; a byte more is 413, announced or not', async () => {
    const most = 20 * 1024 * 1024;
    const padded = (size: number): string => order({}).padEnd(size, ' ');
    expect((await generate(padded(most))).status).toBe(200);
    const { status, json } = await generate(padded(most + 1));
    expect([status, json]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    const chunks = async function* () {
      for (let turn = 0; turn < 21; turn += 1) yield new Uint8Array(1024 * 1024).fill(0x20);
    };
    const answer = await fetch(`${server.address}/template/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.config.apiKey}`, 'content-type': 'application/json' },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  test('the main thread is not kept busy by a large body: it does not parse it', async () => {
    // Empty lists are the slowest to parse for their bytes: what is sent and received takes as long whatever it says.
    const large = `{"templateKey": "key", "output": "DOCX", "data": {"rows": [${'[],'.repeat(4_600_000)}0]}}`;
    const started = performance.now();
    JSON.parse(large);
    const parsing = performance.now() - started;
    // Made ready before the watch begins: the server shares this process with the test.
    const body = Buffer.from(large);
    // The best of five: a collection of what other suites have left in this process only adds.
    let longest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5 && longest >= parsing / 2; round++) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const { status } = await server.call('POST', '/template/generate', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      delay.disable();
      expect(status).toBe(200);
      longest = Math.min(longest, delay.max / 1e6);
    }
    expect(longest).toBeLessThan(parsing / 2);
  });
});

describe('delete', () => {
  const remove = (body: string, type = 'application/json') =>
    server.call('PUT', '/template/delete', { body, headers: { 'content-type': type } });

  test.each([
    ['nothing', '', 'bad_json'],
    ['half an object', '{"templateKey"', 'bad_json'],
    ['an array', '["key"]', 'bad_request'],
    ['null', 'null', 'bad_request'],
    ['an empty object', '{}', 'bad_request'],
    ['a key in __proto__', '{"__proto__": {"templateKey": "key"}}', 'bad_request'],
    ['a number', '{"templateKey": 1}', 'bad_template_key'],
    ['an empty key', '{"templateKey": ""}', 'bad_template_key'],
    ['a control character', '{"templateKey": "a\\u0000"}', 'bad_template_key'],
    ['too long', `{"templateKey": "${'x'.repeat(201)}"}`, 'bad_template_key'],
    ['deep', '['.repeat(100_000), 'bad_json'],
  ])('%s', async (_, body, code) => {
    const { status, json } = await remove(body);
    expect([status, json]).toEqual([400, expect.objectContaining({ code })]);
  });

  test('other types are 400, larger bodies 413, extra fields ignored', async () => {
    expect((await remove('{"templateKey": "key"}', 'text/plain')).status).toBe(400);
    expect((await remove(`{"templateKey": "key", "x": "${'x'.repeat(300_000)}"}`)).status).toBe(413);
    expect((await remove('{"templateKey": "none", "extra": 1}')).status).toBe(404);
  });
});
