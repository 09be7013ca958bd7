import type { Block, Span } from '../document/block.ts'
import { readFields } from '../protocol/fields.ts'
import { contextField } from '../protocol/kinds/context.ts'
import type { Notes } from '../protocol/notes.ts'
import { isStruck } from '../protocol/records/standing.ts'
import { isNothing } from '../protocol/rows.ts'
import type { Section } from '../protocol/section.ts'
import type { SectionKind } from '../protocol/section-kind.ts'
import { showLine } from '../safety/show-text.ts'
import type { Item } from './item.ts'

/** What stands around the context often says how to use the file. */
const KINDS: readonly SectionKind[] = ['active-context', 'session-continuity']

/** Where the work stands, in the words of somebody who wrote no fields; for files without any. */
export function contextProse({ document: { text }, sections }: Notes): Item[] {
  for (const kind of KINDS)
    for (const section of sections.filter(section => section.kind === kind)) {
      const span = proseOf(section)
      const words = span === undefined ? '' : text.slice(span.start, span.end)
      if (span === undefined || isNothing(words) || words.startsWith('|') || hasFields(text, span)) continue
      const said = showLine(words)
      if (said !== '' && !isStruck(words))
        return [{ kind: 'context', span, label: 'State: ', text: said, isProse: true }]
    }
  return []
}

/** From the first paragraph or list to the last one that follows it. */
function proseOf({ blocks }: Section): Span | undefined {
  const first = blocks.findIndex(isProse)
  if (first < 0) return undefined
  let last = first
  while (isProse(blocks[last + 1])) last++
  const [from, to] = [blocks[first], blocks[last]]
  return from && to && { start: from.span.start, end: to.span.end }
}

const isProse = (block: Block | undefined): boolean => block?.type === 'paragraph' || block?.type === 'list'

const hasFields = (text: string, span: Span): boolean =>
  readFields(text, span, name => contextField(name) !== undefined).length > 0
