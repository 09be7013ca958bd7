import { capRefs, type Pad } from './pad.ts'

const NAME = '[Session Scratchpad]'
const END = '[End Scratchpad]'

/**
 * What stands before every message to the model: the spaces that are not empty. Empty when all are; otherwise it
 * ends in a blank line, and the message follows.
 */
export function promptBlock({ notes, plan, refs }: Pad, mostRefs: number): string {
  const spaces = [
    ...(notes === '' ? [] : [notes]),
    ...(plan === '' ? [] : [`Plan:\n${plan}`]),
    ...(refs.length === 0
      ? []
      : [
          `References:\n${capRefs(refs, mostRefs)
            .map(ref => `• ${ref}`)
            .join('\n')}`,
        ]),
  ]
  return spaces.length === 0 ? '' : `${NAME}\n${spaces.join('\n\n')}\n${END}\n\n`
}

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
  return { prompt: before + text, persisted: withoutBlock(text) }
}

/** A host that hands back what it sent last time must not store the block either. */
function withoutBlock(text: string): string {
  if (!text.startsWith(`${NAME}\n`)) return text
  const end = text.indexOf(`\n${END}\n\n`)
  return end < 0 ? text : text.slice(end + END.length + 3)
}

const EMPTY =
  '(empty — use write_notepad or update_notepad to save working notes, findings, and task progress; content here survives context compaction)'

/** The section of the system prompt that holds the notes, every turn. */
export const notepadSection = ({ notes }: Pad): string =>
  `## Session Notepad\n${notes === '' ? EMPTY : notes}`
