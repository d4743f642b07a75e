/** Processes that are kept, and those that have grown too large to be. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { ProcessPool } from '../../src/processes/process-pool.ts';

let pool: ProcessPool;
afterEach(() => pool.close());

const run = <Result>(name: string, input: unknown = null): Promise<Result> =>
  pool.run({ name, input, signal: new AbortController().signal, milliseconds: 20_000 });

test('a process that a job has left large is replaced once nothing comes, others are kept', async () => {
  pool = new ProcessPool({
    module: new URL('./growing-tasks.ts', import.meta.url),
    settings: null,
    memoryBytes: 256 * 1024 * 1024,
    processes: 1,
    kept: 1,
  });
  const first = await run('whoAreYou');
  await run('grow', { mebibytes: 1 });
  expect(await run('whoAreYou')).toBe(first);
  await run('grow', { mebibytes: 400 });
  // Whoever comes at once need not wait for a new one.
  expect(await run('whoAreYou')).toBe(first);
  await expect.poll(() => isThere(Number(first)), { timeout: 20_000 }).toBe(false);
  expect(pool.size).toBe(1);
  expect(await run('whoAreYou')).not.toBe(first);
});

test('what a job has left to collect goes back to the system once nothing comes', async () => {
  pool = new ProcessPool({
    module: new URL('./growing-tasks.ts', import.meta.url),
    settings: null,
    memoryBytes: 256 * 1024 * 1024,
    processes: 1,
    kept: 1,
  });
  const pid = await run<number>('whoAreYou');
  const littered = await run<number>('litter');
  await expect.poll(() => residentBytes(pid), { timeout: 20_000 }).toBeLessThan(littered / 2);
  expect(await run('whoAreYou')).toBe(pid);
});

test('a job whose process was stopped gets another one', async () => {
  pool = new ProcessPool({
    module: new URL('./growing-tasks.ts', import.meta.url),
    settings: null,
    memoryBytes: 256 * 1024 * 1024,
    processes: 1,
    kept: 1,
    beginMs: 2_000,
  });
  const first = await run<number>('whoAreYou');
  process.kill(first, 'SIGSTOP');
  expect(await run('whoAreYou')).not.toBe(first);
  expect(isThere(first)).toBe(false);
});

test('a job whose process is stopped in the middle of it is not late, and gets another one', async () => {
  pool = new ProcessPool({
    module: new URL('./growing-tasks.ts', import.meta.url),
    settings: null,
    memoryBytes: 256 * 1024 * 1024,
    processes: 1,
    kept: 1,
  });
  const first = await run<number>('whoAreYou');
  const file = join(mkdtempSync(join(tmpdir(), 'platen-stopped-')), 'seen');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const { signal } = new AbortController();
  const second = await pool.run({ name: 'stopTheFirst', input: { file }, signal, milliseconds: 2_000 });
  expect(second).toSatisfy((pid: number) => pid > 0 && pid !== first);
  expect(isThere(first)).toBe(false);
});

test('a job does not wait for a process that starts where another is free before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  pool = new ProcessPool({
    module: new URL('./late-tasks.ts', import.meta.url),
    settings: { folder },
    memoryBytes: 256 * 1024 * 1024,
    processes: 2,
    kept: 2,
  });
  const first = run<number>('untilThere', { file: join(folder, 'done') });
  const second = run<number>('whoAreYou');
  const third = run<number>('whoAreYou');
  writeFileSync(join(folder, 'done'), '');
  expect(await second).toBe(await first);
  expect(await third).toBe(await first);
  expect(pool.size).toBe(2);
});

test('a process that never loads is ended, and its job told so', async () => {
  pool = new ProcessPool({
    module: new URL('./hanging-tasks.ts', import.meta.url),
    settings: null,
    memoryBytes: 256 * 1024 * 1024,
    processes: 1,
    kept: 1,
    startMs: 1_000,
  });
  await expect(run('whoAreYou')).rejects.toMatchObject({ reason: 'not_started' });
  expect(pool.size).toBe(0);
});

const residentBytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('processes that end before they are ready are counted, until one is ready', async () => {
  const options = { settings: null, memoryBytes: 64 * 1024 * 1024, processes: 1, kept: 1 };
  pool = new ProcessPool({ ...options, module: new URL('./no-such-tasks.ts', import.meta.url) });
  for (const turn of [1, 2]) {
    await expect(run('whoAreYou')).rejects.toMatchObject({ reason: 'not_started' });
    expect(pool.failedStarts).toBe(turn);
  }
  await pool.close();
  pool = new ProcessPool({ ...options, module: new URL('./growing-tasks.ts', import.meta.url) });
  pool.failedStarts = 5;
  await run('whoAreYou');
  expect(pool.failedStarts).toBe(0);
});
