import { defineConfig } from 'vitest/config';

// Two cores is what CI has: more files at once only makes the heavy suites (PostgreSQL, LibreOffice) time out.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/support/postgres-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Ends what hangs; no test measures time, and a loaded machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/support/no-skips-reporter.ts'],
  },
});
