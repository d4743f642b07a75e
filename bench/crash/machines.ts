/**
 * What `test/api/machines.test.ts` does once, again and again: all servers replaced one by one, connections to the database cut, the
 * database away and restarted, the bucket away; at the end another database takes over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startMachines } from '../../test/support/machines.ts';
import { refuseWith } from '../../test/support/s3.ts';
import { jobEnds, sendJob } from './jobs.ts';
import { booksOf } from './kill.ts';
import { type Row, SETTINGS, Trial } from './trial.ts';

type Fault = (machines: Awaited<ReturnType<typeof startMachines>>, trial: Trial) => Promise<void>;

const replaceAll: Fault = async (machines) => {
  for (const old of [...machines.servers]) {
    await machines.start();
    await machines.balancer.ready(4);
    await machines.end(old, 'SIGTERM');
  }
};

const cutConnections: Fault = async ({ database }) => {
  for (let time = 0; time < 5; time += 1) {
    database.cut();
    await sleep(50);
  }
};

const restart: Fault = async ({ database }) => database.restart();

const away: Fault = async ({ database, servers }, trial) => {
  database.away();
  await sleep(5_000);
  for (const { address } of servers) await trial.expectReadiness(address, 503);
  database.back();
  for (const { address } of servers) await trial.expectReadiness(address, 200);
};

/** As long as the issue of an operator's provider lasts; templates in memory go on. */
const bucketAway =
  (milliseconds: number): Fault =>
  async ({ s3, servers }, trial) => {
    s3.answer(refuseWith(503, 'SlowDown'));
    await sleep(milliseconds);
    for (const { address } of servers) await trial.expectReadiness(address, 200);
    s3.answer(undefined);
  };

/** Longer than the pause between two sweeps, so that each server tries to clean up meanwhile. */
const GONE_MS = 130_000;

/** Nobody listens there: connections are refused. Jobs that were taken before, or meanwhile, are done when it is back. */
const bucketGone =
  (taken: string[]): Fault =>
  async ({ s3, servers, balancer }, trial) => {
    const send = async (): Promise<void> => {
      const id = await sendJob(balancer.address);
      if (id !== undefined) taken.push(id);
    };
    for (let job = 0; job < 20; job += 1) await send();
    await s3.away();
    for (const until = performance.now() + GONE_MS; performance.now() < until; await sleep(5_000)) {
      await send();
      for (const { address } of servers) await trial.expectReadiness(address, 200);
    }
    await s3.back();
    for (const id of taken)
      trial.expect(await jobEnds(balancer.address, id, 120_000), `the job ${id} was not completed`);
  };

const failOver: Fault = async ({ database }) => database.failOver();

const rowOf = async (
  what: string,
  rounds: number,
  fault: Fault,
  mayFail: boolean,
  jobs: readonly string[] = [],
): Promise<Row> => {
  const machines = await startMachines(3, { ...SETTINGS, PLATEN_DRAIN_SECONDS: '1' });
  try {
    const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
    for (let round = 0; round < rounds; round += 1) await trial.round(() => fault(machines, trial));
    const row = await trial.end(what, jobs.length);
    if (mayFail || row.failed === 0) return row;
    return { ...row, wrong: [...row.wrong, `${row.failed} requests failed`] };
  } finally {
    await machines.close();
  }
};

export const MACHINES: Readonly<Record<string, (rounds: number) => Promise<Row>>> = {
  upgrade: (rounds) =>
    rowOf(
      'all three servers replaced one by one (SIGTERM)',
      Math.max(1, Math.ceil(rounds / 10)),
      replaceAll,
      false,
    ),
  cut: (rounds) => rowOf('connections to the database cut five times in a row', rounds, cutConnections, true),
  restart: (rounds) => rowOf('PostgreSQL restarted', rounds, restart, true),
  away: (rounds) => rowOf('PostgreSQL away for five seconds', Math.max(1, Math.ceil(rounds / 5)), away, true),
  bucket: () => rowOf('S3 away for a minute (503 SlowDown)', 1, bucketAway(60_000), false),
  'bucket-gone': () => {
    const jobs: string[] = [];
    const what = 'S3 not there for two minutes (nobody listens), with jobs';
    return rowOf(what, 1, bucketGone(jobs), false, jobs);
  },
  failover: () => rowOf('PostgreSQL lost, its synchronous standby promoted', 1, failOver, true),
};
