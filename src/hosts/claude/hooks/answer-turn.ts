import { sessionFiles } from '../../../files/sessions/session-files.ts'
import { isSessionId, padStamp, type SessionId } from '../../../files/sessions/session-id.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { isEmpty, type Pad } from '../../../pads/pad.ts'
import { compactionWarning, isWarningDue } from '../../../pads/prompt/compaction.ts'
import { nudgesFor } from '../../../pads/prompt/nudges.ts'
import { childReports, type PadReport } from '../../../pads/transfer.ts'
import { notesCommand, type OpenProject } from '../../../project/open.ts'
import { readProject } from '../../../project/read.ts'
import { joined, ours, type Shown, shown } from '../../../safety/door.ts'
import { isNotification } from './at-once.ts'
import { log, type OpenCall, sessionNamed } from './open-call.ts'
import { blockWithin, contextOutput, MAX_UNITS, textIn, unitsOf } from './payload.ts'
import { contextUse, isOfNow, lastAnswer, lastFailure } from './transcript.ts'

/** Before a prompt, gives the warning, hints, subagents' reports, and the pad if it has changed. */
export async function answerPrompt(call: OpenCall): Promise<Shown | undefined> {
  if (!keepsMemory(call)) return undefined
  const { key, settings, state, open } = call
  const warning = warningDue(call)
  const stamp = padStamp(key.root, key.session)
  const session = settings.enabled ? await sessionNamed(call, key.session) : undefined
  const isTurn = !isNotification(call)
  const hints = [warning ?? '', session === undefined || !isTurn ? '' : nudges(call, session.pad, stamp)]
  const report = isTurn ? ours('') : await subagentReport(call)
  const steer = [...hints.map(hint => ours(hint)), report].filter(hint => hint !== '')
  const isDue = stamp !== (state.pad ?? '') || open.config.values.session.inject === 'always'
  const left = MAX_UNITS - JSON_UNITS - unitsOf(steer.join('\n\n'))
  const block =
    session === undefined || !isDue ? ours('') : await blockWithin(room => session.promptBlock(room), left)
  const pad = block === '' ? [] : [block]
  const said = settings.order === 'steer-first' ? [...steer, ...pad] : [...pad, ...steer]
  const text = joined(said, '\n\n')
  log(call, {
    ...(isTurn ? {} : { event: 'SubagentStop' }),
    tokens: estimateTokens(text),
    pad: stamp,
    ...(warning === undefined ? {} : { warned: true }),
  })
  return text === '' ? undefined : contextOutput('UserPromptSubmit', text)
}

/** The size of the JSON that wraps a context. */
const JSON_UNITS = 120

/** Does the project have notes, or does the session have a pad or a logged prompt? If not, it gets no hints. */
const keepsMemory = ({ open, key, state }: OpenCall): boolean =>
  open.project.exists || padStamp(key.root, key.session) !== '' || state.turns > 0

function nudges({ state, settings, payload }: OpenCall, pad: Pad, stamp: string): string {
  const turn = state.turns + 1
  const lastUse = state.pad !== undefined && stamp !== state.pad ? state.turns : state.lastUse
  const lastAssistantText =
    settings.nudges.onPlan > 0 ? lastAnswer(textIn(payload, 'transcript_path')) : undefined
  return nudgesFor(
    { turn, lastAssistantText, compacted: state.compactedSincePrompt },
    { isEmpty: isEmpty(pad), lastUse },
    settings.nudges,
  )
}

/** Returns the compaction warning if it is due and has not been given at this point yet. */
export function warningDue({ payload, env, settings, state, open }: OpenCall): string | undefined {
  if (!settings.enabled) return undefined
  const { window } = open.config.values.session.compaction
  const use = contextUse(textIn(payload, 'transcript_path'), env, window)
  if (use === undefined || !isOfNow(use, state.compactedAt)) return undefined
  const { used, compactsAt } = use
  if (!isWarningDue(used, compactsAt, settings.warnAt, state.warned)) return undefined
  const save = `${notesCommand(open.project.root)} pad append "…"`
  return `${compactionWarning}\nThe notepad is your session scratchpad: \`${save}\` adds to it.`
}

