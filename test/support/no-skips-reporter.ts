import type { Reporter, TestModule } from 'vitest/node';

/**
 * CI installs everything that some tests want, so a test that skips there has lost its subject: with
 * PLATEN_NO_SKIPS=1 a skipped test fails the run, and the line of counts at the end says how many there were.
 */
export default class NoSkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state] += 1;
        if (state === 'skipped') skipped.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    if (skipped.length > 0 && process.env['PLATEN_NO_SKIPS'] === '1') {
      process.stdout.write(`A skip is a failure here:\n  ${skipped.join('\n  ')}\n`);
      process.exitCode = 1;
    }
  }
}
