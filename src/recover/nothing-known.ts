import { partWeight } from '../document/tokens.ts'
import { showLine } from '../safety/show-text.ts'
import { clip } from './clip.ts'
import type { Contents } from './contents.ts'

/** What level 1 says of a file without a record: how much is there, and what it starts with. */
export function nothingKnown(contents: Contents | undefined, most: number): string[] {
  if (contents === undefined || contents.isEmpty) return clipped('The notes file is empty', most)
  const { titles, lines, words } = contents
  if (titles.length === 0) {
    const said = `No records in ${lines} line${lines === 1 ? '' : 's'}`
    return clipped(words === '' ? said : `${said}: ${words}`, most)
  }
  const share = words === '' ? 1 : TITLES
  const said = clipped(`No records; sections: ${showLine(titles.join('; '))}`, most * share)
  const left = said.reduce((sum, line) => sum - partWeight(line) - LINE_END, most)
  return [...said, ...(words === '' ? [] : clipped(`First words: ${words}`, left))]
}

/** The part of the room that titles may take where there are words to show. */
const TITLES = 0.6

const LINE_END = 0.5

function clipped(text: string, most: number): string[] {
  const line = clip(text, most)
  return line === undefined ? [] : [line]
}
