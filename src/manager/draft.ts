import type { NotesRecord } from '../protocol/notes.ts'
import type { Severity } from '../protocol/records/debt.ts'
import type { DecisionText } from '../protocol/records/decision.ts'
import type { SectionKind } from '../protocol/section-kind.ts'

/** What is to be written down: the fields of one record, before it has a place in a file. */
export type Draft =
  | DecisionDraft
  | {
      readonly kind: 'reference'
      readonly identifier: string
      readonly purpose: string
      readonly verified: string
    }
  | { readonly kind: 'question'; readonly title: string }
  | { readonly kind: 'goal'; readonly title: string; readonly blocking?: string; readonly dependsOn?: string }
  | DebtDraft
  | {
      readonly kind: 'blocker'
      readonly type: 'waiting' | 'blocked'
      readonly title: string
      readonly eta?: string
    }
  | {
      readonly kind: 'log'
      readonly at: string
      /** Somebody gave the time: it is not just now. */
      readonly timed?: boolean
      readonly agent: string
      readonly summary: string
    }
  | { readonly kind: 'learning'; readonly title: string }

export interface DecisionDraft extends DecisionText {
  readonly kind: 'decision' | 'archive'
  readonly at: string
  /** Somebody gave the time: it is not just now. */
  readonly timed?: boolean
  readonly title: string
  /** Kept when a decision that has one moves; otherwise given where the file numbers its decisions. */
  readonly id?: string | undefined
}

export interface DebtDraft {
  readonly kind: 'debt'
  readonly title: string
  readonly severity: Severity
  readonly foundBy: string
  readonly sprint: string
  readonly id?: string
}

export const sectionOf: Readonly<Record<Draft['kind'], SectionKind>> = {
  decision: 'decision-log',
  archive: 'decision-archive',
  reference: 'references',
  question: 'questions',
  goal: 'goals',
  debt: 'debt',
  blocker: 'blockers',
  log: 'session-log',
  learning: 'learnings',
}

/** Whether a record is the one that a draft would be: the same content twice is one record. */
export function isThere(draft: Draft, record: NotesRecord): boolean {
  return isOpen(draft, record) && identity(draft).every(field => agree(draft, record, field))
}

/** The same between two drafts of one run. */
export function sameIdentity(draft: Draft, other: Draft): boolean {
  return draft.kind === other.kind && identity(draft).every(field => agree(draft, other, field))
}

/** Whether a record says all that a draft was to say. */
function saysTheSame(draft: Draft, record: NotesRecord): boolean {
  if (!isOpen(draft, record)) return false
  // A list has no place for these: then they are not there, and the user is told.
  const columns = draft.kind === 'debt' ? DEBT_COLUMNS.filter(field => textAt(record, field) !== '') : []
  return [...said(draft), ...columns].every(field => agree(draft, record, field))
}

const DEBT_COLUMNS: readonly string[] = ['severity', 'foundBy', 'sprint']

const isOpen = (draft: Draft, record: NotesRecord): boolean =>
  draft.kind === record.kind && !('done' in record && record.done)

/** The fields by which a record is known; times and numbers are not, nor what may change while it stands. */
function identity(draft: Draft): readonly string[] {
  switch (draft.kind) {
    case 'decision':
    case 'archive':
      // In a row or a bullet, a decision that is only a title reads as both.
      return [
        'title',
        ...(draft.decision === undefined ? [] : ['decision']),
        ...(draft.rationale === undefined ? [] : ['rationale']),
      ]
    case 'reference':
      return ['identifier', 'purpose']
    case 'blocker':
      return ['type', 'title']
    case 'log':
      return ['agent', 'summary']
    case 'goal':
    case 'debt':
    case 'question':
    case 'learning':
      return ['title']
  }
}

/** All fields that have to read back as given. */
function said(draft: Draft): readonly string[] {
  if (draft.kind === 'goal') return ['title', 'blocking', 'dependsOn']
  if (draft.kind === 'blocker') return ['type', 'title', 'eta']
  const { decidedBy } = draft as { decidedBy?: string }
  return decidedBy === undefined ? identity(draft) : [...identity(draft), 'decidedBy']
}

/** Whether a field says the same in both. */
export function agree(draft: Draft, other: Draft | NotesRecord, field: string): boolean {
  return plain(textAt(draft, field)) === plain(textAt(other, field))
}

/** A field's text; empty when there is none. */
export function textAt(source: Draft | NotesRecord, field: string): string {
  const value: unknown = Object.entries(source).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

/** As it reads back: no blanks at the sides, line feeds only. */
export const plain = (text: string): string => text.trim().replaceAll(/\r\n|\r/g, '\n')

/** Whether a record holds everything that a draft was to say. */
export function holds(draft: Draft, record: NotesRecord): boolean {
  if (!saysTheSame(draft, record)) return false
  if (draft.kind !== 'decision' && draft.kind !== 'archive') return true
  if (record.kind !== draft.kind) return false
  if (draft.kind === 'decision' && record.status !== (draft.status === undefined ? 'in-force' : 'draft'))
    return false
  const scenarios = draft.scenarios.every((text, index) => plain(text) === record.scenarios[index]?.text)
  const evidence = draft.evidence.every(({ quote, place }, index) => {
    const found = record.evidence[index]
    return (quote ?? '') === (found?.quote ?? '') && (place ?? '') === (found?.locator?.text ?? '')
  })
  return scenarios && evidence && draft.scenarios.length === record.scenarios.length
}
