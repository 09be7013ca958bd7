import { relative } from 'node:path'
import { messageOf, NotesError } from '../../../error.ts'
import { placeInFile } from '../../../files/read/read-text.ts'
import { logHook } from '../../../files/user/session-log.ts'
import { PROBLEM_FRAME } from '../../../recover/layout/frame.ts'
import { framed, type Shown, shown, shownLine } from '../../../safety/door.ts'
import { answerSessionEnd, answerSessionStart } from './answer-session.ts'
import { answerBatch, answerPostTool, answerPreTool } from './answer-tools.ts'
import { answerPreCompact, answerPrompt, answerStop, answerSubagentStart } from './answer-turn.ts'
import { folderOf, type OpenCall, openCall } from './open-call.ts'
import { contextOutput, type EventName, type HookCall } from './payload.ts'

/** Writes to the hook log why something could not be done. */
export type Log = (reason: string) => void

type Answer = (call: HookCall, log: Log) => Shown | undefined | Promise<Shown | undefined>

const answers: Readonly<Record<EventName, Answer>> = {
  SessionStart: answerSessionStart,
  UserPromptSubmit: inSession(answerPrompt),
  PreToolUse: inSession(answerPreTool),
  PostToolUse: inSession(answerPostTool),
  PostToolBatch: inSession(answerBatch),
  PreCompact: inSession(answerPreCompact),
  Stop: inSession(answerStop),
  SubagentStart: inSession(answerSubagentStart),
  SubagentStop: () => undefined, // any output would keep the subagent running
  SessionEnd: answerSessionEnd,
}

/** A call without a session gets no answer. */
function inSession(answerIn: (call: OpenCall) => ReturnType<Answer>): Answer {
  return call => {
    const opened = openCall(call)
    return opened === undefined ? undefined : answerIn(opened)
  }
}

/**
 * Answers a hook in any project, even one with a configuration, without git, or with a missing or damaged notes file.
 * At the start of a session, a problem is shown to the model in one line; at any other event it only goes to the hook
 * log.
 */
export async function answer(call: HookCall): Promise<void> {
  const { host, event, problem } = call
  const start = { cwd: folderOf(call), env: call.env }
  const log: Log = reason => logHook(start, shownLine(`${event}: ${reason}`), host.now())
  try {
    if (problem !== undefined) log(problem)
    const output = await inTime(event, answers[event](call, log))
    if (output !== undefined) host.out(output)
  } catch (error) {
    const { reason, context } = problemOf(error, start.cwd)
    log(reason)
    if (event === 'SessionStart') host.out(contextOutput(event, context))
  }
}

/** The client allows 1.5 s for all hooks at the end of a session. */
const limitOf = (event: EventName): number => (event === 'SessionEnd' ? 1_200 : 4_000)

async function inTime(event: EventName, answered: ReturnType<Answer>): Promise<Shown | undefined> {
  if (!(answered instanceof Promise)) return answered
  const limit = limitOf(event)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit)
  })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}

/** An error in a project's notes, made safe to display, because it quotes names and values from the project. */
interface Problem {
  /**
   * The message with its location, relative to the session's folder: `Unexpected key "fil"
   * (notes.config.json:1:2)`.
   */
  readonly reason: string
  /** The same message for the model, with a hint on how to fix the problem. */
  readonly context: Shown
}

function problemOf(error: unknown, cwd: string): Problem {
  const known = error instanceof NotesError ? error : undefined
  const message = short(messageOf(error), 600)
  const reason = `${message}${known === undefined ? '' : placeOf(known, cwd)}`
  const hint = known === undefined ? '' : ` ${short(known.hint, 400)}.`
  const said = `The project's notes could not be read: ${reason}.${hint}`
  return { reason, context: framed(PROBLEM_FRAME, shown(said)) }
}

/** Returns ` (path:line:column)`, or an empty string without a span, because the message then names the file itself. */
function placeOf({ path, span }: NotesError, cwd: string): string {
  if (path === undefined || span === undefined) return ''
  const { line, column } = placeInFile(path, span.start) ?? {}
  const place = [relative(cwd, path), line, column].filter(part => part !== undefined)
  return ` (${short(place.join(':'), 400)})`
}

/** Drops the final period and clips the text. Masks secrets first, because half a secret is no longer recognized. */
function short(text: string, max: number): string {
  const line = shownLine(text.replace(/\.$/, ''))
  return line.length <= max ? line : `${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`
}
