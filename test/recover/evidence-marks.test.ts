import { expect, test } from 'vitest'
import { readEvidence } from '../../src/notes/text/evidence.ts'
import { evidenceMarks } from '../../src/recover/evidence-marks.ts'

const quotes = (count: number) => {
  const lines = Array.from(
    { length: count },
    (_, line) => `- \`const a\` [\${PROJECT_ROOT}/src/a.ts:${line + 1}]\n`,
  )
  const text = lines.join('')
  return { claims: () => readEvidence(text, { start: 0, end: text.length }) }
}

/** One megabyte of code that counts how often it is read. */
function largeFile(text: string) {
  const file = { text: text.padEnd(1024 * 1024, '\n') }
  const asked = { times: 0 }
  const read = () => {
    asked.times++
    return file
  }
  return { asked, code: { read } }
}

test('evidence marks compare fewer than twenty of a thousand quotes from a large file', () => {
  const { asked, code } = largeFile('nothing like it')
  expect(evidenceMarks(code)(quotes(1_000))).toBe('changed')
  expect(asked.times).toBeLessThan(20)
})

test('evidence marks do not call evidence changed that was not compared', () => {
  const { code } = largeFile('const a\n'.repeat(2_000))
  expect(evidenceMarks(code)(quotes(1_000))).toBeUndefined()
})
