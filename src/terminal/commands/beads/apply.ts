import { beadIdFor } from '../../../beads/bead-state.ts'
import type { BeadItem } from '../../../beads/item.ts'
import { type Match, matcher } from '../../../beads/match.ts'
import { createArguments } from '../../../beads/print.ts'
import type { Intent } from '../../../change/intent.ts'
import { NotesError } from '../../../error.ts'
import { asTyped } from '../../../files/programs/beads-tool.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { Linkable } from '../../../notes/kinds.ts'
import type { Notes } from '../../../notes/notes.ts'
import { report } from '../../print/output.ts'
import type { Context } from '../../program/context.ts'
import { changeProject } from '../change-project.ts'
import { projectItems, remark } from './items.ts'
import { change, openTracker, type Tracker } from './tracker.ts'

interface Done {
  readonly ref: string
  readonly status: 'created' | 'exists' | 'would create'
  readonly bead?: string
  readonly command?: readonly string[]
}

/** Creates missing beads one by one, then writes all their ids to the notes at once. */
export async function applyItems(
  context: Context,
  items: readonly BeadItem[],
  chosen: readonly BeadItem[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<0> {
  const tracker = openTracker(context)
  const find = matcher(tracker.beads, tracker.prefix)
  const ids = new Map<string, string>()
  for (const item of items) {
    const match = find(item)
    if (match.is === 'one') ids.set(item.ref, match.bead.id)
  }
  const matches = chosen.map(item => [item, find(item)] as const)
  const done: Done[] = matches.flatMap(([{ ref }, match]) =>
    match.is === 'one' ? [{ ref, status: 'exists' as const, bead: match.bead.id }] : [],
  )
  const missing = matches.flatMap(([item, match]) => (match.is === 'none' && !item.record.done ? [item] : []))
  // Dry run: a table that cannot hold ids must fail before any bead is created.
  await writeIds(context, chosen, ref => ids.get(ref) ?? beadIdFor(tracker.prefix, ref), true)
  for (const item of neededFirst(missing)) {
    const id = freeId(tracker, item)
    const needs = item.needs.map(ref => ids.get(ref)).filter(need => need !== undefined)
    const args = createArguments(item, { id, needs })
    if (dryRun) {
      ids.set(item.ref, id ?? `ID-OF-${item.ref}`)
      done.push({ ref: item.ref, status: 'would create', command: [tracker.tool.name, ...args] })
      continue
    }
    const bead = create(tracker, item, needs, args)
    ids.set(item.ref, bead)
    done.push({ ref: item.ref, status: 'created', bead })
  }
  if (!dryRun) await writeIds(context, chosen, ref => ids.get(ref), false)
  remark(
    context,
    matches.flatMap(([item, match]) => problemOf(item, match)),
  )
  report(context, {
    json: { tool: tracker.tool.name, ...(dryRun ? { dryRun } : {}), results: done },
    lines:
      done.length === 0
        ? ['Nothing to export.']
        : done.map(({ ref, status, bead = '', command = [] }) =>
            status === 'would create'
              ? asTyped(tracker.tool, command.slice(1))
              : `${status === 'exists' ? 'already there' : status}  ${ref}  ${bead}`,
          ),
  })
  return 0
}

/** Never an id in use, since bd 0.63 to 1.0 overwrites and reopens its bead. None for br, which assigns ids itself. */
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
    return change(tool, args).id
  } catch (error) {
    // bd up to 0.36 refuses an id whose prefix contains a hyphen.
    const isPrefix =
      error instanceof NotesError && /prefix/i.test(error.message) && /mismatch|match/i.test(error.message)
    if (!isPrefix) throw error
    return change(tool, createArguments(item, { needs })).id
  }
}

/** Sorts items so that each one comes after those it needs. Cycles are broken in the order of the file. */
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

/** Runs under the lock, on the current notes: a record that got an id meanwhile keeps it. */
async function writeIds(
  context: Context,
  chosen: readonly BeadItem[],
  idOf: (ref: string) => string | undefined,
  dryRun: boolean,
): Promise<void> {
  const [first] = chosen
  if (first === undefined) return
  const refs = new Set(chosen.map(({ ref }) => ref))
  const { kind } = first.record
  await linkBeads(context, {
    command: `${kind} --export --apply`,
    dryRun,
    kind,
    idOf: ({ ref }) => (refs.has(ref) ? idOf(ref) : undefined),
  })
}

interface LinkRequest {
  readonly command: string
  readonly dryRun: boolean
  readonly kind: Linkable
  readonly idOf: (item: BeadItem) => string | undefined
}

/** Writes the ids of beads to records that have none. */
export async function linkBeads(context: Context, request: LinkRequest): Promise<void> {
  const { command, dryRun } = request
  if (context.config.values.beads.idIn === 'none') return
  await changeProject(context, {
    command,
    dryRun,
    intents: notes => linkIntents(context, notes, request),
  })
}

function linkIntents(context: Context, notes: Notes, { kind, idOf }: LinkRequest): readonly Intent[] {
  const where = context.config.values.beads.idIn
  if (where === 'none') return []
  const links = projectItems(context, notes).items.flatMap(item => {
    const bead = item.record.kind === kind && item.record.bead === undefined ? idOf(item) : undefined
    return bead === undefined ? [] : [{ which: handleOf(notes, item.record), bead }]
  })
  return links.length === 0 ? [] : [{ do: 'link', kind, where, links }]
}
