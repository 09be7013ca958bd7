import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planArchive } from '../../src/change/archive/archive.ts'
import { changeNotes } from '../../src/change/change-notes.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../src/markdown/scan/leaf.ts'
import { titleOf } from '../../src/notes/kinds.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { compareNotes, guardFile, guardText } from '../../src/project/guard/guard.ts'
import { openProject } from '../../src/project/open.ts'
import { notesFile } from '../bench/generate.mjs'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { realShapes } from '../fixtures/real-shapes.ts'
import fc from '../property.ts'

const titles = (before: string, after: string, archive?: string) =>
  compareNotes(before, after, { archive }).gone.map(({ title }) => title)

const log = (...entries: readonly string[]) => `# Notes\n\n## Decision Log\n\n${entries.join('\n\n')}\n`
const entry = (day: number, title: string, decision: string) =>
  `### 2026-05-0${day}T10:00:00Z - ${title}\n**Decision**: ${decision}\n**Rationale**: Because of the load in spring`

const A = entry(1, 'One pool', 'Use one pool per worker')
const B = entry(2, 'Timeout', 'Give up after a second')

describe('compareNotes', () => {
  test('names a decision that vanished, with its handle', () => {
    expect(compareNotes(log(A, B), log(B)).gone).toEqual([
      { kind: 'decision', handle: expect.stringMatching(/^d-[0-9a-f]{4}$/), title: 'One pool' },
    ])
  })

  test.each([
    ['a typo in its title is corrected', log(entry(1, 'One pol', 'Use one pool per worker'), B), log(A, B)],
    ['its words change a little', log(A, B), log(A.replace('per worker', 'for each worker'), B)],
    ['it is superseded', log(A, B), log(A.replace('\n', '\n**Status**: Superseded by Timeout\n'), B)],
    ['it moves', log(A, B), log(B, A)],
    [
      'its id stays and its words change',
      '## Technical Debt\n- TD-001: [HIGH] No retry when the pool is full\n',
      '## Technical Debt\n- TD-001: [HIGH] The pool never retries\n',
    ],
    ['its date is corrected', log(A, B), log(A.replace('05-01', '04-30'), B)],
    ['only white space changes', log(A, B), log(A, B).replaceAll('\n', '\r\n')],
    [
      'it moves to the archive section',
      log(A, B),
      `${log(B)}\n## Decision Archive\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-05-01 | Use one pool per worker | Load |\n`,
    ],
  ])('reports no record as gone when %s', (_, before, after) => {
    expect(titles(before, after)).toEqual([])
  })

  test('reports nothing as gone when a question is ticked, a debt struck through or a table padded', () => {
    const before =
      '## Open Questions\n- [ ] Which cache?\n\n## Technical Debt\n| ID | Description |\n|---|---|\n| TD-001 | No retry |\n| TD-002 | Slow |\n'
    const after =
      '## Open Questions\n- [x] Which cache? — Redis\n\n## Technical Debt\n| ID     | Description              |\n|--------|---|\n| TD-001 | ~~No retry~~ — fixed in abc |\n| TD-002 | Slow |\n'
    expect(titles(before, after)).toEqual([])
  })

  test('does not report a record in the archive file as gone', () => {
    expect(titles(log(A, B), log(B))).toEqual(['One pool'])
    expect(titles(log(A, B), log(B), log(A).replace('Decision Log', 'Decision Archive'))).toEqual([])
  })

  test('reports a removed decision even if a new one took its place', () => {
    expect(titles(log(A), log(entry(3, 'Queue depth', 'Keep at most forty jobs')))).toEqual(['One pool'])
  })
})

const clean = [seedExample, notesFile(12), ...realShapes.map(({ text }) => text)]
const texts = [...clean, ...shapes.map(({ text }) => text)]

/** Archives old records; returns undefined for a shape that archiving refuses. */
function archive(text: string) {
  try {
    return planArchive(text, undefined, { keep: 1, keepArchived: 0 })
  } catch {
    return undefined
  }
}

