import type { Block } from '../../markdown/block.ts'
import { runsOn } from '../../markdown/damage.ts'
import type { Document } from '../../markdown/document.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { PlainEntry } from '../../markdown/scan/plain-entry.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'

/** The blocks below one heading: that of a section, or of an entry in a section of decisions. */
export interface Body {
  readonly section: Section
  readonly blocks: readonly Block[]
}

/**
 * All bodies that may contain tables, rows, comments or code. Skips entries in the protocol's plain form, which contain
 * none: otherwise each rule would visit 30,000 blocks for nothing. Cached, since several rules ask for them.
 */
export const bodies = oncePer(({ sections, document }: Notes): readonly Body[] => {
  // Blocks after a comment that swallowed a heading may belong to another section.
  const known = (blocks: readonly Block[]): readonly Block[] => {
    const end = blocks.findIndex(({ type, span }) => type === 'comment' && runsOn(document.text, span))
    return end < 0 ? blocks : blocks.slice(0, end)
  }
  return sections.flatMap(section => [
    { section, blocks: known(section.blocks) },
    ...section.entries
      .filter(entry => !(entry instanceof PlainEntry))
      .map(({ blocks }) => ({ section, blocks: known(blocks) })),
  ])
})

/** Did an unclosed fence or comment swallow part of the file? A missing section may be in there. */
export const hasSwallowed = (document: Document): boolean =>
  document.damage.some(({ kind }) => kind !== 'conflict-marker' && kind !== 'intricate-markdown')
