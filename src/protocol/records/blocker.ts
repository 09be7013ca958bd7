import { decodeItem, decodeText, encodeText } from '../inline.ts'
import { encodeNote, readItems, shieldNotes, splitNotes } from '../items.ts'
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
  /** The issue that it became. */
  readonly bead?: string
  readonly done: boolean
}

/** What may stand in parentheses at the end of a blocker. */
const BLOCKER_NOTES: readonly string[] = ['eta', 'bead']

const TYPE = /^\**(waiting|blocked)(?: (?:on|by|for))?\**:\**\s*/i

export function readBlockers({ document, section }: Source): BlockerRecord[] {
  return readItems(document.text, section.blocks).map(({ span, source, done }): BlockerRecord => {
    const type = TYPE.exec(source)
    const { text, notes } = splitNotes(source.slice(type?.[0].length ?? 0), BLOCKER_NOTES)
    const note = notes.get('eta')
    const eta = note === undefined ? undefined : decodeText(note)
    return {
      kind: 'blocker',
      section,
      span,
      title: decodeItem(text),
      done,
      ...present({
        type: type?.[1]?.toLowerCase() as 'waiting' | 'blocked' | undefined,
        eta,
        etaAt: eta === undefined ? undefined : timestampAtStart(eta),
        bead: decodeText(notes.get('bead') ?? ''),
      }),
    }
  })
}

export function printBlocker(fields: { type: 'waiting' | 'blocked'; title: string; eta?: string }): string {
  const eta = fields.eta === undefined ? '' : ` (ETA: ${encodeNote(fields.eta)})`
  return `- ${fields.type === 'waiting' ? 'Waiting' : 'Blocked'}: ${shieldNotes(encodeText(fields.title), BLOCKER_NOTES)}${eta}\n`
}
