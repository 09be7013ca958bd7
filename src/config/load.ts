import { dirname, relative, resolve } from 'node:path'
import { NotesError } from '../error.ts'
import { isBelow, realPath } from '../workspace/real-path.ts'
import { resolveInside } from '../workspace/safe-path.ts'
import type { Config } from './fields.ts'
import { type ConfigFile, findConfig, gitTop, readConfigFile } from './find.ts'
import { configFrom, everyField } from './table.ts'
import { type Extension, readSettings, type SettingValue } from './validate.ts'

/** Where a value comes from; `via` are the files whose `extends` led there, the nearest first. */
export type Origin = 'default' | { readonly path: string; readonly via: readonly string[] }

export interface LoadedConfig {
  /** The configuration file; undefined when there is none. */
  readonly path: string | undefined
  readonly values: Config
  /** By dotted key. */
  readonly origins: ReadonlyMap<string, Origin>
  /** Every file that was read for it. */
  readonly files: readonly string[]
}

interface Sourced {
  readonly value: SettingValue
  readonly origin: Origin
}

/** The configuration for `cwd`: the file at `path`, else the nearest one, else the defaults. */
export function loadConfig({ cwd, path }: { cwd: string; path?: string | undefined }): LoadedConfig {
  const file = path === undefined ? findConfig(cwd) : requireConfigFile(resolve(cwd, path))
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
 * A configuration comes with a clone, so nothing it names may be elsewhere: neither the files it extends nor the
 * project root. Elsewhere means outside the repository, or without one outside the folder of the configuration.
 */
function readBounded(file: ConfigFile, files: string[]): Map<string, Sourced> {
  const top = gitTop(dirname(file.path)) ?? dirname(file.path)
  const set = readWithExtensions(file, top, [], files)
  const root = set.get('root')
  if (typeof root?.value !== 'string' || root.origin === 'default') return set
  const { path } = root.origin
  if (isBelow(realPath(top), realPath(resolve(dirname(path), root.value)))) return set
  throw new NotesError(
    'outside',
    `\`root\` leaves the project: ${root.value}`,
    `Name a folder below ${top}; for another one, say --root or NOTES_FILE`,
    { path },
  )
}

function requireConfigFile(path: string): ConfigFile {
  const file = readConfigFile(path)
  if (file !== undefined) return file
  throw new NotesError('config', `${path} does not exist`, 'Write it with `notes init --config`', { path })
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
  for (const { key, value } of settings) set.set(key, { value, origin: { path: file.path, via } })
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
      `Copy that file to somewhere below ${top}`,
    )
  const loop = [path, ...via].find(seen => resolve(seen) === target)
  if (loop !== undefined)
    return refuse(
      'config',
      `\`extends\` goes round in circles: ${file}`,
      'Take one of the files out of the circle',
    )
  return (
    readConfigFile(target) ??
    refuse(
      'config',
      `\`extends\` names a file that does not exist: ${file}`,
      `Create ${target}, or correct the path`,
    )
  )
}
