/** Webhooks and callbacks over HTTP, to a real receiver that fails, hangs, redirects and comes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { type Heard, startReceiver } from '../support/receiver.ts';
import { form, rowsOf, startTestServer, type TestServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ PLATEN_WEBHOOK_PRIVATE: 'true', PLATEN_CREDITS: '100' });
  await upload('letter');
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

type Json = Record<string, unknown>;
const SOON = { timeout: 15_000, interval: 50 };
const upload = (templateKey: string, key?: string) =>
  server.call('PUT', '/template/upload', {
    body: form({ templateKey, template: docx(p('Dear {name}')) }),
    ...(key !== undefined && { key }),
  });
const make = async (path: string, events: readonly string[], key?: string) => {
  const json = { url: `${receiver.url}${path}`, events };
  const answer = await server.call('POST', '/organization/webhooks', {
    json,
    ...(key !== undefined && { key }),
  });
  expect(answer.status).toBe(201);
  return answer.json as { id: string; secret: string };
};
const change = async (id: string, json: Json) =>
  (await server.call('PATCH', `/organization/webhooks/${id}`, { json })).json as Json & { secret: string };
const remove = (id: string) => server.call('DELETE', `/organization/webhooks/${id}`);
const deliveries = async (id: string) =>
  ((await server.call('GET', `/organization/webhooks/${id}/deliveries`)).json as { deliveries: Json[] })
    .deliveries;
const order = (more: Json = {}) => ({
  templateKey: 'letter',
  output: 'DOCX',
  data: { name: 'Ada' },
  ...more,
});
const job = async (more: Json = {}) =>
  ((await server.call('POST', '/jobs', { json: order(more) })).json as { id: string }).id;
const verified = (secret: string, { headers, body }: Heard) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: Json };
const first = async (path: string): Promise<Heard> => {
  await expect.poll(() => receiver.at(path).length, SOON).toBeGreaterThan(0);
  return receiver.at(path)[0] as Heard;
};
const makeDue = () => rowsOf(server, `update webhook_deliveries set next_at = 1 returning id`);

describe('the end of a job', () => {
  test('is told to those who want it, signed as Standard Webhooks has it, with what GET /jobs shows', async () => {
    const { id, secret } = await make('/jobs', ['job.completed', 'job.failed']);
    const done = await job();
    const heard = await first('/jobs');
    const message = verified(secret, heard);
    expect(message.type).toBe('job.completed');
    expect(message.data).toEqual((await server.call('GET', `/jobs/${done}`)).json);
    await expect
      .poll(() => deliveries(id), SOON)
      .toMatchObject([
        {
          event: 'job.completed',
          eventId: heard.headers['webhook-id'],
          state: 'delivered',
          attempts: [{ status: 200, answer: 'thanks', problem: null }],
        },
      ]);
    const failed = await job({ data: {}, options: { missing: 'error' } });
    await expect.poll(() => receiver.at('/jobs').length, SOON).toBe(2);
    expect(verified(secret, receiver.at('/jobs')[1] as Heard)).toMatchObject({
      type: 'job.failed',
      data: { id: failed, state: 'failed', error: { code: 'data_missing' } },
    });
    await remove(id);
  });

  test('is told to its callback, with the secret of the organization for callbacks', async () => {
    const listed = async () => (await server.call('GET', '/organization/webhooks')).json as Json;
    expect(await listed()).toMatchObject({ callback: null });
    const { secret, url } = await change('callback', { rotateSecret: true });
    const known = await listed();
    expect(known).toMatchObject({ callback: { id: 'callback', url: null } });
    expect(JSON.stringify(known)).not.toContain('whsec_');
    expect(url).toBeNull();
    const id = await job({ callback: `${receiver.url}/callback` });
    expect(verified(secret, await first('/callback'))).toMatchObject({ type: 'job.completed', data: { id } });
    await expect.poll(() => deliveries('callback'), SOON).toMatchObject([{ state: 'delivered' }]);
    expect(await listed()).toEqual({ webhooks: [], callback: (known as Json)['callback'] });
  });
});

describe('a receiver', () => {
  test('that fails is tried again; by hand as well, with the same id', async () => {
    receiver.answer((response, path) => {
      if (path === '/moved') response.writeHead(302, { location: `${receiver.url}/target` }).end();
      else response.writeHead(500).end('not today');
    });
    const { id } = await make('/fails', ['job.completed']);
    const moved = await make('/moved', ['job.completed']);
    await job();
    await expect
      .poll(async () => [...(await deliveries(id)), ...(await deliveries(moved.id))], SOON)
      .toMatchObject([
        { state: 'waiting', attempts: [{ status: 500, answer: 'not today' }] },
        { state: 'waiting', attempts: [{ status: 302 }] },
      ]);
    expect(receiver.at('/target')).toEqual([]);
    await remove(moved.id);
    const [{ nextAt, createdAt, id: delivery } = {}] = await deliveries(id);
    expect(Date.parse(String(nextAt)) - Date.parse(String(createdAt))).toBeGreaterThan(4_000);
    receiver.answer((response) => response.end('thanks'));
    makeDue();
    await expect
      .poll(() => deliveries(id), SOON)
      .toMatchObject([{ state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] }]);
    const again = await server.call('POST', `/organization/webhooks/${id}/deliveries/${delivery}/redeliver`);
    expect(again).toMatchObject({ status: 202, json: { state: 'waiting' } });
    await expect.poll(() => receiver.at('/fails').length, SOON).toBe(3);
    expect(new Set(receiver.at('/fails').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.at('/fails').map(({ body }) => body)).size).toBe(1);
    await remove(id);
    expect(await server.call('GET', `/organization/webhooks/${id}/deliveries`)).toMatchObject({
      status: 404,
      json: { code: 'webhook_not_found' },
    });
  });

  test('that hangs holds up nobody else, however many messages wait for it', async () => {
    const hanging: ServerResponse[] = [];
    receiver.answer((response, path) => {
      if (path === '/hangs') hanging.push(response);
      else response.end();
    });
    const { id } = await make('/hangs', ['template.changed']);
    for (let n = 0; n < 40; n++) await upload(`many-${n}`);
    await expect.poll(() => receiver.at('/hangs').length, SOON).toBe(8);
    const beside = await make('/beside', ['job.completed']);
    await job();
    await first('/beside');
    await remove(beside.id);
    const key = await server.admin(async (admin) => {
      const { id: other } = await admin.createOrganization('Other', 5);
      return (await admin.createKey(other, { name: 'k', scopes: ['admin', 'templates:write'] })).secret;
    });
    await make('/other', ['template.changed'], key);
    await upload('theirs', key);
    await first('/other');
    expect(receiver.at('/hangs')).toHaveLength(8);
    await remove(id);
    receiver.answer((response) => response.end());
    for (const response of hanging) response.end();
  });

  test('has its secret changed without a gap: for a day both sign', async () => {
    const { id, secret } = await make('/rotates', ['job.completed']);
    const { secret: fresh } = await change(id, { rotateSecret: true });
    expect(fresh).not.toBe(secret);
    await job();
    const heard = await first('/rotates');
    expect(verified(secret, heard)).toEqual(verified(fresh, heard));
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, heard)).toThrow();
    const shown = JSON.stringify((await server.call('GET', '/organization/webhooks')).json);
    expect(shown).not.toContain('whsec_');
    await change(id, { disabled: true });
    await job();
    expect(await deliveries(id)).toHaveLength(1);
    await remove(id);
  });
});

describe('other events', () => {
  test('templates that change, documents that fail, credit that runs low', async () => {
    const { id, secret } = await make('/all', ['template.changed', 'document.failed', 'credit.low']);
    await upload('changing');
    await server.call('PUT', '/template/delete', { json: { templateKey: 'changing' } });
    await server.call('POST', '/template/generate', {
      json: order({ data: {}, options: { missing: 'error' } }),
    });
    const { credit } = (await server.call('GET', '/organization')).json as { credit: number };
    expect(await server.call('PATCH', '/organization', { json: { lowCredit: credit - 2 } })).toMatchObject({
      status: 200,
      json: { lowCredit: credit - 2 },
    });
    // The key's organization is remembered for half a second.
    await expect
      .poll(
        async () => {
          await server.call('POST', '/template/generate', { json: order() });
          await server.call('PATCH', '/organization', {
            json: {
              lowCredit: (((await server.call('GET', '/organization')).json as Json)['credit'] as number) - 1,
            },
          });
          return receiver.at('/all').some(({ body }) => body.includes('credit.low'));
        },
        { timeout: 15_000, interval: 700 },
      )
      .toBe(true);
    const told = receiver.at('/all').map((heard) => verified(secret, heard));
    const of = (type: string) => told.filter((message) => message.type === type).map(({ data }) => data);
    expect(of('template.changed')).toEqual(
      expect.arrayContaining([
        { action: 'create', templateKey: 'changing', name: 'changing', version: 1 },
        { action: 'delete', templateKey: 'changing', name: 'changing', version: 1 },
      ]),
    );
    expect(of('document.failed')).toEqual([
      { templateKey: 'letter', output: 'DOCX', code: 'data_missing', count: 1 },
    ]);
    expect(of('credit.low')[0]).toEqual({ credit: expect.any(Number), lowCredit: expect.any(Number) });
    await remove(id);
  });
});

describe('what is refused', () => {
  test.each([
    [{}],
    [{ url: 'ftp://a.example', events: ['job.failed'] }],
    [{ url: 'https://u:p@a.example', events: ['job.failed'] }],
    [{ url: 'https://a.example', events: [] }],
    [{ url: 'https://a.example', events: ['job.done'] }],
    [{ url: 7, events: ['job.failed'] }],
  ])('%j', async (json) => {
    expect(await server.call('POST', '/organization/webhooks', { json })).toMatchObject({ status: 400 });
  });

  test('what is not there, what callbacks do not have, and keys without the scope', async () => {
    expect(await remove('none')).toMatchObject({ status: 404 });
    expect(await remove('callback')).toMatchObject({ status: 400 });
    for (const json of [{ url: 'https://a.example' }, { disabled: true }, { rotateSecret: 1 }])
      expect(await server.call('PATCH', '/organization/webhooks/callback', { json })).toMatchObject({
        status: 400,
      });
    expect(
      await server.call('POST', '/organization/webhooks/callback/deliveries/none/redeliver'),
    ).toMatchObject({ status: 404, json: { code: 'delivery_not_found' } });
    const made = await server.call('POST', '/organization/keys', {
      json: { name: 'k', scopes: ['generate'] },
    });
    const { key } = made.json as { key: string };
    expect(await server.call('GET', '/organization/webhooks', { key })).toMatchObject({ status: 403 });
  });

  test('without the setting nothing inside is reached: by address at once, by name when it is sent', async () => {
    const strict = await startTestServer();
    try {
      await strict.call('PUT', '/template/upload', {
        body: form({ templateKey: 'letter', template: docx(p('Dear {name}')) }),
      });
      for (const url of ['http://169.254.169.254/latest', `${receiver.url}/strict`, 'http://[::1]/']) {
        expect(
          await strict.call('POST', '/organization/webhooks', { json: { url, events: ['job.failed'] } }),
        ).toMatchObject({ status: 400, json: { error: expect.stringContaining('not public') } });
        expect(await strict.call('POST', '/jobs', { json: order({ callback: url }) })).toMatchObject({
          status: 400,
          json: { code: 'bad_option', details: [{ path: 'callback' }] },
        });
      }
      const callback = `${receiver.url.replace('127.0.0.1', 'localhost')}/strict`;
      await strict.call('POST', '/jobs', { json: order({ callback }) });
      const list = async () => (await strict.call('GET', '/organization/webhooks/callback/deliveries')).json;
      await expect.poll(list, SOON).toMatchObject({
        deliveries: [
          { state: 'waiting', attempts: [{ status: null, problem: expect.stringContaining('not public') }] },
        ],
      });
      expect(receiver.at('/strict')).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});

describe('a server that is killed while it sends', () => {
  test('another sends the message again, under the same id', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-webhooks-'));
    const environment = { PLATEN_DATA: folder, PLATEN_WEBHOOK_PRIVATE: 'true', PLATEN_CREDITS: '5' };
    const hears = await startReceiver();
    hears.answer(() => undefined);
    let running = await startServerProcess(environment);
    try {
      await running.call('PUT', '/template/upload', {
        body: form({ templateKey: 'letter', template: docx(p('Dear {name}')) }),
      });
      await running.call('POST', '/jobs', { json: order({ callback: `${hears.url}/end` }) });
      await expect.poll(() => hears.at('/end').length, SOON).toBe(1);
      await running.stop('SIGKILL');
      // It would be due again after a minute.
      const database = new DatabaseSync(join(folder, 'platen.db'), { timeout: 5_000 });
      database.exec('update webhook_deliveries set next_at = 1');
      database.close();
      hears.answer((response) => response.end());
      running = await startServerProcess(environment);
      await expect.poll(() => hears.at('/end').length, SOON).toBe(2);
      const [one, two] = hears.at('/end');
      expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
      expect(two?.body).toBe(one?.body);
      const delivered = async () =>
        (await running.call('GET', '/organization/webhooks/callback/deliveries')).json;
      await expect
        .poll(delivered, SOON)
        .toMatchObject({ deliveries: [{ state: 'delivered', attempts: [{ status: 200 }] }] });
    } finally {
      await running.stop('SIGKILL');
      await hears.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
