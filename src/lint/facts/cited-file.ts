import { posix } from 'node:path'
import { type CodeFile, type CodeProblem, type CodeReader, projectPath } from '../../evidence/code.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { oncePer } from '../../markdown/once-per.ts'
import type { FileLocator } from '../../notes/text/locator.ts'
import type { Detail } from '../rule.ts'
import { type CitedPlace, climbsOut } from './cited-places.ts'

/** The file that a locator points to. */
export interface CitedFile {
  /** Relative to the project root. */
  readonly path: string
  readonly file: CodeFile | CodeProblem
}

/** The project file of a locator. Undefined without code, and for locators outside the project. */
export function citedFile(locator: FileLocator, code: CodeReader | undefined): CitedFile | undefined {
  if (code === undefined || locator.path === '' || climbsOut(locator.path)) return undefined
  const path = projectPath(locator, code)
  return path === undefined || path === '' ? undefined : { path, file: code.read(path) }
}

/** Is the file missing, or a directory although lines are cited? */
export function isAbsent({ file }: CitedFile, { lines }: FileLocator): boolean {
  if (!('problem' in file)) return false
  return file.problem === 'missing' || (file.problem === 'directory' && lines.length > 0)
}

/**
 * Rewrites a path to start from `${PROJECT_ROOT}`. For an existing file the meaning stays the same (safe). Otherwise
 * takes the only project file whose path ends this way, which is a guess (unsafe).
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
  if (span === undefined || hasReservedCharacters(path)) return { path }
  return {
    path,
    fix: [{ span, text: `\${PROJECT_ROOT}/${path}` }],
    fixKind: isThere ? 'safe' : 'unsafe',
  }
}

const isOutside = ({ file }: CitedFile): boolean => 'problem' in file && file.problem === 'outside'

/** Does the path contain characters that would break a place it is written into? */
export const hasReservedCharacters = (path: string): boolean => /[|`\r\n]/.test(path)

/** Finds the project files whose path ends with this one: `auth/jwt.ts` -> `src/auth/jwt.ts`. */
export function filesEndingWith(path: string, code: CodeReader): readonly string[] {
  const wanted = posix.normalize(path.replaceAll('\\', '/')).replace(/^(?:\.{0,2}\/)+/, '')
  if (code.files === undefined || wanted === '' || wanted === '.') return []
  const named = namesOf(code.files()).get(posix.basename(wanted)) ?? []
  return named.filter(file => file === wanted || file.endsWith(`/${wanted}`))
}

/** Indexes the paths by file name, since many are looked up in the same list. */
const namesOf = oncePer((files: readonly string[]) => groupBy(files, file => posix.basename(file)))
