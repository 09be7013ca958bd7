import type { Span } from '../../markdown/block.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { firstLine, lineEndAfter } from '../../markdown/scan/leaf.ts'
import { isOwnSection } from '../../notes/decision/dated-decisions.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { type Field, readFields } from '../../notes/text/fields.ts'
import { maskSecrets } from '../../safety/secrets.ts'

export const isDecision = (record: NotesRecord): record is DecisionRecord =>
  record.kind === 'decision' || record.kind === 'archive'

export const decisionsIn = (notes: Notes | undefined): readonly DecisionRecord[] =>
  (notes?.records ?? []).filter(isDecision)

/**
 * The decisions of the log. Leaves out archived ones, which are kept as they were, and those that are a section of
 * their own, which have a free form.
 */
export const loggedDecisions = oncePer(({ records }: Notes): readonly LoggedDecision[] =>
  records.filter(isLogged),
)

const isLogged = (record: NotesRecord): record is LoggedDecision =>
  record.kind === 'decision' && !isOwnSection(record)

type LoggedDecision = DecisionRecord & { readonly kind: 'decision' }

/** A decision's first line: its heading, its row, or the start of its bullet. */
export function headingOf(text: string, { span }: DecisionRecord): Span {
  return firstLine(text, span)
}

/** Does the decision have its parts as fields below a heading? */
export const hasFields = ({ shape }: DecisionRecord): boolean => shape === 'block' || shape === 'section'

/** The first field of a decision with one of these names. */
export function fieldOf(text: string, { span }: DecisionRecord, names: readonly string[]): Field | undefined {
  const body = { start: Math.min(span.end, lineEndAfter(text, span.start)), end: span.end }
  return readFields(text, body, name => names.includes(name)).find(({ name }) => names.includes(name))
}

/** Normalizes text for comparison: ignores case, white space, emphasis and invisible characters. */
export const plainWords = (text: string): string =>
  (MARKED.test(text) ? text.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ') : text).trim().toLowerCase()

/** Most text contains none of these, and one test takes a fifth of the time of two replacements. */
const MARKED = /[*_`~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\S ]| {2}/

const UNSEEN = /[*_`~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Normalizes words for comparison with the committed version. Of a path, only the file name counts, so that its folders
 * may be corrected.
 */
export const pastWords = (text: string): string =>
  plainWords(
    /[\\/]/.test(text) ? text.replaceAll(/(?:\$\{PROJECT_ROOT\}|[\w.~:@+-]+)?[\\/]+(?=[\w.-])/gi, '') : text,
  )

const MAX_NAME = 60

/** Names a past record in a few words. Masks secrets: the record may have been removed because of one. */
export function shortName(at: string | undefined, words: string): string {
  const plain = maskSecrets(words)
    .replaceAll(/[`\s]+/g, ' ')
    .trim()
  const short = plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain
  return [at, short].filter(part => part !== undefined && part !== '').join(' ')
}
