/** What an organization may keep, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { docx, p } from '../support/build.ts';
import { type HostileEntry, hostileZip } from '../support/hostile-zip.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    PLATEN_TEMPLATE_LIMIT: '3',
    PLATEN_VERSION_LIMIT: '5',
    PLATEN_STORAGE_LIMIT: '1MiB',
  });
});
afterAll(() => server?.close());

const organization = async (name: string) => {
  const { id, secret } = await server.admin(async (admin) => {
    const made = await admin.createOrganization(name);
    const scopes = ['templates:read', 'templates:write', 'generate'];
    return { id: made.id, ...(await admin.createKey(made.id, { name: 'first', scopes })) };
  });
  const send = (method: string, path: string, fields: Record<string, string>, text = 'Dear {name}') =>
    server.call(method, path, { key: secret, body: form({ ...fields, template: docx(p(text)) }) });
  const limits = async () =>
    ((await server.call('GET', '/organization', { key: secret })).json as { limits: Record<string, unknown> })
      .limits;
  const remove = (templateKey: string) =>
    server.call('DELETE', `/template/delete?templateKey=${templateKey}`, { key: secret });
  return { id, send, limits, remove };
};

test('uploads past the number of templates are refused with the limit and the way out, and deleting makes room', async () => {
  const { id, send, limits, remove } = await organization('many templates');
  const uploads = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send('PUT', '/template/upload', { templateKey: `t${n}` })),
  );
  expect(uploads.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = uploads.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(5);
  for (const { json } of refused)
    expect(json).toMatchObject({
      code: 'storage_limit',
      error: 'The organization may keep 3 templates, and this would be more.',
      hint: expect.stringMatching(/Delete templates.*platen admin limits … --templates/),
    });
  expect(await limits()).toMatchObject({
    templates: { used: 3, limit: 3 },
    versions: { used: 3, limit: 5 },
    bytes: { used: expect.any(Number), limit: 1024 ** 2 },
  });

  const kept = uploads.findIndex(({ status }) => status === 200);
  // What is there may be replaced, in either way, until its versions are too many.
  const key = { templateKey: `t${kept}` };
  expect((await send('PUT', '/template/replace', key)).status).toBe(200);
  expect((await send('PUT', '/template/upload', { ...key, overwrite: 'true' })).status).toBe(200);
  expect((await send('PUT', '/template/replace', key)).json).toMatchObject({
    error: 'The organization may keep 5 versions of templates, and this would be more.',
  });
  expect((await remove(`t${kept}`)).status).toBe(200);
  expect(await limits()).toMatchObject({ templates: { used: 2 }, versions: { used: 2 } });
  expect((await send('PUT', '/template/upload', key)).status).toBe(200);

  await server.admin((admin) => admin.setLimits(id, { templateLimit: 4, versionLimit: 100 }));
  await expect
    .poll(async () => (await send('PUT', '/template/upload', { templateKey: 'one more' })).status)
    .toBe(200);
  expect(await limits()).toMatchObject({ templates: { used: 4, limit: 4 }, versions: { limit: 100 } });
});

test('a part that lies about its size is refused, also where nothing reads it: it would be in every document', async () => {
  const { id } = await organization('liar');
  const { secret } = await server.admin((admin) => admin.createKey(id, { name: 'second' }));
  const honest = [...openZip(docx(p('{a}'))).entries.values()].map((entry) => ({
    name: entry.name,
    content: readEntry(entry),
  }));
  const upload = (media: HostileEntry) =>
    server.call('PUT', '/template/upload', {
      key: secret,
      body: form({ templateKey: 'liar', template: hostileZip([...honest, media]) }),
    });
  const name = 'word/media/image1.png';
  const content = Buffer.alloc(5000, 7);
  for (const lie of [{ size: 10 }, { size: 4999 }, { crc32: 1 }]) {
    const { status, json } = await upload({ name, content, local: lie, central: lie });
    expect([status, json]).toMatchObject([400, { code: 'docx_damaged' }]);
    expect((json as { error: string }).error).toContain(name);
  }
  expect((await upload({ name, content })).status).toBe(200);
});

test('bytes count what is stored of a file: what it is compiled into as well', async () => {
  const { id, send, limits } = await organization('large templates');
  await server.admin((admin) => admin.setLimits(id, { versionLimit: 1000 }));
  // Compresses to nothing, and is kept unpacked.
  const text = 'Dear reader, this goes on and on. '.repeat(12_000);
  const first = await send('PUT', '/template/upload', { templateKey: 'long' }, text);
  expect(first.status).toBe(200);
  const { bytes } = (await limits()) as { bytes: { used: number; limit: number } };
  expect(bytes.limit).toBe(1024 ** 2);
  expect(bytes.used).toBeGreaterThan(docx(p(text)).length);
  await server.admin((admin) => admin.setLimits(id, { storageLimit: bytes.used + 10 }));
  await expect
    .poll(async () => (await send('PUT', '/template/replace', { templateKey: 'long' }, text)).json)
    .toMatchObject({ code: 'storage_limit', hint: expect.stringContaining('--storage') });
});
