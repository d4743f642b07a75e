/** What would be published, installed beside its dependencies in an empty folder: compiled files alone, and a server that makes a PDF. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { callAt, form } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'platen-package-'));
const installed = join(folder, 'node_modules/platen');
let facts: { dependencies: Record<string, string>; engines: { node: string }; bin: { platen: string } };

beforeAll(() => {
  const staged = join(folder, 'staged');
  const node = [process.execPath, '--disable-warning=ExperimentalWarning'] as const;
  execFileSync(node[0], [node[1], join(ROOT, 'scripts/package.mjs'), staged], { stdio: 'pipe' });
  const tarball = execFileSync('npm', ['pack', staged, '--pack-destination', folder, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
  facts = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(facts.dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it has compiled files, the console, the examples and the versions that were tested, and nothing of tests', () => {
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
  expect(files.filter((file) => /^(?:src|test|bench|scripts)(?:\/|$)|\.built-from$/.test(file))).toEqual([]);
  for (const file of [
    'LICENSE',
    'README.md',
    'npm-shrinkwrap.json',
    'dist/console/index.html',
    'dist/server/workers/tasks.js',
  ])
    expect(existsSync(join(installed, file)), file).toBe(true);
  for (const version of Object.values(facts.dependencies)) expect(version).toMatch(/^\d/);
  expect(Object.keys(facts.dependencies)).not.toContain('react');
  const { packages } = JSON.parse(readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8'));
  expect(Object.values(packages as Record<string, { dev?: true }>).filter(({ dev }) => dev)).toEqual([]);
});

test('it serves: a template in, a PDF out', { timeout: 60_000 }, async () => {
  const server = spawn(process.execPath, [join(installed, facts.bin.platen), 'serve'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, PORT: '0', PLATEN_DATA: join(folder, 'data') },
      ...{ PLATEN_API_KEY: 'of-the-package', PLATEN_PDF_ENGINE: 'native' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  try {
    const output: string[] = [];
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        createInterface(stream).on('line', (line) => {
          output.push(line);
          const found = /serves at (http:\S+)/.exec(line)?.[1];
          if (found !== undefined) resolve(found);
        });
      exited.then(() => reject(new Error(output.join('\n'))));
    });
    const key = 'of-the-package';
    const body = form({ templateKey: 'letter', template: docx(p('Dear {name}')) });
    expect((await callAt(address, 'PUT', '/template/upload', { key, body })).status).toBe(200);
    const json = { templateKey: 'letter', output: 'PDF', data: { name: 'Ada' } };
    const pdf = await callAt(address, 'POST', '/template/generate', { key, json });
    expect({ status: pdf.status, begins: pdf.text.slice(0, 5) }).toEqual({ status: 200, begins: '%PDF-' });
    expect((await callAt(address, 'GET', '/', { key: null })).text).toContain('<html');
  } finally {
    server.kill('SIGTERM');
    await exited;
  }
});
