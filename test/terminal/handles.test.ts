import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

function project(text: string = seedExample) {
  const cwd = folderWith({ 'NOTES.md': text, '.git/': '' })
  const read = () => readFileSync(join(cwd, 'NOTES.md'), 'utf8')
  const run = (...args: string[]) => notes(args, { cwd })
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout)
  return { read, run, json }
}

test('list, show, status and commands that write print the same handle for a record', () => {
  const { run, json } = project()
  const added = json('question', 'add', 'Which cache?').results[0].record.handle
  expect(added).toMatch(/^q-[0-9a-f]{4}$/)
  expect(run('question', 'list').stdout).toContain(`${added}  Which cache?`)
  expect(run('status').stdout).toMatch(new RegExp(`${added}  question +Which cache`))
  expect(run('show').stdout).toMatch(new RegExp(`${added}  question +Which cache`))
  expect(run('question', 'add', 'Which cache?').stdout).toContain(`already there  ${added}`)
  const titled = (records: readonly { title: string; handle: string }[]) =>
    records.find(({ title }) => title === 'Which cache?')?.handle
  for (const listed of [json('question', 'list').records, json('show').records, json('status').open])
    expect(titled(listed)).toBe(added)
})

test.each([
  ['question', ['question', 'resolve']],
  ['goal', ['goal', 'done']],
  ['blocker', ['blocker', 'resolve']],
  ['debt', ['debt', 'resolve']],
])('a %s is closed by its handle, which stays the same', (kind, close) => {
  const { json, run } = project()
  const { handle, title } = json(kind, 'list').records[0]
  expect(run(...close, handle, '--how', 'it is over')).toMatchObject({ code: 0, stderr: '' })
  expect(json('show', handle).records).toMatchObject([{ kind, done: true }])
  expect(json('show', handle).records[0].title).toContain(title)
})

test('question resolve and remove take no number or single letter for words of a title', () => {
  const { run, read } = project('## Pending Questions\n- [ ] Which cache number 1?\n')
  const before = read()
  for (const which of ['1', '12', 'w', '?'])
    for (const close of [['question', 'resolve'], ['remove']])
      expect(run(...close, which)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no') })
  expect(read()).toBe(before)
  expect(run('question', 'resolve', 'number 1')).toMatchObject({ code: 0 })
})

test('a decision keeps its handle in the archive', () => {
  const { json, run } = project()
  const { handle } = json('decision', 'list').records[0]
  expect(run('decision', 'archive', handle)).toMatchObject({ code: 0 })
  expect(json('show', handle).records).toMatchObject([{ kind: 'archive', title: 'Token Expiry Handling' }])
})

test('a command that writes refuses a line number and names the handle of the record now on that line', () => {
  const { json, run, read } = project()
  const [first, second] = json('debt', 'list').records
  // A question was added since the list was printed: the lines below have moved.
  run('question', 'add', 'Which cache?')
  const before = read()
  const { code, stdout, stderr } = run('debt', 'resolve', `L${second.lines[0]}`)
  expect([code, stdout, read()]).toEqual([2, '', before])
  expect(stderr).toContain(`"TD-001 ${first.title}"`)
  expect(stderr).toMatch(new RegExp(`fix: .*${first.handle}`))
  expect(json('show', `L${second.lines[0]}`).records).toMatchObject([{ id: 'TD-001' }])
})

test('a line number without a record of that kind is reported as not found', () => {
  const { run } = project()
  expect(run('debt', 'resolve', 'L1')).toMatchObject({ code: 1 })
})

test('an ambiguous name lists handles, and says how many more there are', () => {
  const titles = Array.from({ length: 14 }, (_, at) => `- [ ] Which cache for ${at}?\n`).join('')
  const { code, stderr } = project(`## Pending Questions\n${titles}`).run('question', 'resolve', 'cache')
  expect(code).toBe(1)
  expect(stderr).toMatch(/14 records match "cache": q-[0-9a-f]{4,5} Which cache for 0\?; .*; and 4 more/)
})
