/** POST /template/check: what an upload would find; nothing is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_MAX_TEMPLATE_BYTES: '1MiB' });
});
afterAll(() => server?.close());

const check = (fields: Readonly<Record<string, string | Uint8Array>>, key?: string) =>
  server.call('POST', '/template/check', { body: form(fields), ...(key !== undefined && { key }) });

test('proposes the delimiter, and says what the template takes', async () => {
  const { status, json } = await check({ template: docx(p('Dear {{customer.name}}')) });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    proposed: 'DOUBLE_BRACES',
    delimiter: 'DOUBLE_BRACES',
    delimiters: [
      { delimiter: 'BRACES', tags: 0, problems: 1 },
      { delimiter: 'DOUBLE_BRACES', tags: 1, problems: 0 },
      { delimiter: 'DOUBLE_SQUARE_BRACKETS', tags: 0, problems: 0 },
      { delimiter: 'TRIPLE_PLUS', tags: 0, problems: 0 },
    ],
    problems: [],
    inspection: { fields: [{ path: 'customer.name' }], sample: { customer: {} } },
  });
  expect((await server.call('GET', '/template/list')).json).toEqual([]);
});

test('a file without tags proposes nothing, and is accepted with a warning', async () => {
  const template = docx(p('Just text.'));
  const warnings = [{ code: 'no_tags', message: expect.any(String), hint: expect.any(String) }];
  expect((await check({ template })).json).toMatchObject({
    proposed: null,
    delimiter: 'BRACES',
    problems: [],
    warnings,
    inspection: { fields: [], warnings },
  });
  const upload = (field: string, url: string) =>
    server.call('PUT', url, { body: form({ templateKey: field, template }) });
  for (const url of ['/template/upload', '/template/replace']) {
    const { status, json, headers } = await upload('text-only', url);
    expect({ status, json }).toEqual({ status: 200, json: { success: true } });
    expect(decodeURIComponent(headers.get('platen-warnings') ?? '')).toMatch(/^1; The file has no tag/);
  }
  const inspected = await server.call('GET', '/template/inspect?templateKey=text-only');
  expect(inspected.json).toMatchObject({ warnings });
  await server.call('PUT', '/template/delete', { json: { templateKey: 'text-only' } });
});

test('formatters: a bare word that will do is that word, a missing one is told, an unusable one refused', async () => {
  const template = docx(p('{price | currency:EUR} [{price | currency:code}] {TODAY}'));
  const upload = await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'money', template }),
  });
  expect(decodeURIComponent(upload.headers.get('platen-warnings') ?? '')).toMatch(
    /^1; `TODAY` is no command/,
  );
  const generate = (data: object) =>
    server.call('POST', '/template/generate', { json: { templateKey: 'money', output: 'DOCX', data } });
  const made = await generate({ price: 100, TODAY: 'x' });
  expect(made.headers.get('platen-missing')).toBe('1; code');
  expect(paragraphs(made.bytes)).toEqual(['€100.00 [] x']);
  const refused = await generate({ price: 100, code: 'EURO', TODAY: 'x' });
  expect(refused).toMatchObject({ status: 400, json: { code: 'data_invalid' } });
  expect(JSON.stringify(refused.json)).toContain('{price | currency:code}');
  await server.call('PUT', '/template/delete', { json: { templateKey: 'money' } });
});

test('problems are those that an upload is refused with', async () => {
  const template = docx(p('Dear <b>{name'), p('{FOR x IN y}'));
  const refused = await server.call('PUT', '/template/upload', {
    body: form({ templateKey: 'k', template }),
  });
  const { json } = await check({ template });
  const { details } = refused.json as { details: object[] };
  expect(details.length).toBeGreaterThan(1);
  expect(json).toMatchObject({ delimiter: 'BRACES', inspection: null });
  expect((json as { problems: object[] }).problems).toEqual(details);
  expect(details[0]).toMatchObject({
    paragraph: { number: 1, text: 'Dear <b>{name' },
    hint: expect.any(String),
  });
});

test('a delimiter that is sent is the one that is judged', async () => {
  const { json } = await check({ template: docx(p('{{a}}')), delimiter: 'TRIPLE_PLUS' });
  expect(json).toMatchObject({
    proposed: 'DOUBLE_BRACES',
    delimiter: 'TRIPLE_PLUS',
    problems: [{ code: 'foreign_tags', hint: expect.stringContaining('delimiter=DOUBLE_BRACES') }],
  });
});

test.each([
  ['no file', {}, 400, 'bad_request'],
  ['text where a file belongs', { template: 'x' }, 400, 'bad_request'],
  ['an empty file', { template: new Uint8Array() }, 400, 'bad_request'],
  ['something else', { template: new TextEncoder().encode('%PDF-1.7') }, 400, 'not_docx'],
  ['a delimiter that does not exist', { template: docx(p('a')), delimiter: 'ANGLES' }, 400, 'bad_delimiter'],
  ['a file that is too large', { template: new Uint8Array(1024 * 1024 + 1) }, 413, 'body_too_large'],
])('%s is refused in words', async (_, fields: Record<string, string | Uint8Array>, status, code) => {
  const answer = await check(fields);
  expect([answer.status, answer.json]).toMatchObject([status, { code, error: expect.any(String) }]);
});

test('all mistakes of the form come at once', async () => {
  expect((await check({ delimiter: 'no' })).json).toMatchObject({
    details: [{ path: 'template' }, { path: 'delimiter' }],
  });
});

test('needs the scope templates:write', async () => {
  const { secret } = await server.admin(async (admin) => {
    const { id } = await admin.createOrganization('readers');
    return admin.createKey(id, { name: 'reader', scopes: ['templates:read'] });
  });
  expect((await check({ template: docx(p('a')) }, secret)).json).toMatchObject({ code: 'forbidden' });
});

test('a template of another engine is refused by name, unless its text is meant', async () => {
  const template = docx(p('{%tr for i in items %}'), p('{%tr endfor %}'));
  const upload = (url: string, fields: Readonly<Record<string, string>>) =>
    server.call('PUT', url, { body: form({ templateKey: 'jinja', template, ...fields }) });
  const refusal = {
    status: 400,
    json: { code: 'template_invalid', details: [{ code: 'foreign_tags', tag: '{%tr for i in items %}' }] },
  };
  for (const delimiter of ['BRACES', 'DOUBLE_BRACES'])
    expect(await upload('/template/upload', { delimiter })).toMatchObject(refusal);

  const meant = { delimiter: 'DOUBLE_BRACES', static: 'true' };
  const stored = await upload('/template/upload', meant);
  expect(stored.status).toBe(200);
  expect(decodeURIComponent(stored.headers.get('platen-warnings') ?? '')).toMatch(
    /^1; The file has .*docxtpl/,
  );
  expect(await upload('/template/replace', { delimiter: 'DOUBLE_BRACES' })).toMatchObject(refusal);
  expect((await upload('/template/replace', meant)).status).toBe(200);

  const warnings = [{ code: 'foreign_tags' }];
  expect((await check({ template })).json).toMatchObject({
    proposed: null,
    problems: [{ code: 'foreign_tags' }],
    warnings: [],
  });
  expect((await check({ template, ...meant })).json).toMatchObject({ problems: [], warnings });
  expect((await server.call('GET', '/template/inspect?templateKey=jinja')).json).toMatchObject({ warnings });
  expect(await check({ template, static: 'yes' })).toMatchObject({ status: 400 });
  await server.call('PUT', '/template/delete', { json: { templateKey: 'jinja' } });
});
