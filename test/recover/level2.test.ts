import { expect, test } from 'vitest'
import type { CodeReader } from '../../src/evidence/code.ts'
import { recover } from '../../src/recover/recover.ts'

const code: CodeReader = { read: () => ({ problem: 'too-large' }) }
const notes = `# Notes

## Active Sub-Goals
- [x] Settle the upload limit
- [ ] Raise the upload limit

## Discovered Technical Debt
| ID | Description | Severity | File | Line | Found By |
|----|-------------|----------|------|------|----------|
| TD-001 | ~~Upload is not bounded~~ | HIGH | src/upload.ts | 12 | reviewing |
| TD-002 | Upload names are not checked | LOW | src/names.ts | | reviewing |
| TD-003 | Upload is slow | LOW | | | |

## Blockers
- [x] Blocked: upload needs a bucket
`

const slice = recover(notes, { level: 2, source: 'NOTES.md', query: 'upload', budget: 500, code })

test('what is done says so, in the text and as data', () => {
  expect(slice.text).toContain('L4 goal (done)\n')
  expect(slice.text).toContain('L5 goal\n')
  expect(slice.text).toContain('L15 blocker (done)\n')
  const done = slice.records.filter(({ state }) => state === 'done').map(({ lines }) => lines[0])
  expect(new Set(done)).toEqual(new Set([4, 10, 15]))
})

test('a row of debt says where it is and who has found it', () => {
  expect(slice.text).toContain(
    'L10 debt (done)\nTD-001 HIGH Upload is not bounded | src/upload.ts:12 | reviewing\n',
  )
  expect(slice.text).toContain('TD-002 LOW Upload names are not checked | src/names.ts | reviewing')
  expect(slice.text).toMatch(/TD-003 LOW Upload is slow(?:\n|$)/)
})
