import { expect, test } from 'vitest'
import { evidenceMarks } from '../../src/recover/evidence-marks.ts'

const quotes = (count: number): { evidence: string[] } => ({
  evidence: Array.from({ length: count }, (_, line) => `\`const a\` [\${PROJECT_ROOT}/src/a.ts:${line + 1}]`),
})

/** Code of a megabyte, and how often it was asked for. */
function largeFile(text: string) {
  const file = { text: text.padEnd(1024 * 1024, '\n') }
  const asked = { times: 0 }
  const read = () => {
    asked.times++
    return file
  }
  return { asked, code: { read } }
}

test('of a thousand quotes from a large file, a session start compares only the first twenty at most', () => {
  const { asked, code } = largeFile('nothing like it')
  expect(evidenceMarks(code)(quotes(1_000))).toBe('changed')
  expect(asked.times).toBeLessThan(20)
})

test('what was not compared is not called wrong', () => {
  const { code } = largeFile('const a\n'.repeat(2_000))
  expect(evidenceMarks(code)(quotes(1_000))).toBeUndefined()
})
