// Measures what it costs to ask which of 1,000 decisions rest on a file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCitingProject } from './cited-code.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

export function measureWhy({ folder, notes, empty, rounds, seed }) {
  const cwd = join(folder, 'why')
  writeCitingProject(cwd, { decisions: 1_000, seed })
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n')
  const why = { name: 'why', args: [notes, 'why', 'src/cited/module-7.ts'], cwd }
  return spawnRatios([empty, why], rounds)[1]
}
