import { groupBy } from '../../markdown/group-by.ts'
import { oncePer } from '../../markdown/once-per.ts'
import type { FilePatch } from './history.ts'
import { MIN_TELLING, type Stretch, squeezedText } from './hunks.ts'

/** The nearest non-blank lines on each side of some lines, squeezed, nearest first. */
export interface Around {
  readonly above: readonly string[]
  readonly below: readonly string[]
}

const NEIGHBORS = 3

/**
 * The minimum length of lines that count as reordered within their file: `import re` is just long enough. Shorter
 * lines, such as `break`, come and go on their own.
 */
const MIN_REORDERED = 8

/** Returns the first non-blank lines, squeezed. */
export function neighbors(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const line of lines) {
    if (found.length === NEIGHBORS) break
    const words = squeezedText([line])
    if (words !== '') found.push(words)
  }
  return found
}

/** The lines that a commit added and removed, by their words. Lines of a removed file have its old path. */
const changedLines = oncePer((files: readonly FilePatch[]) => {
  const added = files.flatMap(({ to: path, hunks }) =>
    path === undefined
      ? []
      : hunks.flatMap(hunk => hunk.new.map((text, index) => ({ path, hunk, index, words: text.trim() }))),
  )
  const removed = files.flatMap(({ from, to, hunks }) =>
    hunks.flatMap(({ old }) => old.map(text => ({ path: to ?? from, words: text.trim() }))),
  )
  const wordsOf = ({ words }: { readonly words: string }): string => words
  return { added: groupBy(added, wordsOf), removed: groupBy(removed, wordsOf) }
})

/** Finds where a commit moved some lines, by their words; among several places, by their neighbors. */
export function moveIn(
  at: Stretch,
  { around: before, path }: { readonly around: Around | undefined; readonly path: string },
  files: readonly FilePatch[],
): { path: string; at: Stretch } | undefined {
  const filled = at.text.findIndex(line => line.trim() !== '')
  const words = at.text.map(line => line.trim())
  const lines = changedLines(files)
  const places = (lines.added.get(words[filled] ?? '') ?? []).flatMap(({ path, hunk, index }) => {
    const first = index - filled
    const text = hunk.new.slice(first, first + words.length)
    const isWhole = first >= 0 && text.length === words.length && squeezedText(text) === squeezedText(at.text)
    if (!isWhole) return []
    const from = hunk.to + first
    const around = {
      above: neighbors(hunk.new.slice(0, first).toReversed()),
      below: neighbors(hunk.new.slice(first + text.length)),
    }
    const moved = { lines: { from, to: from + text.length - 1 }, text }
    return [{ path, at: moved, score: likeness(before, around) }]
  })
  const best = clearBest(places, place => place.score + (place.path === path ? 0.5 : 0))
  if (best === undefined) return undefined
  // When copies of the line were removed too, its words do not show which of them moved to this place.
  const removed = lines.removed.get(words[filled] ?? '') ?? []
  const { length } = squeezedText(at.text)
  const isTelling = length >= MIN_TELLING && removed.length === 1
  const inFile = (all: readonly { readonly path?: string | undefined }[]): number =>
    all.filter(one => one.path === path).length
  const isReordered =
    length >= MIN_REORDERED && best.path === path && inFile(removed) === 1 && inFile(places) === 1
  return isTelling || isReordered || best.score > 1 ? best : undefined
}

/** Counts the neighbors that are the same at the same distance, up to three on each side. */
export function likeness(one: Around | undefined, other: Around): number {
  if (one === undefined) return 0
  const shared = (a: readonly string[], b: readonly string[]): number =>
    a.filter((line, index) => line === b[index]).length
  return shared(one.above, other.above) + shared(one.below, other.below)
}

/** Returns the item with the highest score; undefined when several share it. */
export function clearBest<One>(all: readonly One[], score: (one: One) => number): One | undefined {
  const scores = all.map(score)
  const best = Math.max(...scores)
  const [first, second] = all.filter((_, index) => scores[index] === best)
  return second === undefined ? first : undefined
}
