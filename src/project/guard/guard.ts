import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import { keepSnapshot, snapshotOf } from '../../files/user/snapshot.ts'
import { fingerprints } from '../../lint/baseline.ts'
import { goneRecords } from '../../notes/gone.ts'
import { type ReadOptions, readNotes } from '../../notes/notes.ts'
import { joined, quoted, type Shown, shownLine } from '../../safety/door.ts'
import { readArchive } from '../archive/archive-file.ts'
import { linters, prepareWork, type ReadAndLint } from '../lint/linter.ts'
import type { OpenProject } from '../open.ts'
import { readOptionsOf, shownPath } from '../read.ts'
import { countRecords, type GoneRecord, toGone } from './candidates.ts'
import { keepWhatWasLost, missingRecords } from './keep-copy.ts'

/** Effects of an edit that its author may not have meant. */
export interface Guarded {
  /** The new text has no records at all, so `notes heal` replaces the file only when told to (`--apply`). */
  readonly isReplaced?: true
  /** Records of the earlier text that are now in neither the text nor the archive. */
  readonly gone: readonly GoneRecord[]
  /** Findings that the earlier text did not have, errors first. */
  readonly findings: readonly NewFinding[]
}

export interface NewFinding {
  readonly rule: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly line: number
}

export interface CompareOptions extends ReadOptions {
  /** The archive file's text: records moved there are not gone. */
  readonly archive?: string | undefined
  /** Lints a text. Without it, only records are compared. */
  readonly lint?: ReadAndLint | undefined
}

const NOTHING: Guarded = { gone: [], findings: [] }

/**
 * Compares notes before and after an edit. A record that was edited, moved, closed, superseded or archived is not gone.
 *
 * @example compareNotes(before, after).gone.map(({ title }) => title)
 */
export function compareNotes(before: string, after: string, options: CompareOptions = {}): Guarded {
  return compare(before, after, options).guarded
}

interface Compared {
  readonly guarded: Guarded
  readonly isDamaged: boolean
  readonly added?: readonly GoneRecord[]
  readonly marks?: readonly string[]
}

/** `known` holds the fingerprints of the findings before the edit, so that the earlier text is not linted again. */
function compare(
  before: string,
  after: string,
  { archive, lint, ...read }: CompareOptions,
  known?: readonly string[],
): Compared {
  if (before === after) return { guarded: NOTHING, isDamaged: false }
  const old = readNotes(before, read)
  const linted = lint?.(after)
  const now = linted?.notes ?? readNotes(after, read)
  const gone = missingRecords(old, now, archive, read).map(record => toGone(old, record))
  const isDamaged = after.trim() === '' || now.document.damage.length > 0
  const replaced =
    gone.length > 0 && now.records.length === 0 && after.trim() !== '' ? ({ isReplaced: true } as const) : {}
  if (lint === undefined || linted === undefined)
    return { guarded: { gone, findings: [], ...replaced }, isDamaged }
  const { findings } = linted
  const marks = fingerprints(linted.notes, findings)
  const there = new Set(findings.length === 0 ? [] : (known ?? marksOf(lint(before))))
  const found = findings
    .filter((_, index) => !there.has(marks[index] ?? ''))
    .map(({ rule, severity, message, span }) => ({
      rule,
      severity,
      message,
      line: linted.notes.document.lines.lineAt(span.start),
    }))
  const inOrder = [...found.filter(isError), ...found.filter(finding => !isError(finding))]
  const added = goneRecords(now, old).map(record => toGone(now, record))
  return { guarded: { gone, findings: inOrder, ...replaced }, isDamaged, added, marks }
}

const marksOf = ({ notes, findings }: ReturnType<ReadAndLint>): readonly string[] =>
  fingerprints(notes, findings)

const isError = ({ severity }: NewFinding): boolean => severity === 'error'

const MAX_FINDINGS = 5
const MAX_TITLES = 5

