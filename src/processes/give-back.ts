/**
 * giveBackWhenQuiet: memory that V8 has collected goes back to the system once nothing is done
 *
 * V8 keeps the pages of what it has collected for the next time, hundreds of megabytes after a load. Only a collection "of last
 * resort" gives them back: some five collections in a row, 100 to 300 ms together, so it waits for a quiet moment.
 *
 * It takes more than pages. The shapes of objects that nobody has any more go as well, and with them all compiled code that knows
 * these shapes: the next thousands of documents take up to twice their time. So it has to be worth it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Quiet {
  /** Between two looks; nothing may have been done in between. */
  readonly everyMs: number;
  /** How much has been done so far, as a number that changes with it; `AT_WORK` where something is being done now. */
  readonly done: () => number;
  /** What it must have grown by since the last time. The first time, for what a start leaves behind, nothing is asked. */
  readonly leastBytes: number;
}

/** Is never what it was before. */
export const AT_WORK = Number.NaN;

/** Gives what ends it. Begins with what a start leaves behind. */
export const giveBackWhenQuiet = ({ everyMs, done, leastBytes }: Quiet): (() => void) => {
  let seen = Number.NaN;
  let isDue = true;
  let left = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    const now = done();
    if (now !== seen) {
      seen = now;
      isDue = true;
      return;
    }
    if (!isDue) return;
    isDue = false;
    if (process.memoryUsage.rss() < left + leastBytes) return;
    collectAll();
    left = process.memoryUsage.rss();
  }, everyMs).unref();
  return () => clearInterval(timer);
};

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

const collectAll = (): void => {
  if (collect === undefined) {
    // The one way to it without a flag on the command line.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', flavor: 'last-resort' });
};
