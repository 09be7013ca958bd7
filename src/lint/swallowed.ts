import type { Comment } from '../markdown/block.ts'
import type { Document } from '../markdown/document.ts'
import type { Piece } from '../markdown/scan/plain-entry.ts'

/** Is this a comment without an end of its own, which runs on to the end of a later one? */
export function runsOn({ text }: Pick<Document, 'text'>, block: Piece): block is Comment {
  if (block.type !== 'comment') return false
  const comment = text.slice(block.span.start, block.span.end)
  return /[\r\n][ \t]{0,3}<!--/.test(comment.split('-->', 1).join())
}

/** Is a part of the file lost in an unclosed fence or comment? A missing section may be in there. */
export const hasSwallowed = (document: Document): boolean =>
  document.damage.some(({ kind }) => kind !== 'conflict-marker' && kind !== 'intricate-markdown') ||
  document.pieces.some(block => runsOn(document, block))
