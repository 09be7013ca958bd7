import { ours, type Shown, shown } from '../../safety/door.ts'
import { clip, type Limits, limitOfNotes } from '../limits.ts'
import { capRefs, type Pad } from '../pad.ts'

const NAME = '[Session Scratchpad]'
const END = '[End Scratchpad]'

/** The maximum size of a whole block in UTF-16 units: Claude Code replaces more than 10,000 with a preview. */
const MAX_BLOCK = 9_700

/**
 * Builds the block that is placed before every message to the model, from the notes, plan and references that are not
 * empty. Returns an empty string if all of them are empty. Otherwise the block ends in a blank line, and the message
 * follows it. A log may hold more than a pad accepts; the block says how much was cut.
 */
export function promptBlock(
  { notes, plan, refs }: Pad,
  limits: Pick<Limits, 'notes' | 'notepad' | 'tokens' | 'plan' | 'refs'>,
  room = MAX_BLOCK,
): Shown {
  const max = Math.min(room, MAX_BLOCK)
  // The frame, the titles and the marks of a cut need room too.
  for (let most = max; most > 0; ) {
    const block = blockOf({ notes, plan, refs }, limits, most)
    if (block.length <= max) return ours(block)
    most -= block.length - max
  }
  return ours('')
}

function blockOf(
  { notes, plan, refs }: Pick<Pad, 'notes' | 'plan' | 'refs'>,
  limits: Parameters<typeof promptBlock>[1],
  most: number,
): string {
  const fit = cutter(most)
  const items = capRefs(refs, limits.refs)
    .map(ref => shown(ref).replaceAll(/[\r\n]+/g, ' '))
    .filter(ref => ref !== '')
  const list = items.map(ref => `• ${ref}`).join('\n')
  // Notes can be longer than a block. Plan and references get the space that the notes leave free, but at least a third
  // each.
  const beside = (...others: readonly string[]) =>
    Math.max(Math.floor(most / 3), most - others.reduce((sum, { length }) => sum + length, 0))
  const steps = fit(shown(plan), Math.min(limits.plan || most, beside(notes, list)))
  const places = fit(list, beside(notes, plan))
  const spaces = [
    space('', fit(shown(notes), limitOfNotes(notes.length, limits.notes, limits))),
    space('Plan:\n', steps),
    space('References:\n', places),
  ].join('')
  return spaces === '' ? '' : `${NAME}\n${spaces.slice(0, -2)}\n${END}\n\n`
}

const space = (title: string, text: string): string => (text === '' ? '' : `${title}${text}\n\n`)

/** Clips each text to its own limit and to the space that earlier texts left. */
function cutter(room: number): (text: string, limit: number) => string {
  let left = room
  return (text, limit) => {
    const max = limit === 0 ? left : Math.min(limit, left)
    const kept = text.length <= max ? text : max === 0 ? '' : clip(text, max)
    left -= kept.length
    return kept === text ? text : `${kept}\n… ${text.length - kept.length} more characters: notes pad show`
  }
}

/** A message with its block and hints, and the part of the message that belongs in the stored history. */
export interface ComposedMessage {
  readonly prompt: string
  readonly persisted: string
}

export type BlockOrder = 'steer-first' | 'pad-first'

/** Keeps only the user's text for the history, because block and hints are rebuilt for every message. */
export function composeMessage(
  block: string,
  { text, steer = '' }: { readonly text: string; readonly steer?: string | undefined },
  order: BlockOrder,
): ComposedMessage {
  const hint = steer === '' ? '' : `${steer}\n\n`
  const before = order === 'steer-first' ? hint + block : block + hint
  const persisted = withoutBlock(text)
  return { prompt: before + persisted, persisted }
}

/**
 * Strips the block and hints from a prompt that a host hands back, so that the block is neither stored nor sent twice.
 */
function withoutBlock(text: string): string {
  const start = HINTS.exec(text)?.[0].length ?? 0
  const end = text.startsWith(`${NAME}\n`, start) ? text.indexOf(`\n${END}\n\n`, start) : -1
  if (end < 0) return text
  const rest = text.slice(end + END.length + 3)
  return withoutBlock(rest.slice(HINTS.exec(rest)?.[0].length ?? 0))
}

const HINTS = /^(?:\[Hint: [^\n]*\]\n)+\n/

const EMPTY =
  '(empty — use write_notepad or update_notepad to save working notes, findings, and task progress; content here survives context compaction)'

/**
 * The section of the system prompt that holds the notes, on every turn: without hidden characters, with secrets masked,
 * and cut at `limit`.
 */
export const notepadSection = ({ notes }: Pad, limit: number): Shown =>
  ours(`## Session Notepad\n${notes === '' ? EMPTY : cutter(MAX_BLOCK)(shown(notes), limit)}`)
