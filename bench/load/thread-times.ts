/** threadTimes :: a server → milliseconds of processor time by what a thread is for. Linux alone, where a thread's time can be read. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from './servers.ts';

const kindOf = (name: string): string =>
  /^platen-http/.test(name) ? 'http' : /^platen-sqlite/.test(name) ? 'database' : name;

export const threadTimes = ({ pid }: Server): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${task}/comm`, 'latin1').trim();
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ');
    const kind = kindOf(name);
    times.set(kind, (times.get(kind) ?? 0) + Number(nanoseconds) / 1e6);
  }
  return times;
};
