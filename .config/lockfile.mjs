// Completes package-lock.json; with --check only reports what is wrong with it.
//
// `npm ci` refuses a lock in which an optional dependency of a package is missing, and npm leaves out the binaries
// of other platforms whenever the registry in use does not carry them. So the lock made on one machine would fail on
// another. The package that needs such a binary pins its exact version, and an entry needs nothing more.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))

/** Where Node would find `name` from the package at `from`; undefined when the lock has no such place. */
function locate(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock.packages[place]) return place
    if (folder === '') return undefined
  }
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/** Returns os, cpu and libc from the name of a platform package: `@rolldown/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = systems.find(word => words.includes(word))
  const cpu = processors.find(word => words.includes(word))
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : os === 'linux' ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const problems = []
const missing = new Map()
for (const [place, entry] of Object.entries(lock.packages)) {
  if (entry.resolved) problems.push(`${place}: Unexpected download address, expected none (.npmrc says so)`)
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (locate(place, name)) continue
    problems.push(`${place}: Unexpected gap, expected an entry for its optional ${name}@${version}`)
    if (/^\d+\.\d+\.\d+$/.test(version))
      missing.set(`node_modules/${name}`, { version, dev: true, optional: true, ...platformOf(name) })
  }
}

if (problems.length === 0) process.exit(0)
if (process.argv.includes('--check')) {
  console.error(`${problems.join('\n')}\nTo repair: node .config/lockfile.mjs`)
  process.exit(1)
}
for (const entry of Object.values(lock.packages)) delete entry.resolved
const entries = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) =>
  a < b ? -1 : a > b ? 1 : 0,
)
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`)
console.log(`package-lock.json: ${missing.size} entries added`)
