import type { Span } from '../markdown/block.ts'
import { type Document, slice } from '../markdown/document.ts'
import { applyEdits, type Edit } from '../markdown/edit.ts'
import { lineEndAfter, lineStartBefore } from '../markdown/scan/leaf.ts'
import type { Notes, NotesRecord } from '../notes/notes.ts'
import { compareUntouched } from '../notes/untouched.ts'
import { bodies } from './facts/sections.ts'
import { looseRows } from './facts/tables.ts'
import type { Finding, FixKind } from './rule.ts'

/** A text with its findings, computed again after every fix. */
export interface Linted {
  readonly notes: Notes
  readonly findings: readonly Finding[]
}

export interface Fixed {
  readonly text: string
  readonly applied: readonly Finding[]
  /** Fixes that failed verification; their findings stay. */
  readonly dropped: readonly Finding[]
}

/** A fix may enable others (join a row, then fix its width), but not endlessly. */
const MAX_ROUNDS = 10

/**
 * Applies fixes of the allowed kinds and verifies each on the real file: its finding is gone, no new one appeared,
 * and every record it did not touch is byte-identical. A fix that fails verification is dropped.
 */
export function fixAll(text: string, read: (text: string) => Linted, kinds: readonly FixKind[]): Fixed {
  const applied: Finding[] = []
  const dropped = new Map<string, Finding>()
  let current = read(text)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixable = current.findings.filter(
      finding =>
        finding.fix !== undefined &&
        kinds.includes(finding.fix.kind) &&
        !dropped.has(keyOf(current, finding)),
    )
    const chosen = withoutOverlaps(fixable)
    if (chosen.length === 0) break
    const together = attempt(current, chosen, read)
    if (together !== undefined) {
      current = together
      applied.push(...chosen)
      continue
    }
    // Together they fail, so try them one by one: a bad fix must not block the good ones.
    const single = chosen.length === 1 ? undefined : firstThatHolds(current, chosen, read)
    for (const finding of single?.failed ?? chosen) dropped.set(keyOf(current, finding), finding)
    if (single?.held === undefined) continue
    applied.push(single.finding)
    current = single.held
    round--
  }
  return { text: current.notes.document.text, applied, dropped: [...dropped.values()] }
}

function firstThatHolds(current: Linted, findings: readonly Finding[], read: (text: string) => Linted) {
  const failed: Finding[] = []
  for (const finding of findings) {
    const held = attempt(current, [finding], read)
    if (held !== undefined) return { finding, held, failed }
    failed.push(finding)
  }
  return undefined
}

function withoutOverlaps(findings: readonly Finding[]): readonly Finding[] {
  const chosen: Finding[] = []
  let end = -1
  for (const finding of findings) {
    const edits = editsOf([finding])
    const from = Math.min(...edits.map(({ span }) => span.start))
    if (from <= end) continue
    chosen.push(finding)
    end = Math.max(...edits.map(({ span }) => span.end))
  }
  return chosen
}

const editsOf = (findings: readonly Finding[]): readonly Edit[] =>
  findings.flatMap(({ fix }) => fix?.edits ?? [])

function attempt(
  before: Linted,
  findings: readonly Finding[],
  read: (text: string) => Linted,
): Linted | undefined {
  const { text } = before.notes.document
  const edits = editsOf(findings)
  const result = applyEdits(text, edits)
  if (result === text) return undefined
  const after = read(result)
  return findingsShrank(before, after, findings) && recordsStand(before.notes, after.notes, edits)
    ? after
    : undefined
}

/**
 * Are the fixed findings gone, without any new ones? New findings are accepted if they are about rows that could not be
 * read before.
 */
function findingsShrank(before: Linted, after: Linted, fixed: readonly Finding[]): boolean {
  const left = new Map<string, number>()
  const count = (finding: Finding, by: number): void => {
    const key = sameKey(finding)
    left.set(key, (left.get(key) ?? 0) + by)
  }
  for (const finding of before.findings) count(finding, 1)
  for (const finding of fixed) count(finding, -1)
  for (const finding of after.findings) count(finding, -1)
  if ([...left.values()].every(balance => balance >= 0)) return true
  const isRevealed = revealed(before.notes, after.notes)
  const fixedKeys = new Set(fixed.map(sameKey))
  // A fixed finding must be gone: it does not count as revealed if it reappears elsewhere.
  for (const finding of after.findings)
    if (!fixedKeys.has(sameKey(finding)) && isRevealed(finding)) count(finding, 1)
  return [...left.values()].every(balance => balance >= 0)
}

/** Identifies a finding without its figures: sizes and line numbers change with every fix. */
function sameKey({ rule, id, data }: Finding): string {
  const words = Object.entries(data).filter(([, value]) => typeof value === 'string')
  return `${rule} ${id} ${words.map(([name, value]) => `${name}=${value}`).join(' ')}`
}

/** Are all records that no edit touches still there, byte for byte? */
function recordsStand(before: Notes, after: Notes, edits: readonly Edit[]): boolean {
  const isTouched = ({ span }: NotesRecord): boolean =>
    edits.some(edit => edit.span.start <= span.end && span.start <= edit.span.end)
  return compareUntouched(before, after, isTouched).lost === undefined
}

/** Identifies a finding in later rounds, wherever it is by then. */
function keyOf({ notes }: Linted, { rule, id, message, span }: Finding): string {
  return `${rule} ${id} ${message} ${slice(notes.document, span)}`
}

/**
 * Distinguishes findings that a fix revealed from those that it caused. A revealed finding is about rows that existed
 * before but that no rule could read, because they were cut off from their table or had shifted cells. Or it is about
 * the section that now contains such rows (their order, duplicates), on a line that existed before.
 */
export function revealed(before: Notes, after: Notes): (finding: Finding) => boolean {
  const hidden = new Set(misreadRows(before).map(span => lineAt(before.document, span.start)))
  if (hidden.size === 0) return () => false
  const lineOf = ({ start }: Span): string => lineAt(after.document, start)
  const sections = new Set(
    after.records.filter(({ span }) => hidden.has(lineOf(span))).map(({ section }) => section.span),
  )
  const known = new Set(before.document.text.split(/\r\n|\n|\r/).map(plain))
  return ({ span }) =>
    hidden.has(lineOf(span)) ||
    (known.has(lineOf(span)) &&
      [...sections].some(({ start, end }) => start <= span.start && span.start < end))
}

/** Rows that Markdown does not parse as part of a table, and rows with excess cells, which it drops. */
function misreadRows(notes: Notes): readonly Span[] {
  const tables = bodies(notes)
    .flatMap(({ blocks }) => blocks)
    .filter(block => block.type === 'table')
  return [
    ...looseRows(notes).flatMap(({ lines }) => lines),
    ...tables.flatMap(({ header, rows }) =>
      rows.filter(({ cells }) => cells.length > header.cells.length).map(({ span }) => span),
    ),
  ]
}

const lineAt = ({ text }: Document, at: number): string =>
  plain(text.slice(lineStartBefore(text, at), lineEndAfter(text, at)))

/** A row stays the same row when its pipes are escaped. */
const plain = (line: string): string => line.replaceAll('\\', '').trim()
