import { lineStartBefore, withLineFeeds } from '../markdown/scan/leaf.ts'
import { matchRecords } from '../notes/gone.ts'
import { type Notes, type ReadOptions, readNotes } from '../notes/notes.ts'
import { compareUntouched } from '../notes/untouched.ts'

/**
 * The state of a notes file. `blank`: only white space. `garbage`: not text, or nothing that belongs in notes.
 * `truncated`: it ends inside a fence, a comment or a line, or before sections that an earlier text has. Records may
 * have vanished from a `whole` file, too.
 */
export type FileState = 'missing' | 'empty' | 'blank' | 'garbage' | 'conflicted' | 'truncated' | 'whole'

interface Stated {
  readonly state: FileState
  /** A truncated text with its missing end, taken from the earlier text. */
  readonly completed?: string
}

interface CompareOptions extends ReadOptions {
  /** The newest undamaged text of the file. */
  readonly earlier: Notes | undefined
  readonly archived: Notes | undefined
  readonly isCommitted: (text: string) => boolean
}

/** `text` is an error if the file is not text, undefined without a file. */
export function stateOf(text: string | Error | undefined, options: CompareOptions): Stated {
  const { earlier } = options
  if (text === undefined) return { state: 'missing' }
  if (text instanceof Error) return { state: 'garbage' }
  if (text === '') return { state: 'empty' }
  if (text.trim() === '') return { state: 'blank' }
  const notes = readNotes(text, options)
  const { damage } = notes.document
  if (damage.some(({ kind }) => kind === 'conflict-marker')) return { state: 'conflicted' }
  if (damage.some(({ kind }) => kind === 'intricate-markdown')) return { state: 'garbage' }
  const cut = earlier === undefined ? undefined : findCut(notes, earlier, options)
  if (damage.length > 0 || cut !== undefined)
    return {
      state: 'truncated',
      ...(cut?.completed === undefined ? {} : { completed: cut.completed }),
    }
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
  { archived, isCommitted, ...options }: CompareOptions,
): { readonly completed: string | undefined } | undefined {
  const { document } = notes
  const text = withLineFeeds(document.text)
  const whole = withLineFeeds(earlier.document.text)
  const at = endIn(text, whole)
  if (at === undefined || at === whole.length) return undefined
  const old = whole === earlier.document.text ? earlier : readNotes(whole, options)
  const matched = matchRecords(old, notes, archived)
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
