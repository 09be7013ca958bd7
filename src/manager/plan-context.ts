import type { Edit } from '../document/edit.ts'
import { lineEndAfter } from '../document/leaf.ts'
import { type Field, readFields } from '../protocol/fields.ts'
import { encodeText } from '../protocol/inline.ts'
import type { Notes } from '../protocol/notes.ts'
import { CONTEXT_FIELDS, contextField } from '../protocol/records/context.ts'
import type { Section } from '../protocol/section.ts'
import type { ContextFields } from './intent.ts'
import { below } from './place.ts'

/** Sets fields of the active context where they stand; writes those that are not there in the protocol's form. */
export function planContext({ document }: Notes, section: Section, fields: ContextFields): Edit[] {
  const { text } = document
  const content = section.blocks.filter(({ type }) => type !== 'comment')
  const [first, last] = [content[0], content.at(-1)]
  const there =
    first && last
      ? readFields(
          text,
          { start: first.span.start, end: last.span.end },
          name => contextField(name) !== undefined,
        )
      : []
  const edits: Edit[] = []
  const missing: string[] = []
  for (const name of ['bead', 'checkpoint', 'state'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    const field = there.find(candidate => contextField(candidate.name) === name)
    if (field === undefined) missing.push(`- **${CONTEXT_FIELDS[name]}**: ${encodeText(value)}`)
    else edits.push(setField(text, field, encodeText(value)))
  }
  const anchor = (last ?? section.blocks.at(-1) ?? section.heading)?.span ?? section.span
  return missing.length === 0 ? edits : [...edits, below(text, anchor, missing)]
}

function setField(text: string, { span, value }: Field, written: string): Edit {
  if (value.start < value.end) return { span: value, text: written }
  // An empty value is found behind the blank lines that follow it; it is to stand behind its name.
  const at = lineEndAfter(text, span.start)
  const glued = !/[ \t]/.test(text[at - 1] ?? ' ')
  return { span: { start: at, end: at }, text: glued ? ` ${written}` : written }
}
