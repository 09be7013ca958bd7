import { isThere } from '../../files/read/look.ts'
import { citedPaths } from '../../notes/text/mentions.ts'

/** The cited files that are not there under this name: what rests on them may rest on any other file. */
export const goneFiles = (text: string, root: string): readonly string[] =>
  citedPaths(text).filter(path => !isThere(`${root}/${path}`))
