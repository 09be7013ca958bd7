import { isThere } from '../../files/read/look.ts'
import { citedPaths } from '../../notes/text/mentions.ts'

/** Returns the cited paths that do not exist. The code that was there may be in any other file now. */
export const goneFiles = (text: string, root: string): readonly string[] =>
  citedPaths(text).filter(path => !isThere(`${root}/${path}`))
