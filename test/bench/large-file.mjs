// Measures one write to a 5 MB file, in an installation from which remark has been removed.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesFileOf } from './generate.mjs'
import { measurePeak } from './peak-memory.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

export function measureLargeFile({ folder, installation, empty, rounds, seed }) {
  const without = join(folder, 'without-remark')
  cpSync(installation, without, { recursive: true, filter: path => !/[\\/]\.v8$/.test(path) })
  rmSync(join(without, 'remark.cjs'))
  const notes = join(without, 'notes.cjs')
  const cwd = join(folder, 'large')
  mkdirSync(join(cwd, 'grimoires/loa'), { recursive: true })
  const file = join(cwd, 'grimoires/loa/NOTES.md')
  const { text, decisions } = notesFileOf(5_000_000, seed)
  const prepare = () => writeFileSync(file, text)
  const args = [notes, 'log', 'add', '--agent', 'bench', 'One write on a large file']
  const [, write] = spawnRatios([empty, { name: '5 MB', args, cwd, prepare }], rounds)

  prepare()
  const { peak, loaded } = measurePeak({ folder, args, cwd })
  const after = readFileSync(file, 'utf8')
  const row = after.indexOf('One write on a large file')
  // There is one more row, and all other text is unchanged.
  const [from, to] = [after.lastIndexOf('\n', row), after.indexOf('\n', row)]
  const isKept = row > 0 && `${after.slice(0, from)}${after.slice(to)}` === text
  return { ...write, bytes: Buffer.byteLength(text), decisions, peak, loaded, isKept }
}
