import { beadOf, type Linkable } from '../notes/kinds.ts'
import { SEVERITIES, type Severity } from '../notes/text/severity.ts'
import { shown } from '../safety/door.ts'
import { oneLine } from '../safety/one-line.ts'
import type { ListedBead } from './answers.ts'
import type { BeadItem } from './item.ts'
import { markerOf, matcher } from './match.ts'

/**
 * A difference between notes and Beads. Once a bead exists, Beads owns its status and priority; the notes own the text.
 */
export type Drift =
  /** The bead is closed: the row is resolved with the bead's reason. */
  | { readonly is: 'closed'; readonly item: BeadItem; readonly bead: ListedBead; readonly how: string }
  /** The priorities differ: the row takes the severity that matches the bead's. */
  | {
      readonly is: 'priority'
      readonly item: BeadItem
      readonly bead: ListedBead
      readonly severity: Severity
    }
  /** The titles differ: the bead takes the text of the row. */
  | { readonly is: 'title'; readonly item: BeadItem; readonly bead: ListedBead }
  /** The row does not name its bead. */
  | { readonly is: 'unlinked'; readonly item: BeadItem; readonly bead: ListedBead }
  /** The row is resolved and the bead is open: a person decides. */
  | { readonly is: 'resolved'; readonly item: BeadItem; readonly bead: ListedBead }
  | { readonly is: 'gone'; readonly item: BeadItem; readonly id: string }
  | { readonly is: 'several'; readonly item: BeadItem; readonly ids: readonly string[] }
  /** An open bead whose row is no longer in the notes. */
  | { readonly is: 'orphan'; readonly bead: ListedBead }

interface Side {
  readonly items: readonly BeadItem[]
  readonly beads: readonly ListedBead[]
  readonly prefix: string
  /** Should rows name their beads? */
  readonly linked: boolean
}

/** The differences for the records of one kind, in file order; beads without a row come last. */
export function driftOf(kind: Linkable, { items, beads, prefix, linked }: Side): readonly Drift[] {
  const find = matcher(beads, prefix)
  const own = items.filter(({ record }) => record.kind === kind)
  const drifts = own.flatMap((item): Drift[] => {
    const match = find(item)
    if (match.is === 'none') return []
    if (match.is === 'gone') return item.record.done ? [] : [{ is: 'gone', item, id: match.id }]
    if (match.is === 'several') return [{ is: 'several', item, ids: match.ids }]
    const { bead } = match
    const isUnlinked = linked && item.record.bead !== bead.id && !item.record.done
    return [...(isUnlinked ? [{ is: 'unlinked' as const, item, bead }] : []), ...between(item, bead)]
  })
  const refs = new Set(own.map(({ ref }) => ref))
  const ids = new Set(own.map(({ record }) => record.bead))
  const [first] = items
  const orphans = beads.flatMap((bead): Drift[] => {
    const ref = bead.ref ?? markerOf(bead)
    if (ref === undefined || isClosed(bead) || refs.has(ref) || ids.has(bead.id)) return []
    const isOurs = bead.description.includes(`\nnotes-${kind}: `) && sameFile(ref, first?.ref)
    return isOurs ? [{ is: 'orphan', bead }] : []
  })
  return [...drifts, ...orphans]
}

const isClosed = ({ status }: ListedBead): boolean => status === 'closed' || status === 'tombstone'

function between(item: BeadItem, bead: ListedBead): readonly Drift[] {
  const { done } = item.record
  if (isClosed(bead)) return done ? [] : [{ is: 'closed', item, bead, how: howOf(bead) }]
  if (done) return [{ is: 'resolved', item, bead }]
  const severity = SEVERITIES[Math.min(bead.priority, 3)]
  const drifts: Drift[] = []
  const { severity: severityOf } = beadOf(item.record)
  if (severityOf !== undefined && bead.priority !== item.priority && severity !== undefined)
    if (severityOf(item.record) !== severity) drifts.push({ is: 'priority', item, bead, severity })
  if (bead.title !== item.title) drifts.push({ is: 'title', item, bead })
  return drifts
}

/**
 * Describes how a bead was closed. The close reason is untrusted, so it is masked as for display before it is written.
 */
function howOf({ id, closeReason = '' }: ListedBead): string {
  const reason = oneLine(shown(closeReason).trim(), 300)
  if (reason === '' || reason === 'Closed') return `closed in ${id}`
  return `closed in ${id}: ${reason}`
}

/** `notes:TD-001` and `notes:TD-002` belong to the project's file, `notes:docs/NOTES.md#TD-001` to another one. */
const sameFile = (ref: string, other = 'notes:'): boolean => fileOf(ref) === fileOf(other)
const fileOf = (ref: string): string => ref.slice(0, Math.max(0, ref.lastIndexOf('#')))
