/** Versions of templates: listed, downloaded, brought back; names; and two who change the same template. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_FORMAT } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const file = (version: number) => docx(p(`version ${version}: {a}`));
const post = (path: string, json: unknown) => server.call('POST', `/template/${path}`, { json });
const replace = (templateKey: string, version: number, more: Record<string, string> = {}) =>
  server.call('PUT', '/template/replace', { body: form({ templateKey, template: file(version), ...more }) });

/** A template with so many versions. */
const template = async (templateKey: string, versions: number): Promise<string> => {
  await server.call('PUT', '/template/upload', { body: form({ templateKey, template: file(1) }) });
  for (let version = 2; version <= versions; version += 1) await replace(templateKey, version);
  return templateKey;
};

const generated = async (templateKey: string): Promise<string | undefined> => {
  const { bytes } = await post('generate', { templateKey, output: 'DOCX', data: { a: 'x' } });
  return paragraphs(bytes)[0];
};

const listed = async (templateKey: string, query = '') => {
  const answer = await server.call('GET', `/template/versions?templateKey=${templateKey}${query}`);
  return answer.json as {
    versions: { version: number; current: boolean; createdBy: string }[];
    next: number;
  };
};

describe('GET /template/versions', () => {
  test('newest first, with who made each, in pages', async () => {
    await template('listed', 5);
    const { versions, next } = await listed('listed');
    expect(versions.map(({ version, current }) => [version, current])).toEqual([
      [5, true],
      [4, false],
      [3, false],
      [2, false],
      [1, false],
    ]);
    expect(next).toBeNull();
    expect(versions[0]).toEqual({
      version: 5,
      delimiter: 'BRACES',
      fileSize: file(5).byteLength,
      sha256: createHash('sha256').update(file(5)).digest('hex'),
      createdAt: expect.stringMatching(/Z$/),
      createdBy: `key:${TEST_KEY.slice(0, 12)}`,
      note: null,
      publishedAt: expect.stringMatching(/Z$/),
      publishedBy: `key:${TEST_KEY.slice(0, 12)}`,
      equals: null,
      labels: [],
      current: true,
    });
    const first = await listed('listed', '&limit=2');
    expect([first.versions.length, first.next]).toEqual([2, 4]);
    const last = await listed('listed', '&limit=3&before=4');
    expect([last.versions.map(({ version }) => version), last.next]).toEqual([[3, 2, 1], null]);
  });

  test('every one can be downloaded', async () => {
    await template('downloads', 3);
    for (const version of [1, 2, 3]) {
      const { bytes } = await server.call(
        'GET',
        `/template/download?templateKey=downloads&version=${version}`,
      );
      expect(paragraphs(bytes)[0]).toBe(`version ${version}: {a}`);
    }
  });

  test('of a template that is not there is 404; what is wrong is told', async () => {
    expect((await server.call('GET', '/template/versions?templateKey=none')).json).toMatchObject({
      code: 'template_not_found',
    });
    const { status, json } = await server.call('GET', '/template/versions?limit=0&before=x');
    expect(status).toBe(400);
    expect((json as { details: { path: string }[] }).details.map(({ path }) => path).sort()).toEqual([
      'before',
      'limit',
      'templateKey',
    ]);
  });
});

