import type { CodeFile, CodeProblem, CodeReader } from '../evidence/code.ts'
import { filesEndingWith } from '../evidence/files-ending-with.ts'
import { projectPath } from '../evidence/code.ts'
import type { FileLocator } from '../protocol/locator.ts'
import { type CitedPlace, climbsOut } from './cited-places.ts'
import type { Detail } from './rule.ts'

/** What a place leads to. */
export interface CitedFile {
  /** From the project root. */
  readonly path: string
  readonly file: CodeFile | CodeProblem
}

/** The file of a place in the project; undefined without code, and when the place is elsewhere. */
export function citedFile(locator: FileLocator, code: CodeReader | undefined): CitedFile | undefined {
  if (code === undefined || locator.path === '' || climbsOut(locator.path)) return undefined
  const path = projectPath(locator, code)
  return path === undefined || path === '' ? undefined : { path, file: code.read(path) }
}

/** Whether nothing is there under this name, or nothing that has lines. */
export function isAbsent({ file }: CitedFile, { lines }: FileLocator): boolean {
  if (!('problem' in file)) return false
  return file.problem === 'missing' || (file.problem === 'directory' && lines.length > 0)
}

/**
 * How a path would be written from `${PROJECT_ROOT}`: for a file that is there it means the same, for the only file
 * of the project whose path ends like this it is a guess.
 */
export function repairPath(
  { locator, path: span }: CitedPlace,
  code: CodeReader | undefined,
): { readonly path?: string } & Pick<Detail<never>, 'fix' | 'fixKind'> {
  const cited = citedFile(locator, code)
  if (code === undefined) return {}
  const isThere = cited !== undefined && !isAbsent(cited, locator) && !isOutside(cited)
  const [only, ...more] = isThere || locator.kind === 'absolute' ? [] : filesEndingWith(locator.path, code)
  const path = isThere ? cited.path : more.length > 0 ? undefined : only
  if (path === undefined) return {}
  if (span === undefined || hasMarks(path)) return { path }
  return {
    path,
    fix: [{ span, text: `\${PROJECT_ROOT}/${path}` }],
    fixKind: isThere ? 'safe' : 'unsafe',
  }
}

const isOutside = ({ file }: CitedFile): boolean => 'problem' in file && file.problem === 'outside'

/** Names with which a place would not read back as it was written. */
export const hasMarks = (path: string): boolean => /[|`\r\n]/.test(path)
