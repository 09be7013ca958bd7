import { ours, type Shown, shown, shownJson } from '../../../safety/door.ts'
import { defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { refusedSession, sessionOf, sessionOption } from './session-of.ts'

export const padBlock = defineCommand({
  name: 'pad block',
  summary: 'Print the block that goes before each message',
  details: 'For hooks and harnesses. Prints nothing if the pad is empty or `session.enabled` is false.',
  options: { session: sessionOption },
  setup: ['notes pad write "Root cause: timezone mismatch"'],
  examples: [
    { line: 'notes pad block', does: 'for this session' },
    { line: 'notes pad block --session review-42', does: 'for another one' },
  ],
  exits: { 0: 'printed' },
  async run(context, { session: id }): Promise<0> {
    const block = await blockOf(context, id)
    context.host.out(context.json ? shownJson({ block }, { done: [block], indent: 0 }) : block)
    return 0
  },
})

/** The block, or nothing with a warning if the pad is not trusted: an error could stop the prompt that follows. */
async function blockOf(context: Context, id: string | undefined): Promise<Shown> {
  const refused = id === undefined ? refusedSession(context) : undefined
  if (refused === undefined) return (await sessionOf(context, id)).promptBlock()
  context.host.err(shown(`warning: ${refused.message}; ${refused.hint}\n`))
  return ours('')
}
