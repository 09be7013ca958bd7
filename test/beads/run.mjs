// `npm run test:beads` runs the tests of the Beads bridge with real binaries: those on the PATH, then those in
// .cache/beads. A binary missing from .cache/beads is built when Go or cargo is installed, which takes a few minutes
// once. With --all, the tests use every version whose answers are known to differ, which takes an hour; with --record,
// the answers are written to test/beads/recorded.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { record } from './record.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/beads')
const exe = process.platform === 'win32' ? '.exe' : ''

const onPath = name =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map(folder => join(folder, name + exe))
    .find(path => existsSync(path))

const run = (program, args, options = {}) =>
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0

const BUILD_MS = 900_000

/** Builds bd in a new module: `go install` asks the proxy for the list of versions, which not every proxy has. */
function buildBd(version, target, env) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-bd-'))
  try {
    const main = 'github.com/steveyegge/beads/cmd/bd'
    const go = version.startsWith('0.') ? '1.24.0' : '1.26.2'
    writeFileSync(
      join(folder, 'go.mod'),
      `module scratch\ngo ${go}\nrequire github.com/steveyegge/beads v${version}\n`,
    )
    writeFileSync(join(folder, 'tools.go'), `//go:build tools\npackage scratch\nimport _ "${main}"\n`)
    return run('go', ['build', '-p', '1', '-o', target, main], {
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', ...env },
      timeout: BUILD_MS,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildBr(_, target) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-br-'))
  const args = ['install', 'beads_rust', '--locked', '--no-default-features', '-j1', '--root', folder]
  try {
    // The dependencies of br may need a newer compiler than the stable one.
    if (!run('cargo', args) && !run('cargo', ['+nightly', ...args])) return false
    copyFileSync(join(folder, 'bin', `br${exe}`), target)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAll = process.argv.includes('--all')
const light = isAll ? ['0.24.4', '0.29.0', '0.36.0', '0.47.1', '0.49.5'] : ['0.47.1']
const current = isAll ? ['0.63.3', '1.0.3', '1.0.4', '1.0.5', '1.3.0'] : ['1.0.5']
const cgo = { CGO_ENABLED: '1', GOFLAGS: '-mod=mod -tags=gms_pure_go' }
const bd = env => version => ({ name: 'bd', version, needs: 'go', build: buildBd, env })
const wanted = [
  ...light.map(bd({ CGO_ENABLED: '0' })),
  ...current.map(bd(cgo)),
  { name: 'br', version: '', needs: 'cargo', build: buildBr },
]

const versionOf = path =>
  /\d+\.\d+\.\d+/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]

const tools = ['bd', 'br'].flatMap(name => {
  const path = onPath(name)
  return path === undefined ? [] : [{ name, version: versionOf(path), path }]
})
for (const { name, version, needs, build, env } of wanted) {
  if (tools.some(tool => tool.name === name && (version === '' || tool.version === version))) continue
  const folder = join(cache, version === '' ? name : `${name}-${version}`)
  const path = join(folder, name + exe)
  if (!existsSync(path)) {
    if (onPath(needs) === undefined) {
      console.log(`skipped: ${name} ${version} is not on the PATH, and there is no ${needs} to build it`)
      continue
    }
    console.log(`Building ${name} ${version} …`)
    mkdirSync(folder, { recursive: true })
    if (!build(version, path, env)) {
      console.log(`skipped: ${name} ${version} could not be built, see above`)
      continue
    }
  }
  tools.push({ name, version: versionOf(path) ?? version, path })
}

if (process.argv.includes('--record')) for (const tool of tools) record(tool)
for (const { name, version, path } of tools) console.log(`${name} ${version}: ${path}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
process.exitCode = run(
  process.execPath,
  [vitest, 'run', 'test/beads', '--testTimeout=120000', '--hookTimeout=120000'],
  { cwd: root, env: { ...process.env, NOTES_TEST_BEADS: JSON.stringify(tools) } },
)
  ? 0
  : 1
