import { decodeText } from '../inline.ts'
import { readItems } from '../items.ts'
import { readRows } from '../rows.ts'
import { type Timestamp, timestampAtStart } from '../timestamp.ts'
import { present, type RecordBase, type Source } from './base.ts'
import { splitLead } from './lead.ts'

/** A handoff: who did what, when. */
export interface LogRecord extends RecordBase {
  readonly kind: 'log'
  readonly at?: Timestamp
  readonly agent?: string
  readonly summary: string
}

export const logColumns = {
  at: ['timestamp', 'date', 'when', 'time'],
  agent: ['agent', 'by', 'who', 'author', 'event'],
  summary: ['summary', 'outcome', 'details', 'notes', 'what', 'description'],
} as const

export function readLog({ document, section }: Source): LogRecord[] {
  const rows = readRows(document.text, section.blocks, logColumns).map(({ span, cells }): LogRecord => {
    const at = timestampAtStart(cells.at ?? '')
    return {
      kind: 'log',
      section,
      span,
      summary: cells.summary ?? '',
      ...present({ at, agent: cells.agent }),
    }
  })
  const bullets = readItems(document.text, section.blocks).map(({ span, source }): LogRecord => {
    const { at, rest } = splitLead(source)
    const agent = at === undefined ? null : /^\[([^\]]{1,200})\][ \t]+(?=\S)/.exec(rest)
    const summary = decodeText(rest.slice(agent?.[0].length ?? 0))
    return { kind: 'log', section, span, summary, ...present({ at, agent: decodeText(agent?.[1] ?? '') }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}
