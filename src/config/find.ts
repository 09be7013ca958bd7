import { dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { isThere, walkUp } from '../files/look.ts'
import { readText } from '../files/read-text.ts'
import { isBelow, realPath } from '../files/real-path.ts'
import { type JsonNode, parseJson } from './json.ts'

/** A configuration file, and the object in it that holds the settings. */
export interface ConfigFile {
  readonly path: string
  readonly node: JsonNode
}

/**
 * Finds the configuration nearest to `cwd`, up to the git top level: a `notes.config.json`, else a `notes` key in a
 * `package.json`.
 */
export function findConfig(cwd: string): ConfigFile | undefined {
  const top = gitTop(cwd)
  for (let folder = cwd; ; folder = dirname(folder)) {
    const own = join(folder, 'notes.config.json')
    const shared = join(folder, 'package.json')
    for (const path of [own, shared]) assertInside(path, top ?? folder)
    const found = readConfigFile(own) ?? readPackage(shared)
    if (found !== undefined || folder === top || folder === dirname(folder)) return found
  }
}

/** A clone can contain symlinks: a target outside of the project is not its configuration. */
function assertInside(path: string, top: string): void {
  if (!isThere(path) || isBelow(realPath(top), realPath(path))) return
  throw new NotesError(
    'outside',
    `${path} is a link that leaves the project`,
    `Move the file itself below ${top}`,
    { path },
  )
}

/** Returns the folder where the upward search ends; undefined outside git. */
export const gitTop = (from: string): string | undefined => walkUp(from, '.git')

/** Reads one configuration file; undefined when it does not exist. */
export function readConfigFile(path: string): ConfigFile | undefined {
  return isThere(path) ? { path, node: parseJson(readText(path).text, path) } : undefined
}

function readPackage(path: string): ConfigFile | undefined {
  const text = isThere(path) ? readText(path).text : ''
  // Most lack the key and need no parsing.
  if (!text.includes('"notes"')) return undefined
  const whole = parseJson(text, path)
  const node = whole.kind === 'object' ? whole.members.find(({ key }) => key === 'notes')?.value : undefined
  return node === undefined ? undefined : { path, node }
}
