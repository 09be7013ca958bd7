// `npm run mutate`: how many small faults the tests of lint and evidence would notice, file by file; fails below 80 of a
// hundred. All of it takes some minutes; name a part to be quicker (`-- src/evidence`, `-- src/lint/fix.ts`).
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const parts = process.argv.slice(2).filter(word => !word.startsWith('-'))
const options = process.argv.slice(2).filter(word => word.startsWith('-'))

for (const part of parts)
  if (!existsSync(join(root, part))) {
    console.error(`There is no ${part}: name a file or a folder, such as src/evidence`)
    process.exit(2)
  }
const patterns = parts.map(part =>
  statSync(join(root, part)).isDirectory() ? `${part.replace(/\/$/, '')}/**/*.ts` : part,
)
const mutate = patterns.length === 0 ? [] : ['--mutate', patterns.join(',')]
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', '.config/stryker.config.mjs', ...mutate, ...options],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 2
