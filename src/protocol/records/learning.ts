import { decodeItem, encodeItem, shieldStart } from '../inline.ts'
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

export const learningColumns = {
  id: ['id', '#'],
  title: ['learning', 'lesson', 'observation', 'insight'],
  source: ['source', 'from'],
  at: ['date', 'timestamp', 'when'],
} as const

export function readLearnings({ document, section }: Source): LearningRecord[] {
  const rows = readRows(document.text, section.blocks, learningColumns).map(
    ({ span, cells }): LearningRecord => {
      const at = timestampAtStart(cells.at ?? '')
      return { kind: 'learning', section, span, title: cells.title ?? '', ...present({ id: cells.id, at }) }
    },
  )
  const bullets = readItems(document.text, section.blocks).map(({ span, source }): LearningRecord => {
    const { at, id, rest } = splitLead(source)
    return { kind: 'learning', section, span, title: decodeItem(rest), ...present({ id, at }) }
  })
  return [...rows, ...bullets].sort((a, b) => a.span.start - b.span.start)
}

export function printLearning(fields: { title: string }): string {
  const text = encodeItem(fields.title)
  // A title that looks like a date or an id must not be read as one.
  return `- ${splitLead(text).rest === text ? text : shieldStart(text)}\n`
}
