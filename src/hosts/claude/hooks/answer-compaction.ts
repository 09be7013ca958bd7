import { padStamp } from '../../../files/sessions/pad-stamp.ts'
import { ours, type Shown } from '../../../safety/door.ts'
import { lastFailure } from './context-use.ts'
import { log, openCall } from './open-call.ts'
import { type HookCall, textIn } from './payload.ts'

/**
 * The client appends plain text output to its summarizer's instructions. Automatic compaction is held back, as often as
 * configured, until the pad is saved after the warning. It is never held back after a request that was too long,
 * because that would end every turn.
 */
export function answerPreCompact(call: HookCall): Shown | undefined {
  const opened = openCall(call)
  if (opened === undefined) return undefined
  const { key, settings, state, open, payload } = opened
  const pad = settings.enabled ? padStamp(key.root, key.session) : ''
  const kept = [
    ...(pad === '' ? [] : ['the session scratchpad']),
    ...(open.project.exists ? ['NOTES.md'] : []),
  ]
  const { hold } = open.config.values.session.compaction
  const isUnsaved = pad === (state.pad ?? '')
  const holds = textIn(payload, 'trigger') === 'auto' && settings.enabled && isUnsaved && state.held < hold
  if (holds && !lastFailure(textIn(payload, 'transcript_path')).includes('prompt is too long')) {
    log(opened, { held: true })
    return ours(`${JSON.stringify({ decision: 'block', reason: HELD })}\n`)
  }
  return kept.length === 0 ? undefined : ours(hint(kept.join(' and ')))
}

const HELD = 'Waiting for the session notepad to be saved'

const hint = (kept: string): string =>
  `Everything in ${kept} is kept in full and passed to the next context: do not repeat it. Summarize only what is not there.\n`
