import { basename } from 'node:path'
import { type Document, readDocument } from '../markdown/document.ts'
import { isLogList, isLogProse, isPackageList, isPlan, kindInContent } from './content-kind.ts'
import { type Conventions, DEFAULT_CONVENTIONS } from './conventions.ts'
import { mayBeDecision, recast } from './decision/dated-decisions.ts'
import { type AnyKind, allKinds, type KindName, type NotesRecord, type RecordOf } from './kinds.ts'
import { statesDecision, withLabelledParts } from './labelled-parts.ts'
import { detectProfile, type ProfileName } from './profile.ts'
import { readSections, type Section } from './section.ts'
import { kindInWords, readHeadingName, type SectionKind } from './section-kind.ts'
import { namesNextStep } from './state/read-context.ts'
import { readTables } from './text/rows.ts'

export * from './kinds.ts'

/** A notes file: its text, the meaning of its sections, and its records, in file order. */
export interface Notes {
  readonly document: Document
  readonly profile: ProfileName
  readonly sections: readonly Section[]
  readonly records: readonly NotesRecord[]
  /** The records of one section. Reads only that section, unless it has been read before. */
  recordsOf(section: Section): readonly NotesRecord[]
}

export interface ReadOptions {
  /** The dialect, if known. Detected otherwise. */
  readonly profile?: ProfileName
  readonly conventions?: Conventions
  /** Recognizes a section only by a known heading or its checkboxes, not by other words or content. */
  readonly knownNames?: boolean
  /** Maximum characters to leave to remark, for callers that cannot wait. Unlimited by default. */
  readonly maxUnsure?: number
}

/** The kind of record held by each kind of section. */
const HELD: ReadonlyMap<string, AnyKind> = new Map(
  allKinds.flatMap(([, kind]) => Object.keys(kind.sections).map(section => [section, kind])),
)

/**
 * Reads a notes file of any profile.
 *
 * @example readNotes(text).records.filter(record => record.kind === 'decision')
 */
