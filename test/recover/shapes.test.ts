import { expect, test } from 'vitest'
import type { CodeReader } from '../../src/evidence/code.ts'
import { recover } from '../../src/recover/recover.ts'

const noCode: CodeReader = { read: () => ({ problem: 'too-large' }) }

/** Read in half a second on a quiet machine, and before they were bounded in five and more. */
const SECONDS = 4

const nested = (depth: number, line: string): string =>
  Array.from({ length: depth }, (_, at) => '  '.repeat(at) + line).join('\n')

const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['ten megabytes of words on one line', 'lorem ipsum dolor '.repeat(560_000)],
  ['ten megabytes of pipes on one line', '|'.repeat(10_000_000)],
  ['two million cells on one line', '| a '.repeat(2_000_000)],
  ['100,000 definitions', Array.from({ length: 100_000 }, (_, at) => `[a${at}]: http://x/${at}`).join('\n')],
  ['tabs behind 100,000 quote marks', '>\tx\n'.repeat(100_000)],
  ['300,000 empty items', '-\n'.repeat(300_000)],
  ['empty lists, 1,000 deep', nested(1000, '-')],
  ['tasks, 2,000 deep', nested(2000, '- [ ] x')],
  ['a definition in 3,000 lists', `${'- '.repeat(3000)}[a]: b`],
  ['20,000 markers on one line', `${'- '.repeat(20_000)}x`],
  ['three million lines that end with CR', 'a\r'.repeat(3_000_000)],
]

const around = (body: string): string =>
  `# Memory\n\n## Active Context\n- **Current Bead**: bd-x7y8 (rework)\n\n## Pending Questions\n- [ ] What now?\n${body}\n\n## Decision Log\n\n### 2026-01-15 - Rate limit\n**Decision**: Use it\n`

test.each(BODIES)(
  '%s: recovered in time, with what stands around it',
  (_, body) => {
    for (const level of [1, 2] as const) {
      const started = performance.now()
      const { text } = recover(around(body), { level, source: 'NOTES.md', code: noCode })
      expect((performance.now() - started) / 1000).toBeLessThan(SECONDS)
      expect(text).toContain(level === 1 ? 'bd-x7y8' : 'Rate limit')
    }
    expect(recover(body, { level: 1, source: 'NOTES.md', code: noCode }).text).not.toBe('')
  },
  60_000,
)

test('what remark would take too long for is read plainly, and the answer says so', () => {
  const { text } = recover(around(`${'- '.repeat(3000)}[a]: b`), {
    level: 1,
    source: 'NOTES.md',
    code: noCode,
  })
  expect(text).toContain('Damaged: intricate markdown at line 6')
  expect(text).toContain('Rate limit: Use it')
})
