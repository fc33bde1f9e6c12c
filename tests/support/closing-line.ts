import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` as the very last line of a run, with `, N skipped` where tests were left out. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state] += 1;
      }
      // A file that did not load has no tests, but it failed.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
        count.failed += 1;
    }
    count.failed += errors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    // After what other reporters write at the end of the run, and after what the runner says on its way out.
    process.on('exit', () => writeSync(1, `${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}
