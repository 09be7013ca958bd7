import type { Document, Span } from '../document/document.ts'
import type { Evidence } from './evidence.ts'
import type { NotesRecord } from './notes.ts'
import { present } from './records/base.ts'
import type { Section } from './section.ts'

/** First and last line, both counted from 1 and included. */
export type Lines = readonly [from: number, to: number]

export interface SectionJson {
  readonly kind: string
  readonly title: string
  readonly lines: Lines
}

/** `{kind, id?, at?, title?, lines, ...fields}`: timestamps and places as they were written. */
export interface RecordJson {
  readonly kind: string
  readonly id?: string
  readonly at?: string
  readonly title?: string
  readonly lines: Lines
  readonly [field: string]: unknown
}

export function sectionToJson(document: Document, { kind, title, span }: Section): SectionJson {
  return { kind, title, lines: linesOf(document, span) }
}

export function recordToJson(document: Document, record: NotesRecord): RecordJson {
  const { kind, id, title } = record
  const at = 'at' in record ? record.at?.text : undefined
  return {
    kind,
    ...present({ id, at, title: kind === 'context' ? undefined : title }),
    lines: linesOf(document, record.span),
    ...present(ownFields(document, record)),
  }
}

function ownFields(document: Document, record: NotesRecord): Record<string, unknown> {
  switch (record.kind) {
    case 'context': {
      const others = Object.fromEntries(record.others.map(({ name, value }) => [name, value]))
      const more = record.others.length === 0 ? {} : { others }
      return { bead: record.bead, checkpoint: record.checkpoint?.text, state: record.state, ...more }
    }
    case 'reference':
      return {
        identifier: record.identifier,
        path: record.locator !== undefined && 'path' in record.locator ? record.locator.path : undefined,
        purpose: record.purpose,
        verified: record.verified?.text,
      }
    case 'decision':
    case 'archive':
      return {
        precision: record.at?.precision,
        decision: record.decision,
        rationale: record.rationale,
        evidence: record.evidence.map(piece => evidenceToJson(document, piece)),
        scenarios: record.scenarios.map(({ text }) => text),
        decidedBy: record.decidedBy,
        status: record.status,
        supersededBy: record.supersededBy,
      }
    case 'question':
      return { done: record.done }
    case 'goal':
      return { done: record.done, blocking: record.blocking, dependsOn: record.dependsOn, bead: record.bead }
    case 'debt': {
      const { severity, severityText, foundBy, sprint, file, line, bead, done } = record
      return { severity: severity ?? severityText, foundBy, sprint, file, line, bead, done }
    }
    case 'blocker':
      return { type: record.type, eta: record.eta, done: record.done, bead: record.bead }
    case 'log':
      return { agent: record.agent, summary: record.summary }
    case 'learning':
      return {}
  }
}

function evidenceToJson(document: Document, { quote, locator, span }: Evidence): Record<string, unknown> {
  return { ...present({ quote, place: locator?.text }), lines: linesOf(document, span) }
}

function linesOf(document: Document, span: Span): Lines {
  const { from, to } = document.lines.range(span)
  return [from, to]
}
