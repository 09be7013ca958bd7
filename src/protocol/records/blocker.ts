import { readItems, splitNotes } from '../items.ts'
import { type Timestamp, timestampAtStart } from '../timestamp.ts'
import { present, type RecordBase, type Source } from './base.ts'

/** Something outside of the project that stops it. */
export interface BlockerRecord extends RecordBase {
  readonly kind: 'blocker'
  readonly title: string
  /** As the line starts: `Waiting:` for something that will come, `Blocked:` until something is done. */
  readonly type?: 'waiting' | 'blocked'
  readonly eta?: string
  readonly etaAt?: Timestamp
  readonly done: boolean
}

const TYPE = /^\**(waiting|blocked)(?: (?:on|by|for))?\**:\**\s*/i

export function readBlockers({ document, section }: Source): BlockerRecord[] {
  return readItems(document.text, section.blocks).map(({ span, text, done }): BlockerRecord => {
    const type = TYPE.exec(text)
    const { text: title, notes } = splitNotes(text.slice(type?.[0].length ?? 0), ['eta'])
    const eta = notes.get('eta')
    return {
      kind: 'blocker',
      section,
      span,
      title,
      done,
      ...present({
        type: type?.[1]?.toLowerCase() as 'waiting' | 'blocked' | undefined,
        eta,
        etaAt: eta === undefined ? undefined : timestampAtStart(eta),
      }),
    }
  })
}

export function printBlocker(fields: { type: 'waiting' | 'blocked'; title: string; eta?: string }): string {
  const eta = fields.eta === undefined ? '' : ` (ETA: ${fields.eta})`
  return `- ${fields.type === 'waiting' ? 'Waiting' : 'Blocked'}: ${fields.title}${eta}\n`
}
