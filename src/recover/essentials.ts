import type { Span } from '../document/block.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'
import type { ContextRecord } from '../protocol/records/context.ts'
import type { DecisionRecord } from '../protocol/records/decision.ts'
import { showLine } from '../safety/show-text.ts'
import { type Contents, contentsOf } from './contents.ts'
import { contextProse } from './context-prose.ts'
import type { Essentials, Group, Item } from './item.ts'
import {
  beadItem,
  blockerItem,
  contextItem,
  decisionItem,
  goalItem,
  lineItem,
  referenceItem,
} from './items.ts'
import { LAST_DECISIONS } from './last-decisions.ts'
import { newestFirst } from './newest.ts'

/** What level 1 is made of, from notes of any profile. */
export function essentialsOf(notes: Notes): Essentials {
  const { records } = notes
  const all = <Kind extends NotesRecord['kind']>(kind: Kind) =>
    records.filter((record): record is Extract<NotesRecord, { kind: Kind }> => record.kind === kind)
  const context = all('context')
  const isOpen = ({ done }: { readonly done: boolean }): boolean => !done
  const groups: Group[] = [
    { kind: 'context', items: context.length > 0 ? context.flatMap(contextItems) : contextProse(notes) },
    decisionGroup(all('decision'), all('archive')),
    { kind: 'question', items: all('question').filter(isOpen).map(question) },
    { kind: 'reference', items: all('reference').map(reference) },
    { kind: 'blocker', items: all('blocker').filter(isOpen).map(blocker) },
    { kind: 'goal', items: all('goal').filter(isOpen).map(goal) },
  ]
  let contents: Contents | undefined
  return {
    // Decisions say enough; without any, there is room for the rest of what is known.
    groups: groups.some(({ kind, items }) => kind === 'decision' && items.length > 0)
      ? groups
      : [...groups, ...lesser(records)],
    contents() {
      contents ??= contentsOf(notes)
      return contents
    },
  }
}

/** The rest of what is known: what was learnt, what was done, what is owed. */
function lesser(records: readonly NotesRecord[]): Group[] {
  const plain = (kind: 'learning' | 'log' | 'debt', label: string): Group => {
    const items = records
      .filter(record => record.kind === kind && !('done' in record && record.done))
      .map(record => ({
        ...basics(kind, record),
        label,
        text: showLine(record.kind === 'log' ? record.summary : (record.title ?? '')),
      }))
    return { kind, items: kind === 'log' ? items.reverse() : items }
  }
  return [plain('learning', 'Learned: '), plain('log', 'Done: '), plain('debt', 'Debt: ')]
}

/** Bead, checkpoint and state are lines of their own, so that a long state does not push the others out. */
function contextItems({ bead, checkpoint, state, others, span }: ContextRecord): Item[] {
  const lines = [
    ...(bead === undefined ? [] : [beadItem(bead.id ?? '', bead.title ?? '', span)]),
    ...(checkpoint === undefined ? [] : [contextItem(`Checkpoint: ${checkpoint.text}`, '', span)]),
    ...(state === undefined ? [] : [contextItem('State: ', state, span)]),
  ]
  if (bead !== undefined || state !== undefined) return lines
  return [...lines, ...others.map(({ name, value }) => contextItem(`${name}: `, value, span))]
}

function decisionGroup(log: readonly DecisionRecord[], archive: readonly DecisionRecord[]): Group {
  const inForce = newestFirst(log).filter(({ status }) => status !== 'superseded')
  // A file whose log is empty may still have an archive.
  const chosen =
    inForce.length > 0 ? inForce : newestFirst(archive).filter(({ status }) => status !== 'superseded')
  const last = chosen.slice(0, LAST_DECISIONS)
  const older = chosen.slice(LAST_DECISIONS)
  const group = { kind: 'decision', items: last.map(decision) } as const
  return older.length === 0 ? group : { ...group, rest: { count: older.length, span: around(older) } }
}

function around(records: readonly { readonly span: Span }[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { span } of records) {
    start = Math.min(start, span.start)
    end = Math.max(end, span.end)
  }
  return { start, end }
}

function decision(record: DecisionRecord): Item {
  return decisionItem({
    ...record,
    at: record.at?.text,
    draft: record.status === 'draft',
    claims: () => record.evidence,
  })
}

function question({ title, span }: Extract<NotesRecord, { kind: 'question' }>): Item {
  return lineItem('question', 'Open: ', title, span)
}

function reference({ identifier, purpose, span }: Extract<NotesRecord, { kind: 'reference' }>): Item {
  return referenceItem(identifier, purpose ?? '', span)
}

function blocker(record: Extract<NotesRecord, { kind: 'blocker' }>): Item {
  return blockerItem(record.type, record.title, record.eta, record.span)
}

function goal({ title, blocking, dependsOn, span }: Extract<NotesRecord, { kind: 'goal' }>): Item {
  return goalItem(title, blocking, dependsOn, span)
}

const basics = (kind: Item['kind'], record: NotesRecord) => ({
  kind,
  span: record.span,
  ...(record.id === undefined ? {} : { id: record.id }),
  ...(record.title === undefined ? {} : { title: showLine(record.title) }),
})
