// Builds dist/, unless none of its inputs has changed. `--no-types` leaves out the declarations.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alone } from './alone.mjs'
import { withoutExamples, withoutValidator } from './left-out.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const dist = join(root, 'dist')

/**
 * The files of dist/ and the modules in each, loaded when one of their exports is first used. In all other files an
 * import of these modules becomes a stub, so the source keeps plain imports. To make another module lazy, add it here.
 */
const files = {
  'cli.cjs': ['src/cli.ts'], // apart from notes.cjs, so that its compiled code can be kept
  'error.cjs': ['src/error.ts'], // `instanceof NotesError` needs one class, not a copy of it in every bundle
  'commands.cjs': ['src/terminal/program/main.ts'],
  'records.cjs': [
    'src/terminal/commands/records.ts',
    'src/terminal/commands/archive.ts',
    'src/terminal/commands/heal.ts',
    'src/terminal/commands/search.ts',
    'src/terminal/commands/undo.ts',
  ],
  'notes-model.cjs': [
    'src/notes/notes.ts',
    'src/notes/kinds.ts',
    'src/notes/section.ts',
    'src/notes/section-kind.ts',
    'src/notes/find.ts',
    'src/notes/state/standing.ts',
    'src/notes/state/status.ts',
  ],
  'remark.cjs': ['src/markdown/remark.ts'],
  'change.cjs': [
    'src/project/change.ts',
    'src/project/archive/archive.ts',
    'src/project/checkpoint.ts',
    'src/project/undo.ts',
    'src/project/guard/heal.ts',
  ],
  'lint.cjs': ['src/terminal/commands/lint.ts', 'src/project/lint/project.ts', 'src/project/guard/guard.ts'],
  'rules.cjs': ['src/terminal/commands/rules.ts'], // with the examples of each rule
  'recover.cjs': ['src/project/recover/recover-project.ts'],
  'hooks.cjs': ['src/terminal/commands/hook.ts', 'src/hosts/claude/hooks/answer.ts'],
  'set-up.cjs': [
    'src/terminal/commands/config.ts',
    'src/terminal/commands/doctor.ts',
    'src/terminal/commands/init.ts',
    'src/terminal/commands/stats.ts',
    'src/hosts/claude/set-up/install.ts',
    'src/hosts/claude/set-up/try-hooks.ts',
    'src/hosts/doctor/doctor.ts',
    'src/project/stats.ts',
  ],
  'status-line.cjs': ['src/hosts/claude/status-text.ts'],
  'evidence.cjs': [
    'src/terminal/commands/status.ts',
    'src/terminal/commands/why.ts',
    'src/terminal/commands/verify.ts',
    'src/project/evidence/why.ts',
  ],
  'history.cjs': [
    'src/terminal/commands/history.ts',
    'src/project/history/history.ts',
    'src/project/history/diff.ts',
    'src/project/history/at.ts',
  ],
  'migrate.cjs': ['src/project/migrate.ts'],
  'merge.cjs': ['src/project/merge/merge-files.ts', 'src/project/merge/install.ts'],
  'pads.cjs': [
    'src/terminal/commands/card.ts',
    'src/terminal/commands/gc.ts',
    'src/terminal/commands/pad/promote.ts',
    'src/terminal/commands/pad/sessions.ts',
    'src/terminal/commands/pad/show.ts',
    'src/terminal/commands/pad/write.ts',
  ],
  'pad-block.cjs': ['src/terminal/commands/hot-pad-block.ts', 'src/project/session/pad-now.ts'],
  'safety.cjs': ['src/safety/secrets.ts', 'src/safety/hidden.ts'], // not needed for text that holds none
  'mcp.cjs': ['src/terminal/commands/mcp.ts', 'src/hosts/mcp/serve.ts'], // the SDK, for `notes mcp` alone
  'git.cjs': ['src/git/ask-git.ts'], // simple-git, for what lint asks only with --changed, --staged or --since
  'watch.cjs': ['src/files/watch.ts'], // chokidar, for --watch alone
}
const lazy = Object.fromEntries(
  Object.entries(files).flatMap(([file, sources]) => sources.map(source => [source, file])),
)

/** Bundles that another one includes. Linting calls into these at every line: stubs would cost a tenth of its time. */
const inside = { 'lint.cjs': ['notes-model.cjs', 'safety.cjs'] }

