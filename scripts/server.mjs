/**
 * Builds the server into dist/server: the modules of `src/` as few files, without types, so that a process starts in half of the
 * time. `npm start`, `npm run platen`, `npm test` and whatever else starts the program do it when the sources have changed;
 * `npm run server` does it always.
 *
 * It is for reading as well: nothing is renamed or shortened, and above each module stands the file that it was.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfMain, builtFolder, filesIn, root } from './build.mjs';

const source = join(root, 'src');

const sources = () => filesIn(source).filter((file) => !file.startsWith(join(source, 'console/')));

const MAIN = 'cli/platen.mjs';
const IS_CODE = /\.(?:ts|mjs)$/;

/** Files that are addressed by their names, as `programFile` of src/installation.mjs is asked for them. */
const namedFiles = () =>
  sources()
    .filter((file) => IS_CODE.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bprogramFile\('([^']+)'/g)].map(([, path]) => path),
    );

/** For Vite: what keeps its place, by its name without ending. */
export const entries = () =>
  Object.fromEntries(
    [MAIN, ...namedFiles()]
      .filter((path) => IS_CODE.test(path))
      .map((path) => [path.replace(IS_CODE, ''), join(source, path)]),
  );

const copyWhatIsNoCode = (folder) => {
  for (const path of namedFiles()) {
    if (IS_CODE.test(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(source, path), join(folder, path));
  }
};

const folder = builtFolder({
  name: 'server',
  config: join(root, 'scripts/server.config.mjs'),
  sources: () => [...sources(), fileURLToPath(import.meta.url)],
  finish: copyWhatIsNoCode,
});

export const buildServerWhenChanged = folder.buildWhenChanged;

/** What `npm start` runs. */
export const PROGRAM = join(root, 'dist/server/cli/platen.js');

buildIfMain(import.meta.url, folder);
