/** Changing what is live: drafts, labels, sample sets; on both stores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

const ME = `key:${TEST_KEY.slice(0, 12)}`;

describe.each(['SQLite', 'PostgreSQL'])('on %s', (kind) => {
  let database: TestDatabase | undefined;
  let server: TestServer;
  beforeAll(async () => {
    database = kind === 'PostgreSQL' ? await freshDatabase() : undefined;
    server = await startTestServer(database === undefined ? {} : { DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
  });

  const file = (text: string) => docx(p(text));
  const post = (path: string, json: unknown, key?: string) =>
    server.call('POST', `/template/${path}`, { json, ...(key !== undefined && { key }) });
  const put = (path: string, json: unknown) => server.call('PUT', `/template/${path}`, { json });
  const get = (path: string) => server.call('GET', `/template/${path}`);
  const send = (path: string, templateKey: string, text: string, more: Record<string, string> = {}) =>
    server.call('PUT', `/template/${path}`, { body: form({ templateKey, template: file(text), ...more }) });
  const upload = (key: string, text: string, more = {}) => send('upload', key, text, more);
  const replace = (key: string, text: string, more = {}) => send('replace', key, text, more);
  const draft = { draft: 'true' };
  const generate = (templateKey: string, options?: unknown, key?: string) =>
    post('generate', { templateKey, output: 'DOCX', data: { a: 'x' }, options }, key);
  const made = async (templateKey: string, options?: unknown, key?: string) => {
    const answer = await generate(templateKey, options, key);
    return answer.status === 200 ? paragraphs(answer.bytes)[0] : (answer.json as { code: string }).code;
  };
  const versions = async (templateKey: string) =>
    (await get(`versions?templateKey=${templateKey}`)).json as {
      versions: Record<string, unknown>[];
      draft: Record<string, unknown> | null;
    };

  describe('drafts', () => {
    test('nothing that is live changes until it is published; then everything that it said is there', async () => {
      await upload('live', 'one {a}', { note: 'the first' });
      const saved = await replace('live', 'two {a} {b}', { ...draft, note: 'with b' });
      expect([saved.status, saved.json]).toEqual([200, { success: true, draft: 1 }]);
      expect(await made('live')).toBe('one x');
      expect(await made('live', { label: 'draft' })).toBe('two x ');
      expect(await versions('live')).toMatchObject({
        versions: [{ version: 1, note: 'the first', current: true }],
        draft: { draft: 1, note: 'with b', createdBy: ME },
      });
      expect((await get('inspect?templateKey=live&label=draft')).json).toMatchObject({
        fields: [{ path: 'a' }, { path: 'b' }],
      });
      expect(paragraphs((await get('download?templateKey=live&label=draft')).bytes)[0]).toBe('two {a} {b}');
      const published = await post('publish', {
        templateKey: 'live',
        expectedDraft: 1,
        expectedVersion: 1,
        note: 'b at last',
      });
      expect([published.status, published.json]).toEqual([200, { version: 2 }]);
      expect(await made('live')).toBe('two x ');
      expect(await versions('live')).toMatchObject({
        versions: [{ version: 2, note: 'b at last', publishedBy: ME, equals: null }, { version: 1 }],
        draft: null,
      });
      await post('rollback', { templateKey: 'live', version: 1, note: 'b was wrong' });
      expect((await versions('live')).versions[0]).toMatchObject({
        version: 3,
        equals: 1,
        note: 'b was wrong',
      });
    });

    test('one that somebody else has replaced, published or thrown away is a 409 that says so', async () => {
      await upload('contested', 'one');
      await replace('contested', 'two', draft);
      const another = await replace('contested', 'three', { ...draft, expectedDraft: '1' });
      expect(another.json).toEqual({ success: true, draft: 2 });
      for (const change of [
        () => post('publish', { templateKey: 'contested', expectedDraft: 1 }),
        () => replace('contested', 'four', { ...draft, expectedDraft: '1' }),
        () => server.call('DELETE', '/template/draft?templateKey=contested&expectedDraft=1'),
      ]) {
        const { status, json } = await change();
        expect([status, json]).toMatchObject([
          409,
          { code: 'version_conflict', error: expect.stringContaining(`draft 2 of ${ME}, not draft 1`) },
        ]);
      }
      await replace('contested', 'live meanwhile');
      expect(
        (await post('publish', { templateKey: 'contested', expectedDraft: 2, expectedVersion: 1 })).json,
      ).toMatchObject({
        code: 'version_conflict',
        error: expect.stringContaining('version 2, not at version 1'),
      });
      expect((await post('publish', { templateKey: 'contested', expectedDraft: 2 })).json).toEqual({
        version: 3,
      });
      expect((await post('publish', { templateKey: 'contested', expectedDraft: 2 })).json).toMatchObject({
        code: 'version_conflict',
        error: expect.stringContaining('no draft 2 any more'),
      });
      expect((await post('publish', { templateKey: 'contested' })).json).toMatchObject({
        code: 'draft_not_found',
      });
    });

    test('a new template may begin with one; until it is published there is nothing to generate', async () => {
      expect((await upload('fresh', 'first {a}', draft)).json).toEqual({ success: true, draft: 1 });
      expect((await upload('fresh', 'again', draft)).json).toMatchObject({ code: 'template_exists' });
      expect((await generate('fresh')).json).toMatchObject({
        code: 'version_not_found',
        error: expect.stringContaining('only a draft'),
      });
      const list = (await get('list?details=true')).json as { key: string }[];
      expect(list.find(({ key }) => key === 'fresh')).toMatchObject({ version: 0, draft: 1 });
      expect((await versions('fresh')).versions).toEqual([]);
      expect((await post('publish', { templateKey: 'fresh' })).json).toEqual({ version: 1 });
      expect(await made('fresh')).toBe('first x');
      await upload('passing', 'gone soon', draft);
      expect((await server.call('DELETE', '/template/draft?templateKey=passing')).status).toBe(200);
      expect((await server.call('DELETE', '/template/draft?templateKey=passing')).json).toMatchObject({
        code: 'template_not_found',
      });
      expect((await server.call('DELETE', '/template/draft?templateKey=fresh')).json).toMatchObject({
        code: 'draft_not_found',
      });
    });

    test('a broken one is refused as an upload is, and all mistakes of a request come at once', async () => {
      await upload('strict', 'one');
      expect((await replace('strict', '{a', draft)).json).toMatchObject({ code: 'template_invalid' });
      expect((await versions('strict')).draft).toBeNull();
      const { json } = await replace('strict', 'x', {
        draft: 'yes',
        expectedDraft: 'x',
        note: 'n'.repeat(2001),
      });
      expect((json as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual([
        'draft',
        'expectedDraft',
        'note',
      ]);
      expect((await post('publish', { expectedDraft: -1, note: 5 })).json).toMatchObject({
        details: [{ path: 'templateKey' }, { path: 'expectedDraft' }, { path: 'note' }],
      });
    });

    test('the same request once more says the same number', async () => {
      await upload('again', 'one');
      const once = () =>
        server.call('PUT', '/template/replace', {
          headers: { 'idempotency-key': 'the-draft' },
          body: form({ templateKey: 'again', template: file('two'), draft: 'true' }),
        });
      expect((await once()).json).toEqual({ success: true, draft: 1 });
      expect((await once()).json).toEqual({ success: true, draft: 1 });
    });

    test('what includes another sees its published version alone', async () => {
      await upload('terms', 'terms one');
      await upload('letter', '{INCLUDE "terms"}');
      await replace('terms', 'terms two', draft);
      expect(await made('letter')).toBe('terms one');
      await post('publish', { templateKey: 'terms' });
      expect(await made('letter')).toBe('terms two');
    });
  });

  describe('labels', () => {
    test('documents are of the version that one points at, until it is moved', async () => {
      await upload('labelled', 'one {a}');
      await replace('labelled', 'two {a}');
      const set = (labels: unknown, expected?: unknown) =>
        put('labels', { templateKey: 'labelled', labels, expected });
      expect((await set({ production: 1, staging: 2 })).json).toMatchObject({
        labels: [
          { name: 'production', version: 1, changedBy: ME },
          { name: 'staging', version: 2 },
        ],
      });
      for (let n = 0; n < 3; n += 1) expect(await made('labelled', { label: 'production' })).toBe('one x');
      await set({ production: 2 }, { production: 1 });
      expect(await made('labelled', { label: 'production' })).toBe('two x');
      expect((await set({ production: 1 }, { production: 1 })).json).toMatchObject({
        code: 'version_conflict',
        error: expect.stringContaining('points at version 2, not at version 1'),
      });
      expect((await versions('labelled')).versions).toMatchObject([
        { version: 2, labels: ['production', 'staging'] },
        { version: 1, labels: [] },
      ]);
      expect((await generate('labelled', { label: 'live' })).json).toMatchObject({
        code: 'label_not_found',
        hint: expect.stringContaining('production (version 2)'),
      });
      const both = await generate('labelled', { label: 'production', version: 1 });
      expect([both.status, both.json]).toMatchObject([
        400,
        { code: 'bad_option', details: [{ path: 'options.label' }] },
      ]);
      expect((await get('inspect?templateKey=labelled&label=production&version=1')).status).toBe(400);
      await set({ production: null });
      expect(await made('labelled', { label: 'production' })).toBe('label_not_found');
    });

    test('one can point at no version that is not there, and what is wrong is told at once', async () => {
      await upload('few', 'one');
      expect((await put('labels', { templateKey: 'few', labels: { a: 1, b: 7 } })).json).toMatchObject({
        code: 'version_not_found',
        details: [{ path: 'labels.b' }],
      });
      expect((await get('labels?templateKey=few')).json).toEqual({ labels: [] });
      const wrong = { 'a b': 1, draft: 1, fine: 'x' };
      const { status, json } = await put('labels', { templateKey: 'few', labels: wrong });
      expect(status).toBe(400);
      expect((json as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual([
        'labels.a b',
        'labels.draft',
        'labels.fine',
      ]);
      expect((await put('labels', { templateKey: 'few', labels: [] })).status).toBe(400);
      expect((await put('labels', { templateKey: 'none', labels: {} })).status).toBe(404);
    });

    test('a job, and a request that is sent again, stay with what the label pointed at then', async () => {
      await upload('pinned', 'one {a}');
      await replace('pinned', 'two {a}');
      await put('labels', { templateKey: 'pinned', labels: { production: 1 } });
      const body = {
        templateKey: 'pinned',
        output: 'DOCX',
        data: { a: 'x' },
        options: { label: 'production' },
      };
      const job = await server.call('POST', '/jobs', { json: body });
      const once = () =>
        server.call('POST', '/template/generate', { json: body, headers: { 'idempotency-key': 'label' } });
      const first = await once();
      await put('labels', { templateKey: 'pinned', labels: { production: 2 } });
      const second = await once();
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
      const { id } = job.json as { id: string };
      await expect
        .poll(async () => ((await server.call('GET', `/jobs/${id}`)).json as { state: string }).state)
        .toBe('completed');
      expect(paragraphs((await server.call('GET', `/jobs/${id}/result`)).bytes)[0]).toBe('one x');
    });

    test('a key that is bound to one makes documents of nothing else', async () => {
      await upload('bound', 'one {a}');
      await replace('bound', 'two {a}');
      await upload('unlabelled', 'any {a}');
      await put('labels', { templateKey: 'bound', labels: { production: 1, staging: 2 } });
      const created = await server.call('POST', '/organization/keys', {
        json: { name: 'shop', scopes: ['generate'], label: 'production' },
      });
      expect(created.json).toMatchObject({ label: 'production' });
      const { key } = created.json as { key: string };
      expect(await made('bound', undefined, key)).toBe('one x');
      expect(await made('bound', { label: 'production' }, key)).toBe('one x');
      expect(await made('unlabelled', undefined, key)).toBe('label_not_found');
      for (const options of [{ version: 2 }, { label: 'staging' }, { label: 'draft' }]) {
        const refused = await generate('bound', options, key);
        expect([refused.status, refused.json]).toMatchObject([
          403,
          { code: 'forbidden', error: expect.stringContaining('"production"') },
        ]);
        const json = { templateKey: 'bound', output: 'DOCX', data: {}, options };
        expect((await server.call('POST', '/jobs', { key, json })).status).toBe(403);
      }
      expect(
        (
          await server.call('POST', '/organization/keys', {
            json: { name: 'x', scopes: ['generate'], label: 'newest' },
          })
        ).json,
      ).toMatchObject({ details: [{ path: 'label' }] });
    });
  });

  describe('GET /template/compare', () => {
    const compared = async (query: string) =>
      (await get(`compare?templateKey=${query}`)).json as {
        words: { sample: string; changes: { marks: { kind: string; text: string }[] } };
      };

    test('says which fields change, which sets no longer fit, and which words are others on the page', async () => {
      await upload('changing', 'Dear {name} pay {total | number} today');
      const data = { name: 'Ada', total: 5 };
      await put('samples', { templateKey: 'changing', name: 'usual', data, default: true });
      await replace('changing', 'Dear {name} please pay {FOR row IN total}{row.sum}{END-FOR} {until}', draft);
      expect(await compared('changing')).toMatchObject({
        from: { version: 1 },
        to: { version: 0 },
        sameFile: false,
        fields: {
          added: [{ path: 'total[].sum' }, { path: 'until' }],
          removed: [],
          changed: [{ path: 'total', from: { kind: 'number' }, to: { kind: 'list' } }],
        },
        samples: [{ name: 'usual', fits: false, fitsFrom: true }],
        words: null,
      });
      const { words } = await compared('changing&layout=true&to=1');
      expect(words).toMatchObject({ sample: 'usual', problem: null, changes: { marks: [] } });
      await replace('changing', 'Dear {name | date}', draft);
      // Data that the draft can't be made with is said, and is no failure of the comparison.
      expect((await compared('changing&layout=true')).words).toMatchObject({
        changes: null,
        problem: { code: expect.any(String), message: expect.any(String) },
      });
      await replace('changing', 'Dear {name} please pay {total | number} tomorrow', draft);
      const { changes } = (await compared('changing&sample=usual')).words;
      expect(changes).toMatchObject({
        pages: { from: 1, to: 1 },
        counts: { new: 1, changed: 1, lost: 0 },
        truncated: false,
      });
      expect(changes.marks).toMatchObject([
        { kind: 'new', text: 'please', to: [{ page: 1, height: expect.any(Number) }] },
        { kind: 'changed', text: 'tomorrow', was: 'today' },
      ]);
    });

    test('made-up data serve where there is no set; what is not there, or no version, is told', async () => {
      await upload('plain', 'one {a}');
      await replace('plain', 'one {a} two');
      expect((await compared('plain&from=1&to=newest&layout=true')).words).toMatchObject({
        sample: null,
        changes: { counts: { new: 1 } },
      });
      expect((await get('compare?templateKey=plain')).json).toMatchObject({ code: 'draft_not_found' });
      expect((await get('compare?templateKey=plain&from=9&to=1')).json).toMatchObject({
        code: 'version_not_found',
      });
      expect((await get('compare?templateKey=plain&from=0&to=1')).status).toBe(400);
      expect((await get('compare?templateKey=plain&from=live&to=1')).json).toMatchObject({
        code: 'label_not_found',
      });
      expect((await get('compare?templateKey=plain&from=1&to=2&sample=none')).json).toMatchObject({
        code: 'sample_not_found',
      });
    });
  });

  describe('sample sets', () => {
    test('they are kept, shared, and say whether they still fit', async () => {
      await upload('sampled', 'one {a}');
      const set = { templateKey: 'sampled', name: 'Long names', data: { a: 'x'.repeat(50) } };
      const saved = await put('samples', { ...set, options: { locale: 'de-AT' }, default: true });
      expect([saved.status, saved.json]).toMatchObject([
        200,
        { name: 'Long names', default: true, changedBy: ME, bytes: expect.any(Number) },
      ]);
      await put('samples', { templateKey: 'sampled', name: 'Empty', data: {} });
      expect((await get('samples?templateKey=sampled')).json).toMatchObject({
        samples: [
          { name: 'Empty', default: false },
          { name: 'Long names', default: true },
        ],
      });
      expect((await get('samples?templateKey=sampled&name=Long%20names')).json).toMatchObject({
        data: set.data,
        options: { locale: 'de-AT' },
        fits: true,
      });
      await replace('sampled', '{a} {FOR row IN rows}{row.b}{END-FOR}', draft);
      expect((await get('samples?templateKey=sampled&check=true&label=draft')).json).toMatchObject({
        samples: [
          { name: 'Empty', fits: false },
          { name: 'Long names', fits: false, problems: { missing: [{ path: 'rows' }] } },
        ],
      });
      expect((await get('samples?templateKey=sampled&check=true')).json).toMatchObject({
        samples: [{ fits: false }, { fits: true }],
      });
      const { changedAt } = saved.json as { changedAt: string };
      await put('samples', { ...set, data: { a: 'mine' }, expectedChangedAt: changedAt });
      expect((await put('samples', { ...set, expectedChangedAt: changedAt })).json).toMatchObject({
        code: 'version_conflict',
        error: expect.stringContaining(`changed by ${ME}`),
      });
      const gone = () => server.call('DELETE', '/template/samples?templateKey=sampled&name=Long%20names');
      expect((await gone()).status).toBe(200);
      expect((await gone()).json).toMatchObject({ code: 'sample_not_found' });
    });

    test('what is too large, too deep or no set of data is refused, with all that is wrong', async () => {
      await upload('bounded', 'one {a}');
      const large = { templateKey: 'bounded', name: 'large', data: { a: 'x'.repeat(1024 * 1024) } };
      expect((await put('samples', large)).status).toBe(413);
      const deep = `{"templateKey":"bounded","name":"deep","data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
      const sent = await server.call('PUT', '/template/samples', {
        headers: { 'content-type': 'application/json' },
        body: deep,
      });
      expect(sent.status).toBe(400);
      const { json } = await put('samples', {
        templateKey: 'bounded',
        name: ' ',
        data: [],
        options: { version: 1 },
        default: 'yes',
      });
      expect((json as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual([
        'name',
        'data',
        'options',
        'default',
      ]);
      expect((await get('samples?templateKey=none')).status).toBe(404);
      expect((await get('samples?templateKey=bounded&name=none')).json).toMatchObject({
        code: 'sample_not_found',
      });
    });
  });
});