/** Core modules that cost 2-4 ms to load, with streams and sockets, and that few runs use. */
const lazyCore = ['node:child_process', 'node:crypto', 'node:os']

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  charset: 'ascii',
  // Node prints the whole line that threw an uncaught error: 30 KB of a bundle on one line.
  lineLimit: 1000,
  // Without this, esbuild turns each pattern with `\p{…}` into `new RegExp(…)`, and one inside a function would be
  // compiled at each call.
  supported: { 'regexp-unicode-property-escapes': true },
  // Node loads ten modules at the first use of `performance`, which takes 1-2 ms.
  inject: [join(root, '.config/performance.mjs')],
}
const cjs = { ...shared, format: 'cjs', minify: true }
/** Makes a script return its function to `src/bin.ts`, which avoids copying the source. `require` works too. */
const wrapped = {
  banner: {
    js: '(load=>typeof module=="object"?load(exports,require,module):load)(function(exports,require,module){',
  },
  footer: { js: '})' },
}
const bundles = [
  { ...cjs, sources: ['src/bin.ts'], file: 'notes.cjs', banner: { js: '#!/usr/bin/env node' } },
  ...Object.entries(files).map(([file, sources]) => ({ ...cjs, ...wrapped, sources, file })),
  {
    ...shared,
    sources: ['src/index.ts'],
    file: 'index.js',
    format: 'esm',
    minify: true,
    charset: 'utf8',
    banner: {
      js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
  },
]

const filesUnder = folder =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

/** One hash over everything that decides what dist/ holds. */
function hashInputs() {
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'].map(name => join(root, name))
  const own = ['build.mjs', 'left-out.mjs', 'performance.mjs', 'tsconfig.build.json'].map(name =>
    join(root, '.config', name),
  )
  const hash = createHash('sha256')
  for (const file of [...settings, ...own, ...copied, ...filesUnder(join(root, 'src'))].sort()) {
    hash.update(`${relative(root, file).split(sep).join('/')}\0`)
    // A listed file may be gone by now: the next call then returns another hash.
    if (existsSync(file)) hash.update(readFileSync(file))
    hash.update('\0')
  }
  return hash.digest('hex')
}

const isFresh = (stamp, inputs) => {
  const file = join(dist, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === inputs
}

/** The names a module exports, as esbuild sees them: types are gone, `export *` is followed. */
async function exportsOf(esbuild, source) {
  const look = {
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  }
  const entry = { entryPoints: [join(root, source)], absWorkingDir: root, logLevel: 'silent' }
  try {
    const { metafile } = await esbuild.build({ ...look, ...entry })
    return Object.values(metafile.outputs)[0].exports
  } catch {
    return [] // The module's own bundle fails with the same error, and reports it once.
  }
}

/** The functions that a module exports itself. */
const functionsOf = source =>
  [...readFileSync(join(root, source), 'utf8').matchAll(/^export (?:async )?function (\w+)/gm)].map(
    ([, name]) => name,
  )

/** Takes the place of a function. Costs nothing until it is called, and nothing at all when no module imports it. */
const stub = from => name => `export function ${name}(...given) { return ${from}.${name}(...given) }`

/** Takes the place of any other export, which each use looks up by its name. */
const getter = from => name => `get ${name}() { return ${from}.${name} }`

/** Returns the source that takes the place of a lazy module in other bundles. */
async function standIn(esbuild, source) {
  const from = `require('./${lazy[source]}')`
  const functions = functionsOf(source)
  const others = (await exportsOf(esbuild, source)).filter(name => !functions.includes(name))
  const values = others.length === 0 ? [] : [`export { ${others.join(', ')} } from '${source}'`]
  return {
    functions: [...functions.map(stub(from)), ...values].join('\n'),
    values: `module.exports = {\n${['__esModule: true', ...others.map(getter(from))].join(',\n')}\n}`,
  }
}

/** Replaces each lazy module, except in its own bundle, with code that loads it on first use. */
const stubs = (esbuild, file) => ({
  name: 'lazy',
  setup(build) {
    const inStub = { namespace: 'lazy', sideEffects: false }
    build.onResolve({ filter: /^\.{1,2}\//, namespace: 'file' }, ({ path, resolveDir, kind }) => {
      const source = relative(root, resolve(resolveDir, path)).split(sep).join('/')
      const isOwn =
        kind === 'entry-point' || lazy[source] === file || inside[file]?.includes(lazy[source]) === true
      return isOwn || !Object.hasOwn(lazy, source) ? undefined : { path: source, ...inStub }
    })
    build.onResolve({ filter: /^node:/, namespace: 'file' }, ({ path }) =>
      lazyCore.includes(path) ? { path, ...inStub, namespace: 'values' } : undefined,
    )
    build.onResolve({ filter: /^src\//, namespace: 'lazy' }, ({ path }) => ({
      path,
      ...inStub,
      namespace: 'values',
    }))
    build.onResolve({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({ path, external: true }))
    build.onResolve({ filter: /.*/, namespace: 'values' }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => ({
      contents: (await standIn(esbuild, path)).functions,
    }))
    build.onLoad({ filter: /.*/, namespace: 'values' }, async ({ path }) => {
      if (!lazyCore.includes(path)) return { contents: (await standIn(esbuild, path)).values }
      const getters = Object.keys(process.getBuiltinModule(path)).map(getter(`require('${path}')`))
      return { contents: `module.exports = {\n${getters.join(',\n')}\n}` }
    })
  },
})

/** Returns a file's package: `node_modules/a/node_modules/@b/c/lib/x.js` -> `node_modules/a/node_modules/@b/c`. */
const packageOf = input => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]

/** Licenses of third-party code copied into src/. The first line of each file names the code. */
const copied = filesUnder(join(root, '.config/licenses'))

/** The licenses of copied code and of every package with a byte in a bundle, each text once. */
function licenses(metafiles) {
  const used = metafiles
    .flatMap(({ outputs }) => Object.values(outputs).flatMap(output => Object.entries(output.inputs)))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const folders = new Set(used.map(([input]) => packageOf(input)).filter(Boolean))
  const owners = new Map()
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find(entry => /^licen[cs]e(\.(md|txt))?$/i.test(entry))
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : `License: ${license}`
    owners.set(text, [...(owners.get(text) ?? []), `${name}@${version} (${license})`])
  }
  const blocks = [...owners].map(([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}\n`)
  for (const file of copied) blocks.push(readFileSync(file, 'utf8'))
  return `The files in this folder contain code of these packages.\n\n${blocks.sort().join(`\n${'-'.repeat(72)}\n\n`)}`
}

async function bundle(to) {
  const esbuild = await import('esbuild')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const build = hashInputs().slice(0, 16)
  const results = await Promise.all(
    bundles.map(({ sources, file, ...options }) =>
      esbuild.build({
        ...options,
        stdin: {
          contents: sources.map(source => `export * from './${source}'`).join('\n'),
          resolveDir: root,
        },
        outfile: join(to, file),
        absWorkingDir: root,
        define: { NOTES_VERSION: JSON.stringify(version), NOTES_BUILD: JSON.stringify(build) },
        plugins: [stubs(esbuild, file), withoutValidator, ...(file === 'rules.cjs' ? [] : [withoutExamples])],
        metafile: true,
        logLevel: 'warning',
      }),
    ),
  )
  for (const { file, charset } of bundles) if (charset === 'ascii') toAscii(join(to, file))
  writeFileSync(join(to, 'THIRD-PARTY-LICENSES.txt'), licenses(results.map(({ metafile }) => metafile)))
}

/**
 * Escapes what esbuild does not: it escapes strings, but not regular expressions or the `String.raw` templates that
 * they are built from. A single character beyond ASCII makes V8 keep the whole source in two bytes per character
 * (`notes show`: 2 ms).
 */
function toAscii(file) {
  const escaped = character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, escaped))
}

function declarations(to) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const settings = join(root, '.config/tsconfig.build.json')
  const { status } = spawnSync(process.execPath, [tsc, '-p', settings, '--outDir', join(to, 'types')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('The type declarations could not be built: mend the errors above.')
  const reached = declarationsFrom(join(to, 'types/index.d.ts'))
  for (const file of filesUnder(join(to, 'types'))) if (!reached.has(file)) rmSync(file)
}

/**
 * The declarations that `entry` needs. Two thirds of all declarations belong to commands and hooks, which the library
 * does not export.
 */
function declarationsFrom(entry) {
  const reached = new Set([entry])
  for (const file of reached)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g))
      reached.add(resolve(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
  return reached
}

const isType = file => file.split(sep)[0] === 'types'
/** Is the file a stamp, or code compiled by V8 (src/bin.ts)? */
const isStamp = file => file.startsWith('.')
const parts = {
  bundles: { stamp: '.stamp-bundles', owns: file => !isType(file) && !isStamp(file), make: bundle },
  types: { stamp: '.stamp-types', owns: isType, make: declarations },
}

/** Renames with retries: on Windows a rename fails while a virus scanner or a running test has the old file open. */
function replace(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  for (let attempt = 0; ; attempt++) {
    try {
      return renameSync(from, to)
    } catch (error) {
      if (attempt === 50 || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** Makes one part in another folder and renames its files into dist/, so that no process runs half of a file. */
async function refresh({ stamp, owns, make }) {
  if (isFresh(stamp, hashInputs())) return
  await alone(join(root, '.cache/build.lock'), async () => {
    const inputs = hashInputs()
    if (isFresh(stamp, inputs)) return
    const aside = join(root, '.cache/build')
    rmSync(aside, { recursive: true, force: true }) // what a killed build has left
    try {
      mkdirSync(aside, { recursive: true })
      await make(aside)
      rmSync(join(dist, stamp), { force: true })
      const made = filesUnder(aside).map(file => relative(aside, file))
      for (const file of made) replace(join(aside, file), join(dist, file))
      for (const file of filesUnder(dist).map(file => relative(dist, file)))
        if (owns(file) && !made.includes(file)) rmSync(join(dist, file))
      // Written last, and only when nothing was edited meanwhile: otherwise the next call builds again.
      if (hashInputs() === inputs) writeFileSync(join(dist, stamp), inputs)
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  })
}

try {
  await refresh(parts.bundles)
  if (!process.argv.includes('--no-types')) await refresh(parts.types)
} catch (error) {
  // esbuild has already printed what is wrong with the source.
  if (!error.errors) console.error(error.stack ?? String(error))
  process.exitCode = 1
}
