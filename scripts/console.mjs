/**
 * Builds the browser console into dist/console: Vite, then a compressed twin of every file, so that the server never
 * compresses while it answers. `npm run console` always builds; `npm start`, `npm test` and a browser test
 * build when the sources have changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildIfMain, builtFolder, filesIn, root } from './build.mjs';

/** Two are what the server and the console both run; docs/ are pages of the console as well. */
const FOLDERS = ['src/console', 'src/data-check', 'src/records', 'docs'];

const COMPRESSED = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.bcmap', '.pfb', '.ttf']);

const compress = (folder) => {
  for (const file of filesIn(folder)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
};

const folder = builtFolder({
  name: 'console',
  config: join(root, 'src/console/vite.config.ts'),
  sources: () => [...FOLDERS.flatMap((one) => filesIn(join(root, one))), fileURLToPath(import.meta.url)],
  finish: compress,
});

export const buildConsoleWhenChanged = folder.buildWhenChanged;

buildIfMain(import.meta.url, folder);
