import { defineConfig } from 'vitest/config';

// Two cores is what CI has: more files at once only makes the heavy suites (PostgreSQL, LibreOffice) time out.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/support/postgres-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/support/no-skips-reporter.ts'],
  },
});
