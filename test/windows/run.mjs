// `npm run test:windows`: uses the packed package with Windows' own node. On Windows that is the node that runs this
// file; elsewhere NOTES_WINNODE, or ../shared/windows/winnode, is a program that runs scripts with node.exe under wine.
// `npm run test:windows -- held` runs the cases with that word in their title.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../.config/npm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cases = fileURLToPath(new URL('cases.mjs', import.meta.url))
const isWindows = process.platform === 'win32'
const winnode = process.env.NOTES_WINNODE || join(root, '../shared/windows/winnode')
/** The exit code of a runner that cannot get hold of wine or node.exe here. */
const UNAVAILABLE = 77

/** Runs node.exe. Its output goes through `cat`: under wine it prints to a pipe, but not to a terminal or a socket. */
function onWindows(args, stdout) {
  const options = { encoding: 'utf8', stdio: ['ignore', stdout, 'inherit'], timeout: 600_000 }
  return isWindows
    ? spawnSync(process.execPath, args, options)
    : spawnSync('bash', ['-o', 'pipefail', '-c', '"$0" "$@" 2>&1 | cat', winnode, ...args], options)
}

function whyNot() {
  if (!isWindows && !existsSync(winnode)) return 'no node.exe: set NOTES_WINNODE to a program that runs it'
  const { status, stdout } = onWindows(['-e', 'fs.writeSync(1, process.platform)'], 'pipe')
  if (status === UNAVAILABLE) return `${winnode} cannot be had here`
  return stdout.trim() === 'win32' ? undefined : `${winnode} does not run node.exe (exit ${status})`
}

/** Packs this repository and installs it as a user does; returns the installed package's folder. */
function install(scratch) {
  const project = join(scratch, 'installed')
  mkdirSync(project)
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  const packed = npm(['pack', '--json', '--pack-destination', scratch], options)
  if (packed.status !== 0) throw new Error('npm pack failed')
  const [{ filename }] = JSON.parse(packed.stdout)
  const tarball = join(scratch, filename)
  const installed = npm(['install', '--offline', '--no-save', '--prefix', project, tarball], options)
  if (installed.status !== 0) throw new Error('npm install failed')
  return join(project, 'node_modules/notesmd')
}

const reason = whyNot()
if (reason !== undefined) {
  console.log(`skipped: tests on Windows (${reason})`)
  process.exit()
}
const scratch = mkdtempSync(join(tmpdir(), 'notesmd-windows-'))
try {
  process.exitCode = onWindows([cases, install(scratch), ...process.argv.slice(2)], 'inherit').status ?? 1
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
