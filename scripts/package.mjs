/**
 * Makes `dist/package`: what is published as `platen`, so that `npx platen serve` works. Node.js strips no types from files under
 * `node_modules`, so every file has them stripped here; each keeps its place and, but for its ending, its name. The console is built
 * already, so what only builds it is no dependency.
 *
 * `npm run package`, then `npm publish ./dist/package`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsoleWhenChanged } from './console.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Another folder where one is named. */
const target = process.argv[2] ?? join(root, 'dist/package');

/** Of relative imports, addresses of threads and processes: what they name ends with .js there. */
const withNewEndings = (code) => code.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1');

const copySources = () => {
  const code = [];
  const source = join(root, 'src');
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const path = from.slice(source.length + 1);
    if (!entry.isFile() || path.startsWith('console/') || path.endsWith('.d.ts')) continue;
    const to = join(target, 'src', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (!/\.(?:ts|mjs)$/.test(path)) {
      cpSync(from, to);
      continue;
    }
    const text = readFileSync(from, 'utf8');
    const plain = withNewEndings(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
    writeFileSync(to, plain);
    code.push(plain);
  }
  return code.join('\n');
};

const textOfConsole = () =>
  readdirSync(join(root, 'src/console'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css|html)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

/** Of the console's libraries, what nothing imports by name: parts of them, and what they draw with. */
const OF_THE_CONSOLE = /^(?:@mantine\/|recharts$)/;

const mentions = (text, name) => [`'${name}`, `"${name}`].some((beginning) => text.includes(beginning));

const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!buildConsoleWhenChanged()) process.exit(1);
rmSync(target, { recursive: true, force: true });
const server = copySources();
const build = textOfConsole() + readFileSync(join(root, 'scripts/console.mjs'), 'utf8');
/** Exactly what was tested: a program has no use for what came later, which may not fit together or not exist everywhere. */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const dependencies = Object.keys(facts.dependencies)
  // Node.js itself is whoever runs it.
  .filter((name) => name !== 'node' && !OF_THE_CONSOLE.test(name))
  .filter((name) => mentions(server, name) || !mentions(build, name))
  .map((name) => [name, packages[`node_modules/${name}`].version]);
for (const folder of ['dist/console', 'examples', 'docs'])
  cpSync(join(root, folder), join(target, folder), {
    recursive: true,
    filter: (path) => !path.includes('/examples/build'),
  });
for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, file), join(target, file));
const { name, version, description, license, type, bin } = facts;
const published = {
  ...{ name, version, description, license, type, bin },
  engines: { node: '>=24' },
  keywords: ['docx', 'pdf', 'word', 'template', 'document generation', 'mail merge', 'self-hosted'],
  files: ['src', 'dist/console', 'examples', 'docs', 'CHANGELOG.md', 'npm-shrinkwrap.json'],
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
