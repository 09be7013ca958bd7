import { dirname, relative, resolve } from 'node:path'
import { NotesError } from '../error.ts'
import { isBelow, realPath } from '../files/real-path.ts'
import { resolveInside } from '../files/safe-path.ts'
import type { Config } from './fields.ts'
import { type ConfigFile, findConfig, gitTop, readConfigFile } from './find.ts'
import { configFrom, everyField } from './table.ts'
import { type Extension, readSettings, type SettingValue } from './validate.ts'

/** The origin of a value. `via` lists the files whose `extends` led there, nearest first. */
export type Origin = 'default' | { readonly path: string; readonly via: readonly string[] }

export interface LoadedConfig {
  /** The configuration file; undefined when there is none. */
  readonly path: string | undefined
  readonly values: Config
  /** By dotted key. */
  readonly origins: ReadonlyMap<string, Origin>
  /** Every file that was read for this configuration. */
  readonly files: readonly string[]
}

interface Sourced {
  readonly value: SettingValue
  readonly origin: Origin
}

/** Loads the configuration for `cwd`: the file at `path`, else the nearest one, else the defaults. */
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
 * Reads a configuration and rejects one that points elsewhere. It may come with a clone, so the files it extends and
 * the project root must be inside the repository, or without one inside the folder of the configuration.
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
    `Use a folder below ${top}; for any other, pass --root or set NOTES_FILE`,
    { path },
  )
}

function requireConfigFile(path: string): ConfigFile {
  const file = readConfigFile(path)
  if (file !== undefined) return file
  throw new NotesError('config', `${path} does not exist`, 'Create it with `notes init --config`', { path })
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
