// `npm run test:git`: installs this repository from git, as a dependency with npm and as a hook with pre-commit.
// Both need the npm registry, because a git dependency is built where it is installed.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { npm } from '../../.config/npm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'notesmd-git-'))
const repository = join(scratch, 'repository')
const isWindows = process.platform === 'win32'
/** The newest version that was tried; its installation is kept between runs. */
const preCommitVersion = '4.7.0'

const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(NOTES|CLAUDE|GIT_(DIR|INDEX|WORK))|^npm_(?!execpath)/i.test(name),
    ),
  ),
  // The packages were downloaded when this clone was set up.
  npm_config_prefer_offline: 'true',
  PRE_COMMIT_HOME: join(scratch, 'pre-commit'),
}
const options = { env, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] }
const run = (cwd, program, ...args) => spawnSync(program, args, { ...options, cwd })

function expect(condition, message) {
  if (!condition) throw new Error(message)
}

/** Returns the output of a program; throws if the program failed. */
function succeed(what, { status, stdout, stderr, error }) {
  expect(
    status === 0,
    `${what} ended with ${status}, expected 0\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`,
  )
  return stdout
}
const git = (cwd, ...args) => succeed(`git ${args[0]}`, run(cwd, 'git', '-c', 'core.autocrlf=false', ...args))

/** Turns a folder into a repository with one commit, and returns the hash of the commit. */
function commit(folder) {
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(
    folder,
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@localhost',
    'commit',
    '--quiet',
    '--message=test',
  )
  return git(folder, 'rev-parse', 'HEAD').trim()
}

/** Copies this work tree as it is now, with uncommitted changes, and commits the copy. */
function copyRepository() {
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  for (const file of listed.filter(file => file && existsSync(join(root, file)))) {
    if (lstatSync(join(root, file)).isSymbolicLink()) continue
    mkdirSync(dirname(join(repository, file)), { recursive: true })
    cpSync(join(root, file), join(repository, file))
  }
  return commit(repository)
}

/** A project with one notes file that has one error. */
function makeProject(name, files = {}) {
  const folder = join(scratch, name)
  mkdirSync(folder)
  const notes = '# NOTES\n\n## Decision Log\n\n<<<<<<< ours\n=======\n>>>>>>> theirs\n'
  for (const [file, text] of Object.entries({ 'NOTES.md': notes, ...files }))
    writeFileSync(join(folder, file), text)
  return folder
}

/** The real pre-commit: from this machine, else from PyPI; undefined when neither is available. */
function findPreCommit() {
  if (run(root, 'pre-commit', '--version').status === 0) return 'pre-commit'
  const venv = join(root, '.cache', `pre-commit-${preCommitVersion}`)
  const program = join(venv, isWindows ? 'Scripts/pre-commit.exe' : 'bin/pre-commit')
  if (existsSync(program)) return program
  for (const python of ['python3', 'python']) {
    if (run(root, python, '-m', 'venv', venv).status !== 0) continue
    const pip = join(venv, isWindows ? 'Scripts/python.exe' : 'bin/python')
    const { status } = run(root, pip, '-m', 'pip', 'install', '--quiet', `pre-commit==${preCommitVersion}`)
    if (status === 0) return program
  }
  rmSync(venv, { recursive: true, force: true })
  return undefined
}

const skipped = reason => ({ skipped: reason })

const cases = {
  'npm ci in a clone builds nothing, and works without devDependencies'() {
    const { status, stdout, stderr } = npm(['ci', '--omit=dev'], { ...options, cwd: repository })
    expect(status === 0, `npm ci --omit=dev ended with ${status}, expected 0\n${stdout}${stderr}`)
    expect(!existsSync(join(repository, 'dist')), 'Unexpected dist/ after npm ci')
  },

  'npm install git+file://… installs a working notes and library'() {
    const project = makeProject('dependency', { 'package.json': '{ "private": true, "type": "module" }\n' })
    const url = `git+${pathToFileURL(repository)}`
    succeed('npm install', npm(['install', '--allow-git=all', url], { ...options, cwd: project }))
    const folder = join(project, 'node_modules/notesmd')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const answer = succeed(
      'notes',
      npm(['exec', '--offline', '--', 'notes', '--version'], { ...options, cwd: project }),
    )
    expect(answer.trim() === version, `Unexpected version ${answer}, expected ${version}`)
    expect(existsSync(join(folder, 'dist/types/index.d.ts')), 'Missing dist/types/index.d.ts')
    succeed('import', run(project, process.execPath, '-e', "import('notesmd')"))
  },

  'pre-commit runs notes lint from this repository'() {
    // On Windows, pre-commit downloads its own node, and not from a package registry.
    if (isWindows) return skipped('not on Windows')
    const preCommit = findPreCommit()
    if (preCommit === undefined) return skipped(`pre-commit ${preCommitVersion} cannot be installed here`)
    const config = `repos:\n  - repo: ${repository}\n    rev: ${revision}\n    hooks:\n      - id: notes-lint\n`
    const project = makeProject('hooked', { '.pre-commit-config.yaml': config })
    commit(project)
    const bad = run(project, preCommit, 'run', '--all-files')
    expect(
      bad.status === 1 && /conflict-marker/.test(bad.stdout),
      `Unexpected answer to a conflict\n${bad.stdout}${bad.stderr}`,
    )
    writeFileSync(join(project, 'NOTES.md'), '# NOTES\n\n## Decision Log\n')
    git(project, 'add', '--all')
    const good = succeed('pre-commit', run(project, preCommit, 'run', '--all-files'))
    expect(/notes lint\.+Passed/.test(good), `Unexpected answer to good notes\n${good}`)
  },
}

const whyNot = () => {
  if (run(root, 'git', 'rev-parse', '--git-dir').status !== 0) return 'this is no git checkout'
  const options = ['--fetch-retries=0', '--fetch-timeout=10000', '--prefer-online']
  const { status } = npm(['view', 'esbuild', 'version', ...options], { env, cwd: scratch, stdio: 'ignore' })
  return status === 0 ? undefined : 'no npm registry can be reached'
}

const count = { passed: 0, failed: 0, skipped: 0 }
let revision
try {
  const reason = whyNot()
  if (reason === undefined) {
    revision = copyRepository()
    for (const [name, work] of Object.entries(cases)) {
      const begun = performance.now()
      try {
        const reason = work()?.skipped
        count[reason ? 'skipped' : 'passed'] += 1
        const note = reason ?? `${((performance.now() - begun) / 1000).toFixed(0)} s`
        console.log(`${reason ? 'skipped' : 'ok     '} ${name} (${note})`)
      } catch (error) {
        count.failed += 1
        console.error(`FAILED  ${name}\n${error.message}`)
      }
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  } else console.log(`skipped: installing from git (${reason})`)
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = count.failed === 0 ? 0 : 1
