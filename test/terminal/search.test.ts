import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const ARCHIVE = `# Archive

## Decision Archive
| Date | Decision | Rationale |
|------|----------|-----------|
| 2023-05-01 | **Queue**: Use a ring buffer | Bounded memory |
`

function project(text: string = seedExample) {
  const cwd = folderWith({ 'NOTES.md': text, 'NOTES.archive.md': ARCHIVE, '.git/': '' })
  const run = (...args: string[]) => notes(args, { cwd })
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)
  return { cwd, run, json }
}

describe('an archived decision', () => {
  test('in the archive file is found by its title and its handle, and shown as archived', () => {
    const { run, json } = project()
    const { file, record } = json('decision', 'show', 'Queue')
    expect([file, record.kind, record.title]).toEqual(['NOTES.archive.md', 'archive', 'Queue'])
    for (const words of [
      ['decision', 'show', record.handle],
      ['show', record.handle],
      ['show', 'Queue'],
    ])
      expect(run(...words)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Archived in NOTES\.archive\.md:\n\| 2023-05-01 \| \*\*Queue/),
      })
  })

  test('in the notes file can be shown with decision show', () => {
    expect(project().run('decision', 'show', 'PostgreSQL').stdout).toMatch(
      /^Archived in NOTES\.md:\n.*PostgreSQL/,
    )
  })

  test('is listed only by decision list --all, with its place in --json', () => {
    const { run, json } = project()
    expect(run('decision', 'list').stdout).not.toMatch(/Queue|archived/)
    expect(run('decision', 'list', '--all').stdout).toMatch(/archived +Queue/)
    const files = json('decision', 'list', '--all').records.map(
      ({ title, archivedIn }: Record<string, string>) => [title, archivedIn],
    )
    expect(files).toContainEqual(['Queue', 'NOTES.archive.md'])
    expect(files).toContainEqual(['Token Expiry Handling', undefined])
  })

  test('is not changed by commands that write', () => {
    const { run } = project()
    expect(run('edit', 'Queue', '--title', 'x').code).toBe(1)
    expect(run('decision', 'supersede', 'Queue', '--by', '#1').code).toBe(1)
  })
})

describe('notes search', () => {
  test('finds open, closed, superseded and archived records, and prose', () => {
    const { run, json } = project(`${seedExample}\n## Scratch\nThe ring of Saturn is prose.\n`)
    run('question', 'add', 'Which ring size?')
    run('question', 'resolve', 'ring size')
    run('decision', 'supersede', 'Token Expiry', '--by', '#12')
    const { sources } = json('search', 'ring')
    expect(sources).toMatchObject([
      { what: 'notes', name: 'NOTES.md', hits: expect.any(Array) },
      { what: 'archive', name: 'NOTES.archive.md', hits: [{ kind: 'archive', title: 'Queue' }] },
    ])
    expect(sources[0].hits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'question',
          handle: expect.stringMatching(/^q-/),
          title: 'Which ring size?',
        }),
        expect.objectContaining({ kind: 'text', title: 'The ring of Saturn is prose.' }),
      ]),
    )
    expect(run('search', 'sliding', 'window').stdout).toMatch(
      /d-359f {2}decision {2}superseded {2}Token Expiry Handling/,
    )
  })

  test('finds text in the pads of all sessions, and prints its line number', () => {
    const { run } = project()
    run('pad', 'write', 'first\nThe ring is full', '--session', 'one')
    run('card', 'add', 'A ring of cards', '--session', 'two')
    const { code, stdout } = run('search', 'ring', 'full')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^one \(pad\)\n +2 +notes +The ring is full$/m)
    expect(stdout).toMatch(/^two \(pad\)\n +1 +note_\S+ +A ring of cards$/m)
  })

  test('does not read a pad that came with the repository, and names it', () => {
    const { cwd, run } = project()
    spawnSync('git', ['init', '-q'], { cwd })
    mkdirSync(join(cwd, '.notes/sessions'), { recursive: true })
    writeFileSync(join(cwd, '.notes/sessions/theirs.jsonl'), '{"type":"notes","text":"ring"}\n')
    const { stdout } = run('search', 'ring')
    expect(stdout).toContain('Not searched, because they were not written here: theirs')
  })

  test('exits with 1 when nothing matches, and with 2 when the query has no word', () => {
    const { run } = project()
    expect(run('search', 'zyxwvut')).toMatchObject({ code: 1, stdout: 'Nothing matches "zyxwvut".\n' })
    expect(run('search', '--', '...').code).toBe(2)
  })

  test('masks secrets in what it finds', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    expect(
      project(`## Learnings\n- The ring token is ${secret}\n`).run('search', 'ring').stdout,
    ).not.toContain(secret)
  })
})
