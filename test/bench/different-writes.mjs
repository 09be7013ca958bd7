// Counts the records that survive when 20 processes each make 20 different writes, across all kinds of records.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runWriters, timesFound, writeCode, writesOf } from '../writers/many-writers.mjs'

/** `init` creates the notes file of a project. */
export async function measureDifferentWrites({ folder, installation, writers, init }) {
  const project = join(folder, 'different')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeCode(project, writers)
  init(project)
  const lists = Array.from({ length: writers }, (_, writer) => writesOf(writer))
  const begun = performance.now()
  const said = await runWriters({ installation, project, lists })
  const seconds = (performance.now() - begun) / 1000
  const { readNotes } = await import(pathToFileURL(join(installation, 'index.js')).href)
  const { records } = readNotes(readFileSync(join(project, 'grimoires/loa/NOTES.md'), 'utf8'))
  const times = timesFound(lists.flat(), records)
  return {
    all: times.length,
    kept: times.filter(count => count === 1).length,
    refused: said.filter(({ code }) => code !== 0).length,
    seconds,
  }
}
