import { dirname, relative, resolve } from 'node:path'
import { NotesError } from '../error.ts'
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
}

interface Sourced {
  readonly value: SettingValue
  readonly origin: Origin
}

/** The configuration for `cwd`: the file at `path`, else the nearest one, else the defaults. */
export function loadConfig({ cwd, path }: { cwd: string; path?: string | undefined }): LoadedConfig {
  const file = path === undefined ? findConfig(cwd) : requireConfigFile(resolve(cwd, path))
  const set =
    file === undefined ? new Map<string, Sourced>() : readWithExtensions(file, boundaryOf(file.path), [])
  return {
    path: file?.path,
    values: configFrom(new Map([...set].map(([key, { value }]) => [key, value]))),
    origins: new Map(everyField().map(({ key }) => [key, set.get(key)?.origin ?? 'default'])),
  }
}

/** Files to build on have to be in the same repository, or below the folder of the configuration. */
const boundaryOf = (path: string) => gitTop(dirname(path)) ?? dirname(path)

function requireConfigFile(path: string): ConfigFile {
  const file = readConfigFile(path)
  if (file !== undefined) return file
  throw new NotesError('config', `${path} does not exist`, 'Write it with `notes init --config`', { path })
}

function readWithExtensions(file: ConfigFile, top: string, via: readonly string[]): Map<string, Sourced> {
  const { settings, extensions } = readSettings(file.node, file.path)
  const set = new Map<string, Sourced>()
  for (const extension of extensions) {
    const base = openExtension(extension, file.path, top, via)
    for (const [key, sourced] of readWithExtensions(base, top, [file.path, ...via])) set.set(key, sourced)
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