describe('guard properties', () => {
  test('deleting any one record reports exactly that one', () => {
    let deleted = 0
    for (const text of texts) {
      const notes = readNotes(text)
      for (const record of notes.records) {
        const start = lineStartBefore(text, record.span.start)
        const end = nextLineStart(text, lineEndAfter(text, record.span.end))
        // Records inside this one go with it.
        const inside = notes.records.filter(({ span }) => span.start >= start && span.end <= end)
        const after = text.slice(0, start) + text.slice(end)
        // A table that loses its first row may no longer be a table, and then its other rows are gone too.
        if (readNotes(after).records.length !== notes.records.length - inside.length) continue
        expect(titles(text, after).sort()).toEqual(inside.map(titleOf).sort())
        deleted++
      }
    }
    expect(deleted).toBeGreaterThan(30)
  })

  test('adding, closing and archiving records through commands reports nothing as gone', () => {
    const options = {}
    const words = fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z]{2,8}){1,5}$/)
    fc.assert(
      fc.property(fc.constantFrom(...clean), words, fc.nat(50), (text, title, pick) => {
        const notes = readNotes(text)
        const added = changeNotes(
          text,
          [
            { do: 'add', draft: { kind: 'question', title } },
            { do: 'add', draft: { kind: 'debt', title, severity: 'LOW', foundBy: '', sprint: '' } },
          ],
          options,
        ).text
        expect(titles(text, added)).toEqual([])
        const closable = readNotes(added).records.filter(
          record => (record.kind === 'question' || record.kind === 'debt') && !record.done,
        )
        const one = closable[pick % closable.length]
        if (one !== undefined && (one.kind === 'question' || one.kind === 'debt')) {
          const which = `${one.title}`
          const same = closable.filter(other => titleOf(other).includes(which))
          if (same.length === 1) {
            const closed = changeNotes(
              added,
              [{ do: 'finish', kind: one.kind, which, how: 'fixed' }],
              options,
            ).text
            expect(titles(added, closed)).toEqual([])
          }
        }
        const archived = archive(text)
        if (archived !== undefined) expect(titles(text, archived.text, archived.archiveText)).toEqual([])
        expect(notes.records.length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })
})

function project(text: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ 'NOTES.md': text, '.git/': '', ...files })
  const state = folderWith({ 'notesmd/': '' })
  const env = { XDG_STATE_HOME: state, XDG_CACHE_HOME: state }
  const open = () => openProject({ cwd, env })
  const write = (now: string) => writeFileSync(join(cwd, 'NOTES.md'), now)
  return { cwd, state, open, write, guard: () => guardFile(open()) }
}

describe('guardFile', () => {
  test('reports records gone since the last call, once', async () => {
    const { write, guard } = project(log(A, B))
    expect(await guard()).toEqual({ result: { gone: [], findings: [] } })
    write(log(B))
    const { result, text } = await guard()
    expect(result.gone).toMatchObject([{ title: 'One pool' }])
    expect(text).toContain(
      '1 decision that used to be here is gone: "One pool"; `notes heal` brings it back; if removed on purpose: `notes heal --accept`.',
    )
    expect(await guard()).toEqual({ result: { gone: [], findings: [] } })
  })

  test('reports only new findings, errors first', async () => {
    const { write, guard } = project(log(A))
    await guard()
    write(log(A).replace('# Notes\n', '# Notes\n\n<<<<<<< HEAD\n'))
    const { result, text } = await guard()
    expect(result.findings[0]).toMatchObject({ rule: 'conflict-marker', severity: 'error', line: 3 })
    expect(text).toMatch(/^New in NOTES\.md:\n- line 3: error: /m)
    write(log(A).replace('# Notes\n', '# Notes\n\n<<<<<<< HEAD\n\n'))
    expect((await guard()).result.findings.filter(({ rule }) => rule === 'conflict-marker')).toEqual([])
  })

  test('reports nothing for a version that git checked out', async () => {
    const { cwd, write, guard } = project(log(B))
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'one')
    write(log(A, B))
    await guard()
    git('checkout', '--', 'NOTES.md')
    expect((await guard()).result.gone).toEqual([])
  })

  test('reports nothing without a state folder', async () => {
    const cwd = folderWith({ 'NOTES.md': log(A, B), '.git/': '' })
    const open = openProject({ cwd, env: {} })
    await guardFile(open)
    writeFileSync(join(cwd, 'NOTES.md'), log(B))
    expect(await guardFile(open)).toEqual({ result: { gone: [], findings: [] } })
  })

  test('keeps its copies private, and outside the project', async () => {
    const { cwd, state, guard } = project(log(A, B))
    await guard()
    const names = readdirSync(join(state, 'notesmd')).filter(name => name.startsWith('snapshot-'))
    expect(names).toHaveLength(1)
    expect(readFileSync(join(state, 'notesmd', names[0] ?? ''), 'utf8')).toContain('One pool')
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'NOTES.md'])
  })

  test('masks a secret in the title of a record that is gone', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const { gone } = compareNotes(log(A, entry(3, `Key ${key}`, 'Rotate')), log(A))
    const text = guardText({ gone, findings: [] }, { file: 'NOTES.md' })
    expect(text).toContain('is gone')
    expect(text).not.toContain(key)
  })
})
