/**
 * The watcher's thread: ends the process when the main thread has given no sign for so long, and has been busy all the while.
 * Plain JavaScript: for a file with types Node.js would load its compiler here, 17 MB.
 */
import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { signs, stuckMs, lookMs } = workerData;

const STANDARD_ERROR = 2;

let seen = -1;
let since = performance.now();
let worked = process.cpuUsage();

setInterval(() => {
  const now = Atomics.load(signs, 0);
  if (now !== seen) {
    seen = now;
    since = performance.now();
    worked = process.cpuUsage();
    return;
  }
  // Both: a machine that slept has let time pass, and other threads may have worked.
  const { user, system } = process.cpuUsage(worked);
  if (performance.now() - since < stuckMs || (user + system) / 1000 < stuckMs) return;
  // Its own `process.stderr` goes by way of the main thread.
  write(
    STANDARD_ERROR,
    `The main thread has given no sign of life for ${Math.round((performance.now() - since) / 1000)} s, and the process is ended.\n`,
    // Nothing can be asked of a thread that does not answer; what was acknowledged is on the disk.
    () => process.kill(process.pid, 'SIGKILL'),
  );
  // Where standard error takes nothing either.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lookMs);
}, lookMs);
