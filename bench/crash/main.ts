/**
 * `npm run crash [-- TRIAL…] [--rounds N]`: everything that breaks servers, under load, again and again; after each time nothing that was
 * acknowledged may be lost, credit is exact, the service is back by itself, and /readyz has told the truth. 50 rounds of the kills
 * and a fifth of that of everything else. `npm run machines` has the trials of several machines alone.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { clockSteps, clocksApart, isFaketimeThere } from './clock.ts';
import {
  brokenDisk,
  fullDisk,
  fullPostgres,
  isMountPossible,
  isStraceThere,
  readOnlyDisk,
  readOnlyPostgres,
  slowDisk,
} from './disk.ts';
import { killOnPostgres, killOnSqlite } from './kill.ts';
import { MACHINES } from './machines.ts';
import type { Row } from './trial.ts';

interface Kind {
  run(rounds: number): Promise<Row>;
  /** Of the rounds that are asked for. */
  readonly share: number;
  /** What it needs of this machine, where that is missing. */
  readonly missing?: string | false;
}

const FIFTH = 0.2;
const noStrace = !isStraceThere() && 'strace';
const noMount = !isMountPossible() && 'the right to mount';
const noFaketime = !isFaketimeThere() && 'libfaketime';

const KINDS: Readonly<Record<string, Kind>> = {
  'kill-sqlite': { run: killOnSqlite, share: 1 },
  'kill-postgres': { run: killOnPostgres, share: 1 },
  full: { run: fullDisk, share: FIFTH, missing: noMount },
  'full-postgres': { run: fullPostgres, share: FIFTH, missing: noMount },
  'read-only': { run: readOnlyDisk, share: FIFTH, missing: noStrace },
  'read-only-postgres': { run: readOnlyPostgres, share: FIFTH },
  'broken-disk': { run: brokenDisk, share: FIFTH, missing: noStrace },
  slow: { run: slowDisk, share: FIFTH, missing: noStrace },
  clock: { run: clockSteps, share: FIFTH, missing: noFaketime },
  clocks: { run: clocksApart, share: FIFTH, missing: noFaketime },
  ...Object.fromEntries(Object.entries(MACHINES).map(([name, run]) => [name, { run, share: FIFTH }])),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '50' } },
});
const wanted = positionals.flatMap((name) => (name === 'machines' ? Object.keys(MACHINES) : [name]));
for (const name of wanted)
  if (KINDS[name] === undefined)
    throw new Error(`There is no trial ${name}; there are machines, ${Object.keys(KINDS).join(', ')}.`);

const HEAD = [
  'what was done',
  'times',
  'documents',
  'templates',
  'failed requests',
  'longest until the next document',
  '/readyz',
  'lost or wrong',
];
const cellsOf = (row: Row): string[] => [
  row.what,
  String(row.times),
  String(row.documents),
  String(row.writes),
  String(row.failed),
  `${(row.longestMs / 1000).toFixed(1)} s`,
  row.readyz,
  row.wrong.length === 0 ? 'nothing' : row.wrong.join('; '),
];

// Line by line, as they end: a run takes an hour.
console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before\n\n${table(HEAD, [])}`);
for (const name of wanted.length > 0 ? wanted : Object.keys(KINDS)) {
  const kind = KINDS[name];
  if (kind === undefined) continue;
  if (kind.missing) {
    console.error(`${name}: left out, because ${kind.missing} is missing`);
    continue;
  }
  const row = await kind.run(Math.max(1, Math.round(Number(values.rounds) * kind.share)));
  if (row.wrong.length > 0) process.exitCode = 1;
  console.log(`| ${cellsOf(row).join(' | ')} |`);
}
