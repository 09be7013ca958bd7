import { agree, plain } from '../notes/kind.ts'
import type { DecisionDraft, DecisionRecord } from '../notes/kinds/decision.ts'
import {
  type Draft,
  type Finishable,
  type KindName,
  kindOf,
  type Linkable,
  type NotesRecord,
  writingOf,
} from '../notes/kinds.ts'
import type { Severity } from '../notes/text/severity.ts'
import { written } from '../notes/text/timestamp.ts'

/** A change to a notes file, independent of its current content. */
export type Intent =
  | { readonly do: 'add'; readonly draft: Draft }
  | {
      readonly do: 'finish'
      readonly kind: Finishable
      readonly which: string
      readonly how?: string | undefined
    }
  | {
      readonly do: 'annotate'
      readonly which: string
      readonly label: 'blocking' | 'depends on'
      readonly text: string
    }
  /** `force` accepts a successor that does not exist; with `isAdded`, the same change adds it. */
  | {
      readonly do: 'supersede'
      readonly which: string
      readonly by: string
      readonly force?: boolean
      readonly isAdded?: boolean
    }
  /** Sets Last Verified of a reference and, when its lines moved, their new place. */
  | { readonly do: 'stamp'; readonly which: string; readonly at: string; readonly place?: string }
  /** Without a `kind`, `which` names a record of any kind. */
  | { readonly do: 'remove'; readonly which: string; readonly kind?: KindName }
  | { readonly do: 'reopen'; readonly which: string }
  /** Sets some fields of a record, by their names in a draft of its kind. */
  | { readonly do: 'edit'; readonly which: string; readonly fields: Fields }
  /** Replaces the source of a record, if it is still `from`. */
  | { readonly do: 'rewrite'; readonly which: string; readonly from: string; readonly to: string }
  /** Replaces the quotes of a decision, by their index in its evidence. */
  | { readonly do: 'requote'; readonly which: string; readonly quotes: Requotes }
  | {
      readonly do: 'link'
      readonly kind: Linkable
      readonly where: BeadPlace
      readonly links: readonly BeadLink[]
    }
  | { readonly do: 'set-severity'; readonly which: string; readonly severity: Severity }
  | { readonly do: 'set-context'; readonly fields: ContextFields }

export type Fields = Readonly<Record<string, unknown>>

/** The place for the id of a bead: in a table column, or after the title. */
export type BeadPlace = 'column' | 'inline'

/** The id of the bead created for a record. */
export interface BeadLink {
  readonly which: string
  readonly bead: string
}

/** The fields of the active context to set. An empty string clears the field. */
export interface ContextFields {
  readonly bead?: string | undefined
  readonly checkpoint?: string | undefined
  readonly state?: string | undefined
  readonly next?: string | undefined
}

/** Is the record open, and does it have the identity of the draft? */
export const isThere = (draft: Draft, record: NotesRecord): boolean =>
  !('done' in record && record.done) && sameIdentity(draft, record)

/** Do a draft and a record have the same identity? Also compares two drafts of one run. */
export function sameIdentity(draft: Draft, other: Draft | NotesRecord): boolean {
  if (draft.kind !== other.kind) return false
  const { identity } = writingOf(draft.kind)
  const there = identity(other)
  return identity(draft).every((text, index) => text === undefined || agree(text, there[index]))
}

/**
 * Records and drafts with different keys have different identities. Grouping by key avoids comparing a run of 4,000
 * entries pair by pair.
 */
export const identityKey = (said: Draft | NotesRecord): string =>
  `${said.kind} ${plain(kindOf(said).write?.identity(said)[0] ?? '')}`

/** Does the record contain everything in the draft? */
export const holds = (draft: Draft, record: NotesRecord): boolean =>
  isThere(draft, record) && writingOf(draft.kind).says?.(draft, record) !== false

/** The cells of a draft by column name, for a table with the columns `names`. */
export const cellValues = (draft: Draft, names: readonly string[]): Readonly<Record<string, string>> =>
  writingOf(draft.kind).cells?.(draft, names) ?? textsIn(draft)

const textsIn = (draft: Draft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )

/** The text of a bullet, after the marker and the checkbox. */
export const bulletText = (draft: Draft): string => writingOf(draft.kind).bullet(draft)

/** The draft that would write a record. */
export function draftOf(record: NotesRecord): Draft {
  if (record.kind === 'decision' || record.kind === 'archive') return draftOfDecision(record)
  const { span, section, at, ...fields } = record
  const verified = 'verified' in record ? (record.verified?.text ?? '') : undefined
  return { ...writingOf(record.kind).blank, ...fields, verified } as unknown as Draft
}

export function draftOfDecision(record: DecisionRecord): DecisionDraft {
  const { kind, id, at, title, decision, rationale, evidence, scenarios, decidedBy, status } = record
  return {
    ...{ kind, id, title, rationale, decidedBy, at: written(at)?.text ?? '' },
    // In a row or bullet, a decision with only a title has the same text for title and decision.
    decision: decision === title && record.shape !== 'block' ? undefined : decision,
    evidence: evidence.map(({ quote, locator }) => ({ quote, place: locator?.text })),
    scenarios: scenarios.map(({ text }) => text),
    status: status === 'draft' ? 'Draft' : undefined,
  }
}

/** The status field of a decision that is a draft or superseded. */
export const statusSaid = ({ status, supersededBy }: DecisionRecord): string =>
  status === 'draft' ? 'Draft' : `Superseded${supersededBy === undefined ? '' : ` by ${supersededBy}`}`

/** New quotes by the index of their evidence and, where the lines moved too, their new places. */
export type Requotes = ReadonlyMap<number, { readonly quote: string; readonly place?: string }>
