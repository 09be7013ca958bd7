import { encodeTitle, shieldStart } from '../protocol/inline.ts'
import type { DecisionDraft } from '../protocol/kinds/decision.ts'
import { splitLead } from '../protocol/records/lead.ts'
import { printDecisionFields } from '../protocol/records/print-decision.ts'
import type { Section } from '../protocol/section.ts'

/** A decision as a heading with fields below it, its heading written as those next door. */
export function printEntry(section: Section, draft: DecisionDraft, asSection: boolean): string {
  // A dated section without the decision itself would be read as a list of decisions.
  if (asSection)
    return `${datedHeading(section, draft)}\n\n${printDecisionFields({ ...draft, decision: draft.decision ?? draft.title })}`
  const fields = printDecisionFields(draft)
  const neighbour = section.entries.at(-1)
  const depth = neighbour?.heading.depth ?? Math.min(6, section.depth + 1)
  const { separator, dateOnly } = headingStyle(neighbour?.title)
  const at = dateOnly ? draft.at.slice(0, 10) : draft.at
  const lead = draft.id === undefined ? at : `${draft.id}${separator}${at}`
  return `${'#'.repeat(depth)} ${lead}${separator}${shieldedTitle(draft.title)}\n${fields}`
}

/** A title that begins like a date or an id must not be read as one. */
function shieldedTitle(title: string): string {
  const text = encodeTitle(title)
  return splitLead(text).rest === text ? text : shieldStart(text)
}

/** What stands between date and title, and how precise the date is. */
function headingStyle(title: string | undefined): { separator: string; dateOnly: boolean } {
  const lead = title === undefined ? undefined : splitLead(title)
  if (title === undefined || lead?.at === undefined) return { separator: ' - ', dateOnly: false }
  const end = title.indexOf(lead.at.text) + lead.at.text.length
  const separator = /^(?:\s+[-—–·|]+\s+|:\s+)/.exec(title.slice(end))?.[0] ?? ' - '
  return { separator, dateOnly: lead.at.precision === 'date' }
}

/** `## Decision Log — 2026-05-12 (title)`: brackets only around a title that has none itself. */
function datedHeading(section: Section, { at, title }: DecisionDraft): string {
  const name = section.title.slice(0, section.title.search(/\s*[—–(-]|\s+\d{4}-/)).trim()
  const said = /[()[\]]/.test(title) ? ` — ${encodeTitle(title)}` : ` (${encodeTitle(title)})`
  return `${'#'.repeat(section.depth)} ${name} — ${at.slice(0, 10)}${said}`
}
