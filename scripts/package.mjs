/**
 * Makes `dist/package`: what is published as `platen`, so that `npx platen serve` works: the server and the console as `npm start`
 * runs them, built already, so what only builds them is no dependency.
 *
 * `npm run package`, then `npm publish ./dist/package`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, root } from './build.mjs';
import { buildConsoleWhenChanged } from './console.mjs';
import { buildServerWhenChanged } from './server.mjs';

/** Another folder where one is named. */
const target = process.argv[2] ?? join(root, 'dist/package');

const textOf = (folder, endings) =>
  filesIn(join(root, folder))
    .filter((file) => endings.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/** Of the console's libraries, what nothing imports by name: parts of them, and what they draw with. */
const OF_THE_CONSOLE = /^(?:@mantine\/|recharts$)/;

const mentions = (text, name) => [`'${name}`, `"${name}`].some((beginning) => text.includes(beginning));

const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!buildServerWhenChanged() || !buildConsoleWhenChanged()) process.exit(1);
rmSync(target, { recursive: true, force: true });
const server = textOf('dist/server', /\.js$/);
const build = textOf('src/console', /\.(?:tsx?|css|html)$/);
/** Exactly what was tested: a program has no use for what came later, which may not fit together or not exist everywhere. */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const dependencies = Object.keys(facts.dependencies)
  // Node.js itself is whoever runs it.
  .filter((name) => name !== 'node' && !OF_THE_CONSOLE.test(name))
  .filter((name) => mentions(server, name) || !mentions(build, name))
  .map((name) => [name, packages[`node_modules/${name}`].version]);
for (const folder of ['dist/server', 'dist/console', 'examples', 'docs'])
  cpSync(join(root, folder), join(target, folder), {
    recursive: true,
    filter: (path) => !/\/examples\/build|\/\.built-from$/.test(path),
  });
for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, file), join(target, file));
const { name, version, description, license, type } = facts;
const published = {
  ...{ name, version, description, license, type },
  bin: { platen: 'dist/server/cli/platen.js' },
  engines: { node: '>=24' },
  keywords: ['docx', 'pdf', 'word', 'template', 'document generation', 'mail merge', 'self-hosted'],
  files: ['dist/server', 'dist/console', 'examples', 'docs', 'CHANGELOG.md', 'npm-shrinkwrap.json'],
  // A program, not a library: nothing of it is imported by others.
  exports: { './package.json': './package.json' },
  publishConfig: { access: 'public', provenance: true },
  dependencies: Object.fromEntries(dependencies),
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

/** The same for what they depend on. */
cpSync(join(root, 'package-lock.json'), join(target, 'package-lock.json'));
const pruned = spawnSync(
  process.platform === 'win32' ? 'npm.cmd' : 'npm',
  ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] },
);
if (pruned.status !== 0) process.exit(1);
renameSync(join(target, 'package-lock.json'), join(target, 'npm-shrinkwrap.json'));
