import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const log = (...evidence: string[]): string =>
  `# Notes\n\n## Decision Log\n\n### 2026-05-12 - Split the crate\n**Decision**: two crates\n**Evidence**:\n${evidence.map(one => `- ${one}\n`).join('')}`

const claimsOf = (text: string) => {
  const cwd = folderWith({
    '.git/HEAD': '',
    'src/a.ts': 'const a = 1\n',
    'grimoires/loa/context/handoff.md': 'one\nthe API stays\n',
    'grimoires/loa/NOTES.md': text,
  })
  const { stdout, code } = notes(['verify', '--json'], { cwd })
  const { claims, grounding } = JSON.parse(stdout) as {
    claims: { state: string; place: string }[]
    grounding: number
  }
  return { claims: claims.map(({ state, place }) => `${state} ${place}`), grounding, code }
}

test('verify finds a path relative to the folder of the notes file when it is not below the root', () => {
  const found = claimsOf(log('`the API stays` [context/handoff.md:2]', '`const a = 1` [src/a.ts:1]'))
  expect(found).toEqual({ claims: ['ok context/handoff.md:2', 'ok src/a.ts:1'], grounding: 1, code: 0 })
})

test('verify reports an existing file that is cited without a quote as unquoted, and does not count it', () => {
  const found = claimsOf(log('[src/a.ts]', '[context/handoff.md]'))
  expect(found).toEqual({
    claims: ['unquoted src/a.ts', 'unquoted context/handoff.md'],
    grounding: 1,
    code: 0,
  })
  expect(claimsOf(log('[src/a.ts]', '[src/b.ts]'))).toMatchObject({ grounding: 0, code: 1 })
})

test('verify does not read words in a Source cell as a path', () => {
  const text =
    '## Decisions\n\n| Date | Decision | Source |\n|---|---|---|\n| 2026-05-12 | Two crates | adversarial-review wf_2f41 #5 |\n'
  expect(claimsOf(text).claims).toEqual(['external #5'])
})
