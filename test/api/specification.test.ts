/** The interface specification, section by section, over real HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cell, docx, p, r, row, table } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SUCCESS = { success: true };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const hello = docx(p(r('Hello {na'), r('me}!')));

const upload = (key: string, file: Uint8Array = hello, more: Record<string, string> = {}) =>
  server.call('PUT', '/template/upload', { body: form({ templateKey: key, template: file, ...more }) });
const replace = (key: string, file: Uint8Array, more: Record<string, string> = {}) =>
  server.call('PUT', '/template/replace', { body: form({ templateKey: key, template: file, ...more }) });
const generate = (key: string, data: object, more: object = {}) =>
  server.call('POST', '/template/generate', { json: { templateKey: key, output: 'DOCX', data, ...more } });
const download = (key: string, more = '') =>
  server.call('GET', `/template/download?templateKey=${encodeURIComponent(key)}${more}`);
const listed = async (key: string) =>
  ((await server.call('GET', '/template/list')).json as Record<string, unknown>[]).find(
    (one) => one['key'] === key,
  );

describe('1. Upload template', () => {
  test.each(['PUT', 'POST'])('%s stores it and answers with the Success object', async (method) => {
    const key = `upload by ${method}`;
    const answer = await server.call(method, '/template/upload', {
      body: form({ templateKey: key, template: hello }),
    });
    expect([answer.status, answer.headers.get('content-type'), answer.json]).toEqual([
      200,
      'application/json; charset=utf-8',
      SUCCESS,
    ]);
    expect((await download(key)).bytes).toEqual(hello);
  });

  test('the key is the name where none is given', async () => {
    await upload('unnamed');
    await upload('named', hello, { templateName: 'A Name' });
    expect(await listed('unnamed')).toMatchObject({ name: 'unnamed' });
    expect(await listed('named')).toMatchObject({ name: 'A Name' });
  });

  test.each([
    ['BRACES', '{name}'],
    ['DOUBLE_BRACES', '{{name}}'],
    ['DOUBLE_SQUARE_BRACKETS', '[[name]]'],
    ['TRIPLE_PLUS', '+++name+++'],
  ])('delimiter %s marks variables as %s', async (delimiter, tag) => {
    const key = `delimiter ${delimiter}`;
    expect((await upload(key, docx(p(`Dear ${tag},`)), { delimiter })).json).toEqual(SUCCESS);
    const { bytes } = await generate(key, { name: 'Ada' });
    expect(paragraphs(bytes)).toEqual(['Dear Ada,']);
  });

  test('a key that exists is 400 and names /template/replace; overwrite=true replaces', async () => {
    await upload('taken', hello, { templateName: 'First' });
    const again = await upload('taken', docx(p('Other')));
    expect(again.status).toBe(400);
    expect(again.json).toMatchObject({
      code: 'template_exists',
      error: expect.stringContaining('/template/replace'),
    });
    expect((await download('taken')).bytes).toEqual(hello);

    const other = docx(p('Other'));
    expect((await upload('taken', other, { overwrite: 'true' })).json).toEqual(SUCCESS);
    expect((await download('taken')).bytes).toEqual(other);
    expect(await listed('taken')).toMatchObject({ name: 'First' });
    await upload('taken', hello, { overwrite: 'true', templateName: 'Second' });
    expect(await listed('taken')).toMatchObject({ name: 'Second' });
    await upload('not there yet', hello, { overwrite: 'true' });
    expect((await download('not there yet')).status).toBe(200);
  });

  test('a template with errors is 400 with all of them and their places, and nothing is stored', async () => {
    const broken = docx(p('{FOR x IN items}'), p('fine {name}'), p('{1 +}'), table(row(cell('{END-FOR y}'))));
    const answer = await upload('broken', broken);
    expect(answer.status).toBe(400);
    const { code, details } = answer.json as { code: string; details: Record<string, unknown>[] };
    expect(code).toBe('template_invalid');
    expect(details.length).toBeGreaterThanOrEqual(2);
    for (const detail of details)
      expect(detail).toMatchObject({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
        part: 'document',
        paragraph: { number: expect.any(Number), text: expect.any(String) },
      });
    expect((await download('broken')).status).toBe(404);
  });

  test.each([
    ['text', new TextEncoder().encode('just text'), 'not_docx'],
    ['a PDF', new TextEncoder().encode('%PDF-1.7\n'), 'not_docx'],
    ['a damaged file', hello.slice(0, hello.length - 100), 'docx_damaged'],
  ])('%s is not a template', async (_, file, code) => {
    const answer = await upload('not a template', file);
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code })]);
  });
});

describe('2. Replace template', () => {
  test('keeps key, name, usage and createdAt; changes updatedAt and the file; keeps the earlier version', async () => {
    await upload('replaced', hello, { templateName: 'Kept' });
    await generate('replaced', { name: 'x' });
    const before = await listed('replaced');
    const next = docx(p('Goodbye [[name]]'));
    expect((await replace('replaced', next, { delimiter: 'DOUBLE_SQUARE_BRACKETS' })).json).toEqual(SUCCESS);
    const after = await listed('replaced');
    expect(after).toMatchObject({
      key: 'replaced',
      name: 'Kept',
      usage: 1,
      createdAt: before?.['createdAt'],
    });
    expect(Date.parse(String(after?.['updatedAt']))).toBeGreaterThan(
      Date.parse(String(before?.['updatedAt'])),
    );
    expect((await download('replaced')).bytes).toEqual(next);
    expect((await download('replaced', '&version=1')).bytes).toEqual(hello);
    expect((await download('replaced', '&version=3')).json).toMatchObject({ code: 'version_not_found' });
    expect(paragraphs((await generate('replaced', { name: 'Ada' })).bytes)).toEqual(['Goodbye Ada']);
    const earlier = await generate('replaced', { name: 'Ada' }, { options: { version: 1 } });
    expect(paragraphs(earlier.bytes)).toEqual(['Hello Ada!']);
  });

  test('the delimiter is the one sent, BRACES where omitted', async () => {
    await upload('delimiter again', docx(p('[[a]]')), { delimiter: 'DOUBLE_SQUARE_BRACKETS' });
    await replace('delimiter again', docx(p('[[a]] {a}')));
    expect(paragraphs((await generate('delimiter again', { a: 1 })).bytes)).toEqual(['[[a]] 1']);
  });

  test('a key that does not exist is 404', async () => {
    const answer = await replace('never uploaded', hello);
    expect([answer.status, answer.json]).toEqual([
      404,
      expect.objectContaining({ code: 'template_not_found' }),
    ]);
  });

  test('a template with errors leaves the one that is there', async () => {
    await upload('keep me');
    expect((await replace('keep me', docx(p('{END-FOR x}')))).status).toBe(400);
    expect((await download('keep me')).bytes).toEqual(hello);
  });
});

describe('3. List templates', () => {
  test.each(['GET', 'POST'])(
    '%s answers with an array of Template objects and no other fields',
    async (method) => {
      await upload('listed');
      const answer = await server.call(method, '/template/list');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      const one = (answer.json as object[]).find(
        (template) => 'key' in template && template.key === 'listed',
      );
      expect(one).toEqual({
        key: 'listed',
        name: 'listed',
        usage: 0,
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
        lastUsed: null,
      });
    },
  );

  test('newest first, then by key; pages where asked for', async () => {
    const keys = Array.from({ length: 7 }, (_, index) => `page ${index}`);
    await Promise.all(keys.map((key) => upload(key)));
    const all = (await server.call('GET', '/template/list')).json as { key: string; createdAt: string }[];
    const sorted = [...all].sort((a, b) => {
      if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
      return a.key < b.key ? -1 : 1;
    });
    expect(all).toEqual(sorted);

    const paged: unknown[] = [];
    let path: string | undefined = '/template/list?limit=3';
    while (path !== undefined) {
      const page = await server.call('GET', path);
      expect((page.json as unknown[]).length).toBeLessThanOrEqual(3);
      paged.push(...(page.json as unknown[]));
      path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(all);
  });

  test('a limit or cursor that cannot be is 400', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=1.5',
      'limit=5&cursor=nonsense',
      'cursor=WzEsImEiXQ',
      'limit=1&limit=2',
      'limit=',
    ])
      expect((await server.call('GET', `/template/list?${query}`)).status, query).toBe(400);
  });

  test('unknown parameters and bodies are ignored', async () => {
    expect((await server.call('GET', '/template/list?unknown=1')).status).toBe(200);
    expect((await server.call('POST', '/template/list', { json: { any: 'thing' } })).status).toBe(200);
  });
});

describe('4. Generate document', () => {
  test('DOCX: the document, its type, length and name; usage and lastUsed are counted', async () => {
    await upload('generated', hello, { templateName: 'Überweisung' });
    const answer = await generate('generated', { name: 'Ada' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(DOCX_TYPE);
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Uberweisung.docx"; filename*=UTF-8''%C3%9Cberweisung.docx`,
    );
    expect(answer.headers.get('platen-engine')).toBe('docx');
    expect(answer.headers.get('platen-missing')).toBeNull();
    expect(paragraphs(answer.bytes)).toEqual(['Hello Ada!']);
    expect(await listed('generated')).toMatchObject({ usage: 1, lastUsed: expect.stringMatching(TIMESTAMP) });
  });

  test('options.filename names the document', async () => {
    await upload('filename');
    const { headers } = await generate('filename', { name: 'x' }, { options: { filename: 'Letter.docx' } });
    expect(headers.get('content-disposition')).toBe('attachment; filename="Letter.docx"');
  });

  test('a variable that the data lacks is empty and named in Platen-Missing', async () => {
    await upload(
      'missing',
      docx(p('{customer.vat}|'), p('{FOR item IN items}'), p('{item.sku}'), p('{END-FOR item}')),
    );
    const answer = await generate('missing', { customer: {}, items: [{ sku: 'A' }, {}] });
    expect(answer.headers.get('platen-missing')).toBe('2; customer.vat, items%5B%5D.sku');
    expect(paragraphs(answer.bytes)).toEqual(['|', 'A', '']);
    const kept = await generate('missing', { items: [] }, { options: { missing: 'keep' } });
    expect(paragraphs(kept.bytes)).toEqual(['{customer.vat}|']);
    const refused = await generate('missing', { items: [{}] }, { options: { missing: 'error' } });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      code: 'data_missing',
      details: [
        expect.objectContaining({ path: 'customer.vat' }),
        expect.objectContaining({ path: 'items[].sku' }),
      ],
    });
  });

  test('an object where text is expected is 400 that names the tag', async () => {
    await upload('object');
    const answer = await server.call('POST', '/template/generate', {
      json: { templateKey: 'object', output: 'DOCX', data: { name: { first: 'Ada' } } },
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain('{name}');
  });

  test('a template that does not exist is 404', async () => {
    const answer = await generate('no such template', {});
    expect([answer.status, answer.json]).toEqual([
      404,
      expect.objectContaining({ code: 'template_not_found' }),
    ]);
  });
});

describe('5. Download template', () => {
  test.each(['GET', 'POST'])('%s answers with the original bytes', async (method) => {
    await upload('downloaded', hello, { overwrite: 'true' });
    const answer = await server.call(method, '/template/download?templateKey=downloaded');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(DOCX_TYPE);
    expect(answer.headers.get('content-length')).toBe(String(hello.length));
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="downloaded.docx"');
    expect(answer.bytes).toEqual(hello);
  });

  test('POST may carry the key in a JSON body', async () => {
    await upload('by body');
    expect(
      (await server.call('POST', '/template/download', { json: { templateKey: 'by body' } })).bytes,
    ).toEqual(hello);
  });

  test('a file that the caller has already is 304', async () => {
    await upload('cached');
    const etag = (await download('cached')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const tag of [etag, `W/${etag}`, '*']) {
      const again = await server.call('GET', '/template/download?templateKey=cached', {
        headers: { 'if-none-match': tag },
      });
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
      // Those of the file, or none.
      expect([again.headers.get('content-length'), again.headers.get('content-type')]).toEqual([null, null]);
    }
  });

  test('POST always sends the file', async () => {
    await upload('by post');
    const answer = await server.call('POST', '/template/download?templateKey=by%20post', {
      headers: { 'if-none-match': '*' },
    });
    expect([answer.status, answer.bytes]).toEqual([200, hello]);
  });

  test('HEAD tells the length', async () => {
    await upload('head');
    const { status, headers, bytes } = await server.call('HEAD', '/template/download?templateKey=head');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, String(hello.length), 0]);
  });

  test.each([
    '',
    '?templateKey=',
    '?templateKey=%20',
    '?templateKey=a&templateKey=b',
    '?templateKey=%00',
    '?templateKey=%FF',
    `?templateKey=${'x'.repeat(201)}`,
    '?templateKey=a&version=0',
    '?templateKey=a&version=x',
    '?templatekey=a',
  ])('%s is 400', async (query) => {
    const answer = await server.call('GET', `/template/download${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: expect.any(String) });
  });

  test.each([
    ['download?templateKey=', 'bad_template_key', 'templateKey must not be empty.'],
    ['download?templateKey=a&templateKey=b', 'bad_request', 'templateKey must be a single value.'],
    ['download?templateKey=a&version=x', 'bad_request', 'version must be a whole number.'],
    ['download?templateKey=a&version=0', 'bad_request', 'version must be at least 1.'],
    ['list?limit=1001', 'bad_request', 'limit must be at most 1000.'],
    [
      'list?details=perhaps&limit=0',
      'bad_request',
      'limit must be at least 1. details must be true or false.',
    ],
  ])('%s says what is wrong in a sentence', async (query, code, error) => {
    expect((await server.call('GET', `/template/${query}`)).json).toMatchObject({ code, error });
  });

  test('a template that does not exist is 404', async () => {
    expect((await download('no such template')).status).toBe(404);
  });
});

describe('6. Delete template', () => {
  test.each(['PUT', 'DELETE'])('%s removes it, and it can be uploaded anew', async (method) => {
    await upload('deleted');
    const answer = await server.call(method, '/template/delete', { json: { templateKey: 'deleted' } });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect((await download('deleted')).status).toBe(404);
    expect((await generate('deleted', {})).status).toBe(404);
    expect((await server.call(method, '/template/delete', { json: { templateKey: 'deleted' } })).status).toBe(
      404,
    );
    expect((await upload('deleted')).status).toBe(200);
    await server.call(method, '/template/delete', { json: { templateKey: 'deleted' } });
  });
});

test('DELETE takes the key from the query as well: a body does not always arrive', async () => {
  await upload('by query');
  expect((await server.call('PUT', '/template/delete?templateKey=by%20query')).status).toBe(400);
  const answer = await server.call('DELETE', '/template/delete?templateKey=by%20query');
  expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
  expect((await download('by query')).status).toBe(404);
  for (const query of ['', '?templateKey=%00', '?templateKey=a&templateKey=b'])
    expect((await server.call('DELETE', `/template/delete${query}`)).status).toBe(400);
});

describe('template keys', () => {
  test('are found however they are spelled: trimmed and normalised at look-up too', async () => {
    await upload(' café ');
    expect(await listed('café')).toBeDefined();
    expect((await download('  cafe\u0301')).status).toBe(200);
    expect((await generate('cafe\u0301 ', { name: 'x' })).status).toBe(200);
    expect((await download('CAFÉ')).status).toBe(404);
    expect((await upload('cafe\u0301')).json).toMatchObject({ code: 'template_exists' });
  });

  test.each([
    '../../etc/passwd',
    'a/b\\c',
    'CON',
    '🙂',
    '合同',
    "Robert'); DROP TABLE templates;--",
    '__proto__',
    '%2e%2e',
    '?&#+',
  ])('%s is a key like any other', async (key) => {
    expect((await upload(key)).json).toEqual(SUCCESS);
    expect((await download(key)).bytes).toEqual(hello);
    expect(await listed(key)).toMatchObject({ key });
    expect((await server.call('PUT', '/template/delete', { json: { templateKey: key } })).json).toEqual(
      SUCCESS,
    );
  });
});

describe('organizations', () => {
  test('do not see each other', async () => {
    await upload('mine');
    const { secret } = await server.admin(async (admin) => {
      await admin.createOrganization('Others');
      return admin.createKey('Others', { name: 'key' });
    });
    const other = (method: string, path: string, init = {}) =>
      server.call(method, path, { key: secret, ...init });
    expect((await other('GET', '/template/list')).json).toEqual([]);
    expect((await other('GET', '/template/download?templateKey=mine')).status).toBe(404);
    expect((await other('PUT', '/template/delete', { json: { templateKey: 'mine' } })).status).toBe(404);
    expect(
      (await other('POST', '/template/generate', { json: { templateKey: 'mine', output: 'DOCX', data: {} } }))
        .status,
    ).toBe(404);
    const theirs = docx(p('Theirs'));
    expect(
      (await other('PUT', '/template/upload', { body: form({ templateKey: 'mine', template: theirs }) }))
        .status,
    ).toBe(200);
    expect((await download('mine')).bytes).toEqual(hello);
  });
});
