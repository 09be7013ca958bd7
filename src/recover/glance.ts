/**
 * Reads what level 1 needs from a file in the protocol's own shape, line by line and without blocks. A session start
 * has two milliseconds for all of it, in a process where nothing has been compiled yet; the general readers take
 * ten. Any line that is not exactly as the protocol writes it makes the glance undefined, and those are asked. A
 * property test holds that both say the same.
 */
import { atxHeadings } from '../document/atx-headings.ts'
import { lineCounter } from '../document/line-count.ts'
import { mayConflict } from '../document/may-conflict.ts'
import type { Conventions } from '../protocol/records/base.ts'
import type { SectionKind } from '../protocol/section-kind.ts'
import * as entry from './glance-entry.ts'
import { glanceKind } from './glance-kind.ts'
import { blockers, context, goals, questions, references } from './glance-lines.ts'
import type { Group, Item } from './item.ts'
import { isDigit } from './plain.ts'
import type { Level1Source } from './read-essentials.ts'

/** A part of the file that level 1 is made of. */
interface Part {
  readonly kind: SectionKind
  readonly from: number
  to: number
}

interface Parts {
  readonly sections: readonly Part[]
  /** The headings of decisions, as they stand in the file. */
  readonly entries: readonly entry.EntryPlace[]
}

export function glance(
  text: string,
  { beadPrefixes }: Pick<Conventions, 'beadPrefixes'>,
): Level1Source | undefined {
  if (mayConflict(text)) return undefined
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  const decisions = entry.decisionGroup(text, parts.entries)
  const groups: Group[] = [{ kind: 'context', items: [] }]
  if (decisions === undefined || decisions.items.length === 0) return undefined
  const items: Record<'context' | 'question' | 'reference' | 'blocker' | 'goal', Item[]> = {
    context: [],
    question: [],
    reference: [],
    blocker: [],
    goal: [],
  }
  for (const { kind, from, to } of parts.sections) {
    const read = readers[kind]
    const found = read === undefined ? [] : read.items(text, from, to, beadPrefixes)
    if (found === undefined) return undefined
    if (read !== undefined) items[read.into] = items[read.into].concat(found)
  }
  groups[0] = { kind: 'context', items: items.context }
  groups.push(
    decisions,
    { kind: 'question', items: items.question },
    { kind: 'reference', items: items.reference },
  )
  groups.push({ kind: 'blocker', items: items.blocker }, { kind: 'goal', items: items.goal })
  return { essentials: { groups }, lineAt: lineCounter(text) }
}

type Reader = (text: string, from: number, to: number, beadPrefixes: readonly string[]) => Item[] | undefined

/** How each kind of section is read. What stands directly in the section around them must be comments. */
const readers: Partial<
  Record<
    SectionKind,
    { readonly into: 'context' | 'question' | 'reference' | 'blocker' | 'goal'; readonly items: Reader }
  >
> = {
  'active-context': { into: 'context', items: context },
  questions: { into: 'question', items: questions },
  references: { into: 'reference', items: references },
  blockers: { into: 'blocker', items: blockers },
  goals: { into: 'goal', items: goals },
}

function partsOf(text: string): Parts | undefined {
  const headings = atxHeadings(text)
  if (headings === undefined) return undefined
  const sections: Part[] = []
  const entries: entry.EntryPlace[] = []
  /** The depth of the log that headings may be entries of. */
  let logDepth = 0
  let entryDepth = 0
  let last: { to: number } | undefined
  for (const { depth, start, end } of headings) {
    const inLog = logDepth > 0 && depth > logDepth
    const dated = isDigit(text.charCodeAt(start + depth + 1))
    const kind = inLog && dated ? 'other' : glanceKind(text.slice(start + depth, end))
    if (kind === undefined) return undefined
    if (inLog && kind === 'other') {
      if (entryDepth > 0 && depth > entryDepth) return undefined
      entryDepth = depth
      if (last !== undefined) last.to = start
      const place = { from: start, headingEnd: end, titleFrom: start + depth, to: text.length }
      entries.push(place)
      last = place
      continue
    }
    if (last !== undefined) last.to = start
    logDepth = kind === 'decision-log' ? depth : 0
    entryDepth = 0
    const part: Part = { kind, from: end, to: text.length }
    sections.push(part)
    last = part
  }
  for (const { kind, from, to } of sections)
    if ((kind === 'decision-log' || kind === 'session-continuity') && !isRemark(text, from, to))
      return undefined
  return { sections, entries }
}

/** Nothing but comments, each at the end of its line, and blank lines. */
function isRemark(text: string, from: number, to: number): boolean {
  if (to - from >= 2_000) return false
  for (let rest = text.slice(from, to).trimStart(); rest !== ''; ) {
    const close = rest.startsWith('<!--') ? rest.indexOf('-->', 4) : -1
    const behind = rest.slice(close + 3)
    rest = behind.trimStart()
    if (close < 0 || rest.length === behind.length) return false
  }
  return true
}
