import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { run } from './cli.ts'

/** Set by the build: a hash of all sources. V8 itself compares only the length of a source. */
declare const NOTES_BUILD: string

interface Compiled {
  readonly script: { createCachedData(): Buffer; readonly cachedDataRejected?: boolean }
  readonly file: string
  /** The size of the existing cache, or 0 if it was not used. */
  readonly known: number
}

/**
 * Caches V8's compiled code beside our bundles: half of a command's start-up is compilation. Node 22 and later have
 * this built in. Nothing depends on it: a cache that cannot be read, written or used is ignored.
 * NOTES_NO_CODE_CACHE=1 turns it off.
 */
function keepCompiled(
  bin: NodeModule,
  env: Readonly<Record<string, string | undefined>>,
  [word = '', event = '']: readonly string[],
): () => void {
  // Not `node:module`: every module has the class as its constructor, and loading the core module costs 0.3 ms.
  const Module = bin.constructor as ModuleClass
  if ('enableCompileCache' in Module && typeof Module.enableCompileCache === 'function') {
    Module.enableCompileCache()
    return NOTHING
  }
  if (env.NOTES_NO_CODE_CACHE) return NOTHING
  const cache = `${dirname(bin.filename)}${sep}.v8`
  // A cache holds the functions compiled when it was written, and each command needs different ones.
  const command = !isWord(word) ? 'help' : word === 'hook' && isWord(event) ? `${word}-${event}` : word
  const key = `${NOTES_BUILD}-${process.versions.v8}-${process.arch}-${command}`
  const fresh: Compiled[] = []
  loadThrough(bin, Module, name => `${cache}${sep}${key}-${name}.bin`, fresh)
  return () => {
    if (fresh.length > 0) save(cache, fresh)
  }
}

const NOTHING = (): void => {}

/**
 * Accepts a short word, as it becomes part of a file name. Not written as a regular expression, which takes 0.08 ms to
 * compile.
 */
function isWord(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) | 32
    if (letter < 97 || letter > 122) return false
  }
  return word !== '' && word.length <= 20
}

type ModuleClass = typeof import('node:module').Module & {
  readonly _cache: Readonly<Record<string, { readonly exports: unknown } | undefined>>
}

/**
 * Loads the bundles beside `bin` with the cache. Node's own resolution also searches every parent folder, which
 * costs a cold process 0.7 ms before any code is compiled.
 */
function loadThrough(
  bin: NodeModule,
  { _cache: loaded }: ModuleClass,
  cacheOf: (name: string) => string,
  fresh: Compiled[],
): void {
  const folder = dirname(bin.filename)
  const { Script } = process.getBuiltinModule('node:vm')
  const original = bin.require
  const shouldRefresh = Math.random() < REFRESH_RATE
  const bundles = new Map<string, { exports: unknown }>()
  const load = (id: string): unknown => {
    const known = bundles.get(id)
    if (known !== undefined) return known.exports
    if (!id.startsWith('./')) {
      // Several modules of a bundle require the same core module, and node takes 10 us for each lookup.
      const exports: unknown = original.call(bin, id)
      bundles.set(id, { exports })
      return exports
    }
    const name = id.slice(2)
    const filename = `${folder}${sep}${name}`
    // Reuse a bundle that was loaded without the cache: a class must not exist twice.
    const before = loaded[filename]
    if (before !== undefined) return before.exports
    const source = readFileSync(filename, 'utf8')
    const file = cacheOf(name)
    const cachedData = read(file)
    const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) })
    const isUsed = cachedData !== undefined && script.cachedDataRejected !== true
    if (!isUsed || shouldRefresh) fresh.push({ script, file, known: isUsed ? cachedData.length : 0 })
    const bundle: { exports: unknown } = { exports: {} }
    bundles.set(id, bundle)
    // The build wraps each bundle in a function, which the script returns.
    const run = script.runInThisContext() as (...args: unknown[]) => unknown
    run(bundle.exports, load, bundle)
    return bundle.exports
  }
  bin.require = load as NodeJS.Require
}

/**
 * A cache holds the functions that the first run called, but later runs may call others. So every now and then it is
 * rewritten with what has been compiled since. Checking takes 1.5 ms.
 */
const REFRESH_RATE = 1 / 8

/**
 * V8 checks the length of its cache but not the content: a flipped bit can cause an endless loop. So the data is
 * stored twice, and both halves must agree. Comparing them is free; a checksum would cost a millisecond.
 */
function read(file: string): Uint8Array | undefined {
  try {
    return readTwin(file)
  } catch {
    return undefined
  }
}

/**
 * Returns the first half of a file if the second is equal. The second half is read in chunks: memory that a process
 * touches for the first time costs 5 us per 4 KB.
 */
function readTwin(file: string): Uint8Array | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const half = fstatSync(descriptor).size >> 1
    const data = new Uint8Array(half)
    if (half === 0 || readSync(descriptor, data) !== half) return undefined
    const chunk = new Uint8Array(Math.min(half, CHUNK))
    for (let at = 0; at < half; at += CHUNK) {
      const length = Math.min(CHUNK, half - at)
      if (readSync(descriptor, chunk, 0, length, half + at) !== length) return undefined
      if (Buffer.compare(chunk.subarray(0, length), data.subarray(at, at + length)) !== 0) return undefined
    }
    return data
  } finally {
    closeSync(descriptor)
  }
}

const CHUNK = 32_768

/**
 * Runs after the command, so that the functions it called are included. Writes under another name and then renames,
 * since another process may be reading.
 */
function save(cache: string, fresh: readonly Compiled[]): void {
  try {
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache)) if (!old.startsWith(NOTES_BUILD)) unlinkSync(`${cache}${sep}${old}`)
    for (const { script, file, known } of fresh) {
      const aside = `${file}.${process.pid}`
      const data = script.createCachedData()
      if (data.length <= known) continue
      writeFileSync(aside, Buffer.concat([data, data]), { flag: 'wx' })
      renameSync(aside, file)
    }
  } catch {
    // A read-only installation works without a cache.
  }
}

// On top of bare node, a third of the hot path's time is compilation, so all of its code is loaded from the cache.
run(keepCompiled(module, process.env, process.argv.slice(2, 4)))
