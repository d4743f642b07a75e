/**
 * watchOver: a main thread that is stuck ends its process
 *
 * Where one thread serves, a loop without end in it leaves a server that answers nobody and that no signal stops. A second
 * thread looks for signs of life, and ends the process by the one signal that needs no consent: whoever runs it starts it
 * again.
 */
import { Worker } from 'node:worker_threads';
import { programFile } from '../installation.mjs';

interface WatchOptions {
  /** Without a sign of life, as time that passes and as processor time. */
  readonly stuckMs: number;
  readonly lookMs: number;
}

const USUAL: WatchOptions = { stuckMs: 10_000, lookMs: 1_000 };

/** Mebibytes: it holds next to nothing. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

export const watchOver = ({ stuckMs, lookMs }: WatchOptions = USUAL): void => {
  const signs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const watcher = new Worker(programFile('processes/watchdog.mjs'), {
    name: 'platen-watchdog',
    workerData: { signs, stuckMs, lookMs },
    resourceLimits: SMALL,
    execArgv: [],
  });
  // A server without its watcher serves all the same.
  watcher.on('error', () => undefined);
  watcher.unref();
  setInterval(() => Atomics.add(signs, 0, 1), lookMs).unref();
};
