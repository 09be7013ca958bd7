import type { Span } from '../../markdown/block.ts'
import { mayConflict } from '../../markdown/damage.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import { outlineOf } from './outline.ts'
import { headingsOf, type ReadPart, readParts, readWhole } from './read-part.ts'

/** Below this size, reading the whole file takes no longer than finding its parts. */
const SMALL = 32_768

/**
 * Reads the parts of a file that hold any of these offsets, which must be in order. If only a few decisions in a log of
 * 1,000 name a file, this takes a fifth of the time of a full read.
 */
export function readAround(text: string, offsets: readonly number[] | 'all', options: ReadOptions): ReadPart {
  const isWhole = offsets === 'all' || text.length < SMALL || mayConflict(text)
  const outline = isWhole ? undefined : outlineOf(text)
  if (isWhole || outline === undefined) return readWhole(text, options)
  const holds = holderOf(offsets)
  const parts = outline.flatMap(({ section, own, entries }): readonly Span[] => {
    const held = [own, ...entries.map(({ span }) => span)].filter(holds)
    return held.length === 0 ? [] : [...headingsOf(section), ...held]
  })
  return readParts(text, parts, options)
}

/** Does a span hold one of the offsets? A binary search, since a file has a hundred times as many spans as offsets. */
function holderOf(offsets: readonly number[]): (span: Span) => boolean {
  return ({ start, end }) => {
    let [low, high] = [0, offsets.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((offsets[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return (offsets[low] ?? end) < end
  }
}
