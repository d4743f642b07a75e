/** The registry and the documentation of errors, held together. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../src/errors.ts';

test('docs/errors.md lists every code of src/errors.ts, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/errors.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([a-z_]+)` \| \d{3} \| .+\. \|$/gm)].map(([, code]) => code);
  expect(listed).toEqual(Object.keys(ERROR_CODES));
});

test('every code of the registry is one that the sources use', () => {
  const root = join(import.meta.dirname, '../src');
  const sources = globSync('**/*.{ts,py}', { cwd: root })
    .filter((file) => file !== 'errors.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const unused = Object.keys(ERROR_CODES).filter((code) => !sources.includes(`'${code}'`));
  expect(unused).toEqual([]);
});
