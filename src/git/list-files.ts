import { relative, sep } from 'node:path'
import { walkUp } from '../workspace/look.ts'
import { gitNow, namesIn } from './git.ts'

/**
 * The files below a folder that git knows, and new ones that it does not ignore; undefined where there is no
 * repository or no git. Synchronous, unlike the rest of what git is asked: it is needed in the middle of a check, and
 * only when something is not where it should be.
 */
export function listFiles(folder: string): readonly string[] | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const prefix = folder === top ? '' : `${relative(top, folder).split(sep).join('/')}/`
  const listing = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const
  const output = gitNow(top, 'ls-files', ...listing, '--', ...(prefix === '' ? [] : [prefix]))
  return output === undefined ? undefined : namesIn(output).map(name => name.slice(prefix.length))
}
