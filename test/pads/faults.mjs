// `npm run faults -- [kills] [seed]`: runs the kill test on pads with more kills than `faults.test.ts`.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWriters } from './kill-writers.mjs'

const [kills = '100', seed = '20261118'] = process.argv.slice(2)
const root = realpathSync(mkdtempSync(join(tmpdir(), 'notes-faults-')))
try {
  const result = await killWriters({ root, kills: Number(kills), seed: Number(seed) })
  const { acknowledged, lost, twice, errors, torn } = result
  console.log(
    `${kills} writers killed, seed ${seed}: ${acknowledged} cards acknowledged, ${lost.length} lost, ` +
      `${twice} doubled, ${errors.length} errors, ${torn.length} torn lines skipped and named`,
  )
  if (lost.length + twice + errors.length > 0) process.exitCode = 1
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
