/**
 * How Node.js is to run what makes documents, however it was started. Plain JavaScript, and before the module cache: what
 * that keeps holds for one set of flags.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 notes where objects come from that outlive a collection, and puts those of the same place into the old generation at
 * once. Of a document nothing outlives its request, but some of it is always alive at the moment of a collection, so that V8
 * guesses wrong: what is old keeps all young objects alive that it points to, and each collection copied a third of all
 * documents instead of nothing. That took a quarter of all processor time, of DOCX and PDF alike.
 */
const NO_GUESSES = '--no-allocation-site-pretenuring';

/** Mebibytes for what lives a moment. V8's own choice is larger, takes 80 to 150 MiB more for 5,000 pages, and gains nothing. */
const YOUNG = '--max-semi-space-size=16';

/** SQLite is an experiment of Node.js still, and says so at each start. */
const QUIET = '--disable-warning=ExperimentalWarning';

export const NODE_FLAGS = [QUIET, YOUNG, NO_GUESSES];

/** For a command that is over soon. The size of the young generation is settled before any code runs. */
export const setFlags = () => setFlagsFromString(NO_GUESSES);

/**
 * For a server, which is in place of this process afterwards: the same id, files and signals, 40 ms later. Comes back where that is
 * done already, or cannot be done (Windows), or a parent process talks to this one.
 */
export const restartWithFlags = () => {
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  const missing = NODE_FLAGS.filter((flag) => !given.some((one) => one.split('=')[0] === flag.split('=')[0]));
  if (missing.length === 0 || process.platform === 'win32' || process.connected) return;
  const words = [process.execPath, ...process.execArgv, ...missing, ...process.argv.slice(1)];
  process.execve(process.execPath, words);
};
