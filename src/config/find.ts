import { dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { isThere, walkUp } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { isBelow, realPath } from '../workspace/real-path.ts'
import { type JsonNode, parseJson } from './json.ts'

/** A configuration as it was found: the file, and the object in it that holds the settings. */
export interface ConfigFile {
  readonly path: string
  readonly node: JsonNode
}

/**
 * The configuration nearest to `cwd`, up to the git top level: a `notes.config.json`, else a `notes` key in
 * a `package.json`.
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

/** A clone can bring a link: what it leads to is not a configuration of this project. */
function assertInside(path: string, top: string): void {
  if (!isThere(path) || isBelow(realPath(top), realPath(path))) return
  throw new NotesError(
    'outside',
    `${path} is a link that leaves the project`,
    `Put the file itself below ${top}`,
    { path },
  )
}

/** Where a search upwards ends; undefined outside git. */
export const gitTop = (from: string): string | undefined => walkUp(from, '.git')

/** The configuration in one file; undefined when there is no such file. */
export function readConfigFile(path: string): ConfigFile | undefined {
  return isThere(path) ? { path, node: parseJson(readText(path).text, path) } : undefined
}

function readPackage(path: string): ConfigFile | undefined {
  const text = isThere(path) ? readText(path).text : ''
  // Most have no such word in them and need not be parsed.
  if (!text.includes('"notes"')) return undefined
  const whole = parseJson(text, path)
  const node = whole.kind === 'object' ? whole.members.find(({ key }) => key === 'notes')?.value : undefined
  return node === undefined ? undefined : { path, node }
}
