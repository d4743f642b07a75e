/**
 * `npm run load:threads [-- --threads 1,2,4] [--seconds N] [--warm N]`: what a small DOCX costs each thread of the server, with so many
 * that serve HTTP, and what that lets more processor cores carry: a thread that there is once carries no more than one core.
 * Linux alone, where a thread's time can be read.
 */
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { asking, uploadInvoice } from './asking.ts';
import { drive } from './drive.ts';
import { memoryOf, startPlaten } from './servers.ts';
import { threadTimes } from './thread-times.ts';

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '8' },
  },
});
const CONNECTIONS = 64;
const CORES = 16;

const measured = async (threads: number): Promise<readonly string[]> => {
  const platen = await startPlaten({ PLATEN_HTTP_THREADS: String(threads), PLATEN_PDF_WARM: 'false' });
  try {
    await uploadInvoice(platen);
    const load = (milliseconds: number) =>
      drive({ target: platen.target, request: asking(platen), connections: CONNECTIONS, milliseconds });
    await load(Number(values.warm) * 1000);
    const before = threadTimes(platen);
    const { answered } = await load(Number(values.seconds) * 1000);
    const after = threadTimes(platen);
    const cost = (kind: string): number => ((after.get(kind) ?? 0) - (before.get(kind) ?? 0)) / answered;
    const all = [...after.keys()].reduce((sum, kind) => sum + cost(kind), 0);
    const [main, database] = [cost('MainThread'), cost('database')];
    const carried = Math.min((CORES / all) * 1000, 1000 / main, 1000 / database);
    return [
      String(threads),
      String(answered),
      ...[threads === 1 ? main : cost('http'), threads === 1 ? 0 : main, database, all].map((ms) =>
        (ms * 1000).toFixed(0),
      ),
      threads === 1 ? '' : `${carried.toFixed(0)} (${((carried * all) / 1000).toFixed(1)} cores)`,
      memoryOf(platen).toFixed(0),
    ];
  } finally {
    await platen.stop();
  }
};

const rows: (readonly string[])[] = [];
for (const threads of values.threads.split(',')) rows.push(await measured(Number(threads)));
console.log(
  table(
    [
      'threads',
      'documents',
      'serving, µs',
      'main, µs',
      'database, µs',
      'all, µs',
      `a second on ${CORES} cores`,
      'memory, MiB',
    ],
    rows,
  ),
);
