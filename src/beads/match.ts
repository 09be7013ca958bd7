import { groupBy, tally } from '../markdown/group-by.ts'
import { allKinds } from '../notes/kinds.ts'
import type { ListedBead } from './answers.ts'
import { type BeadItem, beadIdFor } from './item.ts'

export type Match =
  | { readonly is: 'one'; readonly bead: ListedBead }
  | { readonly is: 'none' }
  /** The row names a bead that the workspace does not have. */
  | { readonly is: 'gone'; readonly id: string }
  | { readonly is: 'several'; readonly ids: readonly string[] }

/**
 * Finds the bead of an item: by the id in its row, then by its ref, then by the marker in a description, then by the id
 * that every clone derives for it. The marker survives merge drivers that drop refs and labels.
 */
export function matcher(beads: readonly ListedBead[], prefix: string): (item: BeadItem) => Match {
  const live = beads.filter(({ status }) => status !== 'tombstone')
  const byId = new Map(live.map(bead => [bead.id, bead]))
  const byRef = groupBy(live, ({ ref }) => ref)
  const byMarker = groupBy(live, markerOf)
  return ({ ref, record }) => {
    const named = record.bead === undefined ? undefined : byId.get(record.bead)
    if (named !== undefined) return { is: 'one', bead: named }
    const own = byId.get(beadIdFor(prefix, ref))
    const found = byRef.get(ref) ?? byMarker.get(ref) ?? (own === undefined ? [] : [own])
    const [bead, ...more] = found
    if (bead === undefined)
      return record.bead === undefined ? { is: 'none' } : { is: 'gone', id: record.bead }
    return more.length === 0 ? { is: 'one', bead } : { is: 'several', ids: found.map(({ id }) => id) }
  }
}

/** The ref on the `notes-<kind>:` line of a description. */
export const markerOf = ({ description }: ListedBead): string | undefined => MARKER.exec(description)?.[1]

const MARKER = new RegExp(
  `^notes-(?:${allKinds.flatMap(([name, { bead }]) => (bead === undefined ? [] : [name])).join('|')}): (\\S+)\\s*$`,
  'm',
)

/** The most common prefix, for workspaces whose tool does not report it. */
export function majorityPrefix(beads: readonly ListedBead[]): string | undefined {
  const prefixes = beads.map(({ id }) => id.slice(0, id.lastIndexOf('-'))).filter(prefix => prefix !== '')
  return [...tally(prefixes)].sort((a, b) => b[1] - a[1])[0]?.[0]
}
