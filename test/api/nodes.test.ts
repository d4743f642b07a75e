/** Three servers on one PostgreSQL: they agree on limits, credit and keys, and losing one loses nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdmin } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Admin } from '../../src/service/admin.ts';
import { docx, p } from '../support/build.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { paragraphs } from '../support/read.ts';
import { form } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { lastAcceptedAfter } from '../support/until-refused.ts';

let database: TestDatabase;
let nodes: ServerProcess[];
let administration: Awaited<ReturnType<typeof openAdmin>>;
let admin: Admin;

beforeAll(async () => {
  database = await freshDatabase();
  const environment = { DATABASE_URL: database.url, PLATEN_CREDITS: '1000' };
  // All at once on an empty database: migrations and the first organization are made once.
  nodes = await Promise.all([1, 2, 3].map(() => startServerProcess(environment)));
  administration = await openAdmin(loadConfig(environment), 'test');
  ({ admin } = administration);
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop('SIGKILL')));
  await administration?.close();
  await database?.drop();
});

const node = (index: number): ServerProcess => {
  const found = nodes[index % nodes.length];
  if (found === undefined) throw new Error('no node');
  return found;
};
const file = docx(p('Hello {name}'));
const upload = (server: ServerProcess, key: string, secret?: string) =>
  server.call('PUT', '/template/upload', {
    body: form({ templateKey: key, template: file }),
    ...(secret !== undefined && { key: secret }),
  });
const generate = (server: ServerProcess, key: string, secret?: string) =>
  server.call('POST', '/template/generate', {
    json: { templateKey: key, output: 'DOCX', data: { name: 'Ada' } },
    ...(secret !== undefined && { key: secret }),
  });
const organization = async (name: string, credit: number | null) => {
  const { id } = await admin.createOrganization(name, credit);
  const { secret, key } = await admin.createKey(id, { name: 'key' });
  return { id, secret, keyId: key.id };
};

test('the first start was one, and what one node stores the others have at once', async () => {
  expect(await admin.organizations()).toHaveLength(1);
  expect((await upload(node(0), 'shared')).status).toBe(200);
  for (const server of nodes)
    expect(paragraphs((await generate(server, 'shared')).bytes)).toEqual(['Hello Ada']);
  const next = form({ templateKey: 'shared', template: docx(p('Bye {name}')) });
  await node(1).call('PUT', '/template/replace', { body: next });
  for (const server of nodes)
    expect(paragraphs((await generate(server, 'shared')).bytes)).toEqual(['Bye Ada']);
});

test('a node never makes a document of what another has replaced, renamed or deleted, whatever it remembers', async () => {
  const { secret } = await organization('memory', null);
  const put = (path: string, template: Uint8Array) =>
    node(0).call('PUT', path, { key: secret, body: form({ templateKey: 'k', template }) });
  await put('/template/upload', docx(p('One {name | date}')));
  // What the remembered version refuses, the newest may accept.
  expect((await generate(node(1), 'k', secret)).status).toBe(400);
  await put('/template/replace', docx(p('Two {name}')));
  expect(paragraphs((await generate(node(1), 'k', secret)).bytes)).toEqual(['Two Ada']);
  await node(0).call('POST', '/template/rename', {
    key: secret,
    json: { templateKey: 'k', name: 'Second name' },
  });
  const renamed = await generate(node(1), 'k', secret);
  expect(renamed.headers.get('content-disposition')).toContain('Second name.docx');
  await node(0).call('PUT', '/template/delete', { key: secret, json: { templateKey: 'k' } });
  expect(await generate(node(1), 'k', secret)).toMatchObject({
    status: 404,
    json: { code: 'template_not_found' },
  });
  await put('/template/upload', docx(p('Three {name}')));
  expect(paragraphs((await generate(node(1), 'k', secret)).bytes)).toEqual(['Three Ada']);
});

test('documents asked for while a template is replaced are never older than what was acknowledged', async () => {
  const { id, secret } = await organization('replacing', 100_000);
  const put = (path: string, number: number) =>
    node(0).call('PUT', path, {
      key: secret,
      body: form({ templateKey: 'k', template: docx(p(`${number} {name}`)) }),
    });
  await put('/template/upload', 1);
  let acknowledged = 1;
  let made = 0;
  let stop = false;
  const client = async (index: number): Promise<void> => {
    while (!stop) {
      const least = acknowledged;
      const { status, bytes } = await generate(node(index), 'k', secret);
      expect(status).toBe(200);
      expect(Number.parseInt(paragraphs(bytes)[0] ?? '', 10)).toBeGreaterThanOrEqual(least);
      made += 1;
    }
  };
  const clients = [0, 1, 2, 1].map(client);
  for (let number = 2; number <= 15; number += 1) {
    expect((await put('/template/replace', number)).status).toBe(200);
    acknowledged = number;
  }
  stop = true;
  await Promise.all(clients);
  expect(made).toBeGreaterThan(15);
  expect((await admin.organization(id)).credit).toBe(100_000 - made);
});

test('credit is exact across nodes', async () => {
  const { id, secret } = await organization('credit', 25);
  await upload(node(0), 'paid', secret);
  const calls = Array.from({ length: 75 }, (_, index) => generate(node(index), 'paid', secret));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(25);
  expect(statuses.filter((status) => status === 402)).toHaveLength(50);
  expect((await admin.organization(id)).credit).toBe(0);
  const charges = (await admin.ledger(id, 1000)).filter(({ reason }) => reason === 'generate');
  expect(charges.map(({ balanceAfter }) => balanceAfter).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 25 }, (_, index) => index),
  );
});

test('the same request under one Idempotency-Key, from all sides at once: one document is charged', async () => {
  const { secret, id } = await organization('retries', 10);
  await upload(node(0), 'once', secret);
  const send = (index: number) =>
    node(index).call('POST', '/template/generate', {
      json: { templateKey: 'once', output: 'DOCX', data: { name: 'Ada' } },
      headers: { 'idempotency-key': 'one' },
      key: secret,
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index)));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  for (const { status, headers } of answers) expect(headers.has('retry-after')).toBe(status === 409);
  const later = await Promise.all(Array.from({ length: 3 }, (_, index) => send(index)));
  const documents = [...answers, ...later].filter(({ status }) => status === 200);
  expect(later.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true', 'true']);
  expect(new Set(documents.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(1);
  expect((await admin.organization(id)).credit).toBe(9);
});

test('rate limits are exact across nodes', async () => {
  const { id, secret } = await organization('limits', null);
  await admin.setLimits(id, { requestLimit: 20 });
  const calls = Array.from({ length: 60 }, (_, index) =>
    node(index).call('GET', '/template/list', { key: secret }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});

test('a revoked key is refused everywhere within a second', async () => {
  const { id, secret, keyId } = await organization('revoking', null);
  const statuses = async () =>
    (await Promise.all(nodes.map((server) => server.call('GET', '/template/list', { key: secret })))).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await admin.revokeKey(id, keyId);
  expect(await lastAcceptedAfter(async () => !(await statuses()).includes(200))).toBeLessThan(1000);
});

test('killing a node under load loses nothing that was acknowledged', async () => {
  const { id, secret } = await organization('killing', 100_000);
  await upload(node(0), 'load', secret);
  const victim = nodes[2];
  if (victim === undefined) throw new Error('no third node');
  const stored = new Set<string>();
  let generated = 0;
  let stop = false;
  const client = async (index: number): Promise<void> => {
    for (let turn = 0; !stop; turn += 1) {
      const server = node(index);
      const key = `client ${index} turn ${turn}`;
      try {
        if ((await upload(server, key, secret)).status === 200) stored.add(key);
        if ((await generate(server, 'load', secret)).status === 200) generated += 1;
      } catch {
        // The node is gone: what it had not acknowledged may be there or not.
        if (server === victim) return;
        throw new Error('a node that was not killed did not answer');
      }
    }
  };
  const clients = Array.from({ length: 6 }, (_, index) => client(index));
  while (stored.size < 10 || generated < 10) await sleep(10);
  await sleep(300);
  await victim.stop('SIGKILL');
  await sleep(500);
  stop = true;
  await Promise.all(clients);

  nodes = nodes.slice(0, 2);
  const list = (await node(0).call('GET', '/template/list', { key: secret })).json as { key: string }[];
  const keys = new Set(list.map(({ key }) => key));
  expect([...stored].filter((key) => !keys.has(key))).toEqual([]);
  for (const { key } of list) {
    const { bytes } = await node(1).call('GET', `/template/download?templateKey=${encodeURIComponent(key)}`, {
      key: secret,
    });
    expect(bytes).toEqual(file);
  }
  const spent = 100_000 - ((await admin.organization(id)).credit ?? 0);
  const charges = (await admin.ledger(id, 10_000)).filter(({ reason }) => reason === 'generate');
  expect(charges).toHaveLength(spent);
  // Each acknowledged document was charged; of those under way when the node died, each at most once.
  expect(spent).toBeGreaterThanOrEqual(generated);
  expect(spent - generated).toBeLessThanOrEqual(2);
}, 60_000);
