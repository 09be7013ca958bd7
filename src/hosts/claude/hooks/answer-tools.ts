import { resolve } from 'node:path'
import { isFields } from '../../../files/read/json.ts'
import { readText } from '../../../files/read/read-text.ts'
import { isBelow, realPath } from '../../../files/real-path.ts'
import { keepCaller } from '../../../files/user/client-session.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { MAX_TITLE } from '../../../project/change.ts'
import { whyProject } from '../../../project/evidence/why.ts'
import { touchedText } from '../../../project/evidence/why-line.ts'
import { type GuardedFile, guardFile } from '../../../project/guard/guard.ts'
import { notesCommand } from '../../../project/open.ts'
import { leaveSlice } from '../../../project/recover/recover-kept.ts'
import { joined, ours, type Shown } from '../../../safety/door.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { clearingHint } from '../how-to-record.ts'
import { subagentReport, subagentSession, warningDue } from './answer-turn.ts'
import { changedPath, hashOf } from './at-once.ts'
import { callsIn, isSubagent, largeResult, type ToolCall } from './large-result.ts'
import { log, type OpenCall } from './open-call.ts'
import { contextOutput, fieldsIn, type HookCall, MAX_UNITS, textIn } from './payload.ts'

/**
 * Answers a batch of tool calls with the compaction warning, subagents' reports, advice on large results, and what the
 * calls did to the notes file.
 */
export async function answerBatch(call: OpenCall): Promise<Shown | undefined> {
  // A subagent's context is separate from its session's.
  if (call.payload.agent_id !== undefined) return undefined
  const calls = callsIn(call.payload.tool_calls)
  const warning = warningDue(call)
  const clearing = clearingDue(call, calls)
  const report = calls.some(isSubagent) ? await subagentReport(call) : ours('')
  const { text: guard = ours('') } = calls.some(({ name }) => name === 'Bash') ? await guarded(call) : {}
  const said = [ours(warning ?? ''), guard, report, ours(clearing ?? '')].filter(text => text !== '')
  if (said.length === 0) return undefined
  const text = joined(said, '\n\n')
  log(call, {
    tokens: estimateTokens(text),
    ...(warning === undefined ? {} : { warned: true }),
    ...(clearing === undefined ? {} : { clearing: promptOf(call) }),
  })
  const output = contextOutput(call.event, text)
  return output.length <= MAX_UNITS ? output : undefined
}

const promptOf = ({ payload }: HookCall): string => textIn(payload, 'prompt_id') || 'unknown'

/** Returns advice on the first large result, at most once a turn. */
function clearingDue({ open, state, ...call }: OpenCall, calls: readonly ToolCall[]): string | undefined {
  if (!open.config.values.hooks.clearing || !open.project.exists || state.cleared === promptOf(call))
    return undefined
  const large = calls.map(largeResult).find(found => found !== undefined)
  return large === undefined ? undefined : clearingHint(large, notesCommand(open.project.root))
}

/** Before an edit, names the decisions that rest on the code, each once per session. */
export async function answerPreTool(call: OpenCall): Promise<Shown | undefined> {
  const { open, key, payload, state, env } = call
  if (textIn(payload, 'tool_name').startsWith('mcp__')) {
    const child = subagentSession(key.session, textIn(payload, 'agent_id'))
    if (child !== undefined) keepCaller(env, textIn(payload, 'tool_use_id'), child)
    return undefined
  }
  const path = changedPath(payload)
  if (path === '' || !open.project.exists) return undefined
  const file = resolve(open.cwd, path)
  if (realPath(file) === realPath(open.project.file)) {
    // Check before the edit, so that it is not blamed for earlier changes by others.
    if (open.config.values.hooks.guard !== 'off') await guardFile(open, { lint: false })
    return undefined
  }
  if (!open.config.values.hooks.decisions || !isBelow(realPath(open.project.root), realPath(file)))
    return undefined
  const places = changedLines(file, payload).map(lines => ({ path: file, ...lines }))
  const why = whyProject(open, ...places)
  if (why.gone.length > 0) log(call, { gone: hashOf(why.gone), renamed: why.renamed })
  const touched = touchedText(why, {
    told: state.told,
    command: notesCommand(open.project.root),
    factor: open.config.values.tokens.factor,
  })
  if (touched === undefined) return undefined
  log(call, { tokens: estimateTokens(touched.text), told: touched.handles })
  return contextOutput(call.event, touched.text)
}

/** The lines that an edit replaces, or the whole file if it is rewritten or the edit will not apply. */
function changedLines(file: string, payload: HookCall['payload']): readonly { from?: number; to?: number }[] {
  const input = fieldsIn(payload, 'tool_input')
  const edits = Array.isArray(input.edits) ? input.edits.filter(isFields) : [input]
  const text = textOf(file)
  const lines = edits.flatMap(edit => {
    const old = textIn(edit, 'old_string')
    return old === '' || text === undefined ? [] : rangesOf(text, old, edit.replace_all === true)
  })
  return lines.length === 0 ? [{}] : lines
}

const MAX_PLACES = 50

function rangesOf(text: string, old: string, all: boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (
    let at = text.indexOf(old);
    at >= 0 && found.length < MAX_PLACES;
    at = text.indexOf(old, at + old.length)
  ) {
    const from = text.slice(0, at).split('\n').length
    found.push({ from, to: from + old.replace(/\n$/, '').split('\n').length - 1 })
    if (!all) break
  }
  return found
}

function textOf(file: string): string | undefined {
  try {
    return readText(file).text
  } catch {
    return undefined
  }
}

/** After the model has edited the notes file itself, reports lost records and new lint findings. */
export async function answerPostTool(call: OpenCall): Promise<Shown | undefined> {
  const { open, payload } = call
  const path = textIn(payload, 'tool_name').startsWith('mcp__') ? '' : changedPath(payload)
  if (path === '' || realPath(resolve(open.cwd, path)) !== realPath(open.project.file)) return undefined
  const { text: said, added = [] } = await guarded(call)
  // Like `notes context set`, filling in the state is no record to hand on.
  const wrote = added
    .filter(({ kind }) => kind !== 'context')
    .map(({ kind, title }) => [kind, oneLine(title, MAX_TITLE)] as const)
  if (wrote.length > 0) log(call, { wrote })
  if (said === undefined) return undefined
  log(call, { tokens: estimateTokens(said) })
  return open.config.values.hooks.guard === 'block'
    ? ours(`${JSON.stringify({ decision: 'block', reason: said })}\n`)
    : contextOutput(call.event, said)
}

/** Compares the notes file with its last good copy, and keeps a fresh slice for the next session. */
async function guarded({ open, cwd, env }: OpenCall): Promise<Partial<GuardedFile>> {
  const { guard } = open.config.values.hooks
  if (guard === 'off') return {}
  const done = await guardFile(open, { command: notesCommand(open.project.root) })
  leaveSlice({ cwd, env }, open)
  return done
}
