/** The example templates, and the way from an empty organization to a first document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { type CallInit, form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Shown {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly delimiter: string;
  readonly data: object;
  readonly options: object;
}

const KEYS = [
  ...['invoice', 'quote', 'contract', 'letter', 'certificate'],
  ...['payslip', 'minutes', 'catalogue', 'report'],
];

const organization = async (name: string, scopes?: string[]) => {
  const { secret } = await server.admin(async (admin) => {
    const { id } = await admin.createOrganization(name);
    return admin.createKey(id, { name: 'first', ...(scopes && { scopes }) });
  });
  return (method: string, path: string, init: CallInit = {}) =>
    server.call(method, path, { key: secret, ...init });
};

test('an empty organization gets all nine in one call, and a document of each', async () => {
  const call = await organization('new');
  const { examples } = (await call('GET', '/examples')).json as { examples: Shown[] };
  expect(examples.map(({ key }) => key)).toEqual(KEYS);
  const { status, json } = await call('POST', '/organization/examples', { json: {} });
  expect([status, json]).toEqual([200, { added: KEYS, existing: [] }]);
  const listed = (await call('GET', '/template/list?details=true')).json as { key: string; name: string }[];
  for (const { key, name, delimiter, data, options } of examples) {
    expect(listed.find((one) => one.key === key)).toMatchObject({ name, delimiter, version: 1 });
    const document = await call('POST', '/template/generate', {
      json: { templateKey: key, output: 'DOCX', data, options },
    });
    expect([document.status, document.headers.get('platen-missing')]).toEqual([200, null]);
    expect(checkDocx(document.bytes)).toEqual([]);
  }
}, 60_000);

test('keys that are taken are left alone and reported', async () => {
  const call = await organization('not so new');
  await call('PUT', '/template/upload', {
    body: form({ templateKey: 'letter', templateName: 'Mine', template: docx(p('mine')) }),
  });
  const add = async (keys?: string[]) =>
    (await call('POST', '/organization/examples', { json: { keys } })).json;
  expect(await add(['letter', 'invoice', 'invoice'])).toEqual({ added: ['invoice'], existing: ['letter'] });
  expect(await add(['invoice'])).toEqual({ added: [], existing: ['invoice'] });
  expect((await call('GET', '/template/list?details=true')).json).toMatchObject([
    { key: 'invoice', version: 1 },
    { key: 'letter', name: 'Mine', version: 1 },
  ]);
});

test('two who ask at once get each one once', async () => {
  const call = await organization('hasty');
  const answers = await Promise.all(
    [1, 2, 3].map(() => call('POST', '/organization/examples', { json: { keys: ['invoice', 'quote'] } })),
  );
  const added = answers.flatMap(({ json }) => (json as { added: string[] }).added);
  expect(added.sort()).toEqual(['invoice', 'quote']);
  const list = (await call('GET', '/template/list?details=true')).json as { version: number }[];
  expect(list.map(({ version }) => version)).toEqual([1, 1]);
});

test.each([
  ['an unknown key', { keys: ['invoice', '../../etc/passwd'] }],
  ['an empty list', { keys: [] }],
  ['no list', { keys: 'invoice' }],
  ['other things', { keys: [1, {}, null] }],
])('%s is a clear 400, and adds nothing', async (name, json) => {
  const call = await organization(`wrong: ${name}`);
  const answer = await call('POST', '/organization/examples', { json });
  expect([answer.status, answer.json]).toMatchObject([
    400,
    { error: expect.stringContaining('invoice, quote') },
  ]);
  expect((await call('GET', '/template/list')).json).toEqual([]);
});

test('looking needs templates:read, adding templates:write', async () => {
  const reader = await organization('reader', ['templates:read']);
  expect((await reader('GET', '/examples')).status).toBe(200);
  expect((await reader('POST', '/organization/examples', { json: {} })).status).toBe(403);
});
