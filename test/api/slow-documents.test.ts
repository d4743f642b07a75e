/** Documents that took long are in the log with the time of each stage, and nothing of what was sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_SLOW_MS: '1', PLATEN_PDF_ENGINE: 'native' });
  const template = docx(p('{FOR row IN rows}'), p('Dear {row}'), p('{END}'));
  await server.call('PUT', '/template/upload', { body: form({ templateKey: 'letter', template }) });
});
afterAll(() => server?.close());

interface Line {
  readonly msg: string;
  readonly requestId: string;
  readonly ms: number;
  readonly stages: Readonly<Record<string, number>>;
}

const lineOf = (requestId: string, msg = 'slow document') =>
  expect
    .poll(() => linesOf(requestId, msg)[0])
    .toBeDefined()
    .then(() => linesOf(requestId, msg)[0] as Line);
const linesOf = (requestId: string, msg: string): readonly Line[] =>
  server.log
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg && line.requestId === requestId);

const SECRET = 'Zaphod-Beeblebrox';
const order = (output: string, rows: number) => ({
  templateKey: 'letter',
  output,
  data: { rows: Array.from({ length: rows }, (_one, index) => `${SECRET} ${index}`) },
});
const generate = (requestId: string, json: object) =>
  server.call('POST', '/template/generate', { json, headers: { 'x-request-id': requestId } });

test.each(['DOCX', 'PDF'])(
  'a large %s waits for a process, and its stages there are told',
  async (output) => {
    expect((await generate(`large-${output}`, order(output, 6_000))).status).toBe(200);
    const { stages, ...line } = await lineOf(`large-${output}`);
    expect(line).toMatchObject({ rows: 6_000, output });
    const names = ['queue', 'read', 'template', 'render', 'charge', ...(output === 'PDF' ? ['layout'] : [])];
    expect(Object.keys(stages)).toEqual(expect.arrayContaining(names));
    for (const ms of Object.values(stages)) expect(ms).toBeGreaterThanOrEqual(0);
  },
);

test('a document whose body takes its time says so, and what else took how long', async () => {
  const body = JSON.stringify(order('PDF', 3));
  const sent = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(body.slice(0, 10)));
      await new Promise((resolve) => setTimeout(resolve, 100));
      controller.enqueue(Buffer.from(body.slice(10)));
      controller.close();
    },
  });
  const { status } = await fetch(`${server.address}/template/generate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      'content-type': 'application/json',
      'x-request-id': 'slow-body',
    },
    body: sent,
    duplex: 'half',
  } as RequestInit);
  expect(status).toBe(200);
  const line = await lineOf('slow-body');
  expect(line).toMatchObject({
    level: 'warn',
    template: 'letter',
    version: 1,
    output: 'PDF',
    engine: 'native',
    rows: 3,
    pages: 1,
    bytes: expect.any(Number),
    organization: expect.any(String),
  });
  expect(line.stages['body']).toBeGreaterThanOrEqual(50);
  const names = ['authenticate', 'body', 'read', 'template', 'render', 'layout', 'charge', 'send'];
  expect(Object.keys(line.stages)).toEqual(expect.arrayContaining(names));
  const { 'layout.read': read = 0, 'layout.pages': pages = 0, 'layout.write': write = 0 } = line.stages;
  expect(Math.abs(read + pages + write - (line.stages['layout'] ?? 0))).toBeLessThan(1);
  const sum = names.reduce((all, name) => all + (line.stages[name] ?? 0), 0);
  expect(sum).toBeLessThanOrEqual(line.ms + 1);
});

test('what fails is told as far as it came, with its code', async () => {
  expect(
    (await generate('failed', { ...order('DOCX', 6_000), data: { rows: 'x'.repeat(70_000) } })).status,
  ).toBe(400);
  expect(await lineOf('failed')).toMatchObject({ template: 'letter', code: expect.any(String) });
});

test('a job, with how long it waited', async () => {
  const made = await server.call('POST', '/jobs', {
    json: order('PDF', 3),
    headers: { 'x-request-id': 'slow-job' },
  });
  expect(made.status).toBe(202);
  const line = await lineOf('slow-job');
  expect(line).toMatchObject({ job: true, template: 'letter', pages: 1 });
  expect(Object.keys(line.stages)).toEqual(expect.arrayContaining(['wait', 'render', 'keep', 'charge']));
});

test('nothing of the data is there', () => {
  expect(server.log.length).toBeGreaterThan(5);
  expect(server.log.join('')).not.toContain(SECRET);
});
