import { clip } from '../../pads/limits.ts'
import { contentOf } from '../../pads/lineage.ts'
import type { SessionStore } from '../../pads/store.ts'
import { readPad } from '../../pads/transfer.ts'

/** What a child session has written. */
export interface PadReport {
  readonly id: string
  readonly bytes: number
  readonly changed: number
  readonly text: string
}

/** A parent reads the whole pad when it wants to. */
const MAX_TEXT = 1_500

/** The pads that the subagents of a session have written, oldest first. */
export async function childReports(store: SessionStore, session: string): Promise<readonly PadReport[]> {
  const children = (await store.list()).filter(({ id }) => id.startsWith(`${session}.`))
  const reports = await Promise.all(
    children.map(async ({ id, bytes, changed }) => {
      const { pad } = readPad(await store.read(id))
      if (contentOf(pad).length === 0) return []
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
