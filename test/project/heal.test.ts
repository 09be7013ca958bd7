import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planHeal } from '../../src/change/heal.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../src/markdown/scan/leaf.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { guardFile } from '../../src/project/guard/guard.ts'
import { openProject } from '../../src/project/open.ts'
import { notesFile } from '../bench/generate.mjs'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { realShapes } from '../fixtures/real-shapes.ts'
import { notes } from '../notes-cli.ts'

const texts = [
  seedExample,
  notesFile(12),
  seedExample.replaceAll('\n', '\r\n'),
  ...realShapes.map(({ text }) => text),
  ...shapes.map(({ text }) => text),
]

const heal = (text: string, earlier: string) => planHeal(text, [{ text: earlier }], undefined, {})

/**
 * Returns the text without one record, and how many records went with it. Returns undefined when other records then
 * read differently.
 */
function without(text: string, at: number): { readonly after: string; readonly gone: number } | undefined {
  const { records } = readNotes(text)
  const record = records[at]
  if (record === undefined) return undefined
  const start = lineStartBefore(text, record.span.start)
  const end = nextLineStart(text, lineEndAfter(text, record.span.end))
  const gone = records.filter(({ span }) => span.start >= start && span.end <= end).length
  const after = text.slice(0, start) + text.slice(end)
  const isClean = readNotes(after).records.length === records.length - gone
  return isClean && readNotes(after).document.damage.length === 0 ? { after, gone } : undefined
}

const recordsIn = (text: string): readonly string[] =>
  readNotes(text).records.map(({ kind, span }) => `${kind} ${text.slice(span.start, span.end)}`)

describe('planHeal', () => {
  test('puts any single deleted record back in its place, with its original bytes', () => {
    let healed = 0
    for (const text of texts)
      for (const at of readNotes(text).records.keys()) {
        const cut = without(text, at)
        if (cut === undefined) continue
        const { text: back, restored, left } = heal(cut.after, text)
        expect([left.length, restored.length]).toEqual([0, cut.gone])
        const all = recordsIn(text)
        // Either of two equal records may be the one that is gone.
        const isTwin = all.indexOf(all[at] ?? '') !== all.lastIndexOf(all[at] ?? '')
        if (isTwin) expect(recordsIn(back).toSorted()).toEqual(all.toSorted())
        else expect(recordsIn(back)).toEqual(all)
        healed++
      }
    expect(healed).toBeGreaterThan(100)
  })

  test('puts any number of deleted records back', () => {
    for (const text of [seedExample, notesFile(12), seedExample.replaceAll('\n', '\r\n')])
      for (const step of [1, 2, 3]) {
        let after = text
        for (const [at, { span }] of [...readNotes(text).records.entries()].toReversed()) {
          if (at % step !== 0) continue
          const end = nextLineStart(after, lineEndAfter(after, span.end))
          after = after.slice(0, lineStartBefore(after, span.start)) + after.slice(end)
        }
        const { text: back, left } = heal(after, text)
        expect(left).toEqual([])
        expect(recordsIn(back).toSorted()).toEqual(recordsIn(text).toSorted())
      }
  })

  test('restores the original text of the seed example and of files that commands wrote', () => {
    for (const text of [seedExample, notesFile(12)])
      for (const at of readNotes(text).records.keys()) {
        const cut = without(text, at)
        // A blank line around an entry may stay behind.
        const flat = (one: string) => one.replaceAll(/\n{2,}/g, '\n\n')
        const record = recordsIn(text)[at] ?? ''
        const isTwin = text.split(record.slice(record.indexOf(' ') + 1)).length > 2
        if (cut !== undefined && !isTwin) expect(flat(heal(cut.after, text).text)).toBe(flat(text))
      }
  })

  test('re-creates a section that is gone, with its comment and table head', () => {
    for (const text of [seedExample, notesFile(12)]) {
      for (const section of readNotes(text).sections) {
        if (section.depth < 3 || readNotes(text).recordsOf(section).length === 0) continue
        const after = text.slice(0, section.span.start) + text.slice(nextLineStart(text, section.span.end))
        const { text: back, left } = heal(after, text)
        expect(left).toEqual([])
        expect(recordsIn(back).toSorted()).toEqual(recordsIn(text).toSorted())
        expect(readNotes(back).sections.map(({ title }) => title)).toContain(section.title)
      }
    }
  })

  test('leaves alone records that were added, edited, ticked or moved since', () => {
    const before = '# Notes\n\n## Open Questions\n- [ ] Which cache?\n- [ ] Which queue?\n- [ ] Whose key?\n'
    const now =
      '# Notes\n\nA new line.\n\n## Open Questions\n- [x] Which cache? — Redis\n- [ ] Whose keys?\n- [ ] A new one?\n'
    expect(heal(now, before).text).toBe(now.replace('Redis\n', 'Redis\n- [ ] Which queue?\n'))
  })

  test('restores each record once from several texts, newest first', () => {
    const list = (...items: string[]) => `## Open Questions\n${items.map(item => `- [ ] ${item}\n`).join('')}`
    const newest = list('Which cache?', 'Which queue?')
    const older = list('Which cache?', 'Which queue?', 'Whose key is it?')
    const { text } = planHeal(list('Which cache?'), [{ text: newest }, { text: older }], undefined, {})
    expect(text).toBe(older)
  })
})

const A = '### 2026-05-01T10:00:00Z - One pool\n**Decision**: Use one pool per worker'
const B = '### 2026-05-02T10:00:00Z - Timeout\n**Decision**: Give up after a second'
const log = (...entries: readonly string[]) => `# Notes\n\n## Decision Log\n\n${entries.join('\n\n')}\n`

