import type { Block, Comment } from '../../markdown/block.ts'
import type { Document } from '../../markdown/document.ts'
import { type Piece, PlainEntry } from '../../markdown/scan/plain-entry.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'

/** The blocks below one heading: that of a section, or of an entry in a section of decisions. */
export interface Body {
  readonly section: Section
  readonly blocks: readonly Block[]
}

const cache = new WeakMap<Notes, readonly Body[]>()

/**
 * All bodies that may contain tables, rows, comments or code. Leaves out entries in the plain form of the protocol,
 * which contain none: each rule would visit 30,000 blocks in vain. Cached, since several rules ask for them.
 */
export function bodies(notes: Notes): readonly Body[] {
  const known = cache.get(notes) ?? findBodies(notes)
  cache.set(notes, known)
  return known
}

function findBodies({ sections, document }: Notes): readonly Body[] {
  // Blocks after a comment that swallowed a heading may belong to another section.
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

/** Is this an unclosed comment that runs on to the `-->` of a later one? */
export function runsOn({ text }: Pick<Document, 'text'>, block: Piece): block is Comment {
  if (block.type !== 'comment') return false
  const comment = text.slice(block.span.start, block.span.end)
  return /[\r\n][ \t]{0,3}<!--/.test(comment.split('-->', 1).join())
}

/** Is a part of the file lost in an unclosed fence or comment? A missing section may be in there. */
export const hasSwallowed = (document: Document): boolean =>
  document.damage.some(({ kind }) => kind !== 'conflict-marker' && kind !== 'intricate-markdown') ||
  document.pieces.some(block => runsOn(document, block))