export function readNotes(text: string, options: ReadOptions = {}): Notes {
  const document = readDocument(text, options.maxUnsure)
  const conventions = options.conventions ?? DEFAULT_CONVENTIONS
  const { knownNames = false } = options
  const found = readSections(document, knownNames)
  const named = withKindsByContent(text, withLabelledParts(text, found), knownNames)
  const sections = withDatedDecisions(text, named)
  const read = new Map<Section, readonly NotesRecord[]>()
  const recordsOf = (section: Section): readonly NotesRecord[] => {
    const known =
      read.get(section) ??
      withDate(section, HELD.get(section.kind)?.read({ document, section, conventions }) ?? [])
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

/**
 * Reads a notes file for a linter. In a file of the `sam` profile, a section that users have added under a heading of
 * their own wording need not follow the rules for the protocol's sections.
 */
export function readToLint(text: string, options: ReadOptions = {}): Notes {
  const notes = readNotes(text, options)
  const isOwn = ({ heading, title, kind, isPart }: Section): boolean =>
    heading !== undefined && kind !== 'title' && !isPart && kind !== readHeadingName(title).kind
  const mayDiffer = notes.profile === 'sam' && notes.sections.some(isOwn)
  return mayDiffer ? readNotes(text, { ...options, profile: 'sam', knownNames: true }) : notes
}

/**
 * Gives undated records the date of their section. Readers of decisions set that date themselves, since copying a
 * decision would read the parts that are meant to be read lazily.
 */
function withDate({ date }: Section, records: readonly NotesRecord[]): readonly NotesRecord[] {
  if (date === undefined) return records
  return records.map(record => ('at' in record ? record : { ...record, at: date }))
}

/** The records of one kind, in file order. Leaves other kinds unread, which saves a third of a short command's time. */
export function recordsOfKind<K extends KindName>(notes: Notes, kind: K): RecordOf<K>[] {
  return recordsOfKinds(notes, [kind]).filter(
    (record): record is NotesRecord & RecordOf<K> => record.kind === kind,
  )
}

export function recordsOfKinds({ sections, recordsOf }: Notes, names: readonly string[]): NotesRecord[] {
  const wanted = new Set(
    allKinds.filter(([name]) => names.includes(name)).flatMap(([, kind]) => Object.keys(kind.sections)),
  )
  return sections.filter(section => wanted.has(section.kind)).flatMap(recordsOf)
}

/** Gives sections the kind that their content shows, where their headings suggest another or none. */
function withKindsByContent(
  text: string,
  sections: readonly Section[],
  knownNames: boolean,
): readonly Section[] {
  // In a file titled `Notes and gotchas`, the list below a heading such as `Authentication` holds learnings.
  let known: boolean | undefined
  const isOfLearnings = (): boolean => {
    known ??= kindInWords(sections.find(({ kind }) => kind === 'title')?.title ?? '') === 'learnings'
    return known
  }
  const holdsLearnings = ({ kind, at, blocks }: Section): boolean =>
    kind === 'other' &&
    at === undefined &&
    !knownNames &&
    blocks.some(({ type }) => type === 'list') &&
    isOfLearnings()
  const otherwise = (section: Section): SectionKind =>
    holdsLearnings(section)
      ? 'learnings'
      : isStory(section) && isPlan(section.blocks)
        ? 'goals'
        : section.kind
  return recast(sections, section =>
    isLog(text, section)
      ? 'session-log'
      : isPackageList(text, section)
        ? 'other'
        : (kindInContent(text, section, knownNames) ?? otherwise(section)),
  )
}

/**
 * A Session Continuity with a table of timestamp, agent and summary is the session log (profile `mount`). So are the
 * dated headings below a Session Continuity, and headings such as `## Session 12 Summary (2026-01-18)`.
 */
function isLog(text: string, section: Section): boolean {
  const { kind, at, parent, title } = section
  if (kind === 'other' && readHeadingName(title).kind === 'session-log' && isLogList(text, section))
    return true
  // In a development log, `### Gunsmith panel` below `## 2026-02-28 — Session of Jeff` belongs to the log.
  if (
    kind === 'other' &&
    at === undefined &&
    parent?.kind === 'session-log' &&
    isGroup(parent) &&
    isLogTitle(parent.parent)
  )
    return (
      section.blocks.length > 0 && readHeadingName(title).kind === 'other' && kindInWords(title) === undefined
    )
  if (kind === 'other')
    return (
      at !== undefined &&
      !statesDecision(text, section) &&
      (parent?.kind === 'session-continuity' ||
        parent?.kind === 'session-log' ||
        isLogTitle(parent) ||
        /^\W*session\b/i.test(title))
    )
  return (
    kind === 'session-continuity' &&
    (isLogTable(text, section) || isLogList(text, section) || isLogProse(text, section))
  )
}

/** Is this a log or a state? Unticked boxes in one are goals: those below `Next`, too, make up the next step. */
const isStory = ({ kind, isPart, title }: Section): boolean =>
  !isPart && (kind === 'session-log' || (kind === 'active-context' && !namesNextStep(title)))

const isLogTitle = (section: Section | undefined): boolean =>
  section?.kind === 'title' && kindInWords(section.title) === 'session-log'

/** Is this a heading whose rows are below it: bullets below a bare date, or headings of their own? */
const isGroup = ({ rest, blocks }: Section): boolean => rest === '' || blocks.length === 0

const withDatedDecisions = (text: string, sections: readonly Section[]): readonly Section[] =>
  recast(sections, section =>
    mayBeDecision(section) && statesDecision(text, section) ? 'decision-log' : section.kind,
  )

function isLogTable(text: string, { blocks }: Section): boolean {
  const columns = { at: ['timestamp', 'date'], agent: ['agent'], summary: ['summary'] }
  const tables = readTables(text, blocks, columns)
  return tables.some(
    ({ names, rows }) => names.includes('agent') && (names.includes('summary') || rows.length > 0),
  )
}

/**
 * Is this a notes file, judging by its name, a known heading or label, or dated decisions or log entries? Other files
 * are neither quoted nor written. A heading such as `Bugs we know`, which is understood by its words, does not count: a
 * README may have one, too.
 */
export const isNotesFile = (file: string, text: string): boolean =>
  NAMED.test(basename(file)) ||
  readNotes(text).sections.some(({ kind, heading, title, at, parent }) =>
    heading === undefined
      ? parent !== undefined && kind !== 'other'
      : kind !== 'title' &&
        (readHeadingName(title).kind !== 'other' ||
          ((kind === 'decision-log' || kind === 'session-log') && at !== undefined)),
  )

/** Matches the names of notes files, also those that other tools write. */
const NAMED =
  /notes|(?:continuity|devlog|handoff|handover|journal|ledger|memory|plan|progress|scratchpad|session|state|status|tasks?|todo|worklog)[^.]*\.(?:md|markdown|txt)$/i
