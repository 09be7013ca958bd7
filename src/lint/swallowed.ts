import type { Comment } from '../document/block.ts'
import type { Document } from '../document/document.ts'
import type { Piece } from '../document/plain-entry.ts'

/** A comment that has no end of its own: it runs on to the end of a later one. */
export function runsOn({ text }: Pick<Document, 'text'>, block: Piece): block is Comment {
  if (block.type !== 'comment') return false
  const comment = text.slice(block.span.start, block.span.end)
  return /[\r\n][ \t]{0,3}<!--/.test(comment.split('-->', 1).join())
}

/** Whether a part of the file is lost in a fence or comment without an end: what is missing may be there. */
export const hasSwallowed = (document: Document): boolean =>
  document.damage.some(({ kind }) => kind !== 'conflict-marker' && kind !== 'intricate-markdown') ||
  document.pieces.some(block => runsOn(document, block))
