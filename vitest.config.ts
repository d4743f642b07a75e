import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** What ends processes of its own, watches its own file handles or memory, or sets the clock: each in a process of its own. */
const ALONE = [
  'test/cli/*.test.ts',
  'test/convert/{engines,hostile,native-processes,office-pool,pdf-options,small-layout}.test.ts',
  'test/layout/left-behind.test.ts',
  'test/object-storage/*.test.ts',
  'test/store/*.test.ts',
  'test/workers/{renderer,spool}.test.ts',
  'test/service/housekeeping.test.ts',
  'test/api/{crash,large-documents,memory,machines,nodes,pressure,session-nodes,shutdown,threads}.test.ts',
];
/** Measures what a person waits for: nothing else may be at work meanwhile. */
const UNDISTURBED = 'test/console/template-typing.test.ts';
const THROUGH_A_BROWSER = 'test/console/*.test.ts';
const THROUGH_HTTP = ['test/api/*.test.ts', 'test/service/*.test.ts'];

/** One after the other in the same process: the modules are loaded once, and a browser is started once. */
const together = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, isolate: false },
});

/** Walks through many screens: what bounds it are the waits of its steps, which say what was missing. */
const patient = <Project extends { test: object }>(project: Project) => ({
  ...project,
  test: { ...project.test, testTimeout: 300_000 },
});

// Two cores is what CI has: more files at once only makes the heavy suites (PostgreSQL, LibreOffice) time out.
export default defineConfig({
  test: {
    globalSetup: ['./test/support/server-setup.ts', './test/support/postgres-setup.ts'],
    setupFiles: ['./test/support/built-processes.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs. Bounds of the product stand in the tests; a machine that does five other things breaks none of them.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    reporters: ['default', './test/support/no-skips-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      patient(together('browser', [THROUGH_A_BROWSER], [UNDISTURBED])),
      together('service', THROUGH_HTTP, ALONE),
      patient({
        extends: true,
        test: { name: 'undisturbed', include: [UNDISTURBED], maxWorkers: 1, sequence: { groupOrder: 1 } },
      }),
      together('parts', ['test/**/*.test.ts'], [...ALONE, ...THROUGH_HTTP, THROUGH_A_BROWSER]),
    ],
  },
});
