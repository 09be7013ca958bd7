// Installs the packed tarball into an empty folder and uses it there, as after `npm install notesmd`.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from '../../.config/npm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'notesmd-packed-'))
const project = join(scratch, 'project')
// The maximum size of the unpacked package, in bytes. It contains all its dependencies.
const limit = 4_000_000
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NOTES_|CLAUDE_)/.test(name)),
)
const options = { cwd: project, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }

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
const node = (...args) => succeed(`node ${args.join(' ')}`, spawnSync(process.execPath, args, options))

const cases = {
  'packs and installs without network'() {
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
    succeed('npm pack', npm(['pack', '--pack-destination', scratch], { ...options, cwd: root }))
    const tarball = join(scratch, `notesmd-${version}.tgz`)
    const cache = join(scratch, 'empty-cache')
    succeed(
      'npm install',
      npm(['install', tarball, '--offline', '--cache', cache, '--no-audit', '--no-fund'], options),
    )
    const others = readdirSync(join(project, 'node_modules')).filter(
      name => !name.startsWith('.') && name !== 'notesmd',
    )
    expect(others.length === 0, `Unexpected dependencies: ${others.join(', ')}`)
  },

  'contains the expected files and nothing else'() {
    const folder = join(project, 'node_modules/notesmd')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    const size = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    const expected =
      /^(package\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE|protocols\/.+\.md|templates\/.+|plugin\/.+|dist\/[\w-]+\.(cjs|js)|dist\/types\/.+\.d\.ts|dist\/THIRD-PARTY-LICENSES\.txt)$/
    const extra = files.filter(file => !expected.test(file))
    expect(extra.length === 0, `Unexpected files: ${extra.join(', ')}`)
    const wanted = [
      'README.md',
      'LICENSE',
      'dist/notes.cjs',
      'dist/commands.cjs',
      'dist/remark.cjs',
      'dist/index.js',
    ]
    wanted.push('dist/types/index.d.ts', 'dist/THIRD-PARTY-LICENSES.txt', 'templates/NOTES.md')
    const missing = wanted.filter(file => !files.includes(file))
    expect(missing.length === 0, `Missing files: ${missing.join(', ')}`)
    expect(size <= limit, `Unexpected size ${size}, expected at most ${limit}`)
    return `${files.length} files, ${size} of at most ${limit} bytes unpacked`
  },

  'answers --version'() {
    const answer = node('node_modules/notesmd/dist/notes.cjs', '--version').trim()
    expect(answer === version, `Unexpected version ${answer}, expected ${version}`)
  },

  'runs notes init through npm exec'() {
    succeed('npx notes init', npm(['exec', '--offline', '--', 'notes', 'init'], options))
    const text = readFileSync(join(project, 'grimoires/loa/NOTES.md'), 'utf8')
    expect(text.includes('## Session Continuity'), 'Unexpected NOTES.md, expected the template')
  },

  'runs notes show and notes status'() {
    const shown = JSON.parse(node('node_modules/notesmd/dist/notes.cjs', 'show', '--json'))
    expect(shown.profile === 'sam', `Unexpected profile ${shown.profile}, expected sam`)
    expect(shown.sections.length > 0, 'Unexpected answer of notes show --json, expected sections')
    expect(node('node_modules/notesmd/dist/notes.cjs', 'status').trim() !== '', 'notes status said nothing')
  },

  'can be imported as a library'() {
    const script = "import('notesmd').then(library => console.log(Object.keys(library).length))"
    const count = Number(node('-e', script))
    expect(count > 0, 'Unexpected empty library, expected exports')
    return `${count} exports`
  },

  'has types that need only those of node'() {
    for (const name of ['@types/node', 'undici-types'])
      cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true })
    writeFileSync(
      join(project, 'use.ts'),
      "import * as notes from 'notesmd'\nexport const use: typeof notes = notes\n",
    )
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
    node(tsc, ...settings, '--ignoreConfig', 'use.ts')
  },
}

try {
  for (const [name, run] of Object.entries(cases)) {
    const note = run()
    console.log(`ok  ${name}${note ? ` (${note})` : ''}`)
  }
} catch (error) {
  console.error(`FAILED  ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
