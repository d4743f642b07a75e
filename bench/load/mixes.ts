/**
 * The mixes that matter, each a table: against the peers, or small documents alone and beside some trouble. What else the machine
 * does is shared out, because servers take turns; processor time a document is the steadier figure.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hogs } from '../../test/support/hogs.ts';
import { milliseconds } from '../report.ts';
import { asking, inTurns, TWO_PAGES, upload } from './asking.ts';
import { requestBytes } from './connection.ts';
import { type Driven, drive, hangUps, type Load, quantile, slowReaders, watchHealth } from './drive.ts';
import { LARGE_MIXES } from './large.ts';
import { cpuOf, KEY, memoryOf, type PlatenServer, type Server } from './servers.ts';

const run = promisify(execFile);

export interface Bench {
  readonly platen: PlatenServer;
  readonly peers: readonly Server[];
  /** Of another organization. */
  readonly otherKey: string;
  readonly spanMs: number;
  readonly warmMs: number;
}

export interface Mix {
  readonly title: string;
  run(bench: Bench): Promise<string[][]>;
}

export const HEAD = [
  '',
  'a second',
  'p50',
  'p99',
  'longest',
  'CPU a document',
  'refused',
  'failed',
  'memory',
];

/** Documents of a hog: a tenth of a second of work each. */
const LARGE_ROWS = 20_000;

const measured = async (label: string, server: Server, run: () => Promise<Driven>): Promise<string[]> => {
  const before = cpuOf(server);
  const { answered, refused, failed, seconds, times } = await run();
  const cpu = cpuOf(server) - before;
  return [
    label,
    (answered / seconds).toFixed(0),
    milliseconds(quantile(times, 0.5)),
    milliseconds(quantile(times, 0.99)),
    milliseconds(times.at(-1) ?? Number.NaN),
    answered === 0 ? '' : milliseconds(cpu / answered),
    String(refused),
    String(failed),
    `${memoryOf(server).toFixed(0)} MiB`,
  ];
};

/** Each in its turn, warmed up first. */
const inTurn = async (
  { warmMs, spanMs }: Bench,
  loads: readonly { label: string; server: Server; load: Omit<Load, 'milliseconds'> }[],
): Promise<string[][]> => {
  const rows: string[][] = [];
  for (const { label, server, load } of loads) {
    await drive({ ...load, milliseconds: warmMs });
    rows.push(await measured(label, server, () => drive({ ...load, milliseconds: spanMs })));
  }
  return rows;
};

const docx = (title: string, connections: number): Mix => ({
  title,
  run: (bench) =>
    inTurn(
      bench,
      [bench.platen, ...bench.peers].map((server) => ({
        label: server.name,
        server,
        load: { target: server.target, request: asking(server), connections },
      })),
    ),
});

const pdf: Mix = {
  title: 'PDF, invoice of two pages (60 rows), 16 connections, by engine behind the same door',
  run: (bench) =>
    inTurn(
      bench,
      (['native', 'libreoffice'] as const).map((engine) => ({
        label: engine,
        server: bench.platen,
        load: {
          target: bench.platen.target,
          request: asking(bench.platen, { output: 'PDF', engine, rows: TWO_PAGES }),
          connections: 16,
        },
      })),
    ),
};

const mixed: Mix = {
  title: 'Three DOCX to one PDF, 16 connections',
  run: (bench) => {
    const { platen } = bench;
    const [small, laidOut] = [asking(platen), asking(platen, { output: 'PDF' })];
    const request = inTurns([small(), small(), small(), laidOut()]);
    return inTurn(bench, [
      { label: platen.name, server: platen, load: { target: platen.target, request, connections: 16 } },
    ]);
  },
};

/** Small documents of one organization alone, then beside the trouble that another one makes, with /healthz watched. */
const beside = (
  title: string,
  trouble: (bench: Bench) => Promise<(milliseconds: number) => Promise<unknown>>,
): Mix => ({
  title,
  async run(bench) {
    const { platen, otherKey, spanMs, warmMs } = bench;
    const request = asking(platen, { key: otherKey });
    const load = { target: platen.target, request, connections: 4, milliseconds: spanMs };
    const begin = await trouble(bench);
    await drive({ ...load, milliseconds: warmMs });
    const alone = await measured('alone', platen, () => drive(load));
    const health = watchHealth(platen.target);
    const troubled = begin(spanMs);
    // The processor time is of both, so it says nothing of the small ones.
    const together = (await measured('beside it', platen, () => drive(load))).with(5, '');
    await troubled;
    const times = await health.stop();
    const healthz = ['/healthz', '', quantile(times, 0.5), quantile(times, 0.99), times.at(-1) ?? Number.NaN];
    return [
      alone,
      together,
      [...healthz.map((cell) => (typeof cell === 'number' ? milliseconds(cell) : cell)), '', '', '', ''],
    ];
  },
});

const driving = (platen: Server, request: () => Buffer, connections: number) => (span: number) =>
  drive({ target: platen.target, request, connections, milliseconds: span });

export const MIXES: Readonly<Record<string, Mix>> = {
  one: docx('DOCX, invoice of 20 rows, one connection', 1),
  docx: docx('DOCX, invoice of 20 rows, 16 connections', 16),
  pdf,
  mixed,
  flood: beside('Small documents beside an organization that floods (64 connections)', async ({ platen }) =>
    driving(platen, asking(platen), 64),
  ),
  hangups: beside('Small documents beside callers who hang up (16 at a time, PDF)', async ({ platen }) => {
    const request = asking(platen, { output: 'PDF' });
    return (span) => hangUps({ target: platen.target, request, connections: 16, milliseconds: span });
  }),
  readers: beside('Small documents beside 100 readers who do not read (2,000 rows)', async ({ platen }) => {
    const request = asking(platen, { rows: 2000 });
    return (span) => slowReaders({ target: platen.target, request, connections: 100, milliseconds: span });
  }),
  large: beside('Small documents beside large ones (20,000 rows, 4 connections)', async ({ platen }) =>
    driving(platen, asking(platen, { rows: LARGE_ROWS }), 4),
  ),
  hogs: beside('Small documents beside hogs of every shape (4 connections)', async ({ platen }) => {
    const all = hogs();
    for (const { name, template } of all) await upload(platen, { templateKey: name, template });
    const requests = all.map(({ name, data, output = 'DOCX' }) =>
      requestBytes(platen.target, {
        path: '/template/generate',
        key: KEY,
        json: { templateKey: name, output, data },
      }),
    );
    return driving(platen, inTurns(requests), 4);
  }),
  crowd: beside(
    'Small documents beside 10,000 connections of one address that say nothing',
    async ({ platen }) =>
      async (span) => {
        const script = join(import.meta.dirname, 'crowd.ts');
        const words = [script, String(platen.target.port), '10000', String(span)];
        const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...words]);
        console.log(`${stdout.trim()}\n`);
      },
  ),
  ...LARGE_MIXES,
};
