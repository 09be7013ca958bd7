import { type Drift, driftOf } from '../../beads/drift.ts'
import type { Intent } from '../../change/intent.ts'
import { type BeadsTool, beadsFolder } from '../../files/programs/beads-tool.ts'
import { handleOf } from '../../notes/handle.ts'
import type { Linkable } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { changeProject } from '../change.ts'
import type { OpenProject } from '../open.ts'
import { readProject } from '../read.ts'
import { linkBeads, projectItems } from './link.ts'
import { changeBead, openTracker, type Tracker } from './tracker.ts'

export interface SyncRequest {
  readonly kind: Linkable
  /** Settles the differences: changes the side that does not own the differing value. */
  readonly write?: boolean
  readonly allowSecret?: string | undefined
}

export interface SyncedBeads {
  readonly tool: BeadsTool
  /** The differences that were found, before they were settled. */
  readonly drift: readonly Drift[]
}

/**
 * Compares records with their beads, and settles differences on request. Undefined when no record has a bead and there
 * is no Beads workspace.
 */
export async function syncBeads(
  open: OpenProject,
  { kind, write = false, allowSecret }: SyncRequest,
): Promise<SyncedBeads | undefined> {
  const { notes } = readProject(open)
  const { items } = projectItems(open, notes)
  const named = items.some(({ record }) => record.kind === kind && record.bead !== undefined)
  if (!named && beadsFolder(open.project.root, open.env) === undefined) return undefined
  const tracker = openTracker(open)
  const drift = driftIn(open, notes, kind, tracker)
  if (write) await settle(open, { kind, allowSecret }, tracker, drift)
  return { tool: tracker.tool, drift }
}

const driftIn = (open: OpenProject, notes: Notes, kind: Linkable, { beads, prefix }: Tracker) =>
  driftOf(kind, {
    items: projectItems(open, notes).items,
    beads,
    prefix,
    linked: open.config.values.beads.idIn !== 'none',
  })

/**
 * Plans the changes to the notes first, so that no bead is changed when the notes cannot be. Then updates Beads, then
 * writes the ids to the notes, then updates the rows.
 */
async function settle(
  open: OpenProject,
  { kind, allowSecret }: SyncRequest,
  tracker: Tracker,
  drift: readonly Drift[],
): Promise<void> {
  const how = { command: `${kind} --sync --write`, allowSecret }
  const ids = new Map(
    drift.flatMap(one => (one.is === 'unlinked' ? [[one.item.ref, one.bead.id] as const] : [])),
  )
  const link = (dryRun: boolean) => linkBeads(open, { ...how, dryRun, kind, idOf: ({ ref }) => ids.get(ref) })
  const resolve = (dryRun: boolean) =>
    changeProject(open, {
      ...how,
      dryRun,
      intents: newest => driftIn(open, newest, kind, tracker).flatMap(one => intentOf(newest, kind, one)),
    })
  await link(true)
  await resolve(true)
  for (const one of drift)
    if (one.is === 'title')
      changeBead(tracker.tool, [
        'update',
        one.bead.id,
        `--title=${one.item.title}`,
        `--description=${one.item.description}`,
        '--json',
      ])
  if (ids.size > 0) await link(false)
  await resolve(false)
}

function intentOf(notes: Notes, kind: Linkable, drift: Drift): readonly Intent[] {
  if (drift.is === 'closed')
    return [{ do: 'finish', kind, which: handleOf(notes, drift.item.record), how: drift.how }]
  if (drift.is !== 'priority') return []
  return [{ do: 'set-severity', which: handleOf(notes, drift.item.record), severity: drift.severity }]
}
