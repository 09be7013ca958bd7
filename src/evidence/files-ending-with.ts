import { posix } from 'node:path'
import type { CodeReader } from './code.ts'
import { groupBy } from './group-by.ts'

/** File names by file list: a list is looked up many times. */
const known = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>()

/** Finds the project files whose path ends with this one: `auth/jwt.ts` -> `src/auth/jwt.ts`. */
export function filesEndingWith(path: string, code: CodeReader): readonly string[] {
  const wanted = posix.normalize(path.replaceAll('\\', '/')).replace(/^(?:\.{0,2}\/)+/, '')
  if (code.files === undefined || wanted === '' || wanted === '.') return []
  const named = namesOf(code.files()).get(posix.basename(wanted)) ?? []
  return named.filter(file => file === wanted || file.endsWith(`/${wanted}`))
}

function namesOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const before = known.get(files)
  if (before !== undefined) return before
  const names = groupBy(files, file => posix.basename(file))
  known.set(files, names)
  return names
}
