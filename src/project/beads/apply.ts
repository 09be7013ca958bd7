import { type BeadItem, beadIdFor } from '../../beads/item.ts'
import { type Match, matcher } from '../../beads/match.ts'
import { createArguments } from '../../beads/print.ts'
import { NotesError } from '../../error.ts'
import type { BeadsTool } from '../../files/programs/beads-tool.ts'
import type { OpenProject } from '../open.ts'
import { linkBeads } from './link.ts'
import { changeBead, openTracker, type Tracker } from './tracker.ts'

/** The result for one record. */
export interface Applied {
  readonly ref: string
  readonly status: 'created' | 'exists' | 'would create'
  readonly bead?: string
  /** The command that would create the bead, in a dry run. */
  readonly command?: readonly string[]
}

export interface AppliedBeads {
  readonly tool: BeadsTool
  readonly results: readonly Applied[]
  /** Records that were left out, and what to do about them. */
  readonly remarks: readonly string[]
}

export interface ApplyRequest {
  /** All records of the notes that can become beads. Dependencies may name any of them. */
  readonly items: readonly BeadItem[]
  /** The records to create beads for, all of one kind. */
  readonly chosen: readonly BeadItem[]
  readonly dryRun?: boolean
  readonly allowSecret?: string | undefined
}

/** Creates missing beads one by one, then writes all their ids to the notes at once. */
export async function applyBeads(
  open: OpenProject,
  { items, chosen, dryRun = false, allowSecret }: ApplyRequest,
): Promise<AppliedBeads> {
  const tracker = openTracker(open)
  const find = matcher(tracker.beads, tracker.prefix)
  const ids = new Map<string, string>()
  for (const item of items) {
    const match = find(item)
    if (match.is === 'one') ids.set(item.ref, match.bead.id)
  }
  const matches = chosen.map(item => [item, find(item)] as const)
  const results: Applied[] = matches.flatMap(([{ ref }, match]) =>
    match.is === 'one' ? [{ ref, status: 'exists' as const, bead: match.bead.id }] : [],
  )
  const missing = matches.flatMap(([item, match]) => (match.is === 'none' && !item.record.done ? [item] : []))
  const refs = new Set(chosen.map(({ ref }) => ref))
  const [first] = chosen
  // Writes to the current notes, under the lock: a record that got an id meanwhile keeps it.
  const write = async (isDry: boolean, idOf: (ref: string) => string | undefined): Promise<void> => {
    if (first === undefined) return
    await linkBeads(open, {
      command: `${first.record.kind} --export --apply`,
      dryRun: isDry,
      allowSecret,
      kind: first.record.kind,
      idOf: ({ ref }) => (refs.has(ref) ? idOf(ref) : undefined),
    })
  }
  // Dry run: a table that cannot hold ids must fail before any bead is created.
  await write(true, ref => ids.get(ref) ?? beadIdFor(tracker.prefix, ref))
  for (const item of neededFirst(missing)) {
    const id = freeId(tracker, item)
    const needs = item.needs.map(ref => ids.get(ref)).filter(need => need !== undefined)
    const args = createArguments(item, { id, needs })
    if (dryRun) {
      ids.set(item.ref, id ?? `ID-OF-${item.ref}`)
      results.push({ ref: item.ref, status: 'would create', command: [tracker.tool.name, ...args] })
      continue
    }
    const bead = create(tracker, item, needs, args)
    ids.set(item.ref, bead)
    results.push({ ref: item.ref, status: 'created', bead })
  }
  if (!dryRun) await write(false, ref => ids.get(ref))
  return {
    tool: tracker.tool,
    results,
    remarks: matches.flatMap(([item, match]) => problemOf(item, match)),
  }
}

/**
 * Returns the id for a new bead. Undefined for br, which assigns ids itself, and when the id is in use, because bd 0.63
 * to 1.0 would overwrite and reopen the bead that has it.
 */
function freeId({ tool, beads, prefix }: Tracker, { ref }: BeadItem): string | undefined {
  const id = beadIdFor(prefix, ref)
  return tool.name === 'br' || beads.some(bead => bead.id === id) ? undefined : id
}

function create(
  { tool }: Tracker,
  item: BeadItem,
  needs: readonly string[],
  args: readonly string[],
): string {
  try {
    return changeBead(tool, args).id
  } catch (error) {
    // bd up to 0.36 refuses an id whose prefix contains a hyphen.
    const isPrefix =
      error instanceof NotesError && /prefix/i.test(error.message) && /mismatch|match/i.test(error.message)
    if (!isPrefix) throw error
    return changeBead(tool, createArguments(item, { needs })).id
  }
}

/** Sorts items so that each one comes after those it needs. Cycles are broken in file order. */
function neededFirst(items: readonly BeadItem[]): readonly BeadItem[] {
  const byRef = new Map(items.map(item => [item.ref, item]))
  const sorted = new Set<BeadItem>()
  const visit = (item: BeadItem, path: ReadonlySet<BeadItem>): void => {
    if (sorted.has(item) || path.has(item)) return
    for (const ref of item.needs) {
      const need = byRef.get(ref)
      if (need !== undefined) visit(need, new Set([...path, item]))
    }
    sorted.add(item)
  }
  for (const item of items) visit(item, new Set())
  return [...sorted]
}

function problemOf({ ref }: BeadItem, match: Match): readonly string[] {
  if (match.is === 'gone')
    return [
      `${ref} names ${match.id}, which is not in the workspace; remove it from the notes to create a new bead`,
    ]
  if (match.is === 'several')
    return [`${ref} has several beads (${match.ids.join(', ')}); skipped. Write the right id in its row`]
  return []
}
