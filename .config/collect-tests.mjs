// The part of vitest's interface that the tests of lint and evidence use, for .config/mutation-runner.mjs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

// Vitest's own matchers: those of `expect` of 'vitest' only work inside its workers.
const ofVitest = createRequire(import.meta.resolve('vitest/package.json'))
const { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } = await import(
  pathToFileURL(ofVitest.resolve('@vitest/expect')).href
)
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)
chai.util.addMethod(chai.Assertion.prototype, 'toMatchFileSnapshot', function (path) {
  new chai.Assertion(this._obj).toBe(readFileSync(path, 'utf8'))
})

const each = add => rows => (name, work) => {
  for (const row of rows) {
    const values = Array.isArray(row) ? row : [row]
    const asked = name.match(/%[sdifjoO]/g)?.length ?? 0
    add(format(name, ...values.slice(0, asked)), () => work(...values))
  }
}

/** A `vitest` to import, and the tests that are collected in what imports it. */
export function collectTests() {
  const tests = []
  const seen = new Map()
  let path = []
  const test = (name, work) => {
    const plain = `${vitest.file}#${[...path, name].join(' ')}`
    const times = (seen.get(plain) ?? 0) + 1
    seen.set(plain, times)
    tests.push({ id: times === 1 ? plain : `${plain} (${times})`, name, file: vitest.file, work })
  }
  const describe = (name, work) => {
    const outer = path
    path = [...outer, name]
    work()
    path = outer
  }
  const skip = () => {}
  Object.assign(test, { each: each(test), skip, skipIf: condition => (condition ? skip : test) })
  Object.assign(describe, { each: each(describe) })
  const vitest = { file: '', test, it: test, describe, expect: chai.expect }
  return { vitest, tests }
}
