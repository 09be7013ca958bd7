// `npm run test:merge -- [rounds] [clones] [seed]`: the long run of the simulation, with git alone and `union` too.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulate } from './clones.mjs'

const [rounds = '50', clones = '8', seed = String(Date.now() % 1_000_000), only] = process.argv.slice(2)
console.log(`${clones} clones, ${rounds} rounds, seed ${seed}`)
for (const driver of only === undefined ? ['notes', 'git', 'union'] : [only]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'notes-clones-')))
  try {
    const begun = performance.now()
    const result = await simulate({
      root,
      clones: Number(clones),
      rounds: Number(rounds),
      seed: Number(seed),
      driver,
    })
    const { acknowledged, lost, twice, astray, sharedIds, findings, marked, syncs, stops, commits } = result
    console.log(
      `${driver.padEnd(6)} ${acknowledged} records acknowledged: ${lost.length} lost, ${twice.length} doubled, ` +
        `${sharedIds} shared numbers, ${astray.length} mentions astray; ${stops} stops in ${syncs} pulls of ${commits} ` +
        `commits; ${marked} commits with markers, ${findings.length} lint errors (${Math.round((performance.now() - begun) / 1000)} s)`,
    )
    if (driver !== 'notes') continue
    const wrong = [
      ...lost.map(tag => `lost ${tag}`),
      ...twice.map(tag => `doubled ${tag}`),
      ...astray,
      ...findings,
    ]
    for (const line of wrong) console.log(`  ${line}`)
    if (wrong.length + sharedIds + marked > 0) process.exitCode = 1
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}
