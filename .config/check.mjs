// `npm run check`: everything about this repository that can be judged without running it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './npm.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'notesmd-check-'))
const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] }

const node = (...args) => spawnSync(process.execPath, args, options)
const bin = (script, ...args) => node(join('node_modules', script), ...args)
const tarball = () => join(scratch, readdirSync(scratch)[0] ?? 'package.tgz')

/** Each part runs a program, and passes when the program exits with 0. It is skipped without the file it `needs`. */
const parts = [
  { name: 'types', run: () => bin('typescript/bin/tsc', '-p', 'tsconfig.json') },
  {
    name: 'format and lint (biome)',
    run: () => bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  },
  { name: 'import directions', run: () => node('.config/check-directions.mjs') },
  {
    name: 'generated files',
    needs: () => join(root, '.config/generate.mjs'),
    run: () => node('.config/generate.mjs', '--check'),
  },
  { name: 'picture in README.md', run: () => node('.config/tour-picture.mjs', '--check') },
  { name: 'own memory (notes lint --strict)', run: () => node('dist/notes.cjs', 'lint', '--strict') },
  { name: 'lock file', run: () => node('.config/lockfile.mjs', '--check') },
  { name: 'paths of this machine', run: () => node('.config/check-paths.mjs') },
  { name: 'dead code (knip)', run: () => bin('knip/bin/knip.js', '--no-progress') },
  { name: 'pack', run: () => npm(['pack', '--pack-destination', scratch], options) },
  {
    name: 'package (publint)',
    needs: tarball,
    run: () => bin('publint/src/cli.js', 'run', tarball(), '--strict'),
  },
  {
    name: 'package types (attw)',
    needs: tarball,
    run: () => bin('@arethetypeswrong/cli/dist/index.js', tarball(), '--profile', 'esm-only', '--no-color'),
  },
]

const results = []
for (const { name, needs, run } of parts) {
  if (needs && !existsSync(needs())) {
    results.push({ name, state: 'skipped', note: `there is no ${basename(needs())}` })
    continue
  }
  const start = performance.now()
  const { status, stdout, stderr, error } = run()
  const note = `${((performance.now() - start) / 1000).toFixed(1)} s`
  results.push({ name, state: status === 0 ? 'ok' : 'FAILED', note })
  if (status !== 0)
    console.log(`\n--- ${name} ---\n${[stdout, stderr, error?.message].filter(Boolean).join('\n').trim()}\n`)
}
rmSync(scratch, { recursive: true, force: true })

const width = Math.max(...parts.map(({ name }) => name.length))
for (const { name, state, note } of results) console.log(`${state.padEnd(7)}  ${name.padEnd(width)}  ${note}`)
const failed = results.filter(({ state }) => state === 'FAILED').map(({ name }) => name)
console.log(failed.length === 0 ? 'check: all parts passed' : `check: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
