/** GET /template/inspect and POST /template/validate. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlBlock, docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const upload = (templateKey: string, template: Uint8Array) =>
    server.call('PUT', '/template/upload', { body: form({ templateKey, template }) });
  await upload(
    'order',
    docx(
      p('{customer.name}'),
      p('{FOR item IN items}'),
      p('{item.sku}: {item.price | currency}'),
      p('{END-FOR item}'),
    ),
  );
  await upload('versions', docx(p('{old}')));
  await server.call('PUT', '/template/replace', {
    body: form({ templateKey: 'versions', template: docx(p('{new}')) }),
  });
});
afterAll(() => server?.close());

interface Inspection {
  readonly fields: readonly { readonly path: string }[];
  readonly schema: object;
  readonly sample: object;
  readonly controls?: true;
}
const inspect = (query: string) => server.call('GET', `/template/inspect?${query}`);
const validate = (templateKey: string, data: unknown, more: object = {}) =>
  server.call('POST', '/template/validate', { json: { templateKey, data, ...more } });

describe('inspect', () => {
  test('controls=true at upload fills controls by their names, and is kept with the version', async () => {
    const template = docx(controlBlock({ tag: 'city' }, p('Click here')));
    const sent = { templateKey: 'controls', template, controls: 'true' };
    expect((await server.call('PUT', '/template/upload', { body: form(sent) })).status).toBe(200);
    const { fields, controls } = (await inspect('templateKey=controls')).json as Inspection;
    expect([fields.map(({ path }) => path), controls]).toEqual([['city'], true]);
    const { status, bytes } = await server.call('POST', '/template/generate', {
      json: { templateKey: 'controls', output: 'DOCX', data: { city: 'Oslo' } },
    });
    expect([status, paragraphs(bytes, 'word/document.xml')[0]]).toEqual([200, 'Oslo']);
    const wrong = form({ ...sent, controls: 'maybe', templateKey: 'other' });
    expect((await server.call('PUT', '/template/upload', { body: wrong })).status).toBe(400);
  });

  test('tells fields, schema and sample; the sample fits the schema and renders without a missing value', async () => {
    const answer = await inspect('templateKey=order');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const { fields, schema, sample } = answer.json as Inspection;
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['customer.name', 'items[].sku', 'items[].price']),
    );
    const check = new Ajv2020({ strict: false }).compile(schema);
    expect([check(sample), check.errors]).toEqual([true, null]);
    const generated = await server.call('POST', '/template/generate', {
      json: { templateKey: 'order', output: 'DOCX', data: sample, options: { missing: 'error' } },
    });
    expect(generated.status).toBe(200);
    expect((await validate('order', sample)).json).toMatchObject({
      valid: true,
      missing: [],
      mistyped: [],
      unused: [],
    });
  });

  test('of an earlier version where asked for', async () => {
    const paths = async (query: string) =>
      ((await inspect(query)).json as Inspection).fields.map(({ path }) => path);
    expect(await paths('templateKey=versions')).toEqual(['new']);
    expect(await paths('templateKey=versions&version=1')).toEqual(['old']);
    expect((await inspect('templateKey=versions&version=3')).status).toBe(404);
  });

  test('bad requests are told so', async () => {
    expect((await inspect('')).json).toMatchObject({
      code: 'bad_request',
      error: 'templateKey is required.',
    });
    expect((await inspect('templateKey=none')).status).toBe(404);
    expect((await inspect('templateKey=order&version=x')).status).toBe(400);
  });
});

describe('validate', () => {
  test('names every path that is missing, mistyped or unused', async () => {
    const { status, json } = await validate('order', {
      customer: { nam: 'Ada' },
      items: [{ sku: 'A', price: 1 }, { price: 2 }, { sku: 'B', price: [] }],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      valid: false,
      missing: [
        { path: 'customer.name', count: 1 },
        { path: 'items[].sku', first: 'items[1].sku', count: 1 },
      ],
      mistyped: [{ path: 'items[].price', first: 'items[2].price', found: 'array' }],
      unused: [{ path: 'customer.nam' }],
    });
  });

  test('and what is written almost alike', async () => {
    const { json } = await validate('order', { Customer: { name: 'Ada' }, items: [{ SKU: 'A', price: 1 }] });
    expect(json).toMatchObject({
      missing: [
        { path: 'customer', suggestion: 'Customer' },
        { path: 'items[].sku', suggestion: 'items[].SKU' },
      ],
    });
    const generated = await server.call('POST', '/template/generate', {
      json: { templateKey: 'order', output: 'DOCX', data: { Customer: { name: 'Ada' }, items: [] } },
    });
    const header = decodeURIComponent(generated.headers.get('platen-warnings') ?? '');
    expect(header).toContain('`customer.name` is missing; did you mean `Customer.name`?');
  });

  test('of an earlier version where asked for, and costs nothing', async () => {
    await server.admin((admin) => admin.setCredit('default', 0));
    expect((await validate('versions', { old: 1 }, { options: { version: 1 } })).json).toMatchObject({
      missing: [],
      unused: [],
    });
    expect((await validate('versions', { old: 1 })).json).toMatchObject({
      missing: [{ path: 'new' }],
      unused: [{ path: 'old' }],
    });
  });

  test('bad requests are told so', async () => {
    expect((await validate('none', {})).status).toBe(404);
    expect((await validate('order', [])).status).toBe(400);
    expect((await server.call('POST', '/template/validate', { json: {} })).status).toBe(400);
    expect(
      (
        await server.call('POST', '/template/validate', {
          body: '{"',
          headers: { 'content-type': 'application/json' },
        })
      ).json,
    ).toMatchObject({ code: 'bad_json' });
  });
});

describe('POST /template/evaluate', () => {
  const evaluate = (json: unknown) => server.call('POST', '/template/evaluate', { json });
  const data = { name: 'Ada', total: 1290.5, lines: [{ sum: 1 }, { sum: 2 }], logo: {} };

  test('says what tags would print, each for itself', async () => {
    const expressions = [
      'name | upper',
      'total | currency:"EUR"',
      'lines | sum:"sum"',
      'name | uper',
      'nobody',
      'name | date:"yyyy"',
      'logo',
      'name |',
    ];
    const { status, json } = await evaluate({ expressions, data, options: { locale: 'de-DE' } });
    expect(status).toBe(200);
    const { results } = json as { results: readonly { text: string | null; error: object | null }[] };
    expect(results.map(({ text }) => text?.replace(/\s/g, ' ') ?? null)).toEqual([
      'ADA',
      '1.290,50 €',
      '3',
      null,
      '',
      null,
      null,
      null,
    ]);
    expect(results[3]).toMatchObject({
      error: { code: 'unknown_formatter', hint: expect.stringContaining('upper') },
    });
    expect(results[4]).toEqual({ text: '', kind: 'a missing value', missing: true, error: null });
    expect(results[5]).toMatchObject({ error: { code: 'data_invalid' } });
    expect(results[6]).toMatchObject({ kind: 'an object', error: null });
    expect(results[7]).toMatchObject({ error: { code: 'bad_expression' } });
  });

  test('knows the organization’s definitions', async () => {
    const definitions = '{SET gross = (net) => net * 1.2}';
    await server.call('PUT', '/organization/prelude', { json: { definitions } });
    const { json } = await evaluate({ expressions: ['gross(100)'], data: {} });
    expect(json).toMatchObject({ results: [{ text: '120' }] });
  });

  test('stops what would never end, and says so of it', async () => {
    const expressions = ['"x".repeat(1e9)', 'name'];
    const { json } = await evaluate({ expressions, data });
    expect(json).toMatchObject({ results: [{ text: null, error: expect.anything() }, expect.anything()] });
  });

  test.each([
    [{}, ['expressions', 'data']],
    [{ expressions: [], data: {} }, ['expressions']],
    [{ expressions: ['x'.repeat(2001)], data: {} }, ['expressions']],
    [{ expressions: Array(201).fill('x'), data: {} }, ['expressions']],
    [{ expressions: ['x'], data: [], options: { locale: '??' } }, ['data', 'options.locale']],
  ])('refuses %j with the names of what is wrong', async (body, paths) => {
    const { status, json } = await evaluate(body);
    expect(status).toBe(400);
    expect((json as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual(paths);
  });

  test('needs a key that may read templates', async () => {
    const { status } = await server.call('POST', '/template/evaluate', {
      key: null,
      json: { expressions: ['1'], data: {} },
    });
    expect(status).toBe(401);
  });
});
