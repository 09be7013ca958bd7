import type { Span } from '../../markdown/block.ts'
import { showLine, showPart } from '../../safety/show-text.ts'
import { clip } from '../layout/clip.ts'
import type { Searchable } from './rank.ts'

/** Number of titles to compare, and of titles to print. */
const MAX_TITLES = 2_000
const MAX_SHOWN = 3

/** Returns titles to suggest for a query without matches: those that share the most letter pairs with it. */
function nearestTitles(text: string, all: readonly Searchable[], query: string) {
  const wanted = pairsOf(query)
  const scored = all.slice(0, MAX_TITLES).map(found => {
    const title = titleOf(text, found)
    return { title, found, at: found.span.start, likeness: likeness(wanted, pairsOf(title)) }
  })
  return scored
    .filter(({ title }) => title !== '')
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_SHOWN)
    .map(({ found, at }) => ({ at, title: titleOf(text, found, span => showPart(text, span)) }))
}

function titleOf(
  text: string,
  { span, titleEnd }: Searchable,
  read = ({ start, end }: Span): string => text.slice(start, end),
): string {
  const feed = text.indexOf('\n', span.start)
  const end = Math.min(
    span.end,
    titleEnd > span.start + 1 ? titleEnd : feed < 0 ? span.end : feed,
    span.start + 300,
  )
  const line = showLine(read({ start: span.start, end }))
  return line
    .replace(/^[#>*+\-\s|[\]x]+/, '')
    .replace(/^\d{4}-\d\d-\d\d\S*\s*[-—–:|]?\s*/, '')
    .replaceAll(/\s*\|\s*/g, ' ')
    .slice(0, 60)
    .trim()
}

function pairsOf(text: string): Set<string> {
  const plain = text.slice(0, 300).toLowerCase()
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= plain.length; at++) pairs.add(plain.slice(at, at + 2))
  return pairs
}

/** The Dice coefficient: twice the shared pairs, divided by all pairs of both. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared++
  return (2 * shared) / Math.max(1, one.size + other.size)
}

/** The start of a pasted page is enough to recognize it. */
const MAX_ECHO = 200

/** The text for a query without matches, with suggestions. */
export function noMatch(
  text: string,
  all: readonly Searchable[],
  lineAt: (offset: number) => number,
  { query, budget, factor }: { readonly query: string; readonly budget: number; readonly factor: number },
): string {
  const most = budget / factor - ROUNDING
  const near = nearestTitles(text, all, query).map(({ title, at }) => `L${lineAt(at)} ${title}`)
  const said = `No record matches "${showLine(query.slice(0, MAX_ECHO))}".`
  const line = near.length === 0 ? said : `${said} Nearest: ${near.join('; ')}`
  return clip(line, most) ?? clip(said, most) ?? '…'
}

const ROUNDING = 0.5