/** Warns the model at the end of a turn too, which gives it another turn to save its notes. */
export function answerStop(call: OpenCall): Shown | undefined {
  const isDue = call.payload.stop_hook_active !== true && keepsMemory(call)
  const warning = isDue ? warningDue(call) : undefined
  if (warning === undefined) return undefined
  log(call, { tokens: estimateTokens(warning), warned: true })
  return contextOutput('Stop', ours(warning))
}

/**
 * The client appends plain text output to its summarizer's instructions. Holds back automatic compaction, as often as
 * configured, until the pad is saved after the warning. Never holds it back after a request that was too long, because
 * that would end every turn.
 */
export async function answerPreCompact(call: OpenCall): Promise<Shown | undefined> {
  const { key, settings, state, open, payload } = call
  const pad = settings.enabled ? padStamp(key.root, key.session) : ''
  const { hold } = open.config.values.session.compaction
  const isUnsaved = pad === (state.pad ?? '')
  const holds = textIn(payload, 'trigger') === 'auto' && settings.enabled && isUnsaved && state.held < hold
  if (holds && !lastFailure(textIn(payload, 'transcript_path')).includes('prompt is too long')) {
    log(call, { held: true })
    return ours(`${JSON.stringify({ decision: 'block', reason: HELD })}\n`)
  }
  // The next context gets neither cards nor the records of a damaged file.
  const hasPad = pad !== '' && !isEmpty((await sessionNamed(call, key.session)).pad)
  const kept = [...(hasPad ? ['the session scratchpad'] : []), ...(hasRecords(open) ? ['NOTES.md'] : [])]
  return kept.length === 0 ? undefined : ours(hint(kept.join(' and ')))
}

function hasRecords(open: OpenProject): boolean {
  try {
    const { records, document } = readProject(open).notes
    return records.length > 0 && document.damage.length === 0
  } catch {
    return false
  }
}

const HELD = 'Waiting for the session notepad to be saved'

const hint = (kept: string): string =>
  `What is in ${kept} stays on disk, and the newest of it is passed to the next context: do not repeat it. Summarize what is not there.\n`

/** Returns the session ID of a subagent's own pad: `SESSION.AGENT`. */
export function subagentSession(session: SessionId, agent: string): SessionId | undefined {
  const id = `${session}.${agent}`
  return agent !== '' && isSessionId(id) ? id : undefined
}

/** A subagent starts with an empty pad, or with a copy of its session's pad. */
export async function answerSubagentStart(call: OpenCall): Promise<Shown | undefined> {
  const { key, payload, open, settings } = call
  if (!settings.enabled) return undefined
  const child = subagentSession(key.session, textIn(payload, 'agent_id'))
  if (child === undefined || open.config.values.session.subagents !== 'copy') return undefined
  const parent = await sessionNamed(call, key.session)
  if (parent.problems.length > 0) return undefined
  const session = await parent.spawn({ id: child, copyNotepad: true })
  const text = await blockWithin(room => session.promptBlock(room), MAX_UNITS - 200)
  if (text === '') return undefined
  log(call, { tokens: estimateTokens(text) })
  return contextOutput('SubagentStart', text)
}

/** Reports to the session what its subagents have written since the last report. */
export async function subagentReport(call: OpenCall): Promise<Shown> {
  const { key, state } = call
  const reports = await childReports(sessionFiles(key.root), key.session)
  const fresh = reports.filter(({ id, bytes }) => !state.reported.has(`${id} ${bytes}`))
  if (fresh.length === 0) return ours('')
  log(call, { reported: fresh.map(({ id, bytes }) => `${id} ${bytes}`) })
  return shown(fresh.map(lineOf).join('\n'))
}

const lineOf = ({ id, text }: PadReport): string =>
  `[Scratchpad of subagent ${id.slice(id.lastIndexOf('.') + 1)}]\n${text}`
