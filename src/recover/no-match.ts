import { showLine } from '../safety/show-text.ts'
import { clip } from './clip.ts'
import { nearestTitles } from './search/nearest.ts'
import type { Searchable } from './search/rank.ts'

/** Of a pasted page, the start is enough to know it again. */
const LONGEST_ECHO = 200

/** What is said when nothing matches, with what may have been meant. */
export function noMatch(
  text: string,
  all: readonly Searchable[],
  lineAt: (offset: number) => number,
  { query, budget, factor }: { readonly query: string; readonly budget: number; readonly factor: number },
): string {
  const most = budget / factor - ROUNDING
  const near = nearestTitles(text, all, query).map(({ title, at }) => `L${lineAt(at)} ${title}`)
  const said = `No record matches "${showLine(query.slice(0, LONGEST_ECHO))}".`
  const line = near.length === 0 ? said : `${said} Nearest: ${near.join('; ')}`
  return clip(line, most) ?? clip(said, most) ?? '…'
}

const ROUNDING = 0.5
