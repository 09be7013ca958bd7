import type { Span } from '../markdown/block.ts'
import type { Notes } from '../notes/notes.ts'
import { valueSpan, writtenContexts } from './context-fields.ts'

/** The current bead of each active context, and where it is written. */
export function currentBeads(notes: Notes): readonly { readonly id: string; readonly span: Span }[] {
  const { text } = notes.document
  return writtenContexts(notes).flatMap(({ section, values }) => {
    const record = notes.recordsOf(section).find(one => one.kind === 'context')
    const id = record?.kind === 'context' ? record.bead?.id : undefined
    if (id === undefined || values.bead === undefined) return []
    const line = valueSpan(text, values.bead)
    const at = text.indexOf(id, line.start)
    return at < 0 || at > line.end ? [] : [{ id, span: { start: at, end: at + id.length } }]
  })
}
