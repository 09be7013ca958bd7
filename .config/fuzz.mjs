// The long run of the property tests: `npm run fuzz -- [runs] [seed]`. A failure prints the seed and the smallest case.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [runs = '100000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
console.log(`${runs} runs of each property, seed ${seed}`)
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/markdown/scan.test.ts', '--testTimeout=3600000'],
  {
    stdio: 'inherit',
    env: { ...process.env, NOTES_FUZZ_RUNS: runs, NOTES_FUZZ_SEED: seed },
  },
)
process.exitCode = status ?? 1
