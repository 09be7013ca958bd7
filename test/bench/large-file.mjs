// One write on a 5 MB file, in an installation from which remark has been taken away.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesFileOf } from './generate.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

/** Preloaded: what a process came to, said when it ends. */
const WITNESS = `process.on('exit', () => require('node:fs').writeFileSync(process.env.WITNESS, JSON.stringify({
  peak: process.resourceUsage().maxRSS * 1024,
  loaded: Object.keys(require.cache).map(path => require('node:path').basename(path)),
})))`

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
  const witness = join(folder, 'witness.cjs')
  const said = join(folder, 'witness.json')
  writeFileSync(witness, WITNESS)
  const { status, stderr } = spawnSync(process.execPath, ['--require', witness, ...args], {
    cwd,
    env: { ...process.env, WITNESS: said },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The write on the large file ended with ${status}\n${stderr}`)
  const { peak, loaded } = JSON.parse(readFileSync(said, 'utf8'))
  const after = readFileSync(file, 'utf8')
  const row = after.indexOf('One write on a large file')
  // One row more, and everything around it as it was.
  const [from, to] = [after.lastIndexOf('\n', row), after.indexOf('\n', row)]
  const isKept = row > 0 && `${after.slice(0, from)}${after.slice(to)}` === text
  return { ...write, bytes: Buffer.byteLength(text), decisions, peak, loaded, isKept }
}
