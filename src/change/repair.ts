import { damageWords } from '../markdown/damage.ts'
import { goneRecords } from '../notes/gone.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { type FileState, stateOf } from './file-state.ts'
import { type Earlier, type FromEarlier, type Healed, planHeal } from './heal.ts'

/** Sources of a repair, and how far it may go. */
export interface RepairOptions extends ReadOptions {
  /** The newest text that is not damaged. */
  readonly best: Notes | undefined
  /** The text that the user named. */
  readonly chosen: Notes | undefined
  /** Lost texts. Their vanished records always come back. */
  readonly lost: readonly Earlier[]
  /** The snapshot, if it differs from the present text. */
  readonly snapshot: Earlier | undefined
  readonly archived: Notes | undefined
  readonly isCommitted: (text: string) => boolean
  /** May text be replaced? */
  readonly apply: boolean
}

export interface Repair extends Healed {
  readonly state: FileState
  /** `end`: the cut-off end is back. `whole`: an earlier text replaces the file. */
  readonly by: 'records' | 'end' | 'whole'
  /** Records of the replaced text that the new one lacks. */
  readonly dropped: readonly FromEarlier[]
  /** The reason why nothing can be merged into the file, which then stays as it is. */
  readonly stuck?: string
}

/** Plans a repair. `present` is the text, an error if it is not text, undefined without a file. */
export function planRepair(present: string | Error | undefined, options: RepairOptions): Repair {
  const { best, chosen, lost, snapshot, archived, apply } = options
  const from = chosen ?? best
  const { state, completed } = stateOf(present, { ...options, earlier: best })
  const isAbsent = state === 'missing' || state === 'empty' || state === 'blank'
  const text = typeof present === 'string' ? present : ''
  const nothing = { state, text, restored: [], left: [], dropped: [], by: 'records' } as const
  // After an undo, the file holds one of its lost texts again.
  const others = lost.filter(one => one.text !== text)
  if (from !== undefined && (isAbsent || (apply && (state !== 'whole' || chosen !== undefined)))) {
    const healed = planHeal(from.document.text, chosen === undefined ? others : [], archived, options)
    const old = readNotes(text, options)
    const dropped = goneRecords(old, readNotes(healed.text, options), archived)
    return { ...healed, state, by: 'whole', dropped: dropped.map(record => ({ notes: old, record })) }
  }
  if (isAbsent) return nothing
  const isEnd = completed !== undefined && from === best
  const base = isEnd ? completed : text
  const stuck = typeof present === 'string' ? whyStuck(readNotes(base, options), state) : present?.message
  if (stuck !== undefined) return { ...nothing, stuck }
  const last = state === 'truncated' && best !== undefined ? [earlierOf(best), ...lost] : lost
  const copies = last.length > 0 || snapshot === undefined ? last : [snapshot]
  const earlier = chosen === undefined ? copies : [earlierOf(chosen)]
  return { ...planHeal(base, earlier, archived, options), state, by: isEnd ? 'end' : 'records', dropped: [] }
}

const earlierOf = ({ document }: Notes): Earlier => ({ text: document.text })

function whyStuck({ document }: Notes, state: FileState): string | undefined {
  const [damage] = document.damage
  if (damage !== undefined)
    return `Line ${document.lines.lineAt(damage.span.start)} has ${damageWords[damage.kind].what}`
  return state === 'garbage' ? 'None of its headings belongs to a notes file' : undefined
}
