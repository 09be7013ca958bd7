import { clip } from '../../pads/limits.ts'
import type { SessionStore } from '../../pads/store.ts'
import { readPad } from '../../pads/transfer.ts'

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
