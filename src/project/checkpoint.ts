import { type Checkpoint, planCheckpoint } from '../change/checkpoint.ts'
import type { Notes } from '../notes/notes.ts'
import { changeProject, type ProjectChange } from './change.ts'
import { codeFor } from './evidence/code.ts'
import { momentOf } from './given.ts'
import type { OpenProject } from './open.ts'

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
  { agent, summary, strict = false, dryRun = false, allowSecret }: CheckpointRequest = {},
): Promise<ProjectCheckpoint> {
  const at = momentOf(open, undefined)
  const who = agent ?? open.env.NOTES_AGENT ?? 'agent'
  const code = codeFor(open)
  let planned: { plan: Checkpoint; notes: Notes } | undefined
  const intents = (notes: Notes) => {
    const plan = planCheckpoint(notes, { now: at, agent: who, summary, code })
    planned = { plan, notes }
    return strict && !plan.grounded ? [] : plan.intents
  }
  const change = await changeProject(open, { command: 'checkpoint', intents, dryRun, allowSecret })
  if (planned === undefined) throw new Error('The checkpoint was not planned')
  const { plan, notes } = planned
  return { ...plan, at, refused: strict && !plan.grounded, notes, change }
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
