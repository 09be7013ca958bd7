import type { Span } from '../../markdown/block.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { contextColumns, contextField, isContextName } from '../../notes/state/context-fields.ts'
import { readFields } from '../../notes/text/fields.ts'
import { isNothing, readTables } from '../../notes/text/rows.ts'
import { distinctSections } from './sections.ts'

export type ContextField = NonNullable<ReturnType<typeof contextField>>

/** An active context as written: the span of each field and of its value, which may be empty. */
export interface WrittenContext {
  readonly section: Section
  readonly values: Readonly<Partial<Record<ContextField, WrittenValue>>>
}

export interface WrittenValue {
  readonly field: Span
  readonly value: Span
}

export function writtenContexts(notes: Notes): readonly WrittenContext[] {
  const { text } = notes.document
  return distinctSections(notes)
    .filter(({ kind }) => kind === 'active-context')
    .map(section => {
      const values: Partial<Record<ContextField, WrittenValue>> = {}
      const add = (name: string, written: WrittenValue): void => {
        const field = contextField(name)
        if (field !== undefined) values[field] ??= written
      }
      for (const { name, span, value } of readFields(text, bodyOf(section), isContextName))
        add(name, { field: span, value })
      for (const { span, cells, places } of readTables(text, section.blocks, contextColumns).flatMap(
        ({ rows }) => rows,
      ))
        add((cells.field ?? '').replaceAll('*', '').toLowerCase(), {
          field: places.field ?? span,
          value: places.value ?? { start: span.end, end: span.end },
        })
      return { section, values }
    })
}

function bodyOf({ blocks, span }: Section): Span {
  const content = blocks.filter(({ type }) => type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  return { start: first?.span.start ?? span.end, end: last?.span.end ?? span.end }
}

/** The first line of a value, without the backticks and asterisks around it. */
function valueSpan(text: string, { value: { start, end } }: WrittenValue): Span {
  const line = /^[^\r\n]*/.exec(text.slice(start, end))?.[0].trimEnd() ?? ''
  const marks = /^[`*]*/.exec(line)?.[0].length ?? 0
  const inner = line.slice(marks).replace(/[`*]{1,9}$/, '')
  return { start: start + marks, end: start + marks + inner.length }
}

/** The first line of one field in each active context, shortened. Skips empty fields and comments. */
export function* contextValues(notes: Notes, field: ContextField) {
  const { text } = notes.document
  for (const { values } of writtenContexts(notes)) {
    const written = values[field]
    if (written === undefined) continue
    const span = valueSpan(text, written)
    const value = text.slice(span.start, Math.min(span.end, span.start + MAX_VALUE))
    if (!isNothing(value) && !value.startsWith('<!--')) yield { span, value }
  }
}

const MAX_VALUE = 200

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
