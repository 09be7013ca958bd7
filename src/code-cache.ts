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

/** Put in by the build: a hash over all sources. V8 itself only compares the length of a source. */
declare const NOTES_BUILD: string

interface Compiled {
  readonly script: { createCachedData(): Buffer; readonly cachedDataRejected?: boolean }
  readonly file: string
  /** How long what was kept before is. */
  readonly known: number
}

/**
 * Keeps what V8 compiled of our bundles beside them, and uses it the next time: half of the start-up of a command
 * is compilation. Node 22 and later do this themselves. Nothing depends on it: a cache that cannot be read, written
 * or used is none. NOTES_NO_CODE_CACHE=1 turns it off.
 */
export function keepCompiled(
  bin: NodeModule,
  env: Readonly<Record<string, string | undefined>>,
  word = '',
): () => void {
  // Not `node:module`: the class is known to every module, and asking for its file costs 0.3 ms.
  const Module = bin.constructor as ModuleClass
  if ('enableCompileCache' in Module && typeof Module.enableCompileCache === 'function') {
    Module.enableCompileCache()
    return NOTHING
  }
  if (env.NOTES_NO_CODE_CACHE) return NOTHING
  const cache = `${dirname(bin.filename)}${sep}.v8`
  // A cache holds the functions that were compiled when it was made, and each command needs others.
  const command = isWord(word) ? word : 'help'
  const key = `${NOTES_BUILD}-${process.versions.v8}-${process.arch}-${command}`
  const fresh: Compiled[] = []
  loadThrough(bin, Module, name => `${cache}${sep}${key}-${name}.bin`, fresh)
  return () => {
    if (fresh.length > 0) save(cache, fresh)
  }
}

const NOTHING = (): void => {}

/** Small letters, and not many: it is part of a file's name. No pattern: that takes 0.08 ms to compile. */
function isWord(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    if (unit < 97 || unit > 122) return false
  }
  return word !== '' && word.length <= 20
}

type ModuleClass = typeof import('node:module').Module & {
  readonly _cache: Readonly<Record<string, { readonly exports: unknown } | undefined>>
}

/**
 * Loads the bundles beside `bin` ourselves, with the cache. Node's own way of finding a file, which it also looks up
 * in each folder above, costs a cold process 0.7 ms before a byte of it is compiled.
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
  const isTime = Math.random() < LOOK_AGAIN
  const bundles = new Map<string, { exports: unknown }>()
  const load = (id: string): unknown => {
    if (!id.startsWith('./')) return original.call(bin, id)
    const known = bundles.get(id)
    if (known !== undefined) return known.exports
    const name = id.slice(2)
    const filename = `${folder}${sep}${name}`
    // One that was needed before there was a cache: a class must not be there twice.
    const before = loaded[filename]
    if (before !== undefined) return before.exports
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`
    const file = cacheOf(name)
    const cachedData = read(file)
    const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) })
    const isUsed = cachedData !== undefined && script.cachedDataRejected !== true
    if (!isUsed || isTime) fresh.push({ script, file, known: isUsed ? cachedData.length : 0 })
    const bundle: { exports: unknown } = { exports: {} }
    bundles.set(id, bundle)
    const run = script.runInThisContext() as (...args: unknown[]) => unknown
    run.call(bundle.exports, bundle.exports, load, bundle, filename, folder)
    return bundle.exports
  }
  bin.require = load as NodeJS.Require
}

/**
 * A cache holds the functions that its first run has called, and that may have been another kind of run: so, once in a
 * while, what has been compiled since is kept too. To look each time would cost a millisecond.
 */
const LOOK_AGAIN = 1 / 8

/**
 * V8 checks the length of what it is given and not its content: a flipped bit can run for ever. So it is kept
 * twice, and both halves must agree; comparing them costs nothing, where a checksum would cost a millisecond.
 */
function read(file: string): Buffer | undefined {
  try {
    return readTwin(file)
  } catch {
    return undefined
  }
}

/** The first half of a file, if the second is the same. That one is only looked at, piece by piece: memory that a process has never touched before costs 5 us for each 4 KB. */
function readTwin(file: string): Buffer | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const half = fstatSync(descriptor).size >> 1
    const data = Buffer.allocUnsafeSlow(half)
    if (half === 0 || readSync(descriptor, data) !== half) return undefined
    const piece = Buffer.allocUnsafeSlow(Math.min(half, PIECE))
    for (let at = 0; at < half; at += PIECE) {
      const length = Math.min(PIECE, half - at)
      if (readSync(descriptor, piece, 0, length, half + at) !== length) return undefined
      if (data.compare(piece, 0, length, at, at + length) !== 0) return undefined
    }
    return data
  } finally {
    closeSync(descriptor)
  }
}

const PIECE = 32_768

/** After the command, so that what it used is in it. Written aside and renamed: another process may be reading. */
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
    // A read-only installation starts as it always did.
  }
}
