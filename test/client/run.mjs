// `npm run test:client` tests the packed package in the real Claude Code client. The client is installed into
// .cache/client on first use, unless NOTES_CLAUDE names another one. It talks to a fake model on loopback, in a network
// namespace that has no other network. `npm run test:client -- -t clear` runs the scenarios with that word in their
// title.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../.config/npm.mjs'

/** Everything that these tests say about the client was observed with this version. */
const version = '2.1.326'
const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/client', version)
const name = '@anthropic-ai/claude-code-linux-x64'
const claude = process.env.NOTES_CLAUDE || join(cache, 'node_modules', name, 'claude')

const works = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** For root a network namespace is enough; other users need a user namespace as well. */
const namespace = ['-n', '-rn'].find(flag => works('unshare', flag, 'ip', 'link', 'set', 'lo', 'up'))

function whyNot() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they need Linux on x64'
  if (!works('ip', '-V')) return 'there is no `ip` here'
  if (namespace === undefined) return '`unshare -n` does not work here'
  if (existsSync(claude)) return undefined
  console.log(`Installing ${name} ${version} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }
  const installed = npm(['install', '--no-save', '--prefix', cache, `${name}@${version}`], options)
  return installed.status === 0 && existsSync(claude) ? undefined : `${name} ${version} cannot be installed`
}

function succeed(what, { status, stdout, error }) {
  if (status !== 0) throw new Error(`${what} ended with ${status}\n${stdout ?? ''}${error ?? ''}`)
  return stdout
}

// NODE_EXTRA_CA_CERTS is dropped for speed: Node 20 would read these certificates at each of a hundred starts, although
// the model speaks plain HTTP.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

/** Packs this repository, installs it in a project and sets it up there, as a user does. */
function setUp(project) {
  mkdirSync(project)
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  const pack = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', project]
  const [{ filename }] = JSON.parse(succeed('npm pack', npm(pack, { ...options, cwd: root })))
  const tarball = join(project, filename)
  const flags = ['--offline', '--no-save', '--ignore-scripts', '--loglevel=error', '--prefix', project]
  succeed('npm install', npm(['install', ...flags, tarball], options))
  rmSync(tarball)
  const notes = join(project, 'node_modules/notesmd/dist/notes.cjs')
  const init = [notes, 'init', '--claude']
  succeed('notes init --claude', spawnSync(process.execPath, init, { ...options, cwd: project, env }))
}

const reason = whyNot()
if (reason !== undefined) {
  console.log(`skipped: tests with the real client (${reason})`)
  process.exit()
}
const scratch = mkdtempSync(join(tmpdir(), 'notesmd-client-'))
try {
  const project = join(scratch, 'project')
  setUp(project)
  const given = JSON.stringify({ claude, project })
  const config = ['--config', 'test/client/vitest.config.mjs']
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...process.argv.slice(2)]
  const { status } = spawnSync(
    'unshare',
    [namespace, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, ...vitest],
    { cwd: root, stdio: 'inherit', env: { ...env, NOTES_TEST_CLIENT: given } },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
