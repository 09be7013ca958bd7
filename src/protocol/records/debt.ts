import { idLength } from '../id-template.ts'
import { decodeCell, decodeItem } from '../inline.ts'
import { readItems } from '../items.ts'
import { readRows } from '../rows.ts'
import { type Conventions, present, type RecordBase, type Source } from './base.ts'
import { beadId } from './context.ts'

/** Something found on the way that will need attention. */
export interface DebtRecord extends RecordBase {
  readonly kind: 'debt'
  readonly title: string
  readonly severity?: Severity
  /** The severity as written, when it is none of the four. */
  readonly severityText?: string
  readonly foundBy?: string
  readonly sprint?: string
  readonly file?: string
  readonly line?: string
  /** The issue that it became. */
  readonly bead?: string
  readonly done: boolean
}

export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'

export const debtColumns = {
  id: ['id', '#'],
  title: ['description', 'issue', 'item', 'debt', 'what', 'summary'],
  severity: ['severity', 'priority', 'level'],
  foundBy: ['found by', 'by', 'agent', 'source', 'owner'],
  sprint: ['sprint', 'cycle', 'when', 'date'],
  file: ['file', 'path', 'location'],
  line: ['line', 'lines'],
  status: ['status', 'state'],
  bead: ['bead', 'issue id', 'ticket'],
} as const

export function readDebt({ document, section, conventions }: Source): DebtRecord[] {
  const rows = readRows(document.text, section.blocks, debtColumns).map(
    ({ span, cells, sources }): DebtRecord => {
      const struck = /^~~(.*)~~(?: — .*)?$/s.exec(sources.title ?? '')
      const title = struck?.[1] === undefined ? (cells.title ?? '') : decodeCell(struck[1])
      return {
        kind: 'debt',
        section,
        span,
        title,
        done: struck !== null || /^\W*(?:done|resolved|fixed|closed)/i.test(cells.status ?? ''),
        ...present({
          id: (cells.id ?? '').replaceAll(/[`*~]/g, ''),
          ...severityFields(cells.severity),
          foundBy: cells.foundBy,
          sprint: cells.sprint,
          file: cells.file,
          line: cells.line,
          bead:
            cells.bead === undefined
              ? beadId(title, conventions.beadPrefixes)
              : cellBead(cells.bead, conventions),
        }),
      }
    },
  )
  const bullets = readItems(document.text, section.blocks).map(({ span, source, done }): DebtRecord => {
    const { id, severity, title: said } = readBullet(source, conventions)
    const title = decodeItem(said)
    const bead = beadId(title, conventions.beadPrefixes)
    return { kind: 'debt', section, span, title, done, ...present({ id, ...severityFields(severity), bead }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

/** A column of its own says that it is an id: any prefix of lower-case letters will do, so a workspace needs no setting. */
const cellBead = (cell: string, { beadPrefixes }: Conventions): string | undefined =>
  beadId(cell, beadPrefixes) ?? /^[`[(]*([a-z][a-z0-9-]*-[a-z0-9]+(?:\.\d+)*)/.exec(cell)?.[1]

const SEVERITY = /^\*{0,3}[[(]?\*{0,3}(CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])\*{0,3}[\])]?:?\*{0,3}[\s:—–-]+/

/** `TD-001: text`, `[HIGH] text`, `**TD-001** (HIGH) — text`: id and severity, in either order, when there. */
function readBullet(
  text: string,
  conventions: Conventions,
): { id?: string; severity?: string; title: string } {
  let [rest, id, severity]: [string, string | undefined, string | undefined] = [text, undefined, undefined]
  for (let turn = 0; turn < 2; turn++) {
    const bare = rest.replace(/^[*`[]+/, '')
    const length = id === undefined ? idLength(bare, conventions.debtIds) : 0
    if (length > 0) {
      id = bare.slice(0, length)
      rest = bare.slice(length).replace(/^[*`\]]*[\s:—–-]*/, '')
      continue
    }
    const found: RegExpExecArray | null = severity === undefined ? SEVERITY.exec(rest) : null
    severity = found?.[1] ?? severity
    rest = rest.slice(found?.[0].length ?? 0)
  }
  return { title: rest.trim(), ...present({ id, severity }) }
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map([
  ['CRITICAL', 'CRITICAL'],
  ['P0', 'CRITICAL'],
  ['HIGH', 'HIGH'],
  ['P1', 'HIGH'],
  ['MEDIUM', 'MEDIUM'],
  ['MED', 'MEDIUM'],
  ['P2', 'MEDIUM'],
  ['LOW', 'LOW'],
  ['P3', 'LOW'],
  ['P4', 'LOW'],
])

function severityFields(text: string | undefined): { severity?: Severity; severityText?: string } {
  if (text === undefined || text === '') return {}
  const severity = SEVERITIES.get(text.replaceAll(/[^A-Za-z0-4]/g, '').toUpperCase())
  return severity === undefined ? { severityText: text } : { severity }
}
