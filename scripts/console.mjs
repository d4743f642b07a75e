/**
 * Builds the browser console into dist/console: Vite, then a compressed twin of every file, so that the server never
 * compresses while it answers. `npm run console` always builds; `npm start`, `npm test` and a browser test
 * build when the sources have changed. Plain JavaScript, because it runs on whatever Node.js (>= 20) the machine has.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = join(root, 'src', 'console');
/** What the server and the console both run. */
const shared = join(root, 'src', 'data-check');
const target = join(root, 'dist', 'console');
/** Inside the target, so that whoever removes the build removes its mark as well. */
const stamp = join(target, '.built-from');

const COMPRESSED = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.bcmap', '.pfb', '.ttf']);

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

const hashOfSources = () => {
  const hash = createHash('sha256');
  for (const file of [...filesIn(sources), ...filesIn(shared)])
    hash.update(file.slice(root.length)).update(readFileSync(file));
  hash
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(fileURLToPath(import.meta.url)));
  return hash.digest('hex');
};

const compress = (folder) => {
  for (const file of filesIn(folder)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
};

export const buildConsole = () => {
  const wanted = hashOfSources();
  // Built beside the target and moved over it: a server that is running, or a second build, sees all or nothing.
  const fresh = `${target}-${process.pid}`;
  const vite = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--config',
      join(sources, 'vite.config.ts'),
      '--outDir',
      fresh,
      '--logLevel',
      'warn',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Under a test runner it would be "test", and React's slow development build would end up in dist.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (vite.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return false;
  }
  compress(fresh);
  writeFileSync(join(fresh, '.built-from'), wanted);
  const old = `${target}-old-${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  try {
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } catch (error) {
    // Another build was quicker: fine where it built the same.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) throw error;
  }
  rmSync(old, { recursive: true, force: true });
  return true;
};

/** `true` where the build is there and is of these sources. */
export const buildConsoleWhenChanged = () => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()) return true;
  process.stderr.write('platen: building the console (once, and when its sources change)…\n');
  return buildConsole();
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const build = process.argv.includes('--when-changed') ? buildConsoleWhenChanged : buildConsole;
  process.exit(build() ? 0 : 1);
}
