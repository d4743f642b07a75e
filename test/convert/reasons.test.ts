/** Reasons of the gate: what the sources report, what a caller is told, and what the documentation lists. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HARMLESS } from '../../src/convert/native/gate.ts';
import { asWarning, GATE_REASONS } from '../../src/convert/reasons.ts';

const ROOT = join(import.meta.dirname, '../..');
const CODES = Object.keys(GATE_REASONS);

test('every reason that the sources report is in the registry, and the registry has no other', () => {
  const reported = globSync('src/{wml,layout,pdf,metafile}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /(?:findings\.note|[rR]easons\.add|unsupported)\(\s*'([a-z:-]+)'/g,
      ),
    ].map(([, code]) => code),
  );
  expect([...new Set(reported)].filter((code) => !HARMLESS.has(code ?? '')).sort()).toEqual(CODES.sort());
});

test('docs/pdf.md has a row for every reason, and for no other', () => {
  const [, table = ''] =
    /^\| reason \|.*\n\|[-:| ]+\n((?:\|.*\n)+)/m.exec(readFileSync(join(ROOT, 'docs/pdf.md'), 'utf8')) ?? [];
  const listed = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  expect(listed.sort()).toEqual([...CODES, 'element:…'].sort());
});

test('a caller reads a sentence with the code behind it', () => {
  expect(asWarning('bar')).toBe(
    'not laid out as Word would: a bar beside a paragraph or at a tab stop (bar)',
  );
  expect(asWarning('element:w:foo')).toBe('not laid out as Word would: an element that is not known, w:foo');
});
