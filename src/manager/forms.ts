import { encodeText, shieldStart } from '../protocol/inline.ts'
import { printBlocker } from '../protocol/records/blocker.ts'
import { debtColumns } from '../protocol/records/debt.ts'
import { printDecisionFields } from '../protocol/records/decision.ts'
import { decisionColumns } from '../protocol/records/decision-lines.ts'
import { learningColumns, printLearning } from '../protocol/records/learning.ts'
import { logColumns } from '../protocol/records/log.ts'
import { referenceColumns } from '../protocol/records/reference.ts'
import { goalColumns, printGoal, printGoalCell, printQuestion } from '../protocol/records/task.ts'
import type { Columns } from '../protocol/rows.ts'
import type { DecisionDraft, Draft } from './draft.ts'

/** How a kind of record looks as a row and as a bullet. */
export interface Form {
  readonly columns: Columns<string>
  /** The heading of a table that has to be made. */
  readonly titles: readonly string[]
  /** Whether a section without any record gets a table. */
  readonly tabular: boolean
  /** Whether its records are read from tables too. */
  readonly rows: boolean
}

const decision: Form = {
  columns: decisionColumns,
  titles: ['Date', 'Decision', 'Rationale', 'Decided By'],
  tabular: false,
  rows: true,
}

export const forms: Readonly<Record<Draft['kind'], Form>> = {
  decision,
  archive: { ...decision, tabular: true, rows: true },
  reference: {
    columns: referenceColumns,
    titles: ['Identifier', 'Purpose', 'Last Verified'],
    tabular: true,
    rows: true,
  },
  question: {
    columns: { title: ['question'], status: ['status', 'answer'] },
    titles: ['Question'],
    tabular: false,
    rows: false,
  },
  goal: { columns: goalColumns, titles: ['Goal', 'Status'], tabular: false, rows: true },
  debt: {
    columns: debtColumns,
    titles: ['ID', 'Description', 'Severity', 'Found By', 'Sprint'],
    tabular: true,
    rows: true,
  },
  blocker: {
    columns: { title: ['blocker'], status: ['status'] },
    titles: ['Blocker'],
    tabular: false,
    rows: false,
  },
  log: { columns: logColumns, titles: ['Timestamp', 'Agent', 'Summary'], tabular: true, rows: true },
  learning: {
    columns: learningColumns,
    titles: ['ID', 'Learning', 'Source', 'Date'],
    tabular: false,
    rows: true,
  },
}

/** A draft's cells by column name, for a table whose columns are `names`. */
export function cellValues(draft: Draft, names: readonly string[]): Record<string, string> {
  switch (draft.kind) {
    case 'decision':
    case 'archive':
      return decisionCells(draft, names)
    case 'debt':
      return defined({ ...draft })
    case 'goal':
      return { title: printGoalCell(draft) }
    default:
      return defined({ ...draft })
  }
}

/** A draft as the text of a bullet: what stands behind the mark and the box. */
export function bulletText(draft: Draft): string {
  switch (draft.kind) {
    case 'decision':
    case 'archive':
      return `${[draft.id, draft.at].filter(part => part !== undefined).join(' ')} ${encodeText(decisionLine(draft))}`
    case 'goal':
      return unboxed(printGoal(draft))
    case 'question':
      return unboxed(printQuestion(draft))
    case 'blocker':
      return printBlocker(draft).replace(/^- /, '').trimEnd()
    case 'debt':
      return `${draft.id === undefined ? '' : `${draft.id}: `}[${draft.severity}] ${encodeText(draft.title)}`
    case 'reference':
      return `\`${draft.identifier}\` — ${encodeText(draft.purpose)}`
    case 'log':
      return `${draft.at} [${encodeText(draft.agent).replaceAll(']', '&#93;')}] ${encodeText(draft.summary)}`
    case 'learning':
      return printLearning(draft).slice(2).trimEnd()
  }
}

const unboxed = (bullet: string): string => bullet.replace(/^- \[ \] /, '').trimEnd()

function decisionCells(draft: DecisionDraft, names: readonly string[]): Record<string, string> {
  const { at, id = '', decidedBy = '', rationale = '' } = draft
  const has = (name: string): boolean => names.includes(name)
  const tail = printDecisionFields({
    ...draft,
    decision: undefined,
    rationale: has('rationale') ? undefined : draft.rationale,
    decidedBy: has('decidedBy') ? undefined : draft.decidedBy,
  }).trimEnd()
  const said = titleAndDecision(draft)
  if (has('rationale'))
    return { at, id, decidedBy, decision: said, rationale: withTail(encodeText(rationale), tail) }
  return { at, id, decidedBy, decision: withTail(said, tail) }
}

/** A decision on one line of a list: title, decision, and the other parts as fields behind it. */
function decisionLine(draft: DecisionDraft): string {
  return withTail(titleAndDecision(draft), printDecisionFields({ ...draft, decision: undefined }).trimEnd())
}

/** Both are encoded already: what stands in a cell or on a line is read a level deeper than the cell or the line. */
const withTail = (text: string, tail: string): string => (tail === '' ? text : `${text}\n${tail}`)

/** `**Title**: decision`; just the title where both say the same. */
function titleAndDecision({ title, decision = '' }: DecisionDraft): string {
  if (decision === '' || decision === title) return encodeText(title)
  const bold = encodeText(title)
    .replaceAll('*', '&#42;')
    .replace(/[.:]$/, mark => `&#${mark.charCodeAt(0)};`)
  const text = encodeText(decision)
  return `**${bold}**: ${/^[:.—–-]/.test(text) ? shieldStart(text) : text}`
}

function defined(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
