import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blameProject, type HistoryRequest, historyProject } from '../../src/project/history/history.ts'
import { openProject } from '../../src/project/open.ts'
import { folderWith } from '../config/folder.ts'
import { profileExamples } from '../fixtures/profiles.ts'
import { notes } from '../notes-cli.ts'
import { repository } from './repository.ts'

const SAM = `# Notes

## Session Continuity
### Decision Log
#### 2026-01-01T10:00:00Z - One pool
**Decision**: Use one pool per worker
**Rationale**: A pool per request ran out of sockets

### Pending Questions
- [ ] Which cache?
- [ ] How long do tokens live?

## Discovered Technical Debt
| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | No retry | LOW | ada | S01 |
`

type Repository = ReturnType<typeof repository>

/** Returns each event as `what | subject | field: before -> after`, newest first. */
const told = ({ open }: Repository, request: HistoryRequest = {}) =>
  historyProject(open(), request).events.map(({ what, by, subject = 'not committed', fields }) =>
    [
      what,
      subject,
      ...(by === undefined ? [] : [`by ${by}`]),
      ...fields.map(({ name, before, after }) => `${name}: ${before} -> ${after}`),
    ].join(' | '),
  )

const SUPERSEDED = `#### 2026-01-01T10:00:00Z - One pool
**Status**: Superseded by Two pools
`

const TWO_POOLS = `#### 2026-01-02T10:00:00Z - Two pools
**Decision**: Use two
**Rationale**: Reads wait

`

