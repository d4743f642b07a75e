/**
 * Makes a clean clone ready: installs the dependencies when the lock file has changed since the last time, builds the
 * server and the console when their sources have, and does nothing, quickly, when none has. `--omit=dev`, as `npm start` says it, leaves out
 * what only tests and checks need; what is there stays. Runs on whatever Node (>= 20) the machine has, before the project's own exists,
 * so it is plain JavaScript and imports nothing but Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsoleWhenChanged } from './console.mjs';
import { buildServerWhenChanged } from './server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.platen-setup');

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package.json')))
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const omitted = process.argv.includes('--omit=dev') ? ['--omit=dev'] : [];
/** What was installed, and without what: everything is enough for a start as well. */
const current = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
const enough = [[wanted], [wanted, ...omitted]].map((words) => words.join(' '));
if (!enough.includes(current)) {
  process.stderr.write('platen: installing dependencies (once, and when they change)…\n');
  // `npm install`, not `npm ci`: the latter fails where a registry lacks one platform's optional package.
  const install = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['install', ...omitted, '--no-audit', '--no-fund', '--no-save', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (install.status !== 0) {
    process.stderr.write('platen: npm install failed; see the lines above. Is the npm registry reachable?\n');
    process.exit(1);
  }
  writeFileSync(stamp, [wanted, ...omitted].join(' '));
}

for (const [name, isBuilt] of [
  ['server', buildServerWhenChanged],
  ['console', buildConsoleWhenChanged],
]) {
  if (isBuilt()) continue;
  process.stderr.write(`platen: the ${name} could not be built; see the lines above.\n`);
  process.exit(1);
}
