/**
 * Folders of `dist/` that Vite builds out of `src/`: the console and the server. Each remembers what it was built from, and is built
 * again when that has changed. Plain JavaScript, because it runs on whatever Node.js (>= 20) the machine has.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** What every build depends on: the versions of what it bundles, and how it is done. */
const ALWAYS = ['package.json', 'package-lock.json', 'scripts/build.mjs'].map((file) => join(root, file));

/**
 * `name`: of its folder in `dist/`, and for who waits. `sources`: the files that it is made of. `finish`: what is left to do to the
 * folder that Vite has made.
 */
export const builtFolder = ({ name, config, sources, finish }) => {
  const target = join(root, 'dist', name);
  /** Inside the target, so that whoever removes the build removes its mark as well. */
  const stamp = join(target, '.built-from');
  const isOf = (hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

  const hashOfSources = () => {
    const hash = createHash('sha256');
    for (const file of [...ALWAYS, config, ...sources()])
      hash.update(file.slice(root.length)).update(readFileSync(file));
    return hash.digest('hex');
  };

  /** `true` where it succeeded. */
  const build = (wanted = hashOfSources()) => {
    // Built beside the target and moved over it: a server that is running, or a second build, sees all or nothing.
    const fresh = `${target}-${process.pid}`;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const { status } = spawnSync(
      process.execPath,
      [vite, 'build', '--config', config, '--outDir', fresh, '--logLevel', 'warn'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        // Under a test runner it would be "test", and React's slow development build would end up in dist.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    if (status !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      return false;
    }
    finish(fresh);
    writeFileSync(join(fresh, '.built-from'), wanted);
    const old = `${target}-old-${process.pid}`;
    mkdirSync(dirname(target), { recursive: true });
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(fresh, target);
    } catch (error) {
      // Another build was quicker: fine where it built the same.
      rmSync(fresh, { recursive: true, force: true });
      if (!isOf(wanted)) throw error;
    }
    rmSync(old, { recursive: true, force: true });
    return true;
  };

  /** `true` where the build is there and is of these sources. */
  const buildWhenChanged = () => {
    const wanted = hashOfSources();
    if (isOf(wanted)) return true;
    process.stderr.write(`platen: building the ${name} (once, and when its sources change)…\n`);
    return build(wanted);
  };

  return { build, buildWhenChanged };
};

/** For a script that was started by itself: builds, or with `--when-changed` builds where it has to. */
export const buildIfMain = (url, { build, buildWhenChanged }) => {
  if (process.argv[1] !== fileURLToPath(url)) return;
  process.exit((process.argv.includes('--when-changed') ? buildWhenChanged() : build()) ? 0 : 1);
};
