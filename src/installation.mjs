/**
 * Where the parts of this installation lie. The program has two forms: as it is written, in `src/`, and as `scripts/server.mjs` builds
 * it out of that, in `dist/server`, few files which start in half of the time. What is addressed by a file's name (threads,
 * processes, what is no code) has the same place in both; nothing else may ask where a module lies, since built modules share files.
 *
 * Plain JavaScript, as all that a process or a thread loads before it keeps what Node.js makes of its modules (module-cache.mjs).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folderWithPackage = (folder) =>
  existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));

/** The checkout, or the package as it was installed. */
export const ROOT = folderWithPackage(import.meta.dirname);

/** Of Platen. Read, not imported: a build would have the whole file in it. */
export const version = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

const WRITTEN = pathToFileURL(join(ROOT, 'src/'));
const BUILT = pathToFileURL(join(ROOT, 'dist/server/'));

const formOf = (url) => (url.href.startsWith(BUILT.href) ? BUILT : WRITTEN);

let form = formOf(new URL(import.meta.url));

/**
 * Threads and processes are built ones from here on, in a process that itself runs as written: Vitest's, which has built them and
 * would wait for each for half a second longer. Whoever says this must have built them of these sources.
 */
export const startBuiltFiles = () => {
  form = BUILT;
};

/**
 * The URL of a file that is started or read by its name, which is given as it is in `src/`; the build looks for these calls, so the
 * name stands there as it is. A file that works together with another is of the same form: two forms of a class are two classes.
 */
export const programFile = (path, beside) => {
  const folder = beside === undefined ? form : formOf(beside);
  return new URL(folder === BUILT ? path.replace(/\.(?:ts|mjs)$/, '.js') : path, folder);
};
