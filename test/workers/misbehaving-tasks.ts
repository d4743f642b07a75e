/** Tasks that do what the body says: the ways in which a process can go wrong. */
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile, startBuiltFiles } from '../../src/installation.mjs';
import type { Ask } from '../../src/processes/protocol.ts';
import type { GenerateTask, Question } from '../../src/workers/protocol.ts';

// As the process itself is: what is written takes four times as long to load, and each test here starts several.
startBuiltFiles();
const tasks: typeof import('../../src/workers/tasks.ts') = await import(programFile('workers/tasks.ts').href);
const { generate: render } = tasks;

export const { compile, prepare, validate } = tasks;

/** A chunk of a batch that takes for ever, and never says that it goes on. */
export const chunk = async (): Promise<never> => {
  for (;;);
};

export const generate = async (task: GenerateTask, ask: Ask): Promise<unknown> => {
  const text = new TextDecoder().decode(task.body);
  if (text === 'exit') process.exit(3);
  if (text === 'abort') process.abort();
  if (text === 'kill') process.kill(process.pid, 'SIGKILL');
  // Killed over its first attempt alone, with a file half written: the name of a mark stands in the data.
  const [, mark] = /"mark":"([^"]+)"/.exec(text) ?? [];
  if (mark !== undefined && !existsSync(mark)) {
    writeFileSync(mark, '');
    writeFileSync(task.spoolFile, 'half a document');
    process.kill(process.pid, 'SIGKILL');
  }
  if (text === 'throw') throw new Error('a bug');
  if (text === 'reject') {
    void Promise.reject(new Error('a stray rejection'));
    await sleep(60_000);
  }
  if (text === 'spin') for (;;);
  if (text === 'spool') {
    writeFileSync(task.spoolFile, 'half a document');
    for (;;);
  }
  if (text === 'hog')
    for (const hoard: unknown[] = []; ; ) hoard.push(new Array(100_000).fill(Math.random()));
  // One allocation that is larger than all that is left: the heap limit of a thread was no wall against it.
  if (text === 'gulp')
    for (const hoard: unknown[] = []; ; ) hoard.push(new Array(30_000_000).fill(hoard.length));
  if (text === 'recurse') {
    const recurse = (): number => recurse() + 1;
    recurse();
  }
  // Of a job that was asked to be laid out: its process ends as soon as it is about to be.
  if (text.includes('dies while it is laid out'))
    return render(task, async (question) => {
      if ((question as Question).kind === 'layout') {
        await ask(question);
        process.exit(3);
      }
      return ask(question);
    });
  return render(task, ask);
};
