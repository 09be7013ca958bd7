import { NotesError } from '../error.ts'
import type { LogPart, Problem } from '../files/sessions/read-log.ts'
import { printEntry } from './entries.ts'
import { clip } from './limits.ts'
import { type Change, isEmpty, type Pad } from './pad.ts'
import { createReplay } from './replay.ts'
import type { SessionStore } from './store.ts'

/** Replays a log into a pad; accepts logs of hosts that write the same entries. */
export function readPad({ lines, problems }: Pick<LogPart, 'lines' | 'problems'>): {
  readonly pad: Pad
  readonly problems: readonly Problem[]
} {
  const replay = createReplay()
  replay.add({ lines, problems, whole: true, cursor: '' })
  return { pad: replay.pad, problems: replay.problems }
}

/** Prints a pad as a standalone log: a header as hosts write it, and the fewest entries that recreate the pad. */
export function printPad(
  pad: Pad,
  { id, at }: { readonly id: string; readonly at: string },
): readonly object[] {
  const header = { type: 'session', version: 3, id, timestamp: at }
  const changes = contentOf(pad)
  const name = (index: number) => index.toString(16).padStart(8, '0')
  return [
    header,
    ...changes.map((change, index) =>
      printEntry(change, { id: name(index + 1), parentId: index === 0 ? null : name(index), at }),
    ),
  ]
}

/** The smallest set of changes that recreates the pad. */
export function contentOf({ notes, plan, refs, cards, promoted }: Pad): readonly Change[] {
  return [
    ...(notes === '' ? [] : [{ key: 'notes' as const, text: notes }]),
    ...(plan === '' ? [] : [{ key: 'plan' as const, text: plan }]),
    ...(refs.length === 0 ? [] : [{ key: 'refs' as const, refs }]),
    ...[...cards.values()].map(card => ({ key: 'card' as const, card })),
    ...promoted.map(promotion => ({ key: 'promoted' as const, promotion })),
  ]
}

/** Adopts another pad; its cards are added to the existing ones. */
export function adoptPad(
  own: Pad,
  pad: Pad,
  { from, replace, at }: { readonly from: string; readonly replace: boolean; readonly at: Date },
): readonly Change[] {
  if (!replace && !(isEmpty(own) && own.cards.size === 0))
    throw new NotesError(
      'conflict',
      'The pad of this session is not empty; nothing changed',
      'Import into another session with --session, or pass --replace (`notes pad history` keeps the old content)',
    )
  return [
    ...clearing(own, pad),
    { key: 'lineage', lineage: { kind: 'import', from, at: at.toISOString() } },
    ...contentOf(pad),
  ]
}

/** Clears the spaces that only the old pad fills, so that the two pads do not mix. */
function clearing(own: Pad, pad: Pad): readonly Change[] {
  return [
    ...(own.notes !== '' && pad.notes === '' ? [{ key: 'notes' as const, text: '' }] : []),
    ...(own.plan !== '' && pad.plan === '' ? [{ key: 'plan' as const, text: '' }] : []),
    ...(own.refs.length > 0 && pad.refs.length === 0 ? [{ key: 'refs' as const, refs: [] }] : []),
  ]
}

/** The pad of a child session. */
export interface PadReport {
  readonly id: string
  readonly bytes: number
  readonly changed: number
  readonly text: string
}

/** Limits the text of a report, since a parent can read the whole pad. */
const MAX_TEXT = 1_500

/**
 * Returns the non-empty pads of a session's children, oldest first: those of its subagents and, with `spawned`, also
 * those of the sessions that it started itself. To find the latter, every pad is read.
 */
export async function childReports(
  store: SessionStore,
  session: string,
  { spawned = false } = {},
): Promise<readonly PadReport[]> {
  const isSubagent = (id: string): boolean => id.startsWith(`${session}.`)
  const children = (await store.list()).filter(({ id }) => isSubagent(id) || (spawned && id !== session))
  const reports = await Promise.all(
    children.map(async ({ id, bytes, changed }) => {
      const { pad } = readPad(await store.read(id))
      if (!isSubagent(id) && !(pad.lineage?.kind === 'spawn' && pad.lineage.from === session)) return []
      const refs = pad.refs.map(ref => `• ${ref}`)
      const cards = [...pad.cards.values()]
        .filter(card => !card.scratched)
        .map(({ content }) => `- ${content}`)
      const whole = [pad.notes, pad.plan, ...refs, ...cards].filter(part => part !== '').join('\n')
      const text =
        whole.length > MAX_TEXT ? `${clip(whole, MAX_TEXT)}\n… notes pad show --session ${id}` : whole
      return text === '' ? [] : [{ id, bytes, changed, text }]
    }),
  )
  return reports.flat().toSorted((one, other) => one.changed - other.changed)
}
