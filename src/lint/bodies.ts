import type { Block } from '../document/block.ts'
import { PlainEntry } from '../document/plain-entry.ts'
import type { Notes } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import { runsOn } from './swallowed.ts'

/** Blocks that stand below one heading: of a section itself, or of an entry in a section of decisions. */
export interface Body {
  readonly section: Section
  readonly blocks: readonly Block[]
}

const cache = new WeakMap<Notes, readonly Body[]>()

/**
 * All of a file in which a table, rows, a comment or code may be: in an entry as the protocol prints it there is none of
 * these, and each rule would look at 30,000 blocks in vain. Several rules ask for the same ones.
 */
export function bodies(notes: Notes): readonly Body[] {
  const known = cache.get(notes) ?? findBodies(notes)
  cache.set(notes, known)
  return known
}

function findBodies({ sections, document }: Notes): readonly Body[] {
  // What follows a comment that swallowed a heading may belong anywhere.
  const known = (blocks: readonly Block[]): readonly Block[] => {
    const end = blocks.findIndex(block => runsOn(document, block))
    return end < 0 ? blocks : blocks.slice(0, end)
  }
  return sections.flatMap(section => [
    { section, blocks: known(section.blocks) },
    ...section.entries
      .filter(entry => !(entry instanceof PlainEntry))
      .map(({ blocks }) => ({ section, blocks: known(blocks) })),
  ])
}
