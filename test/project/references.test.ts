import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { staleClaims, verifyProject } from '../../src/project/evidence/verify.ts'
import { lintProject } from '../../src/project/lint/project.ts'
import { openProject } from '../../src/project/open.ts'
import { CODE, movedTo, OLD, repository, TAKEN } from '../evidence/repository.ts'

/** Returns a notes file with one reference to the code of the test repository. */
const NOTES = (stamp: string, place = 'src/a.ts:4'): string =>
  `# Agent Working Memory\n\n## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| \${PROJECT_ROOT}/${place} | The check | ${stamp} |\n`

test('a reference stamped with a time of day is followed from the day its row was committed', () => {
  const { root, write, edit, commit } = repository()
  const verify = () => verifyProject(openProject({ cwd: root, env: process.env })).verified[0]?.check
  write('grimoires/loa/NOTES.md', NOTES('10:00:00Z'))
  expect(verify()).toMatchObject({ state: 'ok' })
  commit()
  expect(verify()).toMatchObject({ state: 'ok' })
  edit('src/a.ts', 'import', '// one\nimport')
  commit()
  expect(verify()).toMatchObject(movedTo('src/a.ts', 5))
  edit('src/a.ts', OLD, 'if (token.isOlder) return false')
  expect(verify()).toMatchObject({ state: 'changed' })
})

test.each([
  ['whose file was renamed', 'src/b.ts:4'],
  ['whose lines are past the end of its file now', 'src/c.ts:1'],
])('lint --fix moves a reference %s', async (what, place) => {
  const { root, git, write, commit } = repository()
  write('grimoires/loa/NOTES.md', NOTES(TAKEN))
  commit()
  if (what.includes('renamed')) git('mv', 'src/a.ts', 'src/b.ts')
  else {
    write('src/c.ts', CODE.split('\n').slice(3).join('\n'))
    write('src/a.ts', CODE.split('\n').slice(0, 3).join('\n'))
  }
  commit()
  await lintProject(openProject({ cwd: root, env: process.env }), { fix: 'safe' })
  expect(readFileSync(join(root, 'grimoires/loa/NOTES.md'), 'utf8')).toContain(`\${PROJECT_ROOT}/${place} |`)
})

test('lint --fix updates the path of a renamed file in an open debt, question or blocker, but not in a closed one', async () => {
  const { root, git, write, edit, commit } = repository()
  const place = '${PROJECT_ROOT}/src/a.ts:4'
  write(
    'grimoires/loa/NOTES.md',
    `## Technical Debt\n- [HIGH] Slow check at ${place}\n\n## Blockers\n- [ ] Waiting: review of ${place}\n- [x] Waiting: an older review of ${place}\n\n## Pending Questions\n- [ ] Why does ${place} throw?\n`,
  )
  commit()
  edit('src/a.ts', 'import', '// one\nimport')
  git('mv', 'src/a.ts', 'src/b.ts')
  commit()
  await lintProject(openProject({ cwd: root, env: process.env }), { fix: 'safe' })
  const after = readFileSync(join(root, 'grimoires/loa/NOTES.md'), 'utf8')
  expect(after.match(/src\/[ab]\.ts:\d/g)).toEqual(['src/b.ts:5', 'src/b.ts:5', 'src/a.ts:4', 'src/b.ts:5'])
})

test('lint --fix does not change sentences about a rename or mentions without a line', async () => {
  const { root, git, write, commit } = repository()
  const text =
    '## Pending Questions\n- [ ] Why was src/a.ts:4 renamed to src/b.ts:4?\n- [ ] Who imports ${PROJECT_ROOT}/src/a.ts still?\n\n## Learnings\n- src/a.ts:4 was the check\n'
  write('grimoires/loa/NOTES.md', text)
  commit()
  git('mv', 'src/a.ts', 'src/b.ts')
  commit()
  await lintProject(openProject({ cwd: root, env: process.env }), { fix: 'safe' })
  expect(readFileSync(join(root, 'grimoires/loa/NOTES.md'), 'utf8').match(/src\/a\.ts/g)).toHaveLength(3)
})

test('lint --fix follows a mention from the commit that wrote it, not from the commit of a longer mention', async () => {
  const { root, git, write, edit, commit } = repository()
  write('grimoires/loa/NOTES.md', '## Technical Debt\n- [LOW] Slow at src/a.ts:70\n')
  commit()
  edit('src/a.ts', 'import', '// one\n// two\nimport')
  commit()
  write(
    'grimoires/loa/NOTES.md',
    '## Technical Debt\n- [LOW] Slow at src/a.ts:70\n- [LOW] Odd at src/a.ts:7\n',
  )
  commit()
  git('mv', 'src/a.ts', 'src/b.ts')
  commit()
  await lintProject(openProject({ cwd: root, env: process.env }), { fix: 'safe' })
  expect(readFileSync(join(root, 'grimoires/loa/NOTES.md'), 'utf8')).toContain('Odd at src/b.ts:7\n')
})

test('status --stale counts the commits and days since the lines of a reference were verified', () => {
  const { root, write, edit, commit } = repository()
  const stale = () =>
    staleClaims(openProject({ cwd: root, env: {}, now: () => new Date('2024-01-11T12:00:00Z') }))
  write('grimoires/loa/NOTES.md', NOTES(TAKEN))
  commit()
  edit('src/a.ts', 'import', '// one\nimport')
  commit()
  expect(stale()).toMatchObject({ stale: [], claims: 1, unchecked: 0 })
  edit('src/a.ts', OLD, 'if (token.isOlder) return false')
  commit()
  expect(stale()).toMatchObject({
    stale: [{ commits: 2, days: 10, claim: { check: { state: 'changed' } } }],
    claims: 1,
  })
})

test('status --stale lists a quote whose line was deleted, even without git', () => {
  const { root, write, edit } = repository()
  rmSync(join(root, '.git'), { recursive: true })
  write(
    'grimoires/loa/NOTES.md',
    `## Decision Log\n### ${TAKEN} - A\n**Decision**: A\n**Evidence**:\n- \`return check(token)\` [\${PROJECT_ROOT}/src/a.ts:5]\n`,
  )
  edit('src/a.ts', '  return check(token)\n', '')
  const { stale } = staleClaims(openProject({ cwd: root, env: {} }))
  expect(stale).toMatchObject([{ commits: undefined, claim: { kind: 'evidence' } }])
})
