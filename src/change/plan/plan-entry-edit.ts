import { NotesError } from '../../error.ts'
import type { Block } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../markdown/scan/leaf.ts'
import { isPart, partNamed } from '../../notes/decision/decision-parts.ts'
import { printDecisionFields } from '../../notes/decision/print-decision.ts'
import type { DecisionDraft, DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { ownValue, readFields } from '../../notes/text/fields.ts'
import { encodeTitle } from '../../notes/text/inline.ts'
import { shieldedTitle } from './write-lines.ts'

/** The parts of a decision in the order of the protocol. */
const PARTS = ['status', 'decision', 'rationale', 'evidence', 'scenarios', 'decidedBy'] as const

/** Sets parts of a decision under a heading: replaces the values that differ, and adds the fields that are missing. */
export function planEntryEdit(
  notes: Notes,
  record: DecisionRecord,
  from: DecisionDraft,
  to: DecisionDraft,
): Edit[] {
  const { text } = notes.document
  const entry = record.section.entries.find(({ span }) => span.start === record.span.start)
  const heading = entry?.heading
  const head = heading?.span ?? { start: record.span.start, end: lineEndAfter(text, record.span.start) }
  const fields = readFields(text, { start: head.end, end: record.span.end }, isPart)
  // Fields may be bullets.
  const last = fields.at(-1)?.span.start ?? text.length
  const mark = /^[-*+] $/.exec(text.slice(last, last + 2))?.[0] ?? ''
  const edits: Edit[] = []
  const added: string[] = []
  let at = lineEndAfter(text, head.end)
  // Prose above the first field says what was decided. Below a field, it would be part of its value.
  const prose = proseAbove(entry?.blocks ?? [], fields[0]?.span.start ?? record.span.end)
  const gap = prose === undefined ? '' : '\n'
  if (prose !== undefined) at = lineEndAfter(text, prose)
  else if (entry === undefined && fields.length === 0) at = lineEndAfter(text, record.span.end)
  const flush = (): void => {
    const start = added.length > 0 && edits.length === 0 ? gap : ''
    if (added.length > 0) edits.push({ span: { start: at, end: at }, text: start + added.splice(0).join('') })
  }
  for (const part of PARTS) {
    const [before, after] = [from, to].map(draft =>
      printDecisionFields({ evidence: [], scenarios: [], [part]: draft[part] }).trimEnd(),
    )
    const field = fields.find(({ name }) => partNamed(name) === part)
    if (field !== undefined) {
      flush()
      at = lineEndAfter(text, field.span.end)
    }
    if (before === after || after === undefined) continue
    if (field === undefined) added.push(`\n${mark}${after}`)
    else if (after === '') {
      const start = lineStartBefore(text, field.span.start)
      edits.push({ span: { start, end: nextLineStart(text, at) }, text: '' })
    } else edits.push(replaceValue(text, field.value, after))
  }
  flush()
  if (from.title !== to.title) edits.push(retitled(text, head, from.title, to.title))
  return edits
}

/** The end of the last block above an offset, apart from comments and a rule. */
const proseAbove = (blocks: readonly Block[], before: number): number | undefined =>
  blocks.findLast(({ type, span }) => span.end <= before && type !== 'comment' && type !== 'rule')?.span.end

/** Replaces the value of a field with that of a printed field. A printed list starts on a line of its own. */
function replaceValue(text: string, whole: Edit['span'], printed: string): Edit {
  const said = printed.slice(
    printed.indexOf('**: ') < 0 ? printed.indexOf('\n') : printed.indexOf('**: ') + 3,
  )
  const isList = said.startsWith('\n')
  const value = isList ? ownValue(text, whole) : whole
  const line = text.slice(lineStartBefore(text, value.start), value.start)
  const isOwnLine = line.trim() === ''
  // The span of an empty value is right after the colon of its name.
  if (value.start === value.end && !isOwnLine) return { span: value, text: isList ? said : ` ${said.trim()}` }
  return { span: value, text: isList && !isOwnLine ? said : said.trim() }
}

function retitled(text: string, head: Edit['span'], from: string, to: string): Edit {
  const line = text.slice(head.start, head.end)
  const said = encodeTitle(from)
  const at = line.lastIndexOf(said)
  if (said === '' || at < 0)
    throw new NotesError('not-written', 'The title was not found in its heading', 'Edit the file by hand', {
      span: head,
    })
  const start = head.start + at
  return { span: { start, end: start + said.length }, text: shieldedTitle(to) }
}
