import { type ChildProcess, fork } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Notes, readNotes } from '../../src/notes/notes.ts'
import { notes as run } from '../notes-cli.ts'
import { changesOf, install, runWriters, timesFound, writeCode, writesOf } from './many-writers.mjs'

const WRITERS = 20
/** The number of writes between two saves of the editor. */
const BETWEEN_SAVES = 20

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'notes-many-')))
const project = join(folder, 'project')
const file = join(project, 'grimoires/loa/NOTES.md')
let editor: ChildProcess | undefined

afterEach(() => {
  editor?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Edited {
  readonly lines: readonly string[]
  readonly saves: number
  readonly reloads: number
  readonly intoTheVoid: number
  readonly overwritten: number
}

/** Creates a project whose notes have an unknown section for the editor to write in, and returns their text. */
function begin(): string {
  mkdirSync(join(project, '.git'), { recursive: true })
  writeCode(project, WRITERS)
  for (const args of [['init'], ['context', 'set', '--bead', 'bd-0 (none yet)', '--state', 'nothing yet']])
    expect(run(args, { cwd: project })).toMatchObject({ code: 0 })
  const goals = '## Active Sub-Goals\n'
  const text = readFileSync(file, 'utf8').replace(goals, `## Thoughts\n\nWhat was there before.\n\n${goals}`)
  writeFileSync(file, text)
  return text
}

const answer = (child: ChildProcess): Promise<unknown> =>
  new Promise(resolve => child.once('message', resolve))

/** The lines that belong to no record, in order, without empty lines. */
function prose({ document: { text }, records }: Notes): readonly string[] {
  const rest = records
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((left, { span }) => left.slice(0, span.start) + left.slice(span.end), text)
  return rest.split('\n').filter(line => line.trim() !== '')
}

it(`${WRITERS} processes write 20 different records each while an editor saves, and nothing is lost or duplicated`, async () => {
  const before = begin()
  editor = fork(join(import.meta.dirname, 'editor-worker.mjs'), [file])
  await answer(editor)
  const writers = Array.from({ length: WRITERS }, (_, writer) => writer)
  // Each writer starts with a different kind, so that records of every kind are being written at any time.
  const rotated = writers.map(writer => {
    const writes = writesOf(writer)
    return [...writes.slice(writer), ...writes.slice(0, writer)]
  })
  const said = await runWriters({
    installation: install(folder),
    project,
    lists: rotated.map((writes, writer) => [...writes, ...changesOf(writer)]),
    onWritten: count => {
      if (count % BETWEEN_SAVES === 0) editor?.send('save')
    },
  })
  const finished = answer(editor)
  editor.send('finish')
  const { lines, ...edited } = (await finished) as Edited
  console.log(`the editor: ${JSON.stringify(edited)}`)

  expect(said.filter(({ code }) => code !== 0)).toEqual([])
  const notes = readNotes(readFileSync(file, 'utf8'))
  const { records } = notes

  // Every record once, and no other records; the context was there before.
  const writes = rotated.flat()
  const found = timesFound(writes, records)
  expect(writes.filter((_, index) => found[index] !== 1).map(({ args }) => args)).toEqual([])
  expect(writes).toHaveLength(400)
  expect(records.filter(({ kind }) => kind !== 'context')).toHaveLength(400)
  // Numbers are assigned under the lock, so no two debts share one.
  const debts = records.filter(({ kind }) => kind === 'debt').map(({ id }) => id)
  expect(new Set(debts).size).toBe(3 * WRITERS)
  expect(records.filter(record => record.kind === 'question' && record.done)).toHaveLength(WRITERS)
  // The last writer of the context wrote all of it.
  const [context, ...more] = records.filter(record => record.kind === 'context')
  expect(more).toEqual([])
  const last = /^w(\d+) was last$/.exec(context?.state ?? '')?.[1]
  expect(context?.bead).toEqual({ id: `bd-${last}w`, title: `task ${last}` })

  // Text outside of records: as before, plus each of the editor's lines once and the one section that a writer created.
  const now = prose(notes)
  const own = new Set(lines)
  expect(lines.length).toBeGreaterThanOrEqual(20)
  expect(now.filter(line => own.has(line)).toSorted()).toEqual([...lines].toSorted())
  expect(now.filter(line => !own.has(line) && !/^## Learnings?$/.test(line))).toEqual(
    prose(readNotes(before)),
  )
  expect(now.filter(line => /^## Learnings?$/.test(line))).toHaveLength(1)
  expect(notes.document.damage).toEqual([])
  expect(readdirSync(dirname(file))).toEqual(['NOTES.md'])

  // The editor saves lost lines again (see editor-worker.mjs), but that must not be necessary.
  expect(edited.overwritten).toBe(0)
  expect(edited.intoTheVoid).toBeLessThanOrEqual(1)
}, 600_000)
