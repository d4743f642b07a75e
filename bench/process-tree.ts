/** A process and all those below it: which they are, and what they have taken of the processors. */
import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc/PID/stat` counts in, on every Linux there is. */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

const statOf = (pid: string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the last parenthesis may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // utime and stime, and those of children that have ended (proc(5): fields 14 to 17).
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined; // It has ended in between.
  }
};

/** Empty where the system has no /proc. */
const statsOfTree = (root: number): ReadonlyMap<number, Stat> => {
  let pids: readonly string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return new Map();
  }
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = statOf(pid);
    if (stat !== undefined) stats.set(Number(pid), stat);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return new Map([...stats].filter(([pid]) => isBelow(pid)));
};

export const pidsOfTree = (root: number): readonly number[] => [...statsOfTree(root).keys()];

/** Milliseconds in steps of ten; undefined where the system has no /proc. */
export const cpuTimeOfTree = (root = process.pid): number | undefined => {
  const stats = [...statsOfTree(root).values()];
  if (stats.length === 0) return undefined;
  return (stats.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND) * 1000;
};
