/** Clocks that jump (libfaketime, which reads what time it is from a file), and servers whose clocks differ. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMachines } from '../../test/support/machines.ts';
import { aJobEnds } from './jobs.ts';
import { booksOf } from './kill.ts';
import { startSqliteSubject } from './sqlite-subject.ts';
import { type Row, SETTINGS, Trial } from './trial.ts';

/** Debian's; timers go by the clock that never jumps, as they do without it. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;

export const isFaketimeThere = (): boolean => existsSync(LIBRARY);

const faked = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_NO_CACHE: '1',
  ...more,
});

const STEPS = ['+2h', '-1h', '+1d', '-1d', '+5m', '+0'];

export const clockSteps = async (rounds: number): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-clock-'));
  const file = join(folder, 'offset');
  writeFileSync(file, '+0\n');
  const subject = await startSqliteSubject(undefined, faked({ FAKETIME_TIMESTAMP_FILE: file }));
  try {
    const trial = await Trial.start(subject);
    let jobs = 0;
    for (let round = 0; round < rounds; round += 1)
      await trial.round(async () => {
        writeFileSync(file, `${STEPS[round % STEPS.length]}\n`);
        await trial.expectReadiness(subject.server.address, 200);
        trial.expect(await aJobEnds(subject.address), 'a job does not end');
        jobs += 1;
      });
    return await trial.end(`clock steps (${STEPS.slice(0, 5).join(', ')}, back), SQLite`, jobs);
  } finally {
    await subject.close();
    rmSync(folder, { recursive: true });
  }
};

export const clocksApart = async (rounds: number): Promise<Row> => {
  const machines = await startMachines(1, SETTINGS);
  try {
    for (const offset of ['+1h', '-1h']) await machines.start({ environment: faked({ FAKETIME: offset }) });
    await machines.balancer.ready(3);
    const trial = await Trial.start({ address: machines.balancer.address, books: booksOf(machines) });
    let jobs = 0;
    for (let round = 0; round < rounds; round += 1)
      await trial.round(async () => {
        trial.expect(await aJobEnds(machines.balancer.address), 'a job does not end');
        jobs += 1;
      });
    return await trial.end('three servers on PostgreSQL whose clocks are an hour apart', jobs);
  } finally {
    await machines.close();
  }
};
