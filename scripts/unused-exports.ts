/**
 * `npm run exports`: names that a file of src/ exports and no other file imports.
 *
 * An export is a promise; one that nobody takes keeps readers from knowing what a file is for. Types count as well. Names that
 * tests, scripts or examples import are used.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{src,test,scripts,examples,bench}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
});

const exported = new Map<string, Set<string>>();
const imported = new Map<string, Set<string>>();
/** Modules whose names are called by what a message says: tasks of a process, code of a thread. */
const called = new Set<string>();

const namesIn = (list: string): string[] =>
  list
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split(',')
    .map((one) => one.trim().replace(/^type\s+/, ''))
    .filter((one) => one !== '');

for (const file of files) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const own = new Set<string>();
  for (const [, name] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
  ))
    own.add(name as string);
  for (const [, list, source] of text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm)) {
    for (const one of namesIn(list as string)) own.add(one.split(/\s+as\s+/).at(-1) as string);
    if (source !== undefined) take(file, source, namesIn(list as string));
  }
  exported.set(file, own);
  for (const [, list, source] of text.matchAll(/^import (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm))
    take(file, source as string, namesIn(list as string));
  // Of a module as a whole, what is taken is named somewhere in the file that took it.
  for (const [, source] of text.matchAll(/(?:import\(\s*|\* as \w+ from )'([^']+)'/g))
    take(file, source as string, text.match(/\w+/g) ?? []);
  for (const [, source] of text.matchAll(/programFile\('([^']+)'/g))
    called.add(join('src', source as string));
}

function take(file: string, source: string, names: readonly string[]): void {
  if (!source.startsWith('.')) return;
  const from = join(dirname(file), source.replace(/\?.*$/, ''));
  const known = imported.get(from) ?? new Set();
  for (const one of names) known.add(one.split(/\s+as\s+/)[0] as string);
  imported.set(from, known);
}

const unused = [...exported]
  .filter(([file]) => file.startsWith('src/') && !called.has(file))
  .flatMap(([file, names]) =>
    [...names].filter((name) => imported.get(file)?.has(name) !== true).map((name) => `${file}: ${name}`),
  );
for (const one of unused) console.log(one);
if (unused.length > 0) {
  console.log(
    `${unused.length} names are exported and imported nowhere: take the word \`export\` away, or the name.`,
  );
  process.exitCode = 1;
}
