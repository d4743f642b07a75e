/** zlib in threads that are ended: see src/packing.ts for what Node does where nobody takes care. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { deflateSync, EndableJobs, inflateSync } from '../src/packing.ts';

test('threads are ended in the middle of their packing, and the process lives on', async () => {
  const script = fileURLToPath(new URL('./support/packing-threads.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
  ]);
  expect(stdout).toBe('ended 30');
});

test('a job that packs is ended when it has done so, with the reason of who ended it', async () => {
  const jobs = new EndableJobs();
  const caller = new AbortController();
  const job = jobs.start(caller.signal);
  Atomics.store(job.state, 0, 1);
  caller.abort('gone');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(job.signal.aborted).toBe(false);
  Atomics.store(job.state, 0, 0);
  await expect.poll(() => job.signal.aborted).toBe(true);
  expect(job.signal.reason).toBe('gone');
});

test('where nobody ends anything, zlib is zlib', () => {
  const bytes = Buffer.from('some text '.repeat(100));
  expect(inflateSync(deflateSync(bytes)).equals(bytes)).toBe(true);
});
