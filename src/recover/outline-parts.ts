import type { Span } from '../document/block.ts'
import { splitLead } from '../protocol/records/lead.ts'
import { newestFirst } from './newest.ts'
import type { Outline, OutlineEntry } from './outline.ts'
import { headingsOf } from './read-part.ts'

/** Those with the latest dates in their headings. */
export function newestEntries(
  text: string,
  entries: readonly OutlineEntry[],
  many: number,
): readonly OutlineEntry[] {
  if (entries.length <= many) return entries
  const dated = entries.map(entry => {
    const { at } = splitLead(text.slice(entry.titleStart, entry.titleEnd))
    return { entry, span: entry.span, ...(at === undefined ? {} : { at }) }
  })
  return newestFirst(dated)
    .slice(0, many)
    .map(({ entry }) => entry)
}

/** A section's heading, those above it, and what stands directly below it. */
export const ownPart = ({ section, own }: Outline): Span[] => [...headingsOf(section), own]

export const entryPart = ({ section, span }: OutlineEntry): Span[] => [...headingsOf(section), span]
