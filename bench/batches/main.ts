/**
 * npm run batch:bench [records] [store]: a batch of invoices to a ZIP and to one PDF, with its rate, what it takes of processors
 * and memory, and how large it is; beside the engine alone on as many cores, by processor time.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '../../src/node-flags.mjs';
import { cpuOf, KEY, memoryOf, type Server, startPlaten } from '../load/servers.ts';
import { invoice, template } from './invoices.ts';

const records = Number(process.argv[2] ?? 20_000);
const databaseUrl = process.env['DATABASE_URL'];

const call = async (server: Server, method: string, path: string, body?: BodyInit): Promise<Response> => {
  const { host, port } = server.target;
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}` },
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
};

const linesOf = (count: number): Blob => {
  const lines: string[] = [];
  for (let seed = 0; seed < count; seed += 1) lines.push(`${JSON.stringify(invoice(seed))}\n`);
  return new Blob(lines);
};

interface Job {
  readonly state: string;
  readonly records: { readonly total: number; readonly done: number; readonly failed: number };
  readonly createdAt: string;
  readonly finishedAt: string;
  readonly result: { readonly size: number } | null;
}

const send = async (server: Server, count: number, bundle: string): Promise<string> => {
  const form = new FormData();
  const request = { templateKey: 'invoice', output: 'PDF', bundle, options: { engine: 'native' } };
  form.set('request', JSON.stringify(request));
  form.set('records', linesOf(count), 'invoices.ndjson');
  const { id } = (await (await call(server, 'POST', '/jobs', form)).json()) as { id: string };
  return id;
};

const watched = async (
  server: Server,
  id: string,
): Promise<{ job: Job; peak: number; processor: number }> => {
  let peak = 0;
  let processor = cpuOf(server);
  for (;;) {
    const job = (await (await call(server, 'GET', `/jobs/${id}`)).json()) as Job;
    peak = Math.max(peak, memoryOf(server));
    // Processes that have ended are counted with their parent, but not those of a tree that is gone.
    processor = Math.max(processor, cpuOf(server));
    if (job.state !== 'queued' && job.state !== 'running') return { job, peak, processor };
    await sleep(250);
  }
};

interface Alone {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** A process on each core, as a batch has its server and its jobs on them: cores share caches, and what else the machine has. */
const engine = async (): Promise<Alone> => {
  const words = [...NODE_FLAGS, join(import.meta.dirname, 'engine.ts')];
  const made = await Promise.all(
    Array.from({ length: availableParallelism() }, () => promisify(execFile)(process.execPath, words)),
  );
  const found = made.map(({ stdout }) => JSON.parse(stdout) as Alone);
  const mean = (of: (one: Alone) => number): number =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  return { milliseconds: mean((one) => one.milliseconds), bytes: mean((one) => one.bytes) };
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const alone = await engine();
say(
  `engine alone: ${alone.milliseconds.toFixed(2)} ms of processor time a document, ${Math.round(alone.bytes)} bytes`,
);
const server = await startPlaten({
  PLATEN_PDF_ENGINE: 'native',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});
try {
  const form = new FormData();
  form.set('templateKey', 'invoice');
  form.set('template', new Blob([template()]), 'template.docx');
  await call(server, 'PUT', '/template/upload', form);
  await watched(server, await send(server, 500, 'zip'));
  for (const bundle of (process.argv[3] ?? 'zip,pdf').split(',')) {
    await sleep(3000);
    const memory = memoryOf(server);
    const before = cpuOf(server);
    const id = await send(server, records, bundle);
    const { job, peak, processor } = await watched(server, id);
    const seconds = (Date.parse(job.finishedAt) - Date.parse(job.createdAt)) / 1000;
    const each = (processor - before) / records;
    say(
      [
        `${bundle}: ${job.state}, ${job.records.done} of ${job.records.total} in ${seconds.toFixed(1)} s`,
        `${(records / seconds).toFixed(0)} a second`,
        `${each.toFixed(2)} ms of processor time each (${((alone.milliseconds / each) * 100).toFixed(0)} % of the engine alone)`,
        `memory ${memory.toFixed(0)} to ${peak.toFixed(0)} MiB`,
        `${((job.result?.size ?? 0) / 1024 ** 2).toFixed(1)} MiB`,
      ].join('; '),
    );
  }
} finally {
  await server.stop();
}
