// Recovery as a session start pays for it: with the last slice kept, and with everything to be read anew.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCitingProject } from './cited-code.mjs'
import { notesFileOf } from './generate.mjs'
import { spawnRatios } from './spawn-ratios.mjs'

const QUERY = 'retry policy sliding window'

/** The start of each command over that of `empty`, and at 10,000 decisions over that at 3. */
export function measureRecovery({ folder, notes, empty, rounds, seed }) {
  const project = (name, decisions) => {
    const cwd = join(folder, name)
    for (const part of ['.git', '.notes']) mkdirSync(join(cwd, part), { recursive: true })
    writeFileSync(join(cwd, '.notes/.gitignore'), '*\n')
    writeCitingProject(cwd, { decisions, seed })
    const anew = () => rmSync(join(cwd, '.notes/level1.text.json'), { force: true })
    return { cwd, anew }
  }
  const usual = project('recover-usual', notesFileOf(53_000, seed).decisions)
  const [few, many] = [project('recover-few', 3), project('recover-many', 10_000)]
  const recover = [notes, 'recover']
  const input = JSON.stringify({ cwd: usual.cwd, hook_event_name: 'SessionStart', source: 'clear' })
  const results = spawnRatios(
    [
      empty,
      { name: 'kept', args: recover, cwd: usual.cwd },
      { name: 'hook', args: [notes, 'hook', 'session-start'], cwd: usual.cwd, input },
      { name: 'anew', args: recover, cwd: usual.cwd, prepare: usual.anew },
      { name: 'few', args: recover, cwd: few.cwd },
      { name: 'many', args: recover, cwd: many.cwd },
      { name: 'fewAnew', args: recover, cwd: few.cwd, prepare: few.anew },
      { name: 'manyAnew', args: recover, cwd: many.cwd, prepare: many.anew },
      { name: 'level2', args: [...recover, '--query', QUERY], cwd: many.cwd },
    ],
    rounds,
  )
  const named = Object.fromEntries(results.map(result => [result.command.name, result]))
  return {
    ...named,
    growth: named.many.minimum / named.few.minimum,
    growthAnew: named.manyAnew.minimum / named.fewAnew.minimum,
  }
}
