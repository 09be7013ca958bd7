import { dirname, join, relative, resolve } from 'node:path'
import { NotesError } from '../error.ts'
import { isThere, walkUp } from '../files/read/look.ts'
import { readText } from '../files/read/read-text.ts'
import { isBelow, realPath } from '../files/real-path.ts'
import { resolveInside } from '../files/safe-path.ts'
import type { Config } from './fields.ts'
import { type JsonNode, memberOf, parseJson } from './json.ts'
import { configFrom, everyField } from './table.ts'
import { type Extension, readSettings, type SettingValue } from './validate.ts'

/** The origin of a value. `via` lists the files whose `extends` led there, nearest first. */
export type Origin = 'default' | { readonly path: string; readonly via: readonly string[] }

export interface LoadedConfig {
  /** The configuration file; undefined when there is none. */
  readonly path: string | undefined
  readonly values: Config
  /** The origin of each value, by dotted key. */
  readonly origins: ReadonlyMap<string, Origin>
  /** Every file that was read for this configuration. */
  readonly files: readonly string[]
}

interface Sourced {
  readonly value: SettingValue
  readonly origin: Origin
}

/** Loads the configuration for a folder: the nearest file, else the defaults. */
export function loadConfig(cwd: string): LoadedConfig {
  const file = findConfig(cwd)
  const files: string[] = []
  const set = file === undefined ? new Map<string, Sourced>() : readBounded(file, files)
  return {
    path: file?.path,
    values: configFrom(new Map([...set].map(([key, { value }]) => [key, value]))),
    origins: new Map(everyField().map(({ key }) => [key, set.get(key)?.origin ?? 'default'])),
    files,
  }
}

/**
 * Reads a configuration and rejects one that points outside the project. A configuration may come with a clone, so the
 * files it extends and the project root must be inside the repository or, without a repository, inside the folder of
 * the configuration.
 */
function readBounded(file: ConfigFile, files: string[]): Map<string, Sourced> {
  const top = walkUp(dirname(file.path), '.git') ?? dirname(file.path)
  const set = readWithExtensions(file, top, [], files)
  const root = set.get('root')
  if (typeof root?.value !== 'string' || root.origin === 'default') return set
  const { path } = root.origin
  if (isBelow(realPath(top), realPath(resolve(dirname(path), root.value)))) return set
  throw new NotesError(
    'outside',
    `\`root\` leaves the project: ${root.value}`,
    `Use a folder below ${top}; for any other, pass --root or set NOTES_FILE`,
    { path },
  )
}

function readWithExtensions(
  file: ConfigFile,
  top: string,
  via: readonly string[],
  files: string[],
): Map<string, Sourced> {
  files.push(file.path)
  const { settings, extensions } = readSettings(file.node, file.path)
  const set = new Map<string, Sourced>()
  for (const extension of extensions) {
    const base = openExtension(extension, file.path, top, via)
    for (const [key, sourced] of readWithExtensions(base, top, [file.path, ...via], files))
      set.set(key, sourced)
  }
  for (const [key, value] of settings) set.set(key, { value, origin: { path: file.path, via } })
  return set
}

function openExtension(
  { file, span }: Extension,
  path: string,
  top: string,
  via: readonly string[],
): ConfigFile {
  const refuse = (code: 'config' | 'outside', message: string, hint: string): never => {
    throw new NotesError(code, message, hint, { path, span })
  }
  const target = resolve(dirname(path), file)
  const inside = resolveInside(top, relative(top, target))
  if (!inside.ok)
    return refuse(
      'outside',
      `\`extends\` leaves the project: ${file}`,
      `Copy the file to a folder below ${top}`,
    )
  const loop = [path, ...via].find(seen => resolve(seen) === target)
  if (loop !== undefined)
    return refuse('config', `\`extends\` is circular: ${file}`, 'Remove one file from the cycle')
  return (
    readConfigFile(target) ??
    refuse(
      'config',
      `\`extends\` names a file that does not exist: ${file}`,
      `Create ${target}, or fix the path`,
    )
  )
}

/** A configuration file, and the object in it that holds the settings. */
interface ConfigFile {
  readonly path: string
  readonly node: JsonNode
}

/**
 * Finds the configuration nearest to `cwd`, up to the git top level: a `notes.config.json`, else a `notes` key in a
 * `package.json`.
 */
function findConfig(cwd: string): ConfigFile | undefined {
  const top = walkUp(cwd, '.git')
  for (let folder = cwd; ; folder = dirname(folder)) {
    const own = join(folder, 'notes.config.json')
    const shared = join(folder, 'package.json')
    for (const path of [own, shared]) assertInside(path, top ?? folder)
    const found = readConfigFile(own) ?? readPackage(shared)
    if (found !== undefined || folder === top || folder === dirname(folder)) return found
  }
}

/** Throws for a symlink that leads out of the project, as a clone may contain one. */
function assertInside(path: string, top: string): void {
  if (!isThere(path) || isBelow(realPath(top), realPath(path))) return
  throw new NotesError(
    'outside',
    `${path} is a link that leaves the project`,
    `Move the file itself below ${top}`,
    { path },
  )
}

/** Reads one configuration file; undefined when it does not exist. */
function readConfigFile(path: string): ConfigFile | undefined {
  return isThere(path) ? { path, node: parseJson(readText(path).text, path) } : undefined
}

function readPackage(path: string): ConfigFile | undefined {
  const text = isThere(path) ? readText(path).text : ''
  // Most `package.json` files lack the key and need no parsing.
  if (!text.includes('"notes"')) return undefined
  const whole = parseJson(text, path)
  const node = memberOf(whole, 'notes')
  return node === undefined ? undefined : { path, node }
}