describe('POST /template/rollback', () => {
  test('makes a new version of the old file, and leaves history alone', async () => {
    const templateKey = await template('back', 3);
    const { status, json } = await post('rollback', { templateKey, version: 1 });
    expect([status, json]).toEqual([200, { version: 4, equals: 1 }]);
    expect(await generated(templateKey)).toBe('version 1: x');
    expect((await listed(templateKey)).versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const { bytes } = await server.call('GET', `/template/download?templateKey=${templateKey}&version=3`);
    expect(paragraphs(bytes)[0]).toBe('version 3: {a}');
  });

  test('takes the old delimiter along', async () => {
    const templateKey = 'delimiters';
    const square = { templateKey, template: docx(p('[[a]]')), delimiter: 'DOUBLE_SQUARE_BRACKETS' };
    await server.call('PUT', '/template/upload', { body: form(square) });
    await replace(templateKey, 2);
    await post('rollback', { templateKey, version: 1 });
    expect((await listed(templateKey)).versions[0]).toMatchObject({ delimiter: 'DOUBLE_SQUARE_BRACKETS' });
    expect(await generated(templateKey)).toBe('x');
  });

  test('compiles anew what another version of the engine wrote', async () => {
    const templateKey = await template('aged', 2);
    const database = new DatabaseSync(`${server.config.dataFolder}/platen.db`, { timeout: 5_000 });
    const formats = () =>
      database
        .prepare(
          "select number, program_format from template_versions join templates on id = template_id where key = 'aged' order by number",
        )
        .all()
        .map((row) => row['program_format']);
    database.exec(
      `update template_versions set program_format = ${PROGRAM_FORMAT - 1} where template_id = (select id from templates where key = 'aged')`,
    );
    expect((await post('rollback', { templateKey, version: 1 })).json).toEqual({ version: 3, equals: 1 });
    expect(formats()).toEqual([PROGRAM_FORMAT - 1, PROGRAM_FORMAT - 1, PROGRAM_FORMAT]);
    database.close();
    expect(await generated(templateKey)).toBe('version 1: x');
  });

  test('of what is not there is 404, to the newest 400, and all mistakes come at once', async () => {
    const templateKey = await template('careful', 2);
    expect((await post('rollback', { templateKey: 'none', version: 1 })).json).toMatchObject({
      code: 'template_not_found',
    });
    expect((await post('rollback', { templateKey, version: 9 })).json).toMatchObject({
      code: 'version_not_found',
    });
    expect((await post('rollback', { templateKey, version: 2 })).json).toMatchObject({
      code: 'bad_request',
      error: expect.stringContaining('newest'),
    });
    expect((await post('rollback', { version: '1', expectedVersion: 1.5 })).json).toMatchObject({
      details: [{ path: 'templateKey' }, { path: 'expectedVersion' }, { path: 'version' }],
    });
    expect(await generated(templateKey)).toBe('version 2: x');
  });
});

describe('POST /template/rename', () => {
  test('changes the name alone, markup and all', async () => {
    const templateKey = await template('named', 2);
    const name = '<img src=x onerror=alert(1)> & "co" 🧾';
    expect((await post('rename', { templateKey, name: ` ${name} ` })).json).toEqual({ success: true });
    const list = (await server.call('GET', '/template/list?details=true')).json as { key: string }[];
    expect(list.find(({ key }) => key === 'named')).toMatchObject({ name, version: 2 });
  });

  test.each([
    ['nothing', {}, 'bad_request'],
    ['a name of nothing', { name: '' }, 'bad_template_name'],
    ['a control character', { name: 'a\u0007b' }, 'bad_template_name'],
    ['a name that is too long', { name: 'x'.repeat(301) }, 'bad_template_name'],
    ['a number', { name: 5 }, 'bad_template_name'],
  ])('%s is a clear 400', async (_, change, code) => {
    const { status, json } = await post('rename', { templateKey: 'any', ...change });
    expect([status, json]).toMatchObject([400, { code, details: [{ path: 'name' }] }]);
  });

  test('of a template that is not there is 404', async () => {
    expect((await post('rename', { templateKey: 'none', name: 'x' })).status).toBe(404);
  });
});

describe('expectedVersion', () => {
  test('who has not seen the newest is told both numbers, and nothing happens', async () => {
    const templateKey = await template('contested', 2);
    const conflict = {
      code: 'version_conflict',
      error: expect.stringMatching(/version 2, not at version 1/),
    };
    for (const change of [
      () => replace(templateKey, 3, { expectedVersion: '1' }),
      () => post('rollback', { templateKey, version: 1, expectedVersion: 1 }),
      () => post('rename', { templateKey, name: 'other', expectedVersion: 1 }),
    ]) {
      const { status, json } = await change();
      expect([status, json]).toMatchObject([409, conflict]);
    }
    expect(await generated(templateKey)).toBe('version 2: x');
    // Refused before the file is looked at, and kept.
    const broken = form({ templateKey, template: Buffer.from('no document'), expectedVersion: '1' });
    expect((await server.call('PUT', '/template/replace', { body: broken })).json).toMatchObject(conflict);
    expect((await replace(templateKey, 3, { expectedVersion: '2' })).status).toBe(200);
    expect((await post('rename', { templateKey, name: 'n', expectedVersion: 3 })).status).toBe(200);
    expect((await post('rollback', { templateKey, version: 1, expectedVersion: 3 })).json).toEqual({
      version: 4,
      equals: 1,
    });
  });

  test('of many who replace the same version at once, one does', async () => {
    const templateKey = await template('raced', 1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => replace(templateKey, n + 2, { expectedVersion: '1' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await listed(templateKey)).versions).toHaveLength(2);
  });

  test.each(['', '0', '-1', '1.5', 'two', '99999999999', '1e3'])(
    '%j is a clear 400',
    async (expectedVersion) => {
      const { status, json } = await replace('contested', 3, { expectedVersion });
      expect([status, json]).toMatchObject([
        400,
        { code: 'bad_request', details: [{ path: 'expectedVersion' }] },
      ]);
    },
  );
});

test.each(['1e999', 'Infinity', '-Infinity'])('%s is no whole number', async (number) => {
  for (const path of [
    `/template/download?templateKey=x&version=${number}`,
    `/template/inspect?templateKey=x&version=${number}`,
    `/template/versions?templateKey=x&limit=${number}`,
    `/template/list?limit=${number}`,
  ])
    expect(await server.call('GET', path)).toMatchObject({ status: 400, json: { code: 'bad_request' } });
});