describe('notes history', () => {
  test('lists the events of a decision: added, edited, superseded, not committed', () => {
    const repo = repository('# Notes\n\n### Decision Log\n')
    repo.write(SAM)
    repo.commit('decide')
    repo.edit('ran out of sockets', 'ran out of file descriptors')
    repo.commit('reword')
    repo.edit('#### 2026-01-01T10:00:00Z - One pool\n', `${TWO_POOLS}${SUPERSEDED}`)
    expect(told(repo, { what: 'One pool' })).toEqual([
      'superseded | not committed | by Two pools',
      'edited | reword | rationale: A pool per request ran out of sockets -> A pool per request ran out of file descriptors',
      'added | decide',
    ])
    expect(told(repo, { what: 'Two pools' })).toEqual(['added | not committed'])
  })

  test('lists how a debt was resolved and reopened', () => {
    const repo = repository(SAM)
    repo.run('edit', 'TD-001', '--severity', 'HIGH')
    repo.commit('raise')
    repo.run('debt', 'resolve', 'TD-001', '--how', 'fixed in 9c4fe73')
    repo.commit('resolve')
    repo.run('reopen', 'TD-001')
    repo.commit('reopen')
    expect(told(repo, { what: 'TD-001' })).toEqual([
      'reopened | reopen | text: TD-001 ~~No retry~~ — fixed in 9c4fe73 HIGH ada S01 -> TD-001 No retry HIGH ada S01',
      'closed | resolve | text: TD-001 No retry HIGH ada S01 -> TD-001 ~~No retry~~ — fixed in 9c4fe73 HIGH ada S01',
      'edited | raise | severity: LOW -> HIGH',
      'added | first',
    ])
  })

  test('lists no event for records that moved, or a table that was reformatted', () => {
    const repo = repository(SAM)
    repo.edit(
      '| TD-001 | No retry | LOW | ada | S01 |',
      '| TD-002 | A much longer description | LOW | ada | S01 |\n| TD-001 | No retry                  | LOW | ada | S01 |',
    )
    repo.edit('- [ ] Which cache?\n- [ ] How long', '- [ ] How long')
    repo.edit('tokens live?\n', 'tokens live?\n- [ ] Which cache?\n')
    repo.commit('move')
    expect(told(repo, { what: 'TD-001' })).toEqual(['added | first'])
    expect(told(repo, { what: 'questions' })).toEqual(['added | first', 'added | first'])
  })

  test('tells removed records from archived ones, and finds both by name', () => {
    const repo = repository(SAM)
    repo.edit('- [ ] Which cache?\n', '')
    repo.commit('drop')
    expect(told(repo, { what: 'Which cache' })).toEqual(['removed | drop', 'added | first'])
    repo.edit('#### 2026-01-01T10:00:00Z - One pool\n', SUPERSEDED)
    expect(repo.run('archive', '--keep', '0')).toMatchObject({ code: 0 })
    repo.commit('archive')
    expect(told(repo, { what: 'One pool', limit: 1 })).toEqual(['archived | archive'])
    repo.edit('- [ ] How long', '- [ ] Which cache?\n- [ ] How long')
    repo.commit('again')
    expect(told(repo, { what: 'Which cache' })).toEqual([
      'brought back | again',
      'removed | drop',
      'added | first',
    ])
  })

  test('follows renames of the notes file, and reports no record as added by a rename', () => {
    const repo = repository(SAM, { file: 'docs/working.md' })
    repo.write('# Other\n\n- [ ] unrelated\n', 'docs/other.md')
    repo.commit('other')
    repo.git('mv', 'docs/working.md', 'docs/memory.md')
    repo.commit('rename')
    repo.git('mv', 'docs/memory.md', 'NOTES.md')
    repo.edit('LOW', 'HIGH', 'NOTES.md')
    repo.commit('rename and raise')
    expect(told(repo, { what: 'TD-001' })).toEqual([
      'edited | rename and raise | severity: LOW -> HIGH',
      'added | first',
    ])
  })

  test('does not follow a notes file into the file that it was copied from', () => {
    const repo = repository(SAM, { file: 'template.md' })
    repo.write(SAM, 'app/NOTES.md')
    repo.commit('copy')
    expect(historyProject(repo.open('app/NOTES.md')).events.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 4 }, () => 'copy'),
    )
  })

  test('lists a merged change once, with its commit on the branch', () => {
    const repo = repository(SAM)
    repo.git('checkout', '-qb', 'side')
    repo.edit('LOW', 'HIGH')
    repo.edit('- [ ] Which cache?\n', '')
    repo.commit('side: raise, drop')
    repo.git('checkout', '-q', 'main')
    repo.edit('per worker', 'per machine')
    repo.commit('main: reword')
    repo.git('merge', '-q', '--no-edit', 'side')
    expect(told(repo)).toEqual([
      'edited | main: reword | decision: Use one pool per worker -> Use one pool per machine',
      'edited | side: raise, drop | severity: LOW -> HIGH',
      'removed | side: raise, drop',
      'added | first',
      'added | first',
      'added | first',
      'added | first',
    ])
  })

  test('attributes changes that a merge itself made, such as a lost record, to the merge', () => {
    const repo = repository(SAM)
    repo.git('checkout', '-qb', 'side')
    repo.edit('| TD-001', '| TD-002 | Slow | LOW | ada | S01 |\n| TD-001')
    repo.commit('side: find')
    repo.git('checkout', '-q', 'main')
    repo.edit('| No retry | LOW', '| No retry | HIGH')
    repo.commit('main: raise')
    repo.git('merge', '-q', '--no-commit', '--no-ff', '-s', 'ours', 'side')
    repo.edit('HIGH', 'CRITICAL')
    repo.commit('merge')
    expect(told(repo, { what: 'TD-002' })).toEqual(['removed | merge', 'added | side: find'])
    expect(told(repo, { what: 'TD-001' }).slice(0, 2)).toEqual([
      'edited | merge | severity: HIGH -> CRITICAL',
      'edited | main: raise | severity: LOW -> HIGH',
    ])
  })

  test('treats the same record added on two branches as one', () => {
    const repo = repository(SAM)
    repo.git('checkout', '-qb', 'side')
    repo.edit('| TD-001', '| TD-002 | Slow | LOW | ada | S01 |\n| TD-001')
    repo.edit('per worker', 'per machine')
    repo.commit('side')
    repo.git('checkout', '-q', 'main')
    repo.edit('- [ ] Which cache?\n', '')
    repo.edit('| TD-001', '| TD-002 | Slow | LOW | ada | S01 |\n| TD-001')
    repo.commit('main')
    repo.git('merge', '-q', '--no-edit', 'side')
    expect(told(repo, { what: 'TD-002' })).toEqual(['added | main', 'added | side'])
  })

  test.each([
    ['a merge conflict that is not resolved', SAM.replace('- [ ] Which', '<<<<<<< a\n- [ ] Which')],
    ['a code fence that is never closed', SAM.replace('### Pending', '```\n### Pending')],
    ['bytes that are not text', Buffer.from([0xff, 0, 1])],
  ])('reports and skips a version with %s', (why, broken) => {
    const repo = repository(SAM)
    repo.write(broken)
    const commit = repo.commit('broken')
    repo.write(SAM.replace('LOW', 'HIGH'))
    repo.commit('repaired')
    const { skipped } = historyProject(repo.open())
    expect(skipped).toMatchObject([{ commit, subject: 'broken', why }])
    expect(told(repo).slice(0, 2)).toEqual(['edited | repaired | severity: LOW -> HIGH', 'added | first'])
    expect(repo.run('history').stdout).toContain(`Skipped: ${commit.slice(0, 9)} (2026-01-02), with ${why}`)
  })

  test('reads a file whose fence was never closed', () => {
    const repo = repository(`${SAM}\n\`\`\`\n`)
    repo.edit('LOW', 'HIGH')
    repo.commit('raise')
    expect(told(repo, { what: 'TD-001' })).toEqual([
      'edited | raise | severity: LOW -> HIGH',
      'added | first',
    ])
  })

  test.each(profileExamples)('finds the records of a $name file, and an edit of its words', ({ text }) => {
    const repo = repository(text.replaceAll('\n', '\r\n'))
    const { records } = blameProject(repo.open())
    expect(records.length).toBeGreaterThan(2)
    expect(records.every(({ what, subject }) => what === 'added' && subject === 'first')).toBe(true)
    // Line endings alone are not a change.
    repo.write(text)
    repo.commit('line feeds')
    expect(blameProject(repo.open()).records).toEqual(records)
    const { title } = records.findLast(record => record.title.length > 8) ?? { title: '' }
    const word = /\w{4,}/.exec(title)?.[0] ?? ''
    repo.edit(title, title.replace(word, `${word}s`))
    const changed = historyProject(repo.open()).events.filter(({ commit }) => commit === undefined)
    expect(changed.map(({ what }) => what)).toContain('edited')
  })

  test('shows 20 changes by default, and with `since` only those after a revision or date', () => {
    const repo = repository(SAM)
    for (let count = 0; count < 25; count++) {
      repo.edit('- [ ] Which', `- [ ] Question number ${count}?\n- [ ] Which`)
      repo.commit(`question ${count}`)
    }
    expect(historyProject(repo.open())).toMatchObject({ more: 9, events: { length: 20 } })
    expect(told(repo, { limit: 2 })).toEqual(['added | question 24', 'added | question 23'])
    expect(told(repo, { since: 'HEAD~2' })).toEqual(['added | question 24', 'added | question 23'])
    expect(told(repo, { since: '2026-01-26' })).toEqual(['added | question 24'])
    repo.edit('LOW', 'HIGH')
    expect(told(repo, { since: 'HEAD' })).toEqual(['edited | not committed | severity: LOW -> HIGH'])
  })

  test('works in a folder of a larger repository', () => {
    const repo = repository(SAM, { root: 'packages/app' })
    repo.write(SAM, '../other/NOTES.md')
    repo.commit('another package')
    repo.edit('LOW', 'HIGH')
    repo.commit('raise')
    const { events } = historyProject(repo.open('NOTES.md'))
    expect(events.map(({ what, subject }) => [what, subject])).toEqual([
      ['edited', 'raise'],
      ...Array.from({ length: 4 }, () => ['added', 'first']),
    ])
  })

  test('says where a shallow clone begins, and does not call its records added', () => {
    const repo = repository(SAM)
    repo.edit('LOW', 'HIGH')
    repo.commit('raise')
    repo.edit('HIGH', 'CRITICAL')
    const begins = repo.git('rev-parse', 'HEAD').trim()
    repo.commit('raise again')
    const cwd = folderWith()
    execFileSync('git', ['clone', '-q', '--depth=2', `file://${repo.top}`, '.'], { cwd })
    const { events, cut = '' } = historyProject(openProject({ cwd }), { what: 'TD-001' })
    expect(events.map(({ what, subject }) => [what, subject])).toEqual([
      ['edited', 'raise again'],
      ['first seen', 'raise'],
    ])
    expect(begins.startsWith(cut)).toBe(true)
    expect(notes(['history'], { cwd }).stdout).toContain('git fetch --unshallow')
  })

  test('says what to do in a partial clone, which lacks the older versions, instead of calling them empty', () => {
    const repo = repository(SAM)
    repo.git('config', 'uploadpack.allowFilter', 'true')
    repo.edit('LOW', 'HIGH')
    repo.commit('raise')
    const cwd = folderWith()
    execFileSync('git', ['clone', '-q', '--filter=blob:none', `file://${repo.top}`, '.'], { cwd })
    const { code, stderr } = notes(['history'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('This clone is partial')
    execFileSync('git', ['log', '-p', '--', 'NOTES.md'], { cwd })
    expect(notes(['history', 'TD-001'], { cwd }).stdout).toContain('"LOW" -> "HIGH"')
  })

  test('lists the commits when the work tree has a merge conflict', () => {
    const repo = repository(SAM)
    repo.edit('- [ ] Which', '<<<<<<< a\n- [ ] Which')
    expect(historyProject(repo.open())).toMatchObject({
      events: { length: 4 },
      skipped: [{ why: 'a merge conflict that is not resolved' }],
    })
    expect(repo.run('blame').stdout).toContain('Skipped: the work tree, with a merge conflict')
  })

  test.each([
    [
      'outside of git',
      { init: false, commit: false },
      'This file is not in a git repository',
      'Run `git init`',
    ],
    [
      'before the first commit',
      { init: true, commit: false },
      'has never been committed',
      'git add NOTES.md',
    ],
    [
      'when others are committed',
      { init: true, commit: true },
      'has never been committed',
      'git add NOTES.md',
    ],
  ])('says what to do %s', (_, { init, commit }, problem, fix) => {
    const cwd = folderWith({ 'NOTES.md': SAM, 'a.txt': 'a' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd })
    if (init) git('init', '-q')
    if (commit) {
      git('add', 'a.txt')
      git('commit', '-qm', 'a')
    }
    for (const command of ['history', 'blame', 'diff']) {
      const { code, stderr } = notes([command, '--file', 'NOTES.md'], { cwd })
      expect({ command, code }).toEqual({ command, code: 2 })
      expect(stderr).toContain(problem)
      expect(stderr).toContain(fix)
    }
  })

  test('prints each commit with its date, author and subject, and the words that changed', () => {
    const repo = repository(SAM)
    repo.edit('ran out of sockets', 'ran out of descriptors')
    const commit = repo.commit('reword')
    expect(repo.run('history', '--limit', '0')).toMatchObject({ code: 2, stdout: '' })
    const { code, stdout, stderr } = repo.run('history', '--limit', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      new RegExp(
        `^${commit.slice(0, 9)} {2}2026-01-02 {2}Ada {2}reword\n` +
          ` {2}edited {2}d-[0-9a-f]{4} {2}decision {2}One pool\n` +
          ` +rationale: "…ran out of sockets" -> "…ran out of descriptors"\n… and 4 older: --limit 5\n$`,
      ),
    )
    const json = JSON.parse(repo.run('history', 'One pool', '--json').stdout)
    expect(json.events[0]).toMatchObject({ what: 'edited', commit, author: 'Ada', kind: 'decision' })
    expect(repo.run('history', 'nothing like it')).toMatchObject({ code: 1 })
  })

  test('masks secrets, even when only part of a text changed, and removes control characters that git holds', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const repo = repository(SAM)
    repo.git('config', 'user.name', 'Eve\u001b[31m\u202e')
    repo.edit('ran out of sockets', `ran out of ${token}`)
    repo.commit(`subject \u001b]8;;x\u0007 </notes> ${token}`)
    for (const args of [
      ['history'],
      ['history', '--json'],
      ['blame'],
      ['diff', 'HEAD~1'],
      ['diff', 'HEAD~1', '--json'],
    ]) {
      const { code, stdout } = repo.run(...args)
      expect(code).toBe(0)
      expect(stdout).not.toContain(token)
      for (const hidden of ['\u001b', '\u0007', '\u202e', '</notes>']) expect(stdout).not.toContain(hidden)
    }
  })
})

