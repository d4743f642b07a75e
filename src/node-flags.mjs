/**
 * How Node.js is to run what makes documents, however it was started. Plain JavaScript, and before the module cache: what
 * that keeps holds for one set of flags.
 */

/** SQLite is an experiment of Node.js still, and says so at each start. */
const QUIET = '--disable-warning=ExperimentalWarning';

/** Mebibytes for what lives a moment. V8's own choice is larger, takes 80 to 150 MiB more for 5,000 pages, and gains nothing. */
const YOUNG = '--max-semi-space-size=16';

export const NODE_FLAGS = [QUIET, YOUNG];

const nameOf = (flag) => flag.split('=')[0];

/**
 * A heap is laid out before any code runs, so a server that was started without its flags is started again, in place of itself: the
 * same process, files and signals, 40 ms later. Comes back where it has them, where the system cannot do that (Windows), and
 * where a parent process talks to this one, whom the new program would not hear.
 */
export const restartWithFlags = () => {
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)].map(nameOf);
  const missing = NODE_FLAGS.filter((flag) => !given.includes(nameOf(flag)));
  if (missing.length === 0 || process.platform === 'win32' || process.connected) return;
  const words = [process.execPath, ...process.execArgv, ...missing, ...process.argv.slice(1)];
  process.execve(process.execPath, words);
};
