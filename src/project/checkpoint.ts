import type { Intent } from '../change/intent.ts'
import { checkClaims } from '../evidence/check.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { EvidenceCheck, Claim as Quoted } from '../evidence/states.ts'
import { claimsOf, groundingRatio, isHeld } from '../evidence/verify.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import { type Finishable, finishableKinds } from '../notes/kinds.ts'
import type { Notes } from '../notes/notes.ts'
import type { Evidence } from '../notes/text/evidence.ts'
import { changeProject, type ProjectChange } from './change.ts'
import { codeFor } from './evidence/code.ts'
import { momentOf } from './given.ts'
import type { OpenProject } from './open.ts'

/** Minimum share of matching claims at which the protocol calls a session grounded. */
export const GROUNDED = 0.95

export interface CheckpointRequest {
  /** The agent that hands over. Default: `$NOTES_AGENT`, else "agent". */
  readonly agent?: string | undefined
  /** The text of the log row. Default: the reasoning state. */
  readonly summary?: string | undefined
  /** Writes nothing when too few claims are grounded. */
  readonly strict?: boolean
  readonly dryRun?: boolean
  /** Why a secret may be written. Without a reason, secrets are refused. */
  readonly allowSecret?: string | undefined
}

export interface Claim {
  readonly decision: DecisionRecord
  readonly claim: Quoted
  readonly evidence: Evidence
  readonly check: EvidenceCheck
}

/** Facts to check before clearing a context. */
export interface Checkpoint {
  /** Share of the claims that match the code, or 1 if there are none. */
  readonly grounding: number
  /** Is the share high enough? */
  readonly grounded: boolean
  readonly ungrounded: readonly Claim[]
  /** Decisions in force without three scenarios. */
  readonly withoutScenarios: readonly DecisionRecord[]
  readonly open: Readonly<Partial<Record<Finishable, number>>>
  /** The intents that write the checkpoint: its time, and a log row for the next session. */
  readonly intents: readonly Intent[]
}

export interface ProjectCheckpoint extends Checkpoint {
  readonly at: string
  /** True when nothing was written because the notes are not grounded and `strict` is set. */
  readonly refused: boolean
  /** The notes before the change. */
  readonly notes: Notes
  readonly change: ProjectChange
}

/** Checks the evidence of every decision in force, then writes the time and a row in the session log. */
export async function checkpointProject(
  open: OpenProject,
  { agent = '', summary = '', strict = false, dryRun = false, allowSecret }: CheckpointRequest = {},
): Promise<ProjectCheckpoint> {
  const at = momentOf(open, undefined)
  const who = [agent, open.env.NOTES_AGENT ?? ''].find(isSaid) ?? 'agent'
  const code = codeFor(open)
  let planned: { plan: Checkpoint; notes: Notes } | undefined
  const intents = (notes: Notes) => {
    const plan = planCheckpoint(notes, {
      now: at,
      agent: who,
      summary: isSaid(summary) ? summary : undefined,
      code,
    })
    planned = { plan, notes }
    return strict && !plan.grounded ? [] : plan.intents
  }
  const change = await changeProject(open, { command: 'checkpoint', intents, dryRun, allowSecret })
  if (planned === undefined) throw new Error('The checkpoint was not planned')
  const { plan, notes } = planned
  return { ...plan, at, refused: strict && !plan.grounded, notes, change }
}

const isSaid = (text: string): boolean => text.trim() !== ''

function planCheckpoint(
  notes: Notes,
  options: {
    readonly now: string
    readonly agent: string
    readonly summary: string | undefined
    readonly code: CodeReader
  },
): Checkpoint {
  const decisions = notes.records
    .filter(record => record.kind === 'decision')
    .filter(({ status }) => status === 'in-force')
  const made = decisions.flatMap(decision =>
    claimsOf(decision).map((claim, index) => ({ decision, claim, evidence: decision.evidence[index] })),
  )
  const checks = checkClaims(
    made.map(({ claim }) => claim),
    options.code,
  )
  const claims = made.flatMap(({ decision, claim, evidence }, index): Claim[] => {
    const check = checks[index]
    return check === undefined || evidence === undefined ? [] : [{ decision, claim, evidence, check }]
  })
  const grounding = groundingRatio(claims)
  const open = countOpen(notes)
  const summary = options.summary ?? defaultSummary(notes, open)
  return {
    grounding,
    grounded: grounding >= GROUNDED,
    ungrounded: claims.filter(({ check }) => !isHeld(check) && check.state !== 'moved'),
    withoutScenarios: decisions.filter(({ shape, scenarios }) => shape === 'block' && scenarios.length < 3),
    open,
    intents: [
      { do: 'set-context', fields: { checkpoint: options.now } },
      { do: 'add', draft: { kind: 'log', at: options.now, agent: options.agent, summary } },
    ],
  }
}

function countOpen({ records }: Notes): Checkpoint['open'] {
  const open: Partial<Record<Finishable, number>> = Object.fromEntries(
    finishableKinds().map(name => [name, 0]),
  )
  for (const record of records)
    if ('done' in record && !record.done) open[record.kind] = (open[record.kind] ?? 0) + 1
  return open
}

/** The reasoning state and the counts of open records, for the next session. */
function defaultSummary({ records }: Notes, open: Checkpoint['open']): string {
  const state = records.find(record => record.kind === 'context')?.state
  const counts = Object.entries(open).filter(([, count]) => count > 0)
  const left = counts.map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ')
  return `Checkpoint${state === undefined ? '' : `: ${state}`}${left === '' ? '' : ` (open: ${left})`}`
}

/** A checkpoint as data: what is not grounded, which decisions lack scenarios, and what is open. */
export function checkpointToJson({ notes: { document }, ...plan }: ProjectCheckpoint) {
  const { grounding, grounded, open } = plan
  return {
    grounding,
    grounded,
    ungrounded: plan.ungrounded.map(({ decision, check, evidence }) => ({
      decision: decision.title,
      state: check.state,
      place: evidence.locator?.text,
      quote: evidence.quote,
      line: document.lines.lineAt(evidence.span.start),
    })),
    withoutScenarios: plan.withoutScenarios.map(({ title }) => title),
    open,
  }
}