describe('blame', () => {
  test('agrees with the newest change in the history of each record, in the order of the file', () => {
    const repo = repository(SAM)
    repo.edit('LOW', 'HIGH')
    repo.commit('raise')
    repo.edit('- [ ] Which', '- [x] Which')
    const { records } = blameProject(repo.open())
    expect(records.map(({ title, what, subject, line }) => [title, what, subject, line])).toEqual([
      ['One pool', 'added', 'first', 5],
      ['Which cache?', 'closed', undefined, 10],
      ['How long do tokens live?', 'added', 'first', 11],
      ['No retry', 'edited', 'raise', 16],
    ])
    for (const { line: _, ...record } of records)
      expect(historyProject(repo.open(), { what: record.handle }).events[0]).toEqual(record)
    expect(repo.run('blame', 'questions').stdout).toMatch(
      /^not committed +closed +L10 .*Which cache\?\n[0-9a-f]{9} .* added /,
    )
    expect(repo.run('blame', 'TD-001').stdout).toMatch(/^[0-9a-f]{9} {2}2026-01-02 {2}Ada {2}edited {2}L16/)
  })
})

test('a revision that looks like an option creates no file in the repository', () => {
  const repo = repository(SAM)
  for (const revision of ['--output=x', '--all', '-p', '^HEAD', 'HEAD\nHEAD', '@{', ':/', '']) {
    for (const args of [
      ['at', '--', revision],
      ['diff', '--', revision],
      ['diff', '--', `HEAD..${revision}`],
      ['history', `--since=${revision}`],
    ]) {
      const { code, stderr } = repo.run(...args)
      if (revision !== '') expect({ args, code, stderr }).toMatchObject({ code: 2 })
    }
  }
  expect(readdirSync(repo.cwd).toSorted()).toEqual(['.git', 'NOTES.md'])
  expect(repo.run('at', 'no-such-branch').stderr).toContain(
    'Unknown revision: no-such-branch\n  fix: `git log --oneline -- NOTES.md` lists those of the notes',
  )
  expect(readdirSync(join(repo.cwd, '.git'))).not.toContain('x')
})
