/** `options.map` over HTTP: the document and where its tags are, of generate, render, preview and jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cell, docx, p, row, table } from '../support/build.ts';
import { freshDatabase } from '../support/postgres.ts';
import { type Answer, form, startTestServer, type TestServer } from '../support/server.ts';
import { anOwner, type Visitor } from '../support/visitor.ts';

interface DocumentMap {
  readonly complete: boolean;
  readonly tags: readonly {
    readonly tag: string;
    readonly path: string | null;
    readonly boxes: readonly object[];
  }[];
}

const TEMPLATE = docx(p('Dear {name}'), table(row(cell('{#items}{sku}'), cell('{price | number}{/items}'))));
const DATA = {
  name: 'Ada',
  items: [
    { sku: 'A1', price: 2 },
    { sku: 'B2', price: 3 },
  ],
};

/** RFC 2046, as little of it as the answer has. */
const partsOf = ({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>) => {
  const [, boundary = ''] =
    /^multipart\/mixed; boundary=(\S+)$/.exec(headers.get('content-type') ?? '') ?? [];
  const whole = Buffer.from(bytes).toString('latin1');
  return whole
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.slice(2).split('\r\n\r\n');
      const body = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1');
      expect(head.toLowerCase()).toContain(`content-length: ${body.length}`);
      return { head: head.toLowerCase(), body };
    });
};
const mapIn = (answer: Pick<Answer, 'headers' | 'bytes'>): DocumentMap =>
  JSON.parse(partsOf(answer)[1]?.body.toString() ?? '') as DocumentMap;
const shown = ({ tags }: DocumentMap) =>
  tags.filter(({ boxes }) => boxes.length > 0).map(({ path, boxes }) => [path, boxes.length]);
const SHOWN = [
  ['name', 1],
  ['items[0].sku', 1],
  ['items[0].price', 1],
  ['items[1].sku', 1],
  ['items[1].price', 1],
];

describe.each(['sqlite', 'postgres'] as const)('a map, on %s', (store) => {
  let server: TestServer;
  let owner: Visitor;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const database = store === 'postgres' ? await freshDatabase() : undefined;
    close = database && (() => database.drop());
    server = await startTestServer({
      PLATEN_CREDITS: '20',
      PLATEN_PDF_ENGINE: 'native',
      ...(database && { PLATEN_DATABASE_URL: database.url }),
    });
    owner = await anOwner(server);
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'offer', template: TEMPLATE }),
    });
  });
  afterAll(async () => {
    await server?.close();
    await close?.();
  });

  const generate = (more: object = {}, headers: Record<string, string> = {}) =>
    server.call('POST', '/template/generate', {
      json: { templateKey: 'offer', output: 'PDF', data: DATA, options: { map: true }, ...more },
      headers,
    });

  test('comes behind the document, which is the same as without it', async () => {
    const plain = await generate({ options: {} });
    const answer = await generate();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.byteLength));
    const [document] = partsOf(answer);
    expect(document?.head).toContain('content-type: application/pdf');
    expect(document?.head).toContain('filename="offer.pdf"');
    expect(Buffer.from(plain.bytes).equals(document?.body ?? Buffer.alloc(0))).toBe(true);
    expect(shown(mapIn(answer))).toEqual(SHOWN);
    expect(mapIn(answer).complete).toBe(true);
  });

  test('a DOCX is laid out for it', async () => {
    const answer = await generate({ output: 'DOCX' });
    expect(partsOf(answer)[0]?.body.subarray(0, 2).toString()).toBe('PK');
    expect(shown(mapIn(answer))).toEqual(SHOWN);
  });

  test('a request that is sent again gets the same document and map, and pays once', async () => {
    const headers = { 'idempotency-key': 'mapped-once' };
    const [first, again] = [await generate({}, headers), await generate({}, headers)];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(partsOf(again).map(({ body }) => body)).toEqual(partsOf(first).map(({ body }) => body));
  });

  test('what is no switch is refused, and so is a map of many records', async () => {
    expect(await generate({ options: { map: 'yes' } })).toMatchObject({
      status: 400,
      json: { details: [{ path: 'options.map' }] },
    });
    const json = { templateKey: 'offer', output: 'PDF', records: [DATA], options: { map: true } };
    expect(await server.call('POST', '/jobs', { json })).toMatchObject({
      status: 400,
      json: { details: [{ path: 'options.map' }] },
    });
  });

  test('of a template that comes with the request', async () => {
    const request = JSON.stringify({ output: 'PDF', data: DATA, options: { map: true } });
    const answer = await server.call('POST', '/render', { body: form({ template: TEMPLATE, request }) });
    expect(shown(mapIn(answer))).toEqual(SHOWN);
  });

  test('of a job: its result is the document, and its map is by itself', async () => {
    const json = { templateKey: 'offer', output: 'PDF', data: DATA };
    const ended = async (options: object): Promise<string> => {
      const { id } = (await server.call('POST', '/jobs', { json: { ...json, options } })).json as {
        id: string;
      };
      for (;;) {
        const { state } = (await server.call('GET', `/jobs/${id}`)).json as { state: string };
        if (state === 'completed') return id;
        expect(state).not.toBe('failed');
        await sleep(20);
      }
    };
    const id = await ended({ map: true });
    const result = await server.call('GET', `/jobs/${id}/result`);
    expect(result.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(result.bytes).subarray(-6).toString()).toBe('%%EOF\n');
    const map = await server.call('GET', `/jobs/${id}/map`);
    expect(map).toMatchObject({ status: 200 });
    expect(shown(map.json as DocumentMap)).toEqual(SHOWN);
    const without = await ended({});
    expect(await server.call('GET', `/jobs/${without}/map`)).toMatchObject({
      status: 409,
      json: { hint: expect.stringContaining('options.map') },
    });
    expect(await server.call('GET', '/jobs/none/map')).toMatchObject({ status: 404 });
  });

  test('of a preview: with it, or by itself for who accepts JSON', async () => {
    const json = { templateKey: 'offer', data: DATA };
    const both = await owner.call('POST', '/template/preview', { json: { ...json, options: { map: true } } });
    expect(shown(mapIn(both))).toEqual(SHOWN);
    const alone = await owner.call('POST', '/template/preview', {
      json,
      headers: { accept: 'application/json' },
    });
    expect(alone.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(shown(alone.json as DocumentMap)).toEqual(SHOWN);
    const page = await owner.call('POST', '/template/preview', {
      json,
      headers: { accept: 'application/json, */*' },
    });
    expect(page.headers.get('content-type')).toBe('application/pdf');
    const wrong = await owner.call('POST', '/template/preview', {
      json: { ...json, data: 7 },
      headers: { accept: 'application/json' },
    });
    expect(wrong).toMatchObject({ status: 400, json: { details: [{ path: 'data' }] } });
  });
});
