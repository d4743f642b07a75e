import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED } from '../scripts/docs.ts';

test.each(GENERATED)('$file holds what the code says (npm run docs writes it)', ({ file, update }) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(update(text)).toBe(text);
});
