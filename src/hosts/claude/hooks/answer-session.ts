import { messageOf } from '../../../error.ts'
import { padStamp, type SessionId } from '../../../files/sessions/session-id.ts'
import { clientSession, forgetClientSession, keepClientSession } from '../../../files/user/client-session.ts'
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
import { changeProject } from '../../../project/change.ts'
import { startGuarding } from '../../../project/guard/keep-copy.ts'
import { notesCommand } from '../../../project/open.ts'
import { keepMade, recoverProject } from '../../../project/recover/recover-project.ts'
import { MIN_BUDGET, type Slice } from '../../../recover/layout/slice.ts'
import { framed, joined, ours, type Shown } from '../../../safety/door.ts'
import { learnText } from '../how-to-record.ts'
import type { Log } from './answer.ts'
import { folderOf, log, type OpenCall, openAround, openCall, sessionNamed } from './open-call.ts'
import { blockWithin, contextOutput, type HookCall, MAX_UNITS, textIn, unitsOf } from './payload.ts'
import { type SessionState, stateOf } from './session-state.ts'
import { forkedFrom } from './transcript.ts'

/**
 * Returns level 1, guidance on writing, and the pad for a session whose context is new, cleared or compacted. A resumed
 * or forked conversation gets only what it lacks.
 */
export async function answerSessionStart(call: HookCall, report: Log): Promise<Shown | undefined> {
  const opened = openCall(call)
  const parent = opened === undefined ? undefined : await followLineage(opened, report)
  const known = opened === undefined ? undefined : knownState(opened, parent)
  const level1 = recoverLevel1(call, report)
  const pad = opened === undefined ? undefined : await readPad(opened, report)
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
    log(opened, {
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
function recoverLevel1(call: HookCall, report: Log): Level1 | undefined {
  const start = { cwd: folderOf(call), env: call.env }
  // First, so that a configuration saved while it is read counts as changed.
  const seen = startSeeing(start)
  const { env, now, project, config } = openAround(call)
  if (!project.exists && project.rivals === undefined) {
    report(`There is no notes file (${project.file})`)
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

async function readPad(call: OpenCall, report: Log): Promise<PadText | undefined> {
  const { key, settings } = call
  const stamp = padStamp(key.root, key.session)
  if (stamp === '' || !settings.enabled) return undefined
  const session = await sessionNamed(call, key.session)
  for (const { what, line } of session.problems) report(`The pad of the session, line ${line}: ${what}`)
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
async function followLineage(call: OpenCall, report: Log): Promise<SessionId | undefined> {
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
    report(`The pad of ${parent} could not be copied: ${messageOf(error)}`)
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

/** Hands on what the session has recorded, and forgets the session of a client that ends. */
export async function answerSessionEnd(call: HookCall, report: Log): Promise<undefined> {
  const { env, client, payload } = call
  const reason = textIn(payload, 'reason')
  const opened = openCall(call)
  if (opened !== undefined) await handOn(opened, report)
  // After `/clear` and resume, the client keeps running and starts its next session at once.
  if (client !== undefined && reason !== 'clear' && reason !== 'resume') forgetClientSession(env, client)
  return undefined
}

/** Adds a row to the Session Continuity Log if the session has recorded anything since its last row. */
async function handOn(call: OpenCall, report: Log): Promise<void> {
  const { open, state, host } = call
  if (state.wrote.length === 0 || !open.config.values.hooks.handoff || !open.project.exists) return
  const at = host.now().toISOString()
  const draft = { kind: 'log', at, agent: 'claude-code', summary: summaryOf(state.wrote) } as const
  try {
    await changeProject(open, { command: 'session end', intents: [{ do: 'add', draft }] })
    log(call, { handedOn: true })
  } catch (error) {
    report(messageOf(error))
  }
}

const MAX_NAMED = 4

/** Returns `Recorded: 2 decisions (Use one pool; Retry twice), 1 question (Which region?)`. */
function summaryOf(wrote: readonly (readonly [kind: string, title: string])[]): string {
  const kinds = new Map<string, string[]>()
  for (const [kind, title] of wrote) kinds.set(kind, [...(kinds.get(kind) ?? []), title])
  const parts = [...kinds].map(([kind, titles]) => {
    const named = titles.filter(title => title !== '').slice(-MAX_NAMED)
    const more = named.length < titles.length ? ['…'] : []
    return `${titles.length} ${kind}${titles.length === 1 ? '' : 's'} (${[...more, ...named].join('; ')})`
  })
  return `Recorded: ${parts.join(', ')}`
}
