import type { Span } from '../../markdown/block.ts'
import { written as ownTime, type Timestamp } from '../../notes/text/timestamp.ts'
import { headingOf, loggedDecisions } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-timestamp',
  group: 'decisions',
  summary: 'Require an ISO 8601 timestamp for every decision',
  why: 'Recovery loads the latest decisions. Without comparable timestamps it cannot tell which those are.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing timestamp of this decision, expected ISO 8601 such as `2024-01-15T14:30:00Z`',
    format: 'Unexpected timestamp `{{written}}`, expected ISO 8601 such as `2024-01-15T14:30:00Z`',
  },
  examples: [
    {
      title: 'a date with a time, and a date alone',
      before:
        '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: Use A\n### 2024-01-16 - B\n**Decision**: Use B\n',
      reports: [],
    },
    {
      title: 'no timestamp',
      before: '## Decision Log\n### A\n**Decision**: Use A\n',
      reports: ['2:1 missing'],
    },
    {
      title: 'a date in the heading above, but none of its own',
      before: '## Decision Log — 2024-01-15\n### A\n**Decision**: Use A\n',
      reports: ['2:1 missing'],
    },
    {
      title: 'a date that does not exist',
      before: '## Decision Log\n### 2024-02-30 - A\n**Decision**: Use A\n',
      reports: ['2:5 format'],
    },
    {
      title: 'a space instead of the T',
      before: '## Decision Log\n### 2024-01-15 14:30Z - A\n**Decision**: Use A\n',
      reports: ['2:5 format'],
      after: '## Decision Log\n### 2024-01-15T14:30Z - A\n**Decision**: Use A\n',
    },
    {
      title: 'an approximate time, and a time without a date, in a table',
      before:
        '## Decision Log\n| Date | Decision | Rationale |\n|---|---|---|\n| 2024-01-15T~14:30Z | Use A | It holds |\n| 14:30Z | Use B | It holds |\n',
      reports: ['4:3 format', '5:3 format'],
    },
  ],
  check({ notes, text }, report) {
    for (const decision of loggedDecisions(notes)) {
      const own = ownTime(decision.at)
      if (own !== undefined && isIso(own)) continue
      const heading = headingOf(text, decision)
      if (own === undefined) {
        const span = dateLike(text, heading)
        if (span === undefined) report('missing', { span: heading })
        else report('format', { span, data: { written: text.slice(span.start, span.end) } })
        continue
      }
      const written = own.text
      const at = text.slice(heading.start, heading.end).indexOf(written)
      if (at < 0) {
        report('format', { span: heading, data: { written } })
        continue
      }
      const start = heading.start + at
      const span = { start, end: start + written.length }
      const mark = /^\d{4}-\d{2}-\d{2}([ t])\d/.exec(written)
      const edit = { span: { start: start + 10, end: start + 11 }, text: 'T' }
      report('format', { span, data: { written }, fix: mark === null ? undefined : [edit] })
    }
  },
})

function isIso({ text, precision, approximate }: Timestamp): boolean {
  return !approximate && precision !== 'time' && precision !== 'range' && text[10] !== ' ' && text[10] !== 't'
}

/** The span of an invalid date: text that looks like a date and stands where one belongs. */
function dateLike(text: string, heading: Span): Span | undefined {
  const line = text.slice(heading.start, Math.min(heading.end, heading.start + 120))
  const match = /^[#\s*|[(`-]{0,12}(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[^\s|\])*`,]{0,20})/.exec(line)
  if (match?.[1] === undefined) return undefined
  const start = heading.start + match[0].length - match[1].length
  return { start, end: start + match[1].replace(/:$/, '').length }
}
