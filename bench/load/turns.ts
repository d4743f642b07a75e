/**
 * `npm run load:turns -- PROGRAM… [--slices N] [--warm N] [--connections N] [--pdf]`: what a small DOCX (or a PDF of two pages) costs this server and others, which are other
 * checkouts' (`dist/server/cli/platen.js`) or this one with other settings (`PROGRAM,NAME=VALUE`). Each gets a slice
 * of the time after the other, until all have made as many documents as it takes to warm up, and then for the medians. Processor time by thread, and in turns, is what a busy machine falsifies least.
 */
import { parseArgs } from 'node:util';
import { PROGRAM } from '../../test/support/program.ts';
import { table } from '../report.ts';
import { asking, TWO_PAGES, uploadInvoice } from './asking.ts';
import { drive, quantile } from './drive.ts';
import { type Server, startPlaten } from './servers.ts';
import { threadTimes } from './thread-times.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slices: { type: 'string', default: '8' },
    warm: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    pdf: { type: 'boolean', default: false },
  },
});
const SLICE_MS = 1_500;

interface Slice {
  readonly answered: number;
  readonly rate: number;
  readonly p50: number;
  /** Microseconds a document, by kind of thread. */
  readonly cost: ReadonlyMap<string, number>;
  readonly all: number;
}

const slice = async (server: Server): Promise<Slice> => {
  const before = threadTimes(server);
  const { answered, seconds, times } = await drive({
    target: server.target,
    request: asking(server, values.pdf ? { output: 'PDF', engine: 'native', rows: TWO_PAGES } : {}),
    connections: Number(values.connections),
    milliseconds: SLICE_MS,
  });
  const cost = new Map<string, number>();
  for (const [kind, ms] of threadTimes(server))
    cost.set(kind, ((ms - (before.get(kind) ?? 0)) / answered) * 1000);
  const all = [...cost.values()].reduce((sum, one) => sum + one, 0);
  return { answered, rate: answered / seconds, p50: quantile(times, 0.5), cost, all };
};

const median = (numbers: readonly number[]): number =>
  quantile(
    numbers.toSorted((one, other) => one - other),
    0.5,
  );

const startOf = (given: string): Promise<Server> => {
  const [program, ...settings] = given.split(',');
  const named = settings.map((one): [string, string] => {
    const at = one.indexOf('=');
    return [one.slice(0, at), one.slice(at + 1)];
  });
  return startPlaten(Object.fromEntries(named), program);
};

const servers: { readonly given: string; readonly server: Server; readonly slices: Slice[] }[] = [];
try {
  for (const given of [PROGRAM, ...positionals])
    servers.push({ given, server: await startOf(given), slices: [] });
  for (const { server } of servers) await uploadInvoice(server);
  // In turns as well: a server that waited for the others would have given back memory, and compiled code with it.
  const made = new Map<Server, number>();
  while (servers.some(({ server }) => (made.get(server) ?? 0) < Number(values.warm)))
    for (const { server } of servers)
      made.set(server, (made.get(server) ?? 0) + (await slice(server)).answered);
  for (let round = 0; round < Number(values.slices); round += 1)
    for (const { server, slices } of servers) slices.push(await slice(server));
} finally {
  for (const { server } of servers) await server.stop();
}

const costOf = (slices: readonly Slice[], kind: string): number =>
  median(slices.map(({ cost }) => cost.get(kind) ?? 0));
const kinds = [...new Set(servers.flatMap(({ slices }) => slices.flatMap(({ cost }) => [...cost.keys()])))];
const shown = kinds.filter((kind) => servers.some(({ slices }) => costOf(slices, kind) >= 1));
console.log(
  table(
    ['server', 'a second', 'p50', ...shown.map((kind) => `${kind}, µs`), 'all, µs', 'lowest, µs'],
    servers.map(({ given, slices }) => [
      given,
      median(slices.map(({ rate }) => rate)).toFixed(0),
      `${median(slices.map(({ p50 }) => p50)).toFixed(2)} ms`,
      ...shown.map((kind) => costOf(slices, kind).toFixed(0)),
      median(slices.map(({ all }) => all)).toFixed(0),
      Math.min(...slices.map(({ all }) => all)).toFixed(0),
    ]),
  ),
);
