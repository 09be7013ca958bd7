import { damageWords } from '../markdown/damage.ts'
import { lineStartBefore, withLineFeeds } from '../markdown/scan/leaf.ts'
import { goneRecords, matchRecords } from '../notes/gone.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { compareUntouched } from '../notes/untouched.ts'
import { type Earlier, type FromEarlier, type Healed, planHeal } from './heal.ts'

/** The texts that a repair can use, and how far it may go. */
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

/** Plans a repair. `present` is the text of the file, an error if it is not text, or undefined if there is no file. */
export function planRepair(present: string | Error | undefined, options: RepairOptions): Repair {
  const { best, chosen, lost, snapshot, archived, apply } = options
  const from = chosen ?? best
  const { state, completed } = stateOf(present, options)
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

/**
 * The state of a notes file. `blank`: only white space. `garbage`: not text, or nothing that belongs in notes.
 * `truncated`: it ends inside a fence, a comment or a line, or before sections that an earlier text has. Records may
 * have vanished from a `whole` file, too.
 */
export type FileState = 'missing' | 'empty' | 'blank' | 'garbage' | 'conflicted' | 'truncated' | 'whole'

interface Stated {
  readonly state: FileState
  /** A truncated text with its missing end, taken from the earlier text. */
  readonly completed?: string | undefined
}

type CompareOptions = ReadOptions & Pick<RepairOptions, 'best' | 'isCommitted'>

/** `text` is an error if the file is not text, and undefined if there is no file. */
export function stateOf(text: string | Error | undefined, options: CompareOptions): Stated {
  const { best: earlier } = options
  if (text === undefined) return { state: 'missing' }
  if (text instanceof Error) return { state: 'garbage' }
  if (text === '') return { state: 'empty' }
  if (text.trim() === '') return { state: 'blank' }
  const notes = readNotes(text, options)
  const { damage } = notes.document
  if (damage.some(({ kind }) => kind === 'conflict-marker')) return { state: 'conflicted' }
  if (damage.some(({ kind }) => kind === 'intricate-markdown')) return { state: 'garbage' }
  const cut = earlier === undefined ? undefined : findCut(notes, earlier, options)
  if (damage.length > 0 || cut !== undefined) return { state: 'truncated', completed: cut?.completed }
  return { state: earlier !== undefined && isForeign(notes, earlier) ? 'garbage' : 'whole' }
}

/** Does the text lack records and known headings, and share no heading with an earlier text that has records? */
function isForeign({ records, sections }: Notes, earlier: Notes): boolean {
  if (records.length > 0 || earlier.records.length === 0) return false
  const titles = new Set(titlesIn(earlier.sections))
  return (
    sections.every(({ kind }) => kind === 'other' || kind === 'title') &&
    !titlesIn(sections).some(title => titles.has(title))
  )
}

const titlesIn = (sections: Notes['sections']): readonly string[] =>
  sections.flatMap(({ heading, title }) => (heading === undefined ? [] : [title.trim().toLowerCase()]))

/**
 * Completes a text that was cut off, if that is safe. Undefined when nothing suggests a cut: the last record may have
 * been removed on purpose.
 */
function findCut(
  notes: Notes,
  earlier: Notes,
  { isCommitted, ...options }: CompareOptions,
): { readonly completed: string | undefined } | undefined {
  const { document } = notes
  const text = withLineFeeds(document.text)
  const whole = withLineFeeds(earlier.document.text)
  const at = endIn(text, whole)
  if (at === undefined || at === whole.length) return undefined
  const old = whole === earlier.document.text ? earlier : readNotes(whole, options)
  // The archive does not count: it may hold records that the notes still had.
  const matched = matchRecords(old, notes)
  const behind = old.records.filter(({ span }) => span.start >= at)
  const isInLine = !text.endsWith('\n') && whole[at] !== '\n'
  const isInside = isInLine && (behind.length > 0 || whole.endsWith('\n'))
  const isBefore =
    whole.startsWith(text) &&
    !isCommitted(text) &&
    old.sections.some(section => section.span.start >= at && old.recordsOf(section).length > 0)
  if (document.damage.length === 0 && !isInside && !isBefore) return undefined
  if (behind.some(record => matched.has(record))) return { completed: undefined }
  const eol = document.text.includes('\r\n') ? '\r\n' : '\n'
  const completed = document.text + whole.slice(at).replaceAll('\n', eol)
  const after = readNotes(completed, options)
  const end = lineStartBefore(document.text, document.text.length)
  const { lost } = compareUntouched(notes, after, ({ span }) => span.end >= end)
  return { completed: lost === undefined && after.document.damage.length === 0 ? completed : undefined }
}

/** Finds where `text` stops in `whole`: it is a prefix, or its last two non-blank lines occur there once. */
function endIn(text: string, whole: string): number | undefined {
  if (whole.startsWith(text)) return text.length
  const last = lineStartBefore(text, text.trimEnd().length)
  const before = lineStartBefore(text, text.slice(0, last).trimEnd().length)
  if (before === 0) return undefined
  const lines = text.slice(before - 1)
  const at = whole.indexOf(lines)
  return at >= 0 && at === whole.lastIndexOf(lines) ? at + lines.length : undefined
}
