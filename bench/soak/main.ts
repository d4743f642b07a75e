/**
 * `npm run soak [-- --minutes 30]`: mixed load for as long as one has patience, on one server as `npm start` runs it, with templates that are
 * replaced, callers who hang up, jobs, batches and webhooks. Memory, descriptors and threads must stay flat, tables grow by what
 * is kept alone. Exits with 1 where something grows.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf, startPlaten } from '../load/servers.ts';
import { pidsOfTree } from '../process-tree.ts';
import { table } from '../report.ts';
import { Callers } from './callers.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
const SAMPLE_MS = 10_000;
const A_MINUTE = 60_000 / SAMPLE_MS;
/** What a later quarter may have more than an earlier one: collections come when they come. */
const GROWTH = 1.15;

const folder = mkdtempSync(join(tmpdir(), 'platen-soak-'));
let heard = 0;
const receiver = createServer((request, response) => {
  heard += 1;
  request.resume();
  response.end();
}).listen(0, '127.0.0.1');
const server = await startPlaten({
  PLATEN_DATA: folder,
  PLATEN_PDF_ENGINE: 'native',
  PLATEN_WEBHOOK_PRIVATE: 'true',
});

const counted = (what: 'fd' | 'task'): number =>
  pidsOfTree(server.pid).reduce((sum, pid) => {
    try {
      return sum + readdirSync(`/proc/${pid}/${what}`).length;
    } catch {
      return sum; // It has ended in between.
    }
  }, 0);

const TABLES = [
  'ledger',
  'usage_hours',
  'blobs',
  'template_versions',
  'jobs',
  'retries',
  'webhook_deliveries',
  'audit',
];
const rowsOf = (): number[] => {
  const database = new DatabaseSync(join(folder, 'platen.db'), { readOnly: true, timeout: 5_000 });
  try {
    return TABLES.map((name) => Number(database.prepare(`select count(*) as n from ${name}`).get()?.['n']));
  } finally {
    database.close();
  }
};

interface Sample {
  readonly memory: number;
  readonly descriptors: number;
  readonly threads: number;
}
const mean = (part: readonly Sample[], what: keyof Sample): number =>
  part.reduce((sum, sample) => sum + sample[what], 0) / Math.max(1, part.length);
/** Of the line that fits a series best (least squares), in its unit by step. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2;
  const covariance = values.reduce((sum, value, at) => sum + (at - middle) * value, 0);
  return (
    covariance /
    Math.max(
      1,
      values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0),
    )
  );
};

const samples: Sample[] = [];
const tables: number[][] = [];
try {
  const { host, port } = server.target;
  const callers = await Callers.start(
    `http://${host}:${port}`,
    `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  );
  const until = performance.now() + minutes * 60_000;
  const started = loadavg()[0];
  console.log(table(['minute', 'memory', 'descriptors', 'threads', 'documents so far', 'load'], []));
  while (performance.now() < until) {
    await sleep(SAMPLE_MS);
    samples.push({ memory: memoryOf(server), descriptors: counted('fd'), threads: counted('task') });
    // As they come: who ends a long run early has what there was until then.
    if (samples.length % A_MINUTE === 0) {
      const minute = samples.slice(-A_MINUTE);
      const cells = [
        samples.length / A_MINUTE,
        `${mean(minute, 'memory').toFixed(0)} MiB`,
        mean(minute, 'descriptors').toFixed(0),
        mean(minute, 'threads').toFixed(0),
        callers.counts.documents,
        loadavg()[0]?.toFixed(1),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
    if (samples.length % Math.max(1, Math.round((minutes * 60_000) / SAMPLE_MS / 4)) === 0)
      tables.push(rowsOf());
  }
  await callers.stop();
  if (tables.length < 4) tables.push(rowsOf());
  const { odd, ...counts } = callers.counts;
  const quarters = [0, 1, 2, 3].map((at) =>
    samples.slice((samples.length * at) / 4, (samples.length * (at + 1)) / 4),
  );
  const rows = (['memory', 'descriptors', 'threads'] as const).map((what) => {
    const means = quarters.map((quarter) => mean(quarter, what));
    // The first quarter warms up.
    const isFlat = (means[3] ?? 0) <= (means[1] ?? 0) * GROWTH;
    if (!isFlat) process.exitCode = 1;
    const unit = what === 'memory' ? ' MiB' : '';
    return [what, ...means.map((value) => `${value.toFixed(0)}${unit}`), isFlat ? 'flat' : 'grows'];
  });
  for (const [at, name] of TABLES.entries())
    rows.push([`rows of ${name}`, ...[0, 1, 2, 3].map((quarter) => String(tables[quarter]?.[at] ?? '')), '']);
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(
    `\n${minutes} minutes, load ${started?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}: ${JSON.stringify({ ...counts, webhooks: heard })}, data folder ${(size / 1e6).toFixed(0)} MB\n`,
  );
  console.log(table(['mean of', 'first quarter', 'second', 'third', 'last', ''], rows));
  const later = samples.slice(samples.length / 2).map(({ memory }) => memory);
  const highest = Math.max(...samples.map(({ memory }) => memory));
  console.log(
    `\nMemory: at most ${highest.toFixed(0)} MiB; over the second half it ${slopeOf(later) < 0 ? 'falls' : 'rises'} by ${Math.abs(slopeOf(later) * A_MINUTE * 60).toFixed(1)} MiB an hour.`,
  );
  for (const [what, times] of odd) console.log(`ODD, ${times} times: ${what}`);
  if (odd.size > 0) process.exitCode = 1;
} finally {
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
