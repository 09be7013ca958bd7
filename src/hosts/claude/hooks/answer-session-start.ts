import { messageOf } from '../../../error.ts'
import { padStamp, type SessionId } from '../../../files/sessions/session-id.ts'
import { clientSession, keepClientSession } from '../../../files/user/client-session.ts'
import { startSeeing } from '../../../files/user/keep-slice.ts'
import { pruneSessionLogs, readSessionLog } from '../../../files/user/session-log.ts'
import {
  type Environment,
  nameFor,
  readOwnFile,
  userFile,
  writeOwnFile,
} from '../../../files/user/user-folder.ts'
import { estimateTokens } from '../../../markdown/tokens.ts'
import { isEmpty } from '../../../pads/pad.ts'
import { startGuarding } from '../../../project/guard/keep-copy.ts'
import { notesCommand } from '../../../project/recover/notes-command.ts'
import { keepMade, recoverProject } from '../../../project/recover/recover-project.ts'
import { MIN_BUDGET, type Slice } from '../../../recover/layout/slice.ts'
import { framed, joined, ours, type Shown } from '../../../safety/door.ts'
import { learnText } from '../how-to-record.ts'
import type { Log } from './answer.ts'
import { forkedFrom } from './forked-from.ts'
import { log as logEvent, type OpenCall, openAround, openCall, sessionNamed } from './open-call.ts'
import { blockWithin, contextOutput, MAX_UNITS, unitsOf } from './output.ts'
import { type HookCall, textIn } from './payload.ts'
import { type SessionState, stateOf } from './session-state.ts'

/**
 * Returns level 1, guidance on writing, and the pad for a session whose context is new, cleared or compacted. A resumed
 * or forked conversation gets only what it lacks.
 */
export async function answerSessionStart(call: HookCall, log: Log): Promise<Shown | undefined> {
  const opened = openCall(call)
  const parent = opened === undefined ? undefined : await followLineage(opened, log)
  const known = opened === undefined ? undefined : knownState(opened, parent)
  const level1 = recoverLevel1(call, log)
  const pad = opened === undefined ? undefined : await readPad(opened, log)
  const slice = level1 === undefined ? undefined : fitted(level1, pad === undefined ? 0 : PAD_UNITS)
  const isTaught = known?.slice !== undefined || opened?.open.config.values.hooks.guidance === false
  const name = slice === undefined ? undefined : nameFor(slice)
  const first = [
    ...(slice === undefined || name === known?.slice ? [] : [slice]),
    ...(level1?.exists !== true || isTaught ? [] : [learnText(level1.command)]),
  ]
  const isPadKnown = pad === undefined || (known !== undefined && pad.stamp === known.pad)
  const said = isPadKnown ? first : [...first, ...(await pad.block(unitsLeft(first)))]
  if (opened !== undefined) {
    if (level1?.exists === true) startGuarding(opened.open)
    logEvent(opened, {
      tokens: estimateTokens(said.join('\n\n')),
      pad: pad?.stamp ?? '',
      ...(name === undefined ? {} : { slice: name }),
      ...(textIn(call.payload, 'source') === 'compact' ? { compacted: true } : {}),
    })
  }
  return said.length === 0 ? undefined : contextOutput('SessionStart', joined(said, '\n\n'))
}

/** What the conversation has already been shown; undefined if its context is new, cleared or compacted. */
function knownState(call: OpenCall, parent: SessionId | undefined): SessionState | undefined {
  const source = textIn(call.payload, 'source')
  if (source === 'resume') return call.state
  if (source !== 'fork' || parent === undefined) return undefined
  const { slice, pad } = stateOf(readSessionLog(call.env, { root: call.key.root, session: parent }))
  // The copied pad has a stamp of its own, so compare with the parent's.
  const isShown = pad !== undefined && pad === padStamp(call.key.root, parent)
  return { ...call.state, slice, pad: isShown ? padStamp(call.key.root, call.key.session) : undefined }
}

/** The UTF-16 units of output reserved for the pad when level 1 is large. */
const PAD_UNITS = 6_500

const unitsLeft = (said: readonly Shown[]): number =>
  MAX_UNITS - contextOutput('SessionStart', joined([...said, ours('')], '\n\n')).length

interface Level1 {
  readonly slice: Slice
  readonly exists: boolean
  readonly command: 'notes' | 'npx notes'
  readonly again: (budget: number) => Slice
}

