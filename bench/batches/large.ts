/**
 * npm run batch:large [records] [MiB]: a batch of small letters whose file of records is large, sent as it is made; how long it takes,
 * and how much memory the server has at most.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { docx, p } from '../../test/support/build.ts';
import { KEY, memoryOf, type Server, startPlaten } from '../load/servers.ts';

const records = Number(process.argv[2] ?? 100_000);
const bytes = Number(process.argv[3] ?? 1024) * 1024 ** 2;
const BOUNDARY = 'platen-large';
const LINES_AT_ONCE = 200;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const call = async (server: Server, method: string, path: string, init: RequestInit = {}) => {
  const { host, port } = server.target;
  const headers = { authorization: `Bearer ${KEY}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`http://${host}:${port}${path}`, { ...init, method, headers });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
};

/** Text that no template asks for makes up the size. */
const line = (record: number, filling: string): string =>
  `${JSON.stringify({ name: `N${record}`, n: record, note: filling })}\n`;

async function* sent(): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder();
  const request = JSON.stringify({ templateKey: 'letter', output: 'DOCX', options: { filename: '{n}' } });
  yield text.encode(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="request"\r\n\r\n${request}\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="records"; filename="r.ndjson"\r\n\r\n`,
  );
  const room = Math.ceil(bytes / records) - line(records, '').length;
  const filling = randomBytes(Math.ceil(Math.max(0, room) / 2))
    .toString('hex')
    .slice(0, Math.max(0, room));
  for (let first = 1; first <= records; first += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, records - first + 1);
    yield text.encode(Array.from({ length: count }, (_, index) => line(first + index, filling)).join(''));
  }
  yield text.encode(`\r\n--${BOUNDARY}--\r\n`);
}

interface Job {
  readonly state: string;
  readonly records: { readonly total: number; readonly done: number; readonly failed: number };
  readonly charged: number;
  readonly result: { readonly size: number } | null;
}

const server = await startPlaten({ PLATEN_REQUEST_SECONDS: '3600' });
try {
  const form = new FormData();
  form.set('templateKey', 'letter');
  form.set('template', new Blob([new Uint8Array(docx(p('Dear {name}, number {n}')))]), 'letter.docx');
  await call(server, 'PUT', '/template/upload', { body: form });
  await sleep(3000);
  const before = memoryOf(server);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, 500);
  const began = performance.now();
  const answer = await call(server, 'POST', '/jobs', {
    body: ReadableStream.from(sent()),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    duplex: 'half',
  } as RequestInit);
  const { id } = (await answer.json()) as { id: string };
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0);
  say(`sent in ${seconds()} s; memory ${before.toFixed(0)} to ${peak.toFixed(0)} MiB`);
  let job: Job;
  do {
    await sleep(1000);
    job = (await (await call(server, 'GET', `/jobs/${id}`)).json()) as Job;
  } while (job.state === 'queued' || job.state === 'running');
  clearInterval(watching);
  const { total, done, failed } = job.records;
  say(
    `${job.state}: ${done} of ${total}, ${failed} failed, ${job.charged} charged, in ${seconds()} s; ` +
      `memory ${before.toFixed(0)} to ${peak.toFixed(0)} MiB; ${((job.result?.size ?? 0) / 1024 ** 2).toFixed(0)} MiB`,
  );
  if (job.state !== 'completed' || done !== records || job.charged !== records) process.exitCode = 1;
} finally {
  await server.stop();
}
