import { expect, test } from 'vitest'
import type { LintRequest } from '../../src/commands/lint-request.ts'
import { commandLineFor } from '../../src/commands/list.ts'
import { plainLint } from '../../src/commands/plain-lint.ts'
import { buildProgram } from '../../src/commands/program.ts'

/** What commander makes of the same words. */
async function whole(argv: readonly string[]): Promise<{ request: LintRequest; json: boolean } | undefined> {
  let found: { request: LintRequest; json: boolean } | undefined
  const program = buildProgram(commandLineFor(argv), async (_, input, options) => {
    found = { request: input, json: options.json === true }
  })
  await program.parseAsync([...argv], { from: 'user' })
  return found
}

test.each([
  ['lint'],
  ['lint NOTES.md'],
  ['lint a.md docs/**/NOTES.md'],
  ['lint help'],
  ['lint --strict'],
  ['lint --json --strict a.md'],
  ['lint a.md --json b.md --json'],
])('%s asks for the same with and without commander', async line => {
  const argv = line.split(' ')
  const plain = plainLint(argv)
  expect(plain).toBeDefined()
  expect(plain).toEqual(await whole(argv))
})

test.each([
  ['lint -'],
  ['lint --'],
  ['lint --fix'],
  ['lint --strict=1'],
  ['lint --root x'],
  ['lint --help'],
  ['lint -h'],
  ['verify'],
])('%s is left to commander', line => {
  expect(plainLint(line.split(' '))).toBeUndefined()
})
