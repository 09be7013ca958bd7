import { chosenRoot, DEFAULT_FILE, gitRoot, isMarkdown, isUnconfigured } from '../../../files/project-root.ts'
import { isThere } from '../../../files/read/look.ts'
import { readSmall } from '../../../files/read/read-for-hook.ts'
import { padStamp } from '../../../files/sessions/session-id.ts'
import { keptProject, keptSlice, sliceKey } from '../../../files/user/kept-slice.ts'
import { logEvent, readSessionLog } from '../../../files/user/session-log.ts'
import { nameFor } from '../../../files/user/user-folder.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { mentionsOf, quotesIn } from '../../../notes/text/mentions.ts'
import { isWarningDue, WARN_AT } from '../../../pads/prompt/compaction.ts'
import { goneFiles } from '../../../project/evidence/gone.ts'
import { recoverKept } from '../../../project/recover/recover-kept.ts'
import { blockNow } from '../../../project/session/pad-now.ts'
import { ours } from '../../../safety/door.ts'
import { callsIn, isSubagent, largeResult } from './large-result.ts'
import { contextOutput, fieldsIn, type HookCall, MAX_UNITS, textIn } from './payload.ts'
import { type SessionState, stateOf } from './session-state.ts'
import { contextUse, isOfNow } from './transcript.ts'

/** Settings that do not affect an answer. If any other is set, the full code path reads the configuration. */
const NO_MATTER = {
  start: /^hooks\.|^session\.(?:order|inject|subagents|onClear|compaction\.\w+|scratchpad\.nudge\w+)$/,
  prompt: /^hooks\.|^session\.(?:order|subagents|onClear|compaction\.hold)$/,
  turn: /^hooks\.|^session\.(?:order|subagents|onClear|compaction\.hold|inject|(?:notes|notepad|plan|refs|cards|scratchpad)\.\w+)$/,
}

export const followsDefaults = (settings: readonly string[], answer: keyof typeof NO_MATTER): boolean =>
  settings.every(setting => NO_MATTER[answer].test(setting))

/** The root of a project with the default settings; undefined when the answer depends on a configuration. */
function rootAtOnce({ cwd, env }: HookCall, answer: keyof typeof NO_MATTER): string | undefined {
  const claude = chosenRoot({ cwd, env })
  if (isUnconfigured(cwd) && (claude === undefined || isUnconfigured(claude.root)))
    return (claude ?? gitRoot(cwd))?.root
  const kept = recoverKept({ cwd, env })
  return kept !== undefined && followsDefaults(kept.settings, answer) ? kept.root : undefined
}

/** Is this the client's own prompt, sent when a background subagent has ended? */
export const isNotification = ({ payload }: HookCall): boolean =>
  textIn(payload, 'prompt').startsWith('<task-notification>')

/** Answers a prompt in a project without special settings, if the pad is sound and no warning is due. */
export function promptAtOnce(call: HookCall): boolean {
  const { host, env, session } = call
  // A background subagent has ended: report what it wrote.
  if (session === undefined || isNotification(call)) return false
  const root = rootAtOnce(call, 'prompt')
  if (root === undefined) return false
  if (keepsNothing(root)) return true
  const key = { root, session }
  const state = stateOf(readSessionLog(env, key))
  if (mayWarn(call, () => state)) return false
  const pad = padStamp(root, session)
  if (pad === (state.pad ?? '')) return true
  const block = pad === '' ? ours('') : blockNow(root, session)
  if (block === undefined) return false
  const text = ours(block.trimEnd())
  const output = contextOutput('UserPromptSubmit', text)
  if (output.length > MAX_UNITS) return false
  if (text !== '') host.out(output)
  logEvent(env, key, { event: 'UserPromptSubmit', tokens: estimateTokens(text), pad }, host.now())
  return true
}

/** Answers the end of a turn, or a batch of small results, while the context is far from full. */
export function turnAtOnce(call: HookCall): boolean {
  if (call.payload.stop_hook_active === true || call.payload.agent_id !== undefined) return true
  const { session, env } = call
  const root = session === undefined ? undefined : rootAtOnce(call, 'turn')
  if (root === undefined || session === undefined) return false
  if (keepsNothing(root)) return true
  if (mayWarn(call, () => stateOf(readSessionLog(env, { root, session })))) return false
  const calls = callsIn(call.payload.tool_calls)
  // A command may have changed the notes, in which case the kept slice is stale.
  const mayHaveChanged = calls.some(({ name }) => name === 'Bash')
  if (mayHaveChanged && keptSlice(call, sliceKey()) === undefined) return false
  return calls.every(done => largeResult(done) === undefined && !isSubagent(done))
}

function mayWarn({ payload, env }: HookCall, stateNow: () => SessionState): boolean {
  const use = contextUse(textIn(payload, 'transcript_path'), env, 0)
  if (use === undefined || !isWarningDue(use.used, use.compactsAt, WARN_AT)) return false
  const { warned, compactedAt } = stateNow()
  return isWarningDue(use.used, use.compactsAt, WARN_AT, warned) && isOfNow(use, compactedAt)
}

const keepsNothing = (root: string): boolean =>
  !isThere(`${root}/.notes`) && !isThere(`${root}/${DEFAULT_FILE}`) && !isThere(`${root}/NOTES.md`)

/** Is this a tool call that involves neither the notes nor the code they cite? */
export function isUnrelated(call: HookCall): boolean {
  const { event, payload, cwd, env } = call
  // When a subagent calls one of our tools, the full code path records which pad is the subagent's.
  if (textIn(payload, 'tool_name').startsWith('mcp__'))
    return event !== 'PreToolUse' || payload.agent_id === undefined
  const path = changedPath(payload)
  if (path === '') return true
  if (event === 'PostToolUse') return !isMarkdown(path)
  const kept = keptProject({ cwd, env }, sliceKey())
  return kept !== undefined && !isMarkdown(path) && !mayConcern(call, kept, path)
}

/** The file that a tool reads or writes. */
export function changedPath(payload: HookCall['payload']): string {
  const input = fieldsIn(payload, 'tool_input')
  return textIn(input, 'file_path') || textIn(input, 'notebook_path')
}

/**
 * Could records rest on this file? They do if they name it, quote words that it now contains, or cite a file that was
 * renamed to it. Returns true when that is unknown.
 */
function mayConcern(
  { env, session }: HookCall,
  { root, file }: { readonly root: string; readonly file: string },
  path: string,
): boolean {
  const notes = readSmall(file)
  if (notes === undefined || mentionsOf(notes, [slashed(path)]).length > 0) return true
  const gone = goneFiles(notes, root)
  if (gone.length > 0) {
    const events = session === undefined ? [] : readSessionLog(env, { root, session })
    const known = events.findLast(event => event.gone === hashOf(gone))?.renamed
    if (known === undefined || !known.every(one => isThere(`${root}/${one}`))) return true
    if (known.some(one => nameOf(one) === nameOf(slashed(path)))) return true
  }
  return quotesIn(notes, readSmall(path) ?? '').length > 0
}

/**
 * Identifies the set of cited files that are gone. While the set stays the same, they are not followed through git
 * again.
 */
export const hashOf = (gone: readonly string[]): string => nameFor(gone.join('\n'))

const slashed = (path: string): string => path.replaceAll('\\', '/')

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
