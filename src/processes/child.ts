/**
 * The process's side: one task after the other, until it is ended or its server is gone.
 *
 * Whatever a task does to this process (a heap that overflows, a loop without end, a crash in native code), it does to
 * nothing else.
 */
import { writeFileSync } from 'node:fs';
import { errorToData } from '../errors.ts';
import { AT_WORK, giveBackWhenQuiet } from './give-back.ts';
import { type Ask, type Order, type Outcome, Refused, type Task, type Word } from './protocol.ts';

const say = (word: Word): void => {
  process.send?.(word);
};

/** Where memory runs out on the whole machine, a job is to go before the server does. Only Linux knows this file. */
const goFirst = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Elsewhere the system chooses by itself.
  }
};

const QUIET_MS = 1_000;
/** There are several of these processes, and what one holds is the others' as well. */
const WORTH_BYTES = 8 * 1024 ** 2;

export const serve = async (module: string, settings: unknown): Promise<void> => {
  goFirst();
  // A terminal's Ctrl+C goes to every process of the group: what runs is the server's to finish.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));

  let waiting: { resolve(value: unknown): void; reject(error: unknown): void } | undefined;
  const ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      say({ kind: 'question', question });
    });
  process.on('message', (order: Order) => {
    if (order.kind === 'task') void perform(order, ask);
    else if (order.kind === 'answer') waiting?.resolve(order.value);
    else waiting?.reject(new Refused());
  });

  const tasks = (await import(module)) as Readonly<Record<string, Task>>;
  await (tasks['prepare'] as ((settings: unknown) => unknown) | undefined)?.(settings);
  say({ kind: 'ready' });
  let done = 0;
  let isAtWork = false;
  // A chunk of a batch takes seconds, and lets timers in between.
  giveBackWhenQuiet({
    everyMs: QUIET_MS,
    leastBytes: WORTH_BYTES,
    done: () => (isAtWork ? AT_WORK : done),
  });

  const perform = async ({ name, input }: Extract<Order, { kind: 'task' }>, toAsk: Ask): Promise<void> => {
    say({ kind: 'begun' });
    isAtWork = true;
    const outcome = await outcomeOf(tasks[name], input, toAsk);
    isAtWork = false;
    say({ kind: 'done', outcome, memory: process.memoryUsage.rss() });
    done += 1;
  };
};

const outcomeOf = async (task: Task | undefined, input: unknown, ask: Ask): Promise<Outcome> => {
  try {
    if (task === undefined) throw new Error('There is no such task.');
    return { ok: true, value: await task(input as never, ask) };
  } catch (error) {
    return { ok: false, error: errorToData(error) };
  }
};
