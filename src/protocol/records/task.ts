import { decodeItem, decodeText, encodeItem, encodeText } from '../inline.ts'
import { encodeNote, readItems, shieldNotes, splitNotes } from '../items.ts'
import { isNothing, readRows } from '../rows.ts'
import { present, type RecordBase, type Source } from './base.ts'

/** Something to be answered in a later session. */
export interface QuestionRecord extends RecordBase {
  readonly kind: 'question'
  readonly title: string
  readonly done: boolean
}

/** A sub-goal, and what it waits for. */
export interface GoalRecord extends RecordBase {
  readonly kind: 'goal'
  readonly title: string
  readonly done: boolean
  readonly blocking?: string
  readonly dependsOn?: string
  /** The issue that it became. */
  readonly bead?: string
}

export function readQuestions({ document, section }: Source): QuestionRecord[] {
  return readItems(document.text, section.blocks).map(({ span, text, done }) => ({
    kind: 'question',
    section,
    span,
    title: text,
    done,
  }))
}

export const goalColumns = {
  title: ['goal', 'sub-goal', 'objective', 'description'],
  status: ['status', 'state'],
  notes: ['notes', 'evidence', 'details'],
} as const

/** What may stand in parentheses at the end of a goal. */
export const GOAL_NOTES: readonly string[] = ['blocking', 'blocked by', 'depends on', 'bead']

export function readGoals({ document, section }: Source): GoalRecord[] {
  const bullets = readItems(document.text, section.blocks).map(({ span, source, done }): GoalRecord => {
    const { text, notes } = splitNotes(source, GOAL_NOTES)
    return { kind: 'goal', section, span, title: decodeItem(text), done, ...waitsOf(notes) }
  })
  const rows = readRows(document.text, section.blocks, goalColumns)
    .filter(({ cells }) => !isNothing(cells.title ?? ''))
    .map(({ span, cells }): GoalRecord => {
      const done = /^\W*(?:done|complete|achieved|met|closed)/i.test(cells.status ?? '')
      const { text, notes } = splitNotes(cells.title ?? '', GOAL_NOTES)
      return { kind: 'goal', section, span, title: decodeText(text), done, ...waitsOf(notes) }
    })
  return [...bullets, ...rows].sort((a, b) => a.span.start - b.span.start)
}

function waitsOf(notes: ReadonlyMap<string, string>) {
  const decoded = (note = ''): string => decodeText(note)
  return present({
    blocking: decoded(notes.get('blocking') ?? notes.get('blocked by')),
    dependsOn: decoded(notes.get('depends on')),
    bead: decoded(notes.get('bead')),
  })
}

export function printQuestion(fields: { title: string; done?: boolean }): string {
  return `- [${fields.done === true ? 'x' : ' '}] ${encodeItem(fields.title)}\n`
}

interface GoalText {
  readonly title: string
  readonly blocking?: string
  readonly dependsOn?: string
}

export function printGoal(fields: GoalText & { done?: boolean }): string {
  return `- [${fields.done === true ? 'x' : ' '}] ${withWaits(encodeItem(fields.title), fields)}\n`
}

/** The same as the text of a cell, where nothing at its start is special. */
export const printGoalCell = (fields: GoalText): string => withWaits(encodeText(fields.title), fields)

function withWaits(title: string, fields: GoalText): string {
  const blocking = fields.blocking === undefined ? '' : ` (blocking: ${encodeNote(fields.blocking)})`
  const dependsOn = fields.dependsOn === undefined ? '' : ` (depends on: ${encodeNote(fields.dependsOn)})`
  return `${shieldNotes(title, GOAL_NOTES)}${blocking}${dependsOn}`
}
