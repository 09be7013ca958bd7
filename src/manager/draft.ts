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
  | { readonly kind: 'log'; readonly at: string; readonly agent: string; readonly summary: string }
  | { readonly kind: 'learning'; readonly title: string }

export interface DecisionDraft extends DecisionText {
  readonly kind: 'decision' | 'archive'
  readonly at: string
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

/** Whether a record already says what a draft would: the same content twice is one record. */
export function saysTheSame(draft: Draft, record: NotesRecord): boolean {
  if (draft.kind !== record.kind || ('done' in record && record.done)) return false
  return wanted(draft).every(([field, value]) =>
    same(value, (record as unknown as Record<string, unknown>)[field]),
  )
}

/** The fields of a record that its content is; times and numbers are not. */
export function wanted(draft: Draft): readonly (readonly [field: string, value: string | undefined])[] {
  switch (draft.kind) {
    case 'decision':
    case 'archive':
      // In a row or a bullet, a decision that is only a title reads as both.
      return [
        ['title', draft.title],
        ...(draft.decision === undefined ? [] : [['decision', draft.decision] as const]),
        ...(draft.rationale === undefined ? [] : [['rationale', draft.rationale] as const]),
      ]
    case 'reference':
      return [
        ['identifier', draft.identifier],
        ['purpose', draft.purpose],
      ]
    case 'goal':
      return [
        ['title', draft.title],
        ['blocking', draft.blocking],
        ['dependsOn', draft.dependsOn],
      ]
    case 'debt':
    case 'question':
    case 'learning':
      return [['title', draft.title]]
    case 'blocker':
      return [
        ['type', draft.type],
        ['title', draft.title],
      ]
    case 'log':
      return [
        ['agent', draft.agent],
        ['summary', draft.summary],
      ]
  }
}

const same = (wish: string | undefined, found: unknown): boolean =>
  plain(wish ?? '') === plain(typeof found === 'string' ? found : '')

/** As it reads back: no blanks at the sides, line feeds only. */
export const plain = (text: string): string => text.trim().replaceAll(/\r\n|\r/g, '\n')
