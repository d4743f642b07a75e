/**
 * Ends thread after thread while they do nothing but pack. A process of its own: where this goes wrong, Node ends it all.
 */
import { Worker } from 'node:worker_threads';
import { EndableJobs } from '../../src/packing.ts';

const THREADS = 30;
const packing = new URL('../../src/packing.ts', import.meta.url).href;
const code = `
  const { workerData, parentPort } = require('node:worker_threads');
  import(${JSON.stringify(packing)}).then(({ deflateSync, tellPackingTo }) => {
    tellPackingTo(workerData);
    parentPort.postMessage('packs');
    const bytes = Buffer.alloc(2000, 'some text ');
    for (;;) deflateSync(bytes, { level: 4 });
  });`;

const jobs = new EndableJobs();
for (let round = 0; round < THREADS; round++) {
  const caller = new AbortController();
  const job = jobs.start(caller.signal);
  const worker = new Worker(code, { eval: true, workerData: job.state });
  await new Promise((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => setTimeout(resolve, 2 + (round % 7)));
  const ended = new Promise((resolve) =>
    job.signal.addEventListener('abort', () => resolve(worker.terminate())),
  );
  // Half of them one by one, half as a pool that closes.
  if (round % 2 === 0) caller.abort();
  else {
    await jobs.stop();
    caller.abort();
  }
  await ended;
  job.done();
}
process.stdout.write(`ended ${THREADS}`);
