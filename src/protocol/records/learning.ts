import { readItems } from '../items.ts'
import { readRows } from '../rows.ts'
import type { Timestamp } from '../timestamp.ts'
import { timestampAtStart } from '../timestamp.ts'
import { present, type RecordBase, type Source } from './base.ts'
import { splitLead } from './lead.ts'

/** Something worth knowing next time. */
export interface LearningRecord extends RecordBase {
  readonly kind: 'learning'
  readonly title: string
  readonly at?: Timestamp
}

const COLUMNS = {
  id: ['id', '#'],
  title: ['learning', 'lesson', 'observation', 'insight'],
  source: ['source', 'from'],
  at: ['date', 'timestamp', 'when'],
} as const

export function readLearnings({ document, section }: Source): LearningRecord[] {
  const rows = readRows(document.text, section.blocks, COLUMNS).map(({ span, cells }): LearningRecord => {
    const at = timestampAtStart(cells.at ?? '')
    return { kind: 'learning', section, span, title: cells.title ?? '', ...present({ id: cells.id, at }) }
  })
  const bullets = readItems(document.text, section.blocks).map(({ span, text }): LearningRecord => {
    const { at, id, rest } = splitLead(text)
    return { kind: 'learning', section, span, title: rest, ...present({ id, at }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

export function printLearning(fields: { title: string }): string {
  return `- ${fields.title}\n`
}