/**
 * Returns a notice for a model about its edit of the notes: one line for gone records, and at most five findings. Empty
 * when there is nothing to report.
 */
export function guardText(
  { gone, findings, isReplaced }: Guarded,
  { file, command = 'notes' }: GuardTextOptions,
): Shown {
  const more = findings.length - MAX_FINDINGS
  return joined(
    [
      ...(gone.length === 0
        ? []
        : [goneLine(gone, `${command} heal`, isReplaced === true ? ' --apply' : '')]),
      ...(findings.length === 0 ? [] : [shownLine(`New in ${file}:`)]),
      ...findings
        .slice(0, MAX_FINDINGS)
        .map(({ line, severity, message, rule }) =>
          shownLine(`- line ${line}: ${severity}: ${message.slice(0, 300)} (${rule})`),
        ),
      ...(more > 0 ? [shownLine(`- and ${more} more: \`${command} lint\``)] : []),
    ],
    '\n',
  )
}

export interface GuardTextOptions {
  /** The notes file, as the model knows it. */
  readonly file: string
  /** How `notes` is run in this project. */
  readonly command?: string
}

function goneLine(gone: readonly GoneRecord[], heal: string, apply: string): Shown {
  const titles = gone.slice(0, MAX_TITLES).map(({ title }) => quoted(short(title)))
  const rest = gone.length - titles.length
  return shownLine(
    `${countRecords(gone)} that used to be here ${gone.length === 1 ? 'is' : 'are'} gone: ` +
      `${titles.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}; \`${heal}${apply}\` ` +
      `${gone.length === 1 ? 'brings it' : 'brings them'} back; if removed on purpose: \`${heal} --accept\`.`,
  )
}

/** Masks before cutting: half a secret is not recognized. */
function short(title: string): string {
  const line = shownLine(title)
  return line.length <= 60 ? line : `${line.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…`
}

export interface GuardedFile {
  readonly result: Guarded
  /** Text for the model. Undefined when there is none. */
  readonly text?: Shown
  /** Records that the earlier text did not have. Missing unless the texts were linted. */
  readonly added?: readonly GoneRecord[]
}

/**
 * Compares the notes file with its last good copy, and keeps a new one. When records are gone, keeps the earlier text
 * for `notes heal`. No record counts as gone when git wrote the present version (checkout, pull, merge). Without a
 * state folder, compares nothing.
 */
export async function guardFile(
  open: OpenProject,
  { command, lint = true }: { readonly command?: string; readonly lint?: boolean } = {},
): Promise<GuardedFile> {
  const { env, project } = open
  const { file } = project
  const snapshot = snapshotOf(env, file)
  if (snapshot?.isCurrent === true) return { result: NOTHING }
  const text = isThere(file) ? readText(file).text : ''
  if (snapshot === undefined || snapshot.text === text) {
    if (text.trim() !== '') keepSnapshot(env, file, text, snapshot?.marks)
    return { result: NOTHING }
  }
  const options = {
    ...readOptionsOf(open.config.values),
    archive: readArchive(open.project),
    ...(lint ? { lint: linterFor(open, text) } : {}),
  }
  const {
    guarded: compared,
    marks,
    isDamaged,
    added = [],
  } = compare(snapshot.text, text, options, snapshot.marks)
  const isWorse = compared.gone.length > 0 || isDamaged
  const kept = isWorse && keepWhatWasLost(open, snapshot.text, text)
  const result = kept ? compared : { ...compared, gone: [] }
  keepSnapshot(env, file, text, marks)
  const said = guardText(result, { file: shownPath(open), ...(command === undefined ? {} : { command }) })
  return { result, added, ...(said === '' ? {} : { text: said }) }
}

function linterFor(open: OpenProject, text: string): ReadAndLint | undefined {
  const { file, root } = open.project
  const target = { path: file, name: pathBelow(root, file), text, fromInput: false }
  return linters(prepareWork(open, {}), [target], () => undefined)[0]?.read
}
