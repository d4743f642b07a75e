/** GET and PUT /organization/prelude: definitions and translations that all templates may use. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, header, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const put = (body: object) => server.call('PUT', '/organization/prelude', { json: body });
const upload = (templateKey: string, ...content: Parameters<typeof docx>) =>
  server.call('PUT', '/template/upload', {
    body: form({ templateKey, template: docx(...content), overwrite: 'true' }),
  });
const made = async (templateKey: string, data: object, options: object = {}, headers = {}) => {
  const answer = await server.call('POST', '/template/generate', {
    json: { templateKey, output: 'DOCX', data, options },
    headers,
  });
  expect([answer.status, answer.json]).toEqual([200, undefined]);
  return paragraphs(new Uint8Array(answer.bytes), 'word/document.xml');
};

test('definitions are there for all templates, and a new version of them holds at once', async () => {
  expect((await server.call('GET', '/organization/prelude')).json).toMatchObject({ version: 0, names: [] });
  expect((await upload('early', p('{gross(10)}'))).status).toBe(400);
  const first = await put({
    definitions: '{// taxes}\n{SET rate = 0.2}\n{SET gross = (net) => net * (1 + rate)}\n{SET unused = 1}',
  });
  expect([first.status, first.json]).toMatchObject([200, { version: 1, names: ['rate', 'gross', 'unused'] }]);
  expect((await upload('bill', header(p('{gross(1)}')), p('{gross(price)} at {rate}'))).status).toBe(200);
  expect(await made('bill', { price: 10 })).toEqual(['12 at 0.2']);
  const { fields, definitions } = (await server.call('GET', '/template/inspect?templateKey=bill')).json as {
    fields: { path: string }[];
    definitions: string[];
  };
  expect(fields.map(({ path }) => path)).toEqual(['price']);
  expect(definitions.toSorted()).toEqual(['gross', 'rate']);

  const again = { 'idempotency-key': 'prelude-1' };
  await made('bill', { price: 10 }, {}, again);
  expect((await put({ definitions: '{SET rate = 0.5}{SET gross = (net) => net * (1 + rate)}' })).status).toBe(
    200,
  );
  expect(await made('bill', { price: 10 })).toEqual(['15 at 0.5']);
  expect(await made('bill', { price: 10 }, {}, again)).toEqual(['12 at 0.2']);
});

test('a definition that templates use is taken away by force alone, and they say so', async () => {
  const refused = await put({ definitions: '{SET rate = 0.5}' });
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'prelude_invalid', details: [{ path: 'bill', message: '"bill" uses gross.' }] },
  ]);
  const forced = await put({ definitions: '{SET rate = 0.5}', force: true });
  expect(forced.status).toBe(200);
  const failed = await server.call('POST', '/template/generate', {
    json: { templateKey: 'bill', output: 'DOCX', data: { price: 1 } },
  });
  expect([failed.status, failed.json]).toMatchObject([
    400,
    { code: 'template_invalid', details: [{ path: 'gross' }] },
  ]);
  await put({ definitions: '{SET rate = 0.5}{SET gross = (net) => net}' });
  expect(await made('bill', { price: 10 })).toEqual(['10 at 0.5']);
});

test('all that is wrong with definitions is told at once, with its line', async () => {
  const answer = await put({
    definitions:
      '{SET a = customer.name}\ntext\n{SET b = b(1)}\n{SET c = (}\n{price}\n{SET d = 1}\n{SET d = 2}',
  });
  const { code, details } = answer.json as { code: string; details: { paragraph: { number: number } }[] };
  expect([answer.status, code]).toEqual([400, 'prelude_invalid']);
  expect(details.map(({ paragraph }) => paragraph.number)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  expect((await put({ definitions: 7, translations: [] })).json).toMatchObject({ details: [{}, {}] });
  expect(
    (await put({ definitions: '{SET rate = 0.5}{SET gross = (net) => net}', expectedVersion: 99 })).status,
  ).toBe(409);
});

test('translations serve templates that ask for them; those of a request count more', async () => {
  await upload('letter', p('{"Invoice" | t} {"Total" | t}'));
  expect(await made('letter', {}, { locale: 'de' })).toEqual(['Invoice Total']);
  const definitions = '{SET rate = 0.5}{SET gross = (net) => net}';
  await put({ definitions, translations: { de: { Invoice: 'Rechnung', Total: 'Summe' } } });
  expect(await made('letter', {}, { locale: 'de-AT' })).toEqual(['Rechnung Summe']);
  const translations = { de: { Total: 'Gesamt' } };
  expect(await made('letter', {}, { locale: 'de', translations })).toEqual(['Rechnung Gesamt']);
});

test('functions are bounded, wherever they come from; a template that comes with a request has them, too', async () => {
  const definitions = '{SET endless = (f) => f(f)}{SET twice = (list) => list.concat(list)}';
  await put({ definitions, force: true });
  const answer = await server.call('POST', '/render', {
    body: form({
      template: docx(p('{endless(endless)}')),
      request: JSON.stringify({ output: 'DOCX', data: {} }),
    }),
  });
  expect(answer.json).toMatchObject({ code: 'render_budget' });
  const small = await server.call('POST', '/render', {
    body: form({
      template: docx(p('{twice([1]).length}')),
      request: JSON.stringify({ output: 'DOCX', data: {} }),
    }),
  });
  expect(paragraphs(new Uint8Array(small.bytes), 'word/document.xml')).toEqual(['2']);
});