/** Returns undefined in a project without a notes file, except once a week. */
function recoverLevel1(call: HookCall, log: Log): Level1 | undefined {
  const { cwd, env, now, project, config } = openAround(call)
  const start = { cwd, env }
  const seen = startSeeing(start)
  if (!project.exists && project.rivals === undefined) {
    log(`There is no notes file (${project.file})`)
    // Most projects have no notes file, so do not mention it in every session.
    if (!config.values.recovery.hint || !isHintDue(env, now())) return undefined
  }
  const request = { level: 1 } as const
  const setup = { project, config, env }
  const slice = recoverProject(setup, request, { seen })
  if (contextOutput('SessionStart', framed(slice.frame, slice.text)).length <= MAX_UNITS)
    keepMade(start, request, slice, { project, config }, seen)
  return {
    slice,
    exists: project.exists,
    command: notesCommand(project.root),
    again: budget => recoverProject(setup, { level: 1, budget }),
  }
}

const WEEK = 604_800_000

/**
 * Has it been a week since the user was last told that there is no notes file? Answers yes once, and records the time
 * in the user's state folder. Without such a folder the answer is no, as otherwise it would be yes every time.
 */
function isHintDue(env: Environment, now: Date): boolean {
  const path = userFile('state', env, 'no-notes-file.told', true)
  const told = Date.parse(readOwnFile(path) ?? '')
  return now.getTime() - told < WEEK ? false : writeOwnFile(path, now.toISOString())
}

/** Shortens level 1 to the length that the client accepts: a configured budget can exceed it. */
function fitted(level1: Level1, reserved: number): Shown {
  let { slice } = level1
  const over = (): number => lengthOf(framed(slice.frame, slice.text)) - (MAX_UNITS - LEARN_UNITS - reserved)
  for (let excess = over(); excess > 0 && slice.tokens > MIN_BUDGET; excess = over()) {
    const share = Math.max(0, slice.text.length - excess) / slice.text.length
    slice = level1.again(Math.max(MIN_BUDGET, Math.floor(slice.tokens * share * 0.95)))
  }
  return framed(slice.frame, slice.text)
}

const LEARN_UNITS = 600

const lengthOf = (text: Shown): number => contextOutput('SessionStart', text).length

interface PadText {
  readonly stamp: string
  /** Returns the block, shortened to at most `units` UTF-16 units as JSON. */
  readonly block: (units: number) => Promise<readonly Shown[]>
}

async function readPad(call: OpenCall, log: Log): Promise<PadText | undefined> {
  const { key, settings } = call
  const stamp = padStamp(key.root, key.session)
  if (stamp === '' || !settings.enabled) return undefined
  const session = await sessionNamed(call, key.session)
  for (const { what, line } of session.problems) log(`The pad of the session, line ${line}: ${what}`)
  const isCarried = textIn(call.payload, 'source') === 'clear' && session.pad.lineage?.kind === 'clear'
  return {
    stamp,
    async block(units) {
      const lead = isCarried ? [CARRIED] : []
      const block = await blockWithin(room => session.promptBlock(room), units - unitsOf(lead.join('')) - 2)
      return block === '' ? [] : [joined([...lead, block], '\n')]
    },
  }
}

const CARRIED = ours('The scratchpad was carried over from before /clear; remove from it what is done.')

/**
 * Records the client's current session for its MCP server, and copies the pad of the session that this one continues.
 * Returns that session.
 */
async function followLineage(call: OpenCall, log: Log): Promise<SessionId | undefined> {
  const { env, client, key, payload, settings, open } = call
  const source = textIn(payload, 'source')
  const before = client === undefined ? undefined : clientSession(env, client)
  if (client !== undefined) keepClientSession(env, client, key.session)
  if (source === 'startup') pruneSessionLogs(env)
  const parent = source === 'fork' ? forkedFrom(call) : source === 'clear' ? before : undefined
  const carries = source === 'fork' || open.config.values.session.onClear === 'carry'
  if (parent === undefined || !carries || !settings.enabled || padStamp(key.root, key.session) !== '')
    return parent
  try {
    await copyPad(call, parent, source === 'fork' ? 'fork' : 'clear')
  } catch (error) {
    log(`The pad of ${parent} could not be copied: ${messageOf(error)}`)
  }
  return parent
}

async function copyPad(call: OpenCall, parent: SessionId, as: 'fork' | 'clear'): Promise<void> {
  const { key } = call
  if (parent === key.session || padStamp(key.root, parent) === '') return
  const from = await sessionNamed(call, parent)
  if (isEmpty(from.pad) && from.pad.cards.size === 0) return
  await (as === 'fork' ? from.fork({ id: key.session }) : from.carry({ id: key.session }))
}
