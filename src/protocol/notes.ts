import { type Document, readDocument } from '../document/document.ts'
import { mayBeDecision, recast } from './dated-decisions.ts'
import { readFields } from './fields.ts'
import { detectProfile, type ProfileName } from './profile.ts'
import { type Conventions, DEFAULT_CONVENTIONS, type Source } from './records/base.ts'
import { type BlockerRecord, readBlockers } from './records/blocker.ts'
import { type ContextRecord, readContext } from './records/context.ts'
import { type DebtRecord, readDebt } from './records/debt.ts'
import type { DecisionRecord } from './records/decision.ts'
import { type LearningRecord, readLearnings } from './records/learning.ts'
import { type LogRecord, readLog } from './records/log.ts'
import { readDecisions } from './records/read-decisions.ts'
import { type ReferenceRecord, readReferences } from './records/reference.ts'
import { type GoalRecord, type QuestionRecord, readGoals, readQuestions } from './records/task.ts'
import { readTables } from './rows.ts'
import { readSections, type Section } from './section.ts'
import type { SectionKind } from './section-kind.ts'

export type NotesRecord =
  | ContextRecord
  | ReferenceRecord
  | DecisionRecord
  | QuestionRecord
  | GoalRecord
  | DebtRecord
  | BlockerRecord
  | LogRecord
  | LearningRecord

/** A notes file: its text, what its sections are for, and what it remembers, in file order. */
export interface Notes {
  readonly document: Document
  readonly profile: ProfileName
  readonly sections: readonly Section[]
  readonly records: readonly NotesRecord[]
  /** The records of one section: only that is read, when nobody asked for more yet. */
  recordsOf(section: Section): readonly NotesRecord[]
}

export interface ReadOptions {
  /** The dialect, when it is known; detected otherwise. */
  readonly profile?: ProfileName
  readonly conventions?: Conventions
  /** How many characters may be left to remark, for readers that have no time to wait; all by default. */
  readonly mostUnsure?: number
}

/** The reader of each kind of section. A new record kind is a file in `records/` and a line here. */
const READERS: Partial<Record<SectionKind, (source: Source) => readonly NotesRecord[]>> = {
  'session-continuity': readContextOf,
  'active-context': readContextOf,
  references: readReferences,
  'decision-log': readDecisions,
  'decision-archive': readDecisions,
  questions: readQuestions,
  goals: readGoals,
  debt: readDebt,
  blockers: readBlockers,
  'session-log': readLog,
  learnings: readLearnings,
}

/**
 * Reads a notes file of any profile.
 *
 * @example readNotes(text).records.filter(record => record.kind === 'decision')
 */
export function readNotes(text: string, options: ReadOptions = {}): Notes {
  const document = readDocument(text, options.mostUnsure)
  const conventions = options.conventions ?? DEFAULT_CONVENTIONS
  const named = withLogs(text, readSections(document))
  const sections = withDatedDecisions(text, named)
  const read = new Map<Section, readonly NotesRecord[]>()
  const recordsOf = (section: Section): readonly NotesRecord[] => {
    const known = read.get(section) ?? READERS[section.kind]?.({ document, section, conventions }) ?? []
    read.set(section, known)
    return known
  }
  let records: readonly NotesRecord[] | undefined
  return {
    document,
    profile: options.profile ?? detectProfile(named),
    sections,
    recordsOf,
    get records() {
      records ??= sections.flatMap(recordsOf)
      return records
    },
  }
}

/** The sections in which each kind of record is found. */
const SECTIONS: Readonly<Record<NotesRecord['kind'], readonly SectionKind[]>> = {
  context: ['session-continuity', 'active-context'],
  reference: ['references'],
  decision: ['decision-log'],
  archive: ['decision-archive'],
  question: ['questions'],
  goal: ['goals'],
  debt: ['debt'],
  blocker: ['blockers'],
  log: ['session-log'],
  learning: ['learnings'],
}

/** The records of one kind, in file order, without reading those of other kinds: a third of a short command's time. */
export function recordsOfKind<K extends NotesRecord['kind']>(
  { sections, recordsOf }: Notes,
  kind: K,
): (NotesRecord & { readonly kind: K })[] {
  return sections
    .filter(section => SECTIONS[kind].includes(section.kind))
    .flatMap(recordsOf)
    .filter((record): record is NotesRecord & { readonly kind: K } => record.kind === kind)
}

function readContextOf(source: Source): readonly NotesRecord[] {
  const context = readContext(source)
  return context === undefined ? [] : [context]
}

/** A Session Continuity that is a table of timestamp, agent and summary is the log (mount). */
const withLogs = (text: string, sections: readonly Section[]): readonly Section[] =>
  recast(sections, section =>
    section.kind === 'session-continuity' && isLogTable(text, section) ? 'session-log' : section.kind,
  )

const withDatedDecisions = (text: string, sections: readonly Section[]): readonly Section[] =>
  recast(sections, section =>
    mayBeDecision(section) && statesDecision(text, section) ? 'decision-log' : section.kind,
  )

function statesDecision(text: string, { blocks }: Section): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined) return false
  const span = { start: first.span.start, end: last.span.end }
  return readFields(text, span, () => false).some(({ name }) => name === 'decision')
}

function isLogTable(text: string, { blocks }: Section): boolean {
  const columns = { at: ['timestamp', 'date'], agent: ['agent'], summary: ['summary'] }
  const tables = readTables(text, blocks, columns)
  return tables.some(
    ({ names, rows }) => names.includes('agent') && (names.includes('summary') || rows.length > 0),
  )
}
