/** docs/scale.md says what the simulation reckons, so that nobody changes a figure in one place alone. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { simulation } from '../bench/scale/simulate.ts';

test('the table of docs/scale.md is what comes out of the measured figures', () => {
  const text = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8');
  expect(text).toContain(`${simulation()}\n<!-- /SCALE -->`);
});