function project(text = log(A, B), name = 'NOTES.md') {
  const cwd = folderWith({ [name]: text, '.git/': '' })
  const state = folderWith({ 'notesmd/': '' })
  const env = { XDG_STATE_HOME: state, XDG_CACHE_HOME: state }
  const file = join(cwd, name)
  return {
    cwd,
    state,
    file,
    read: () => readFileSync(file, 'utf8'),
    write: (now: string) => writeFileSync(file, now),
    guard: () => guardFile(openProject({ cwd, env })),
    run: (...args: string[]) => notes(args, { cwd, env }),
  }
}

describe('notes heal', () => {
  test('brings back records that an edit dropped, and undo removes them again', () => {
    const { run, read, write } = project(log(A))
    run('question', 'add', 'Which cache?')
    const good = read()
    write(good.replace(A, ''))
    const dry = run('heal', '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+### 2026-05-01T10:00:00Z - One pool'),
    })
    expect(read()).not.toContain('One pool')
    expect(run('heal').stdout).toMatch(/^put back +d-\w{4} +decision +One pool\n$/)
    expect(read()).toContain(A)
    expect(run('undo').code).toBe(0)
    expect(read()).not.toContain('One pool')
  })

  test('brings back records lost before another command wrote, but none that a command removed', () => {
    const { run, read, write } = project(log(A, B))
    run('question', 'add', 'Which cache?')
    write(read().replace(A, ''))
    run('question', 'add', 'Which queue?')
    run('remove', 'Which cache?')
    expect(JSON.parse(run('heal', '--json').stdout)).toMatchObject({
      changed: true,
      restored: [{ kind: 'decision', title: 'One pool' }],
    })
    expect(read()).toContain('Which queue?')
    expect(read()).not.toContain('Which cache?')
    expect(run('heal').stdout).toBe('Nothing is missing from NOTES.md.\n')
  })

  test('restores the whole text of a file that is empty or gone', async () => {
    for (const name of ['NOTES.md', 'grimoires/loa/NOTES.md'])
      for (const lose of [(file: string) => writeFileSync(file, '\n'), (file: string) => rmSync(file)]) {
        const { run, read, guard, file } = project(log(A, B), name)
        await guard()
        lose(file)
        const { code, stdout } = run('heal')
        expect([code, stdout]).toEqual([
          0,
          expect.stringContaining('Restored the whole file, from snapshot of 20'),
        ])
        expect(read()).toBe(log(A, B))
      }
  })

  test('forgets lost records with --accept', async () => {
    const { run, write, read, guard, state } = project()
    await guard()
    write(log(B))
    await guard()
    expect(run('heal', '--accept').code).toBe(0)
    expect(run('heal').stdout).toBe('Nothing is missing from NOTES.md.\n')
    expect(read()).toBe(log(B))
    expect(readdirSync(join(state, 'notesmd')).filter(name => name.startsWith('lost-'))).toEqual([])
  })

  test('finds nothing missing in a project that it has never seen, and needs a notes file', () => {
    const { run, file } = project()
    expect(run('heal')).toMatchObject({ code: 0, stdout: 'Nothing is missing from NOTES.md.\n' })
    rmSync(file)
    expect(run('heal').code).toBe(2)
  })

  test('refuses to write through a link out of the project, and into a damaged file', async () => {
    const { run, file, write, guard } = project()
    await guard()
    write(`${log(B)}\n\`\`\`\nopen\n`)
    expect(run('heal')).toMatchObject({ code: 1, stdout: expect.stringContaining('fence') })
    const outside = join(folderWith({ 'other.md': log(B) }), 'other.md')
    rmSync(file)
    symlinkSync(outside, file)
    expect(run('heal').code).toBe(2)
    expect(readFileSync(outside, 'utf8')).toBe(log(B))
  })

  test('keeps at most five lost texts, readable for this user only', async () => {
    const { state, write, guard } = project()
    await guard()
    for (let turn = 0; turn < 8; turn++) {
      write(log(B))
      await guard()
      write(log(A, B))
      await guard()
    }
    const names = readdirSync(join(state, 'notesmd')).filter(name => /^(?:lost|snapshot)-/.test(name))
    expect(names.filter(name => name.startsWith('lost-'))).toHaveLength(5)
    for (const name of names) expect(statSync(join(state, 'notesmd', name)).mode & 0o777).toBe(0o600)
  })

  test('ignores a copy that is a symbolic link, since another user could have written its target', async () => {
    const { run, state, write, guard, file } = project()
    await guard()
    write(log(B))
    const folder = join(state, 'notesmd')
    const [name = ''] = readdirSync(folder).filter(one => one.startsWith('snapshot-'))
    const elsewhere = join(folderWith({}), 'planted')
    writeFileSync(elsewhere, readFileSync(join(folder, name)), { mode: 0o600 })
    rmSync(join(folder, name))
    symlinkSync(elsewhere, join(folder, name))
    expect(run('heal').stdout).toBe('Nothing is missing from NOTES.md.\n')
    expect(existsSync(file)).toBe(true)
  })
})

test('heal puts the active context back in place of the empty fields of a fresh file', () => {
  const fresh =
    '## Session Continuity\n### Active Context\n- **Current Bead**: (none)\n- **Reasoning State**: (none)\n\n## Blockers\n'
  const earlier = fresh.replace('Reasoning State**: (none)', 'Reasoning State**: tests are red')
  expect(heal(fresh, earlier)).toMatchObject({ text: earlier, left: [] })
})
