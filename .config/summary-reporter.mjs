import { writeSync } from 'node:fs'

/** Prints `12 passed, 0 failed, 3 skipped` as the last line of a run, for programs that judge one. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      let failed = 0
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        if (test.result().state === 'failed') failed++
      }
      // A file that cannot be loaded, or a hook that throws, fails without a failing test.
      if (failed === 0 && module.state() === 'failed') count.failed++
    }
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`
    process.once('exit', () => writeSync(1, line))
  }
}
