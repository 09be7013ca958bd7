import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Put in by the build: a hash over all sources. V8 itself only compares the length of a source. */
declare const NOTES_BUILD: string

interface Compiled {
  readonly script: { createCachedData(): Buffer; readonly cachedDataRejected?: boolean }
  readonly file: string
}

/**
 * Keeps what V8 compiled of our bundles beside them, and uses it the next time: half of the start-up of a command
 * is compilation. Node 22 and later do this themselves. Nothing depends on it: a cache that cannot be read, written
 * or used is none. NOTES_NO_CODE_CACHE=1 turns it off.
 */
export function keepCompiled(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  word = '',
): void {
  const module = process.getBuiltinModule('node:module')
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
    module.enableCompileCache()
    return
  }
  if (env.NOTES_NO_CODE_CACHE) return
  const cache = join(folder, '.v8')
  // A cache holds the functions that were compiled when it was made, and each command needs others.
  const command = /^[a-z]{1,20}$/.test(word) ? word : 'help'
  const key = `${NOTES_BUILD}-${process.versions.v8}-${process.arch}-${command}`
  const fresh: Compiled[] = []
  compileThrough(module.Module, folder, name => join(cache, `${key}-${name}.bin`), fresh)
  process.on('exit', () => {
    if (fresh.length > 0 && process.exitCode !== 2) save(cache, fresh)
  })
}

type ModuleClass = typeof import('node:module').Module
type Compile = (this: NodeModule, content: string, filename: string) => unknown

/** Compiles the bundles in `folder` ourselves, as Node does, but with the cache. */
function compileThrough(
  module: ModuleClass,
  folder: string,
  cacheOf: (name: string) => string,
  fresh: Compiled[],
): void {
  const prototype = module.prototype as unknown as { _compile: Compile }
  const original = prototype._compile
  const { Script } = process.getBuiltinModule('node:vm')
  prototype._compile = function compile(content, filename) {
    if (dirname(filename) !== folder) return original.call(this, content, filename)
    const file = cacheOf(basename(filename))
    const cachedData = read(file)
    const script = new Script(module.wrap(content), {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    })
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ script, file })
    const run = script.runInThisContext() as (...args: unknown[]) => unknown
    return run.call(this.exports, this.exports, (id: string) => this.require(id), this, filename, folder)
  }
}

/**
 * V8 checks the length of what it is given and not its content: a flipped bit can run for ever. So it is kept
 * twice, and both halves must agree; comparing them costs nothing, where a checksum would cost a millisecond.
 */
function read(file: string): Buffer | undefined {
  try {
    const twice = readFileSync(file)
    const half = twice.length >> 1
    const data = twice.subarray(0, half)
    return half > 0 && data.equals(twice.subarray(half)) ? data : undefined
  } catch {
    return undefined
  }
}

/** After the command, so that what it used is in it. Written aside and renamed: another process may be reading. */
function save(cache: string, fresh: readonly Compiled[]): void {
  try {
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache)) if (!old.startsWith(NOTES_BUILD)) unlinkSync(join(cache, old))
    for (const { script, file } of fresh) {
      const aside = `${file}.${process.pid}`
      const data = script.createCachedData()
      writeFileSync(aside, Buffer.concat([data, data]), { flag: 'wx' })
      renameSync(aside, file)
    }
  } catch {
    // A read-only installation starts as it always did.
  }
}
