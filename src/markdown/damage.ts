import { codeAndComments, type Span } from './block.ts'
import type { LineIndex } from './lines.ts'
import type { Piece } from './scan/plain-entry.ts'

/** A reason not to edit a file: what follows may not be what it looks like. */
export interface Damage {
  readonly kind: 'unclosed-fence' | 'unclosed-comment' | 'conflict-marker' | 'intricate-markdown'
  readonly span: Span
}

const CLOSE = {
  repair:
    'Close it, or remove the line that opens it; `notes heal` puts back the end of a file that was cut off',
  repairIt: 'Close it, or put back the end of a file that was cut off with `notes heal`',
  command: 'heal',
}

interface DamageWords {
  readonly what: string
  readonly repair: string
  readonly repairIt?: string
  /** The command that repairs it, if one does. */
  readonly command?: string
}

/** The wording after `Line 4 has`, and the repair. `repairIt`, if set, replaces `repair` right below that sentence. */
export const damageWords: Readonly<Record<Damage['kind'], DamageWords>> = {
  'unclosed-fence': { what: 'a code fence that is never closed', ...CLOSE },
  'unclosed-comment': { what: 'a comment that is never closed', ...CLOSE },
  'conflict-marker': {
    what: 'a merge conflict that is not resolved',
    repair: 'Resolve the merge conflict: `notes merge FILE` does what it can',
    repairIt: 'Resolve it, with `notes merge FILE` or by hand',
    command: 'merge FILE',
  },
  'intricate-markdown': {
    what: 'lists or quotes nested more than a hundred deep',
    repair: 'Reduce the nesting of lists and quotes',
    repairIt: 'Reduce the nesting',
  },
}

/** Lists the damage in a text by position. `nested` is the span that is nested too deep to read. */
export function findDamage(text: string, blocks: readonly Piece[], nested?: Span): Damage[] {
  const intricate: Damage[] = nested === undefined ? [] : [{ kind: 'intricate-markdown', span: nested }]
  const found = [...unclosed(text, blocks), ...conflictMarkers(text, blocks), ...intricate]
  return found.sort((a, b) => a.span.start - b.span.start)
}

function unclosed(text: string, blocks: readonly Piece[]): Damage[] {
  const found: Damage[] = []
  for (const block of codeAndComments(blocks)) {
    if (block.type === 'code' && !block.closed) found.push({ kind: 'unclosed-fence', span: block.span })
    else if (block.type === 'comment' && (!block.closed || runsOn(text, block.span)))
      found.push({ kind: 'unclosed-comment', span: block.span })
  }
  return found
}

/** Does a comment lack its own `-->` and run on to that of a later comment, swallowing the text in between? */
export function runsOn(text: string, { start, end }: Span): boolean {
  const [comment = ''] = text.slice(start, end).split('-->', 1)
  return /[\r\n][ \t]{0,3}<!--/.test(comment)
}

const MARKER = /^(?:<{7}|\|{7}|>{7})(?: .*)?$/gm

/** Finds git's conflict markers at line starts, except in closed code blocks, which may quote them. */
function conflictMarkers(text: string, blocks: readonly Piece[]): Damage[] {
  if (!mayConflict(text)) return []
  const code = blocks.filter(block => block.type === 'code' && block.closed)
  return [...text.matchAll(MARKER)]
    .map(match => ({ start: match.index, end: match.index + match[0].length }))
    .filter(span => !code.some(block => block.span.start <= span.start && span.end <= block.span.end))
    .map(span => ({ kind: 'conflict-marker', span }))
}

/**
 * Can a text contain git's conflict markers? For a pattern of six characters, V8 searches for the first character; for
 * seven it compares from the end, which takes ten times as long.
 */
export const mayConflict = (text: string): boolean => text.includes('<<<<<<') || text.includes('>>>>>>')

/** Reports where a text is damaged, for output that may lack what follows. `what` names the part that may be unread. */
export function damageNotes(
  { damage, lines }: { readonly damage: readonly Damage[]; readonly lines: LineIndex },
  what: string,
): readonly { readonly kind: Damage['kind']; readonly line: number; readonly said: string }[] {
  return damage.map(({ kind, span }) => {
    const line = lines.lineAt(span.start)
    const { what: has, repair } = damageWords[kind]
    return { kind, line, said: `Line ${line} has ${has}, so ${what} after it may not be read. ${repair}.` }
  })
}
