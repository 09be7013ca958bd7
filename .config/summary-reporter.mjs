import { writeSync } from 'node:fs'

const patience = 5 * 60_000

/**
 * Prints `12 passed, 0 failed, 3 skipped` as the last line of a run, for programs that judge the run. Stops a run in
 * which no test ends for five minutes (an endless loop stops even the test's own timeout), and prints where it hung.
 */
export default class SummaryReporter {
  #count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  #running = new Set()
  #watch

  onTestModuleStart(module) {
    this.#running.add(module.relativeModuleId)
    this.#alive()
  }

  onTestCaseResult(test) {
    this.#count[test.result().state]++
    this.#alive()
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.relativeModuleId)
    const failed = [...module.children.allTests('failed')].length
    // A file that cannot be loaded, or a hook that throws, fails without a failing test.
    if (failed === 0 && module.state() === 'failed') this.#count.failed++
    this.#alive()
  }

  onTestRunEnd(_modules, unhandledErrors) {
    clearTimeout(this.#watch)
    this.#count.failed += unhandledErrors.length
    process.once('exit', () => this.#print())
  }

  #alive() {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      writeSync(
        2,
        `\nNothing has ended for ${patience / 60_000} minutes in: ${[...this.#running].join(', ')}\n`,
      )
      this.#count.failed++
      process.once('exit', () => this.#print())
      // A worker in an endless loop would outlive this process.
      for (const handle of process._getActiveHandles()) handle.kill?.('SIGKILL')
      process.exit(1)
    }, patience)
  }

  #print() {
    const { passed, failed, skipped, pending } = this.#count
    writeSync(1, `${passed} passed, ${failed} failed, ${skipped + pending} skipped\n`)
  }
}
