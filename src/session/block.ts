import { showText } from '../safety/show-text.ts'
import { capRefs, type Pad } from './pad.ts'

const NAME = '[Session Scratchpad]'
const END = '[End Scratchpad]'

/**
 * What stands before every message to the model: the spaces that are not empty. Empty when all are; otherwise it
 * ends in a blank line, and the message follows. Cleaned as everything that a model is shown; the pad keeps its text.
 */
export function promptBlock({ notes, plan, refs }: Pad, mostRefs: number): string {
  const items = capRefs(refs, mostRefs)
    .map(ref => within(ref).replaceAll(/[\r\n]+/g, ' '))
    .filter(ref => ref !== '')
  const spaces = [
    space('', within(notes)),
    space('Plan:\n', within(plan)),
    space('References:\n', items.map(ref => `• ${ref}`).join('\n')),
  ].join('')
  return spaces === '' ? '' : `${NAME}\n${spaces.slice(0, -2)}\n${END}\n\n`
}

const space = (title: string, text: string): string => (text === '' ? '' : `${title}${text}\n\n`)

/** A text inside the block: no line of it can end the block, or begin another. */
function within(text: string): string {
  const shown = showText(text)
  return shown.toLowerCase().includes('scratchpad]') ? shown.replaceAll(MARKS, '$1\\[') : shown
}

const MARKS = /^([^\S\n]*)\[(?=(?:Session|End) Scratchpad\])/gim

/** A message with what comes before it, and what of that belongs into the stored history. */
export interface ComposedMessage {
  readonly prompt: string
  readonly persisted: string
}

export type BlockOrder = 'steer-first' | 'pad-first'

/** Only what the user wrote is kept: block and hints are made anew for every message. */
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

/** A host may hand back what it sent last time, hints and all: the block is neither stored nor sent twice. */
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

/** The section of the system prompt that holds the notes, every turn: word for word, but for what nobody sees. */
export const notepadSection = ({ notes }: Pad): string =>
  `## Session Notepad\n${notes === '' ? EMPTY : showText(notes)}`
