import { relative, sep } from 'node:path'
import { walkUp } from '../workspace/look.ts'
import { gitNow, namesIn } from './git.ts'

/**
 * Lists the files below a folder that git tracks, and new ones that it does not ignore; undefined without a
 * repository or git. Synchronous, unlike the other queries: it runs in the middle of a check, and only when a quote
 * is not where it is cited.
 */
export function listFiles(folder: string): readonly string[] | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const prefix = folder === top ? '' : `${relative(top, folder).split(sep).join('/')}/`
  const listing = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const
  const output = gitNow(top, 'ls-files', ...listing, '--', ...(prefix === '' ? [] : [prefix]))
  return output === undefined ? undefined : namesIn(output).map(name => name.slice(prefix.length))
}
