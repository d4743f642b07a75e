/** Vitest's global set-up: the program that suites start, and the processes that their servers start, are built of these sources. */
import type { TestProject } from 'vitest/node';
import { buildServerWhenChanged } from '../../scripts/server.mjs';

const build = (): void => {
  if (!buildServerWhenChanged()) throw new Error('The server could not be built; see the lines above.');
};

export default (project: TestProject): void => {
  build();
  // While it watches: what has changed may be what a process runs.
  project.onTestsRerun(async () => build());
};
