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

/** Returns a reader of one megabyte of code, and a counter of its reads. */
function largeFile(text: string) {
  const file = { text: text.padEnd(1024 * 1024, '\n') }
  const asked = { times: 0 }
  const read = () => {
    asked.times++
    return file
  }
  return { asked, code: { read } }
}

test('evidence marks stop comparing a thousand quotes with a large file when the time is up', () => {
  const { code } = largeFile('nothing like it')
  let turns = 0
  const isOver = () => ++turns > 10
  expect(evidenceMarks({ ...code, isOver })(quotes(1_000))).toBe('gone')
  expect(turns).toBeLessThan(1_100)
})

test('evidence marks say that evidence was not checked when there was no time left', () => {
  const { code } = largeFile('const b\n'.repeat(2_000))
  expect(evidenceMarks({ ...code, isOver: () => true })(quotes(3))).toBe('unchecked')
})

test('evidence marks show nothing for a quote that is still at its place', () => {
  const { code } = largeFile('const a\n')
  expect(evidenceMarks(code)(quotes(1))).toBeUndefined()
})
