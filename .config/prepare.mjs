// Runs before `npm test`, `tour`, `check`, `bench` and `pack`: installs what is missing and builds what has changed,
// so that each of them works as the first command in a fresh clone. This script itself needs only Node and npm.
// As npm's `prepare` script it also builds the package for `npm install git+…` and for pre-commit.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './alone.mjs'
import { npm } from './npm.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = file => JSON.parse(readFileSync(join(root, file), 'utf8'))

function stop(message) {
  console.error(message)
  process.exit(1)
}

/** Does node_modules hold what the lock file asks for? Packages for other platforms may be missing. */
function isInstalled() {
  const receipt = 'node_modules/.package-lock.json'
  if (!existsSync(join(root, receipt))) return false
  const installed = read(receipt).packages
  return Object.entries(read('package-lock.json').packages).every(([place, { version, optional }]) => {
    const there = installed[place]
    return place === '' || (there ? there.version === version : optional === true)
  })
}

// npm runs `prepare` after `npm ci` in a clone too, where nothing is packed: the build would slow it down, and
// `--omit=dev` leaves nothing to build with. `npm_package_resolved` is set only when npm packs (pacote, lib/dir.js).
const { npm_command: command, npm_lifecycle_event: event, npm_package_resolved: packed } = process.env
if (event === 'prepare' && (command === 'ci' || command === 'install') && packed === undefined)
  process.exit(0)

const { engines } = read('package.json')
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(
    `Unexpected Node.js ${process.versions.node}, expected ${engines.node}. Install a newer one: https://nodejs.org`,
  )

if (!isInstalled())
  await alone(join(root, '.cache/install.lock'), () => {
    if (isInstalled()) return
    // npm would empty the folder that the link leads to.
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
      stop('node_modules is a link to packages that are out of date: run `npm ci` where it leads to.')
    console.log('Installing what is needed (npm ci) …')
    // NODE_ENV=production would leave out exactly what is needed; no package needs its install script.
    // During `npm install --global git+…`, which pre-commit runs, `npm ci` would inherit `global` and refuse.
    const { status } = npm(
      ['ci', '--no-global', '--include=dev', '--include=optional', '--ignore-scripts', '--no-progress'],
      {
        cwd: root,
        stdio: ['ignore', 2, 2],
      },
    )
    if (status !== 0) stop('The packages could not be installed: see the lines of npm above.')
  })

const build = [join(root, '.config/build.mjs'), ...(process.argv.includes('--types') ? [] : ['--no-types'])]
if (spawnSync(process.execPath, build, { cwd: root, stdio: ['ignore', 2, 2] }).status !== 0)
  stop('dist/ could not be built: see the lines above.')
