// Measures the peak memory of a `notes` command, and which files it loads.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A preloaded script that writes the peak memory and the loaded files when the process ends. */
const WITNESS = `process.on('exit', () => require('node:fs').writeFileSync(process.env.WITNESS, JSON.stringify({
  peak: process.resourceUsage().maxRSS * 1024,
  loaded: Object.keys(require.cache).map(path => require('node:path').basename(path)),
})))`

export function measurePeak({ folder, args, cwd, statuses = [0] }) {
  const witness = join(folder, 'witness.cjs')
  const said = join(folder, 'witness.json')
  writeFileSync(witness, WITNESS)
  const { status, stderr } = spawnSync(process.execPath, ['--require', witness, ...args], {
    cwd,
    env: { ...process.env, WITNESS: said },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (!statuses.includes(status)) throw new Error(`${args.join(' ')} ended with ${status}\n${stderr}`)
  return JSON.parse(readFileSync(said, 'utf8'))
}
