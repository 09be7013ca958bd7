// Checks that imports in src/ follow the data, which flows one way (src/README.md has the picture).
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const src = fileURLToPath(new URL('../src', import.meta.url))
const core = ['markdown', 'notes', 'evidence', 'safety']

/** folder (or file of src/): the folders it may import, besides itself and error.ts. */
const mayImport = {
  'error.ts': [],
  markdown: [],
  notes: ['markdown'],
  evidence: ['markdown', 'notes'],
  safety: ['markdown'],
  change: core,
  merge: [...core, 'change'],
  lint: core,
  recover: core,
  // Without I/O: a check, and the types of a stored session.
  pads: [...core, 'files/read/json.ts', 'files/sessions/read-log.ts'],
  beads: core,
  files: [],
  git: [...core, 'files'],
  config: ['notes', 'pads', 'files'],
  project: [...core, 'change', 'merge', 'lint', 'recover', 'pads', 'beads', 'git', 'config', 'files'],
  hosts: [...core, 'git', 'recover', 'lint', 'pads', 'config', 'project', 'files'],
  terminal: ['*'],
  'index.ts': ['*'],
  'bin.ts': ['cli.ts'],
  'cli.ts': ['terminal', 'hosts', 'project', 'safety', 'files'],
}

/** Modules that reach outside the program, and the places that may use them. Any place may use other modules. */
const mayUse = [
  [/^node:fs(\/promises)?$/, ['files', 'git', 'bin.ts', 'cli.ts']],
  [/^node:(child_process|os)$/, ['files', 'git']],
  [/^node:(net|http|https|http2|dgram|dns|tls)$/, []],
  [/^simple-git$/, ['git']],
  [/^chokidar$/, ['files']],
  [/^commander$/, ['terminal']],
  [/^@modelcontextprotocol\/sdk/, ['hosts']],
  [
    /^(node:process|process)$/,
    [
      'bin.ts',
      'cli.ts',
      'files/lock/this-process.ts',
      'files/user/user-folder.ts',
      'files/sessions/made-here.ts',
      'files/sessions/session-id.ts',
      'files/swap/swap.ts',
      'git/git.ts',
    ],
  ],
]

const placeOf = file => file.split('/')[0]
const allows = (places, file) =>
  places.some(place => place === '*' || place === file || place === placeOf(file))
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length
const importing =
  /^(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|^import\s*'([^']+)'|\b(?:import|require)\(\s*'([^']+)'/gm

const problems = []
/** The files that each file imports values from; imports of types may be circular. */
const values = new Map()
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  .map(entry => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort()

for (const file of files) {
  const text = readFileSync(join(src, file), 'utf8')
  const complain = (line, what) => problems.push(`src/${file}:${line} ${what}`)
  const folders = mayImport[placeOf(file)]
  if (!folders) {
    complain(1, `Unexpected place, expected one of ${Object.keys(mayImport).join(', ')}`)
    continue
  }
  for (const match of text.matchAll(importing)) {
    const target = match[1] ?? match[2] ?? match[3]
    const line = lineAt(text, match.index + match[0].length)
    if (!target.startsWith('.')) {
      for (const [what, places] of mayUse)
        if (what.test(target) && !allows(places, file))
          complain(
            line,
            `Unexpected import of '${target}', expected only in: ${places.join(', ') || 'nowhere'}`,
          )
      continue
    }
    const to = posix.join(dirname(file), target)
    if (to === 'error.ts' || to === '../package.json' || placeOf(to) === placeOf(file)) continue
    if (allows(folders, to)) continue
    const expected = [...folders, 'error.ts'].join(', ')
    complain(line, `Unexpected import of ${to}, expected ${placeOf(file)} to import only: ${expected}`)
  }
  // Lets esbuild mark the global `process`, since it can tell the global from a comment or a property name.
  const marked = transformSync(text, {
    loader: 'ts',
    define: { process: 'THE_GLOBAL_PROCESS' },
    logLevel: 'silent',
  }).code
  const targets = [...marked.matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, target]) =>
    posix.join(dirname(file), target),
  )
  values.set(file, targets)
  const [, places] = mayUse.find(([what]) => what.test('process'))
  if (marked.includes('THE_GLOBAL_PROCESS') && !allows(places, file))
    complain(
      lineAt(text, text.search(/\bprocess\b\s*[.[]/)),
      `Unexpected \`process\`, expected only in: ${places.join(', ')}`,
    )
}

/** Returns the files on the way from `file` back to it, if its values depend on themselves. */
function cycleFrom(file, way = [file], seen = new Set()) {
  for (const next of values.get(way.at(-1)) ?? []) {
    if (next === file) return way
    if (seen.has(next)) continue
    seen.add(next)
    const cycle = cycleFrom(file, [...way, next], seen)
    if (cycle !== undefined) return cycle
  }
  return undefined
}
const circular = files.map(file => cycleFrom(file)).find(cycle => cycle !== undefined)
if (circular !== undefined)
  problems.push(`src/${circular[0]}:1 Unexpected circular import: ${[...circular, circular[0]].join(' -> ')}`)

if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\n\nThe rule is the table in .config/check-directions.mjs; the picture is in src/README.md.`,
  )
  process.exitCode = 1
} else console.log(`${files.length} files`)
