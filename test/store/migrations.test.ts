import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';

test('migrations are numbered 1, 2, 3, … and named once', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  expect(new Set(MIGRATIONS.map(({ name }) => name)).size).toBe(MIGRATIONS.length);
});
