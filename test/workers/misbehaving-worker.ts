/** A worker whose tasks do what the body says: the ways in which a thread can go wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, type GenerateTask, LINE, type Question } from '../../src/workers/protocol.ts';
import { compile, generate as render, validate } from '../../src/workers/worker.ts';

export { compile, validate };

export const generate = async (task: GenerateTask): Promise<unknown> => {
  begin(task);
  const text = new TextDecoder().decode(task.body);
  if (text === 'exit') process.exit(3);
  if (text === 'throw') throw new Error('a bug');
  if (text === 'reject') {
    void Promise.reject(new Error('a stray rejection'));
    await sleep(60_000);
  }
  if (text === 'spin') for (;;);
  if (text === 'spool') {
    task.port.postMessage({ kind: 'spool' } satisfies Question);
    Atomics.wait(task.state, LINE.answers, 0);
    for (;;);
  }
  if (text === 'hog')
    for (const hoard: unknown[] = []; ; ) hoard.push(new Array(100_000).fill(Math.random()));
  if (text === 'recurse') {
    const recurse = (): number => recurse() + 1;
    recurse();
  }
  return render(task);
};
